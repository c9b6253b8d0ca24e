"""The chapters of a report: which figures and tables are drawn from a set of runs, in which order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.figure import Figure

from analysis import breakdown, effort, failure_mix, noise
from analysis.figures import drops as drop_figures
from analysis.figures import failures as failure_figures
from analysis.figures import heat, style
from analysis.rows import Row
from analysis.samples import ALL
from analysis.tables import drops as drop_tables
from analysis.tables import effort as effort_tables
from analysis.tables import failures as failure_tables
from analysis.tables import matrix as matrix_tables
from analysis.tables.grid import Grid

TOTALLED = frozenset({"agents", *(f"failures_by_{view}" for view in failure_mix.VIEWS)})
"""Tables whose last row is the total."""


@dataclass(frozen=True, slots=True)
class Plate:
    """A figure with its file name, title and caption."""

    name: str
    title: str
    caption: str
    figure: Figure


@dataclass(frozen=True, slots=True)
class Chapter:
    """A section: an anchor, a title, a sentence, figures, tables."""

    id: str
    title: str
    text: str
    plates: tuple[Plate, ...]
    grids: tuple[Grid, ...]


def chapters(rows: Sequence[Row], stats: dict[str, Any], resamples: int, seed: int) -> list[Chapter]:
    """Every chapter that has something to show."""
    found = [
        _agents(stats),
        _primitives(rows, stats),
        _layers(rows, stats),
        _sites(rows, stats),
        _failures(rows),
        _effort(rows),
        _noise(rows, resamples, seed),
        _left_out(stats),
    ]
    return [chapter for chapter in found if chapter.plates or chapter.grids]


def _agents(stats: dict[str, Any]) -> Chapter:
    caption = "Pass rates in both arms, and the paired drop with its 95% bootstrap interval over tasks."
    plates = [Plate("headline", "Clean against perturbed", caption, drop_figures.headline(stats))]
    shown = any(line["n"] for line in stats["rows"])
    return Chapter("agents", "Agents", "", tuple(plates if shown else []), (drop_tables.agents(stats),))


def _primitives(rows: Sequence[Row], stats: dict[str, Any]) -> Chapter:
    plates: list[Plate] = []
    grids: list[Grid] = []
    if _has(stats, "primitive"):
        plates.append(_forest(stats, "primitive", "Drop by primitive", "What recovery mainly requires."))
        grids += [drop_tables.agent_by(stats, "primitive"), drop_tables.groups(stats, "primitive")]
    spots = breakdown.matrix(rows, "agent", "primitive")
    if len({spot.row for spot in spots}) > 1 and len({spot.column for spot in spots}) > 1:
        caption = "Mean paired drop in score; the largest of each agent is framed."
        plates.append(
            Plate("vulnerability", "Where each agent is vulnerable", caption, heat.matrix(spots, "agent", "primitive"))
        )
    merges = breakdown.merges(rows)
    if any(len(merge.parts) > 1 for merge in merges):
        grids.append(matrix_tables.coarse(merges))
    text = "The behaviour that recovery from an intervention mainly requires."
    return Chapter("primitives", "Primitives", text, tuple(plates), tuple(grids))


def _layers(rows: Sequence[Row], stats: dict[str, Any]) -> Chapter:
    plates: list[Plate] = []
    grids: list[Grid] = []
    if _has(stats, "layer"):
        text = "Where in the request path the change is made."
        plates.append(_forest(stats, "layer", "Drop by layer", text, style.LAYERS))
        grids.append(drop_tables.groups(stats, "layer"))
    if _has(stats, "family"):
        plates.append(_forest(stats, "family", "Drop by family", "Largest drop first."))
        grids.append(drop_tables.groups(stats, "family"))
    enough = breakdown.ENOUGH if breakdown.ranking(rows) else 1
    if ranked := breakdown.ranking(rows, enough):
        caption = "Families by the number of failed perturbed runs, all agents together."
        plates.append(Plate("families", "Families by failed runs", caption, failure_figures.families(ranked)))
        grids.append(failure_tables.families(ranked, enough))
    return Chapter("layers", "Layers and families", "", tuple(plates), tuple(grids))


def _sites(rows: Sequence[Row], stats: dict[str, Any]) -> Chapter:
    plates: list[Plate] = []
    grids = [drop_tables.groups(stats, by) for by in ("site", "tier") if _has(stats, by)]
    spots = breakdown.matrix(rows, "site", "primitive")
    if len(spots) > 1:
        caption = "Mean paired drop in score, all agents; the largest of each site is framed."
        plates.append(Plate("site_primitive", "Site by primitive", caption, heat.matrix(spots, "site", "primitive")))
        grids.append(matrix_tables.cross(spots, "site", "primitive"))
    return Chapter("sites", "Sites and tiers", "", tuple(plates), tuple(grids))


def _failures(rows: Sequence[Row]) -> Chapter:
    mixes = failure_mix.mix(rows, "agent")
    known = failure_mix.calibration(rows)
    if not mixes:
        return Chapter("failures", "Failures", "", (), ())
    plates: list[Plate] = []
    if any(one.n for one in mixes):
        caption = "Coral: belief, gold: action, navy: overreach."
        plates.append(Plate("failure_mix", "How perturbed runs failed", caption, failure_figures.mix(mixes)))
    if any(one.declared for one in known):
        caption = (
            "How often a run that reported completion had failed. Bars: Wilson's 95% intervals; squares: GUI-only."
        )
        plates.append(
            Plate("calibration", "What a claim of completion is worth", caption, failure_figures.calibration(known))
        )
    views = ((view, failure_mix.mix(rows, view)) for view in failure_mix.VIEWS)
    grids = [failure_tables.modes(found, view) for view, found in views if view == "agent" or len(found) > 1]
    text = "Perturbed runs that failed, by the first rule of the taxonomy that fits."
    return Chapter("failures", "Failures", text, tuple(plates), (failure_tables.classes(mixes, known), *grids))


def _effort(rows: Sequence[Row]) -> Chapter:
    efforts = effort.effort(rows)
    tables = (effort_tables.times(efforts), effort_tables.spent(efforts)) if efforts else ()
    return Chapter("effort", "Effort", "", (), tables)


def _noise(rows: Sequence[Row], resamples: int, seed: int) -> Chapter:
    floors = noise.noise_floor(rows, resamples, seed)
    return Chapter("noise", "Noise floor", "", (), (effort_tables.floor(floors),) if floors else ())


def _left_out(stats: dict[str, Any]) -> Chapter:
    text = "Trials that lack a graded run in one arm count in neither; void runs run again when the sweep is resumed."
    return Chapter("left-out", "Left out", text, (), tuple(_unpaired(stats)))


def _unpaired(stats: dict[str, Any]) -> Iterator[Grid]:
    if stats["unpaired"]:
        yield drop_tables.unpaired(stats)


def _forest(stats: dict[str, Any], by: str, title: str, caption: str, colours: dict[str, str] | None = None) -> Plate:
    return Plate(f"drop_by_{by}", title, caption, drop_figures.forest(stats, by, colours))


def _has(stats: dict[str, Any], by: str) -> bool:
    return any(line["by"] == by and line["agent"] == ALL and line["n"] for line in stats["rows"])
