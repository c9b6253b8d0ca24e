"""Bundles in: found at any depth, refused when broken, doubled or not to be pooled."""

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from analysis.drops import stats
from analysis.errors import InputError
from analysis.export import write_csv
from analysis.load import read, read_csv, read_runs
from analysis.testing.runs import PAIRINGS, write_runs


@pytest.fixture(scope="module")
def sweep(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_runs(tmp_path_factory.mktemp("runs"))


def copied(sweep: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sweep, tmp_path / "sweep"))


def edit(file: Path, change: Callable[[dict[str, Any]], None]) -> None:
    document = json.loads(file.read_text())
    change(document)
    file.write_text(json.dumps(document))


def test_runs_are_found_at_any_depth(sweep: Path, tmp_path: Path) -> None:
    rows = read_runs(sweep)
    assert len(rows) == 2 * 2 * len(PAIRINGS)
    deep = Path(shutil.copytree(sweep, tmp_path / "a" / "b" / "c" / "d"))
    assert [row.key for row in read(deep.parents[2])] == [row.key for row in rows]
    one = next(path for path in deep.rglob("run.json")).parent
    assert len(read_runs(one)) == 1


def test_a_run_carries_what_its_bundle_says(sweep: Path) -> None:
    by = {row.key: row for row in read_runs(sweep)}
    lamp = by["straight", "shop/best_kettle", "best_kettle", 0, "perturbed"]
    assert (lamp.site, lamp.tier, lamp.primitive) == ("shop", "hard", "grounding")
    assert (lamp.layers, lamp.families, lamp.exposed) == (("seed",), ("decoys_aliases",), True)
    assert lamp.facts is not None
    assert (lamp.facts.failure, lamp.facts.declared) == ("misleading_success_taken", True)
    assert lamp.facts.steps == 5
    void = by["v-orion-2", "email/filter_news", "filter_news", 0, "perturbed"]
    assert (void.status, void.passed, void.facts and void.facts.void_kind) == ("void", None, "model")


def test_the_exported_table_gives_the_same_statistics(sweep: Path, tmp_path: Path) -> None:
    rows = read_runs(sweep)
    table = read_csv(write_csv(rows, tmp_path / "runs.csv"))
    one, other = stats(rows, 300)["rows"], stats(table, 300)["rows"]
    for line in (*one, *other):
        line["coverage"].pop("kinds")
    assert one == other


def test_the_order_of_the_folders_does_not_matter(sweep: Path, tmp_path: Path) -> None:
    moved = tmp_path / "moved"
    folders = sorted(path.parent for path in sweep.rglob("run.json"))
    random.Random(3).shuffle(folders)
    for number, folder in enumerate(folders):
        shutil.copytree(folder, moved / f"x{number}")
    assert stats(read_runs(moved), 200) == stats(read_runs(sweep), 200)


@pytest.mark.parametrize("name", ["task", "variant", "grader", "bounds"])
def test_runs_with_another_fingerprint_are_not_pooled(sweep: Path, tmp_path: Path, name: str) -> None:
    root = copied(sweep, tmp_path)
    file = root / "straight" / "shop.reorder_lamp" / "reorder_lamp" / "0" / "run.json"
    edit(file, lambda run: run["fingerprints"].update({name: "other"}))
    with pytest.raises(InputError, match=rf"{name} fingerprint .*other") as caught:
        read_runs(root)
    assert "shop/reorder_lamp" in str(caught.value) or name == "grader"


def test_another_code_version_alone_is_pooled(sweep: Path, tmp_path: Path) -> None:
    root = copied(sweep, tmp_path)
    file = root / "straight" / "shop.reorder_lamp" / "reorder_lamp" / "0" / "run.json"
    edit(file, lambda run: run["fingerprints"].update(code="other"))
    assert len(read_runs(root)) == 2 * 2 * len(PAIRINGS)


def test_the_same_run_twice_is_refused_with_both_places(sweep: Path, tmp_path: Path) -> None:
    root = copied(sweep, tmp_path)
    first = root / "straight" / "shop.reorder_lamp" / "clean" / "0"
    shutil.copytree(first, root / "again")
    with pytest.raises(InputError, match=r"stored twice: .*again"):
        read_runs(root)


@pytest.mark.parametrize(
    ("text", "what"),
    [("{", r"run\.json:1 .*no valid JSON"), ('{"key": {}}', r"run\.json:1 "), ("[]", r"run\.json:1 ")],
)
def test_a_broken_run_is_named(sweep: Path, tmp_path: Path, text: str, what: str) -> None:
    root = copied(sweep, tmp_path)
    next(iter(sorted(root.rglob("run.json")))).write_text(text)
    with pytest.raises(InputError, match=what):
        read_runs(root)


def test_a_torn_last_step_is_left_aside_and_a_broken_middle_is_named(sweep: Path, tmp_path: Path) -> None:
    root = copied(sweep, tmp_path)
    file = root / "straight" / "shop.best_kettle" / "best_kettle" / "0" / "steps.jsonl"
    data = file.read_bytes()
    file.write_bytes(data[:-15])
    torn = next(r for r in read_runs(root) if r.facts and Path(r.facts.bundle) == file.parent)
    assert torn.facts is not None
    assert (torn.facts.steps, torn.facts.cut) == (5, True)
    file.write_bytes(data.replace(b'"step": 1', b'"step" 1', 1))
    with pytest.raises(InputError, match=r"steps\.jsonl:2 "):
        read_runs(root)


@pytest.mark.parametrize("make", [True, False])
def test_a_folder_without_runs_says_so(tmp_path: Path, make: bool) -> None:
    root = tmp_path / "nothing"
    if make:
        root.mkdir()
    with pytest.raises(InputError, match="holds no runs" if make else "no such folder"):
        read_runs(root)
