"""The paired drop of every group: what `breakingweb stats` prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis import bootstrap, significance
from analysis.caveats import caveats
from analysis.coverage import Ledger
from analysis.pairs import Paired, pair
from analysis.rows import Row
from analysis.samples import ALL, BY, METRICS, Index, Sample, Table, Trial, groups, table

BANDS = {"<15%": 0.15, "15-30%": 0.30, "30-45%": 0.45}
"""Upper limits of the bands of the relative drop; from the last one on it is `>=45%`."""

Range = tuple[float, float] | None
Ranges = tuple[Range, Range]


@dataclass(frozen=True, slots=True)
class Cell:
    """One (agent, grouping, value): its tasks, its (agent, task) units where agents are pooled, its further fields."""

    agent: str
    by: str
    value: str
    tasks: Sample
    units: Sample | None
    beside: dict[str, Any]


def stats(rows: Iterable[Row], resamples: int = 10_000, seed: int = 0) -> dict[str, Any]:
    """Paired drops over (agent, task), for each agent and for all of them together, by every grouping.

    All rates are fractions, `delta` is clean minus perturbed, and what is undefined is None, never NaN. Beside the
    fields of the contract the document has `warnings`, sentences on runs that are counted but not like the others; a
    row has `relative` and `band`, `lost` (of the tasks that pass clean, the share that fails perturbed), `exposed_only`
    (descriptive: exposure is not assigned), `coverage`, `bounds`, and for `agent: all` the (agent, task) `units`.
    """
    rows = list(rows)
    paired = pair(rows)
    cells = list(_cells(paired))
    found = [_row(cell, *ranges) for cell, *ranges in zip(cells, *_intervals(cells, resamples, seed), strict=True)]
    _adjust(found)
    return {
        "pairs": len(paired.pairs),
        "unpaired": [
            {"agent": u.agent, "task": u.task, "variant": u.variant, "trial": u.trial, "reason": u.reason}
            for u in paired.unpaired
        ],
        "warnings": caveats(rows),
        "rows": found,
        "resamples": resamples,
        "seed": seed,
        "level": bootstrap.LEVEL,
    }


def band(relative: float | None) -> str | None:
    """The band of a relative drop, None where it is undefined."""
    if relative is None:
        return None
    return next((name for name, limit in BANDS.items() if abs(relative) < limit), ">=45%")


def tidy(value: float | np.floating[Any]) -> float:
    """A fraction rounded to ten decimals: beyond that there is only the grid of the bootstrap."""
    return round(float(value), 10) + 0.0


def _cells(paired: Paired) -> Iterator[Cell]:
    """Every agent and `all`, by every grouping, for each value that has a trial, complete or not."""
    trials: list[Trial] = [*paired.pairs, *paired.unpaired]
    if not trials:
        return
    whole = table(trials)
    ledger = Ledger.of(trials, whole)
    grouped = {by: groups(trials, by) for by in BY}
    for number, agent in enumerate((*whole.agents, ALL)):
        for by in BY:
            for value, places in grouped[by].items():
                chosen = places if agent == ALL else places[whole.agent[places] == number]
                if len(chosen):
                    yield _cell(agent, by, value, whole, ledger, chosen)


def _cell(agent: str, by: str, value: str, whole: Table, ledger: Ledger, chosen: Index) -> Cell:
    complete = chosen[ledger.complete[chosen]]
    beside = {
        "lost": _lost(whole, complete),
        "exposed_only": _exposed_only(whole, complete),
        "coverage": ledger.coverage(chosen),
        "bounds": ledger.bounds(chosen),
    }
    units = whole.units(complete)[1] if agent == ALL else None
    return Cell(agent, by, value, whole.sample(complete), units, beside)


def _intervals(cells: Sequence[Cell], resamples: int, seed: int) -> tuple[list[Ranges], list[Ranges]]:
    """Pass and score intervals of every cell, over its tasks and over its units, drawn together by sample size."""
    samples = [cell.tasks.differences for cell in cells]
    samples += [np.zeros((2, 0)) if cell.units is None else cell.units.differences for cell in cells]
    metrics = [metric for sample in samples for metric in sample]
    large = {
        i: bootstrap.large_interval(m)
        for i, m in enumerate(metrics)
        if i >= 2 * len(cells) and len(m) >= bootstrap.LARGE
    }
    drawn = bootstrap.intervals([m[:0] if i in large else m for i, m in enumerate(metrics)], resamples, seed)
    found = [large.get(i, interval) for i, interval in enumerate(drawn)]
    ranges = list(zip(found[::2], found[1::2], strict=True))
    return ranges[: len(cells)], ranges[len(cells) :]


def _row(cell: Cell, over_tasks: Ranges, over_units: Ranges) -> dict[str, Any]:
    metrics = {metric: _metric(cell.tasks, i, over_tasks[i]) for i, metric in enumerate(METRICS)}
    clean, change = metrics["pass"]["clean"], metrics["pass"]["delta"]
    relative = tidy(abs(change) / clean) if clean and change is not None else None
    row = {"agent": cell.agent, "by": cell.by, "value": cell.value, "n": cell.tasks.n, **metrics}
    row |= {"relative": relative, "band": band(relative), **cell.beside}
    if cell.units is not None:
        row["units"] = _units(cell.units, over_units)
    return row


def _metric(sample: Sample, index: int, interval: Range) -> dict[str, float | None]:
    if not sample.n:
        return dict.fromkeys(("clean", "perturbed", "delta", "ci_low", "ci_high", "p_value", "p_holm"))
    p_value = significance.sign_flip(sample.differences[index])
    return {
        "clean": tidy(sample.clean[index].mean()),
        "perturbed": tidy(sample.perturbed[index].mean()),
        "delta": tidy(sample.differences[index].mean()),
        "ci_low": None if interval is None else tidy(interval[0]),
        "ci_high": None if interval is None else tidy(interval[1]),
        "p_value": _significant(p_value),
        "p_holm": None,
    }


def _units(units: Sample, ranges: Ranges) -> dict[str, Any]:
    """Mean and interval over (agent, task) units, the paper's way of pooling agents."""
    found: dict[str, Any] = {"n": units.n}
    for metric, differences, interval in zip(METRICS, units.differences, ranges, strict=True):
        low, high = (None, None) if interval is None else map(tidy, interval)
        found[metric] = {"delta": tidy(differences.mean()) if units.n else None, "ci_low": low, "ci_high": high}
    return found


def _lost(whole: Table, complete: Index) -> dict[str, Any]:
    """P(fails perturbed | passes clean), over complete trials."""
    passed = complete[whole.clean[0, complete] == 1]
    lost = int((whole.perturbed[0, passed] == 0).sum())
    return {
        "passed_clean": len(passed),
        "failed_perturbed": lost,
        "share": tidy(lost / len(passed)) if len(passed) else None,
    }


def _exposed_only(whole: Table, complete: Index) -> dict[str, Any]:
    """The drop over the trials in which every family of the variant reached the client."""
    met = whole.sample(complete[whole.exposed[complete] == 1])
    deltas = [tidy(d.mean()) if met.n else None for d in met.differences]
    return {
        "n": met.n,
        "unknown": int((whole.exposed[complete] == -1).sum()),
        **dict(zip(METRICS, deltas, strict=True)),
    }


def _adjust(rows: Sequence[dict[str, Any]]) -> None:
    """Fill in Holm's p over the values of each (agent, grouping)."""
    together: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in rows:
        together.setdefault((row["agent"], row["by"]), []).append(row)
    for members in together.values():
        for metric in METRICS:
            adjusted = significance.holm([row[metric]["p_value"] for row in members])
            for row, p_holm in zip(members, adjusted, strict=True):
                row[metric]["p_holm"] = _significant(p_holm)


def _significant(p: float | None) -> float | None:
    """Ten significant digits: a small p is not rounded to zero."""
    return None if p is None else float(f"{p:.10g}")
