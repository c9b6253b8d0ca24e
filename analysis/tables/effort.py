"""Tables of what runs cost, and of the noise floor."""

from __future__ import annotations

from collections.abc import Sequence

from analysis.effort import Effort
from analysis.noise import Floor
from analysis.tables.grid import Cell, Column, Grid
from analysis.tables.words import NONE, bracket, duration, percent, points, score_points


def times(efforts: Sequence[Effort]) -> Grid:
    """Per agent: run times, what they were spent on, steps of passed and failed runs, tokens and cost."""
    columns = (
        Column("Agent", "left"),
        Column("Runs"),
        Column("Passed %"),
        Column("Median"),
        Column("Mean"),
        Column("p90"),
        Column("Total"),
        Column("Model", hint="waiting for the agent's model"),
        Column("Page", hint="acting, observing, settling"),
        Column("Rate limits", hint="waiting for the provider, not counted as the model's time"),
        Column("Harness", hint="the rest of the episode"),
        Column("Steps, passed"),
        Column("Steps, failed"),
        Column("Tokens"),
        Column("Cost, $"),
    )
    notes = (
        "Times of episodes; median, mean and p90 over graded runs, totals over all stored runs, void ones included.",
    )
    return Grid("effort", "Run times, steps and cost by agent", columns, tuple(map(_effort, efforts)), notes=notes)


def floor(floors: Sequence[Floor]) -> Grid:
    """Per agent: the A/A drop and the outcomes that flipped with nothing changed."""
    columns = (
        Column("Agent", "left"),
        Column("Tasks"),
        Column("A/A drop, points", short="A/A drop\npoints"),
        Column("A/A drop in score", short="A/A drop\nin score"),
        Column("Flipped %", hint="pairs whose two clean runs disagree on passing", short="Flipped\n%"),
    )
    rows = tuple(
        (
            Cell(one.agent),
            Cell(str(one.tasks), one.tasks),
            Cell(points(one.drop), one.drop, bracket(*one.interval) if one.interval else ""),
            Cell(score_points(one.score_drop), one.score_drop),
            Cell(percent(one.flip_rate), one.flip_rate, f"{one.flipped}/{one.pairs}"),
        )
        for one in floors
    )
    note = "The clean arm run twice: a drop inside these intervals is what chance alone gives."
    return Grid("noise_floor", "Noise floor (A/A)", columns, rows, notes=(note,))


def _effort(one: Effort) -> tuple[Cell, ...]:
    parts = one.parts
    return (
        Cell(one.agent),
        Cell(str(one.runs), one.runs, f"{one.void} void" if one.void else ""),
        Cell(percent(one.pass_rate), one.pass_rate),
        *(Cell(duration(value), value) for value in (one.median, one.mean, one.p90, parts.episode, parts.model)),
        Cell(duration(parts.environment + parts.settle), parts.environment + parts.settle),
        Cell(duration(parts.rate_limit_wait), parts.rate_limit_wait),
        Cell(duration(one.overhead), one.overhead),
        *(Cell(NONE if s is None else f"{s:.1f}", s) for s in (one.steps_passed, one.steps_failed)),
        Cell(f"{one.tokens:,}", one.tokens),
        Cell(f"{one.cost:.2f}", one.cost),
    )
