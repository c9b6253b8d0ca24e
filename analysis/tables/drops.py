"""The drop tables: per agent, per group, and agent by primitive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from analysis.noise import Floor
from analysis.samples import ALL
from analysis.tables.effort import floor
from analysis.tables.grid import Cell, Column, Grid, to_rich
from analysis.tables.words import (
    BAND_TONES,
    NONE,
    bracket,
    ordered,
    p_text,
    percent,
    plain,
    plural,
    points,
    score_points,
)

SHORT = {
    "grounding": "ground.",
    "planning": "plan.",
    "state_tracking": "state",
    "backtracking": "backtr.",
    "patience": "patien.",
    "exploration": "explor.",
    "verification": "verif.",
}
"""Primitives as headings of narrow columns."""

Stats = Mapping[str, Any]
Line = Mapping[str, Any]

DROP_NOTE = (
    "Drop: clean − perturbed in percentage points, ↓ worse under intervention; [95% bootstrap interval over tasks]."
)
VOID_NOTE = "Complete pairs: of those planned; void runs are in no rate, [the drop if they counted either way]."
LOST_NOTE = "Lost: of the tasks passed clean, the share failed perturbed."
BAND_NOTE = "Tone: drop relative to the clean pass rate, in bands of <15, 15–30, 30–45, ≥45%."


def render(stats: Stats, floors: Sequence[Floor] = ()) -> RenderableType:
    """The `stats` document for a terminal: agents, agent by layer and by primitive, noise floor, what was left out."""
    parts: list[RenderableType] = [to_rich(agents(stats))]
    for by in ("layer", "primitive"):
        grid = agent_by(stats, by)
        if len(grid.columns) > 1 and grid.rows:
            parts += [Text(), to_rich(grid)]
    if floors:
        parts += [Text(), to_rich(floor(floors))]
    if stats["unpaired"]:
        parts += [Text(), _left_out(stats)]
    if stats["warnings"]:
        parts += [Text(), *(Text(sentence, style="yellow") for sentence in stats["warnings"])]
    return Group(*parts)


def agents(stats: Stats) -> Grid:
    """One row per agent: pass rates, drops with intervals, what was lost, and what stands behind the numbers."""
    lines = [line for line in stats["rows"] if line["by"] == "overall"]
    lines = [line for line in lines if line["agent"] != ALL or len(lines) > 2]
    columns = (Column("Agent", "left"), *COLUMNS)
    rows = tuple((Cell(line["agent"]), *_cells(line)) for line in lines)
    return Grid("agents", "Paired drop by agent", columns, rows, notes=(DROP_NOTE, LOST_NOTE, VOID_NOTE))


def groups(stats: Stats, by: str, agent: str = ALL) -> Grid:
    """One row per value of a grouping for one agent, or for all."""
    lines = {line["value"]: line for line in stats["rows"] if line["by"] == by and line["agent"] == agent}
    values = ordered(list(lines), by)
    rows = tuple((Cell(plain(value), value), *_cells(lines[value]), _holm(lines[value])) for value in values)
    columns = (
        Column(by.capitalize(), "left"),
        *COLUMNS,
        Column("p (Holm)", hint="adjusted over the rows of this table"),
    )
    who = "all agents" if agent == ALL else agent
    return Grid(f"by_{by}", f"Paired drop by {by}, {who}", columns, rows, notes=(DROP_NOTE, LOST_NOTE, VOID_NOTE))


def agent_by(stats: Stats, by: str) -> Grid:
    """Agents down, values of a grouping across: perturbed pass rate and drop, toned by the relative drop."""
    found = {(line["agent"], line["value"]): line for line in stats["rows"] if line["by"] == by}
    values = ordered(list({value for _, value in found}), by)
    names = sorted({agent for agent, _ in found if agent != ALL})
    totals = {line["agent"]: line for line in stats["rows"] if line["by"] == "overall"}
    rows = tuple(
        (Cell(name), _band_cell(totals[name]), *(_band_cell(found.get((name, value))) for value in values))
        for name in names
    )
    heads = (Column(plain(value), short=SHORT.get(value, plain(value))) for value in values)
    columns = (Column("Agent", "left"), Column("total"), *heads)
    title = f"Perturbed pass rate (%) and drop by {by}"
    return Grid(f"agent_by_{by}", title, columns, rows, notes=(BAND_NOTE,))


COLUMNS = (
    Column("Tasks", hint="tasks with at least one complete pair"),
    Column("Clean %", short="Clean\n%"),
    Column("Perturbed %", short="Pert.\n%"),
    Column("Drop, points", short="Drop\npoints"),
    Column("p", hint="exact sign-flip test over tasks"),
    Column("Drop in score", short="Drop\nin score"),
    Column("Lost %", hint="of the tasks passed clean, the share failed perturbed", short="Lost\n%"),
    Column(
        "Complete pairs",
        hint="of those planned; void runs; bounds of the drop when they count",
        short="Complete\npairs",
    ),
)


def unpaired(stats: Stats) -> Grid:
    """The trials left out of both arms, with the reason."""
    columns = (
        Column("Task", "left"),
        Column("Agent", "left"),
        Column("Variant", "left"),
        Column("Trial"),
        Column("Reason", "left"),
    )
    rows = tuple(
        (
            Cell(one["task"]),
            Cell(one["agent"]),
            Cell(one["variant"] or NONE),
            Cell(str(one["trial"]), one["trial"]),
            Cell(one["reason"]),
        )
        for one in stats["unpaired"]
    )
    return Grid("left_out", "Trials left out of both arms", columns, rows)


def _cells(line: Line) -> tuple[Cell, ...]:
    passes, scores = line["pass"], line["score"]
    shown = line["coverage"]["headline"]
    drop_note = bracket(passes["ci_low"], passes["ci_high"])
    score_note = bracket(scores["ci_low"], scores["ci_high"], 1, 3)
    return (
        Cell(str(line["n"]), line["n"]),
        Cell(percent(passes["clean"]), passes["clean"]),
        Cell(percent(passes["perturbed"]), passes["perturbed"]),
        Cell(points(passes["delta"]), passes["delta"], drop_note, BAND_TONES[line["band"]] if shown else "muted"),
        Cell(p_text(passes["p_value"]), passes["p_value"]),
        Cell(score_points(scores["delta"]), scores["delta"], score_note),
        Cell(percent(line["lost"]["share"]), line["lost"]["share"]),
        coverage_cell(line),
    )


def coverage_cell(line: Line) -> Cell:
    """Complete of planned pairs, and where runs are void how many and how far they could move the drop."""
    coverage, bounds = line["coverage"], line["bounds"]
    void = sum(coverage["void"].values())
    note = ""
    if void:
        note = f"{void} void\n{bracket(bounds['low'], bounds['high'])}"
    tone = "" if coverage["complete"] == coverage["trials"] else "warn"
    return Cell(f"{coverage['complete']}/{coverage['trials']}", coverage["share"], note.strip(), tone)


def _holm(line: Line) -> Cell:
    return Cell(p_text(line["pass"]["p_holm"]), line["pass"]["p_holm"])


def _band_cell(line: Line | None) -> Cell:
    if line is None or not line["n"]:
        return Cell(NONE, tone="muted")
    passes = line["pass"]
    return Cell(percent(passes["perturbed"]), passes["perturbed"], points(passes["delta"]), BAND_TONES[line["band"]])


def _left_out(stats: Stats) -> Text:
    unpaired: Sequence[Mapping[str, Any]] = stats["unpaired"]
    reasons: dict[str, int] = {}
    for one in unpaired:
        reasons[one["reason"]] = reasons.get(one["reason"], 0) + 1
    parts = [f"{reason} ({count})" for reason, count in sorted(reasons.items(), key=lambda item: (-item[1], item[0]))]
    return Text(f"{plural(len(unpaired), 'trial')} left out: " + ", ".join(parts), style="yellow")
