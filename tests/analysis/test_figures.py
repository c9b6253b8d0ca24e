"""Figures draw from any numbers, write the same bytes twice, and carry names as text."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from matplotlib.figure import Figure

from analysis import breakdown, failure_mix
from analysis.drops import stats
from analysis.figures import drops, failures, heat, style
from analysis.load import read_runs
from analysis.rows import Row
from analysis.testing import arms
from analysis.testing.runs import write_runs


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    return read_runs(write_runs(tmp_path_factory.mktemp("runs")))


def every(rows: list[Row]) -> dict[str, Figure]:
    document = stats(rows, 200)
    return {
        "headline": drops.headline(document),
        "family": drops.forest(document, "family"),
        "layer": drops.forest(document, "layer", style.LAYERS),
        "mix": failures.mix(failure_mix.mix(rows, "agent")),
        "calibration": failures.calibration(failure_mix.calibration(rows)),
        "families": failures.families(breakdown.ranking(rows, 1)),
        "heat": heat.matrix(breakdown.matrix(rows, "site", "primitive"), "site", "primitive"),
    }


def test_every_figure_is_the_same_twice_and_has_no_nan(rows: list[Row]) -> None:
    for one, other in zip(every(rows).values(), every(rows).values(), strict=True):
        text = style.svg(one)
        assert text == style.svg(other)
        assert "nan" not in text.lower()


def test_figures_of_nothing_and_of_one_pair_draw(tmp_path: Path) -> None:
    for some in ([], arms([(True, False)])):
        for name, figure in every(some).items():
            style.save(figure, tmp_path / name)
            assert (tmp_path / f"{name}.png").stat().st_size > 1_000


def test_names_stay_text(rows: list[Row]) -> None:
    hostile = "<b>$x$ & co</b>"
    document = stats([*arms([(True, False)] * 3, agent=hostile), *arms([(True, True)] * 3)], 100)
    tree = ElementTree.fromstring(style.inline(style.svg(drops.headline(document)), "headline"))
    texts = ["".join(node.itertext()) for node in tree.iter() if node.tag.endswith("text")]
    assert hostile in texts


def test_an_inline_figure_has_ids_of_its_own_and_follows_the_page(rows: list[Row]) -> None:
    document = style.svg(every(rows)["headline"])
    one, other = style.inline(document, "one"), style.inline(document, "two")
    ids = {node.get("id") for node in ElementTree.fromstring(one).iter()} - {None}
    assert not ids & {node.get("id") for node in ElementTree.fromstring(other).iter()}
    assert style.INK not in one
    assert "var(--ink)" in one
    assert "<style" not in one
