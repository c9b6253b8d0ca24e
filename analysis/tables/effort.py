"""Tables of what runs cost, and of the noise floor."""

from __future__ import annotations

from collections.abc import Sequence

from analysis.effort import Effort
from analysis.noise import Floor
from analysis.tables.grid import Cell, Column, Grid
from analysis.tables.words import MINUS, NONE, bracket, duration, percent, points, score_points


def times(efforts: Sequence[Effort]) -> Grid:
    """Per agent: run times, and what they were spent on."""
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
    )
    notes = ("Times of episodes; median, mean and p90 over graded runs, the rest over all stored runs, void ones too.",)
    return Grid("times", "Run times by agent", columns, tuple(map(_times, efforts)), notes=notes)


def spent(efforts: Sequence[Effort]) -> Grid:
    """Per agent: steps of passed and failed runs, tokens and cost."""
    columns = (
        Column("Agent", "left"),
        Column("Steps, passed", hint="mean steps of passed runs"),
        Column("Steps, failed", hint="mean steps of failed runs"),
        Column("Failed − passed"),
        Column("Tokens", hint="all stored runs"),
        Column("Cost, $", hint="all stored runs"),
    )
    return Grid("effort", "Steps, tokens and cost by agent", columns, tuple(map(_spent, efforts)))


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


def _times(one: Effort) -> tuple[Cell, ...]:
    parts = one.parts
    page = parts.environment + parts.settle
    seconds = (one.median, one.mean, one.p90, parts.episode, parts.model, page, parts.rate_limit_wait, one.overhead)
    return (
        Cell(one.agent),
        Cell(str(one.runs), one.runs, f"{one.void} void" if one.void else ""),
        Cell(percent(one.pass_rate), one.pass_rate),
        *(Cell(duration(value), value) for value in seconds),
    )


def _spent(one: Effort) -> tuple[Cell, ...]:
    passed, failed = one.steps_passed, one.steps_failed
    gap = None if passed is None or failed is None else failed - passed
    return (
        Cell(one.agent),
        *(Cell(NONE if steps is None else f"{steps:.1f}", steps) for steps in (passed, failed)),
        Cell(NONE if gap is None else f"{gap:+.1f}".replace("-", MINUS), gap),
        Cell(f"{one.tokens:,}", one.tokens),
        Cell(f"{one.cost:.2f}", one.cost),
    )
