"""Tables of drops by two groupings, and of what coarse primitives hide."""

from __future__ import annotations

from collections.abc import Sequence

from analysis.breakdown import Merge, Spot
from analysis.tables.grid import Cell, Column, Grid
from analysis.tables.words import NONE, ordered, plain, score_points

FEW = 5
"""Tasks below which a cell is set in muted type."""


def cross(spots: Sequence[Spot], down: str, across: str) -> Grid:
    """Mean paired drop in score, one grouping down and another across; the largest of each row stands out."""
    known = {(spot.row, spot.column): spot for spot in spots}
    names = ordered(list({spot.row for spot in spots}), down)
    values = ordered(list({spot.column for spot in spots}), across)
    rows = []
    for name in names:
        members = [known.get((name, value)) for value in values]
        top = max((spot.drop for spot in members if spot), default=0.0)
        rows.append((Cell(plain(name), name), *(_spot(spot, top) for spot in members)))
    columns = (Column(down.capitalize(), "left"), *(Column(plain(value)) for value in values))
    notes = (
        f"Mean paired drop in score, tasks below it; the largest of a row is bold, cells under {FEW} tasks are grey.",
    )
    return Grid(f"{down}_by_{across}", f"Drop in score by {down} and {across}", columns, tuple(rows), notes=notes)


def coarse(merges: Sequence[Merge]) -> Grid:
    """The coarse groups, the primitives in them, and the largest difference that a merge hides."""
    columns = (
        Column("Group", "left"),
        Column("Tasks"),
        Column("Drop in score"),
        Column("Of it", "left"),
        Column("Hidden"),
    )
    rows = tuple(
        (
            Cell(merge.group),
            Cell(str(merge.n), merge.n),
            Cell(score_points(merge.drop), merge.drop),
            Cell(", ".join(f"{plain(name)} {score_points(part)}" for name, part in merge.parts.items())),
            Cell(f"{merge.hidden:.3f}" if len(merge.parts) > 1 else NONE, merge.hidden),
        )
        for merge in merges
    )
    return Grid("coarse_primitives", "Robustness: five coarse groups", columns, rows)


def _spot(spot: Spot | None, top: float) -> Cell:
    if spot is None:
        return Cell("", tone="muted")
    tone = "muted" if spot.n < FEW else "best" if spot.drop == top and top > 0 else ""
    return Cell(score_points(spot.drop), spot.drop, f"n {spot.n}", tone)
