"""How failed runs failed: shares of the taxonomy, and how far a report of completion can be trusted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import NormalDist

from analysis.rows import AA, Row
from evaluator.failures import CLASSES as EVERY
from evaluator.records.run import Condition

CLASSES: dict[str, str] = {mode: name for mode, name in EVERY.items() if name}
"""Failure modes of the taxonomy in table order, and the class of each."""

MODES = tuple(CLASSES)
ABANDONED = "abandoned_run"
"""A failed run that fits no rule; it has no class."""

VIEWS: dict[str, Callable[[Row], str]] = {
    "agent": lambda row: row.agent,
    "harness": lambda row: row.facts.harness if row.facts else "",
    "site": lambda row: row.site,
    "primitive": lambda row: row.primitive,
}
"""What a failure mix can be broken down by."""


@dataclass(frozen=True, slots=True)
class Mix:
    """Failed runs of one group. Shares are of the `n` runs with a mode; `abandoned` fit no rule and are in no share."""

    value: str
    counts: dict[str, int]
    abandoned: int

    @property
    def n(self) -> int:
        return sum(self.counts.values())

    def share(self, mode: str) -> float | None:
        """The share of one mode."""
        return self.counts[mode] / self.n if self.n else None

    def class_share(self, name: str) -> float | None:
        """The share of one class: belief, action or overreach."""
        return sum(self.counts[mode] for mode in MODES if CLASSES[mode] == name) / self.n if self.n else None


@dataclass(frozen=True, slots=True)
class Calibration:
    """Of one agent's graded runs: how many ended with a report of completion, and how many of those had failed."""

    agent: str
    runs: int
    declared: int
    failed: int
    gui: bool = False
    """True where all of them saw nothing but screenshots."""

    @property
    def finish_rate(self) -> float | None:
        return self.declared / self.runs if self.runs else None

    @property
    def failed_share(self) -> float | None:
        """P(failed | declared done)."""
        return self.failed / self.declared if self.declared else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson's 95 % interval of `failed_share`."""
        return wilson(self.failed, self.declared)


def failures(rows: Iterable[Row], condition: Condition = "perturbed") -> list[Row]:
    """The graded runs of one arm that failed and carry a failure mode."""
    return [row for row in _graded(rows, condition) if not row.passed and row.facts and row.facts.failure]


def mix(rows: Iterable[Row], by: str, condition: Condition = "perturbed") -> list[Mix]:
    """Failure modes of one arm by a view of `VIEWS`, values in order."""
    counts: dict[str, Counter[str]] = {}
    for row in failures(rows, condition):
        assert row.facts
        counts.setdefault(VIEWS[by](row), Counter())[row.facts.failure or ABANDONED] += 1
    return [
        Mix(value, {mode: found[mode] for mode in MODES}, found[ABANDONED]) for value, found in sorted(counts.items())
    ]


def total(mixes: Iterable[Mix], value: str = "all") -> Mix:
    """Several mixes taken together."""
    parts = list(mixes)
    counts = {mode: sum(part.counts[mode] for part in parts) for mode in MODES}
    return Mix(value, counts, sum(part.abandoned for part in parts))


def calibration(rows: Iterable[Row], condition: Condition = "perturbed") -> list[Calibration]:
    """Each agent's calibration in one arm, over the runs whose steps are stored."""
    known = [row for row in _graded(rows, condition) if row.facts and row.facts.declared is not None]
    return [_calibration(agent, [row for row in known if row.agent == agent]) for agent in _agents(known)]


def wilson(hits: int, n: int, level: float = 0.95) -> tuple[float, float] | None:
    """Wilson's score interval of a share; None where n is 0."""
    if not n:
        return None
    z = NormalDist().inv_cdf((1 + level) / 2)
    share = hits / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)) ** 0.5
    return (max(0.0, centre - half), min(1.0, centre + half))


def _calibration(agent: str, rows: list[Row]) -> Calibration:
    declared = [row for row in rows if row.facts and row.facts.declared]
    gui = all(row.facts is not None and row.facts.harness == "gui" for row in rows)
    return Calibration(agent, len(rows), len(declared), sum(not row.passed for row in declared), gui)


def _graded(rows: Iterable[Row], condition: Condition) -> list[Row]:
    return [row for row in rows if row.graded and row.condition == condition and row.variant != AA]


def _agents(rows: Iterable[Row]) -> list[str]:
    return sorted({row.agent for row in rows})
