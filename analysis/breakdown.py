"""Drops and failures broken down further: site by primitive, coarse primitives, families by failed runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from analysis.pairs import Pair, pair
from analysis.rows import AA, Row
from analysis.samples import METRICS, table

COARSE = {
    "grounding": "grounding",
    "planning": "search/planning",
    "exploration": "search/planning",
    "state_tracking": "state reasoning",
    "verification": "state reasoning",
    "backtracking": "recovery",
    "patience": "temporal robustness",
}
"""The coarse group of each primitive, for the robustness check."""

ENOUGH = 50
"""Runs below which a family is left out of the ranking."""


@dataclass(frozen=True, slots=True)
class Spot:
    """The mean paired drop of one cell of a matrix over `n` tasks."""

    row: str
    column: str
    n: int
    drop: float


@dataclass(frozen=True, slots=True)
class Merge:
    """What a coarse group hides: its drop, and the range of the drops of the primitives in it."""

    group: str
    n: int
    drop: float
    parts: dict[str, float]

    @property
    def hidden(self) -> float:
        """Largest difference between two primitives of the group, in the metric's units."""
        return max(self.parts.values()) - min(self.parts.values())


@dataclass(frozen=True, slots=True)
class Ranked:
    """The perturbed runs of one family: how many there are, and how many failed."""

    family: str
    layer: str
    runs: int
    failed: int

    @property
    def rate(self) -> float:
        return self.failed / self.runs


def drop(pairs: Sequence[Pair], metric: str = "pass") -> float:
    """The mean of the per-task differences of at least one pair, clean minus perturbed."""
    sample = table(pairs).sample(np.arange(len(pairs)))
    return float(sample.differences[METRICS.index(metric)].mean())


def matrix(rows: Iterable[Row], down: str, across: str, metric: str = "score") -> list[Spot]:
    """Drops by two of the groupings `agent site tier primitive layer family`; empty cells are left out."""
    cells: dict[tuple[str, str], list[Pair]] = {}
    for one in pair(rows).pairs:
        for a in _labels(one, down):
            for b in _labels(one, across):
                cells.setdefault((a, b), []).append(one)
    return [Spot(a, b, len({p.task for p in found}), drop(found, metric)) for (a, b), found in sorted(cells.items())]


def merges(rows: Iterable[Row], metric: str = "score") -> list[Merge]:
    """The coarse groups with the primitives in them."""
    by_primitive: dict[str, list[Pair]] = {}
    for one in pair(rows).pairs:
        for name in one.labels("primitive"):
            by_primitive.setdefault(name, []).append(one)
    found: list[Merge] = []
    for group in dict.fromkeys(COARSE.values()):
        parts = {name: by_primitive[name] for name in COARSE if COARSE[name] == group and name in by_primitive}
        together = [one for members in parts.values() for one in members]
        if together:
            drops = {name: drop(members, metric) for name, members in parts.items()}
            found.append(Merge(group, len({one.task for one in together}), drop(together, metric), drops))
    return found


def ranking(rows: Iterable[Row], enough: int = ENOUGH) -> list[Ranked]:
    """Families by failed perturbed runs, most first, over all agents; families of fewer than `enough` runs are out."""
    runs: dict[str, list[Row]] = {}
    for row in rows:
        if row.graded and row.condition == "perturbed" and row.variant != AA:
            for family in dict.fromkeys(row.families):
                runs.setdefault(family, []).append(row)
    ranked = [
        Ranked(family, _layer(found), len(found), sum(not r.passed for r in found))
        for family, found in sorted(runs.items())
        if len(found) >= enough
    ]
    return sorted(ranked, key=lambda one: (-one.failed, one.family))


def _layer(rows: Sequence[Row]) -> str:
    """The layer that all variants of a family have in common, where it is one."""
    common = set.intersection(*(set(row.layers) for row in rows))
    return common.pop() if len(common) == 1 else ""


def _labels(one: Pair, by: str) -> tuple[str, ...]:
    return (one.agent,) if by == "agent" else one.labels(by)
