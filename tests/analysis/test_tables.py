"""Tables in their formats: the terminal's 80 columns, text that stays text, bare values in CSV."""

import csv
import io

from rich.console import Console, RenderableType

from analysis.drops import stats
from analysis.noise import noise_floor
from analysis.rows import AA
from analysis.tables.drops import agent_by, agents, groups, render, unpaired
from analysis.tables.grid import Cell, Column, Grid, to_csv, to_markdown, to_rich
from analysis.tables.words import bracket, duration, ordered, p_text, percent, points, score_points
from analysis.testing import arms, both


def shown(what: RenderableType, width: int = 80) -> str:
    console = Console(width=width, file=io.StringIO(), color_system=None)
    console.print(what)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def sweep() -> dict[str, object]:
    rows = arms([(True, False)] * 6 + [(True, True)] * 4, agent="alpha", layers=("seed",), primitive="planning")
    rows += arms([(True, None)] * 2 + [(True, True)] * 8, agent="beta", layers=("client",), primitive="state_tracking")
    return stats(rows, 200)


def test_the_terminal_table_fits_80_columns_and_shows_every_agent() -> None:
    text = shown(render(sweep()))
    assert max(len(line) for line in text.splitlines()) <= 80
    for part in ("alpha", "beta", "all", "↓ 60.0", "8/10", "2 void", "perturbed run void (2)"):
        assert part in text


def test_the_noise_floor_stands_beside_the_drops() -> None:
    floors = noise_floor([r for i in range(5) for r in both(True, i > 0, task=f"t/{i}", variant=AA)])
    text = shown(render(sweep(), floors))
    assert "Noise floor" in text
    assert "1/5" in text


def test_a_table_without_pairs_still_renders() -> None:
    assert "no clean run" not in shown(render(stats([])))
    assert "–" in shown(render(stats(both(True, None))))


def test_markup_in_a_name_is_shown_as_it_is() -> None:
    name = "[red]a|b[/red]*"
    grid = agents(stats(arms([(True, False)] * 3, agent=name), 100))
    assert name in shown(to_rich(grid), 200)
    assert r"\[red\]a\|b\[/red\]\*" in to_markdown(grid)
    assert list(csv.reader(io.StringIO(to_csv(grid))))[1][0] == name


def test_csv_has_fractions_where_people_read_per_cents() -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(agents(sweep())))))
    assert [float(row["Drop, points"]) for row in rows if row["Agent"] == "alpha"] == [0.6]


def test_markdown_has_one_line_per_row() -> None:
    grid = Grid("n", "T", (Column("A", "left"), Column("B")), ((Cell("x"), Cell("1", 1, "a\nb")),))
    assert to_markdown(grid).splitlines() == ["**T**", "", "| A | B |", "| :--- | ---: |", "| x | 1 a b |"]


def test_a_drop_without_enough_coverage_gets_no_tone() -> None:
    rows = [r for i in range(9) for r in both(True, None, task=f"t/{i}")] + both(True, False, task="t/9")
    (line,) = agents(stats(rows)).rows
    assert line[4].tone == "muted"
    assert line[-1].text == "1/10"
    assert line[-1].tone == "warn"


def test_groups_follow_the_usual_order_and_agents_lack_no_cell() -> None:
    document = sweep()
    assert [row[0].text for row in groups(document, "primitive").rows] == ["planning", "state tracking"]
    grid = agent_by(document, "primitive")
    assert {len(row) for row in grid.rows} == {len(grid.columns)}
    assert len(unpaired(document).rows) == 2


def test_words() -> None:
    assert (percent(None), percent(0.4449), percent(-0.0001)) == ("–", "44.5", "0.0")
    assert (points(0.276), points(-0.1), points(0.0), points(None)) == ("↓ 27.6", "↑ 10.0", "± 0.0", "–")
    assert score_points(0.1534) == "↓ 0.153"
    assert bracket(-0.01, 0.185) == "[−1.0,\u00a018.5]"
    assert bracket(None, None) == ""
    assert [p_text(p) for p in (None, 0.0004, 0.0123, 1.0)] == ["–", "<.001", ".012", "1"]
    assert [duration(s) for s in (None, 3.21, 48, 192, 3900)] == ["–", "3.2 s", "48 s", "3 min 12 s", "1 h 05 min"]
    assert ordered(["zeta", "network", "seed"], "layer") == ["seed", "network", "zeta"]
