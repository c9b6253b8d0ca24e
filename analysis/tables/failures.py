"""Tables of how runs failed: taxonomy shares, calibration, families by failed runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from analysis.breakdown import Ranked
from analysis.failure_mix import CLASSES, MODES, Calibration, Mix, total
from analysis.tables.grid import Cell, Column, Grid
from analysis.tables.words import NONE, bracket, ordered, percent, plain

RULE_NOTE = (
    "Failed perturbed runs by the first rule that fits. Abandoned runs fit none: they are failures in every pass rate "
    "and in no share here."
)


def modes(mixes: Sequence[Mix], by: str) -> Grid:
    """Counts and shares of every failure mode, a row per value of a view."""
    columns = (
        Column(by.capitalize(), "left"),
        Column("Failed", hint="failed perturbed runs with a failure mode"),
        *(Column(plain(mode), hint=f"class: {CLASSES[mode]}") for mode in MODES),
        Column("abandoned"),
    )
    known = {one.value: one for one in mixes}
    lines = [known[value] for value in ordered(list(known), by)]
    lines += [total(mixes)] if len(mixes) > 1 else []
    rows = tuple(
        (
            Cell(plain(one.value) or NONE),
            Cell(str(one.n), one.n),
            *(Cell(str(one.counts[mode]), one.counts[mode], _share(one.share(mode))) for mode in MODES),
            Cell(str(one.abandoned), one.abandoned, tone="muted"),
        )
        for one in lines
    )
    return Grid(f"failures_by_{by}", f"Failure modes by {by}", columns, rows, notes=(RULE_NOTE,))


def classes(mixes: Iterable[Mix], calibrations: Iterable[Calibration]) -> Grid:
    """Per agent: shares of belief, action and overreach failures, and how often a claim of completion was false."""
    known = {one.agent: one for one in calibrations}
    found = {one.value: one for one in mixes}
    rows = tuple(
        (Cell(agent), *_class_cells(found.get(agent)), *_calibration_cells(known.get(agent)))
        for agent in sorted(known.keys() | found.keys())
    )
    columns = (
        Column("Agent", "left"),
        Column("Failed"),
        Column("Belief %", hint="declared done although a required change was missing"),
        Column("Action %", hint="loops, collapses, errors"),
        Column("Overreach %", hint="everything asked for, and something forbidden besides"),
        Column("Declared done %", hint="perturbed runs that end with a report of completion"),
        Column("Failed of those %", hint="P(failed | declared done), with Wilson's 95% interval"),
    )
    return Grid("failure_classes", "Failure classes and calibration by agent", columns, rows, notes=(RULE_NOTE,))


def families(ranked: Sequence[Ranked], enough: int) -> Grid:
    """Families by the number of failed perturbed runs."""
    columns = (Column("Family", "left"), Column("Layer", "left"), Column("Runs"), Column("Failed"), Column("Rate %"))
    rows = tuple(
        (
            Cell(plain(one.family), one.family),
            Cell(one.layer or NONE),
            Cell(str(one.runs), one.runs),
            Cell(str(one.failed), one.failed),
            Cell(percent(one.rate), one.rate),
        )
        for one in ranked
    )
    note = f"Perturbed runs of all agents; families with fewer than {enough} runs are left out." if enough > 1 else ""
    return Grid("families", "Families by failed runs", columns, rows, notes=(note,) if note else ())


def _class_cells(one: Mix | None) -> tuple[Cell, ...]:
    if one is None:
        return (Cell("0", 0), Cell(NONE), Cell(NONE), Cell(NONE))
    shares = [one.class_share(name) for name in ("belief", "action", "overreach")]
    return (Cell(str(one.n), one.n), *(Cell(percent(share), share) for share in shares))


def _calibration_cells(one: Calibration | None) -> tuple[Cell, ...]:
    if one is None:
        return (Cell(NONE), Cell(NONE))
    note = bracket(*one.interval) if one.interval else ""
    return (
        Cell(percent(one.finish_rate), one.finish_rate, f"{one.declared}/{one.runs}"),
        Cell(percent(one.failed_share), one.failed_share, note),
    )


def _share(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.0f}%"
