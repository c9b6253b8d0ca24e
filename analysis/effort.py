"""What runs cost: seconds, steps, tokens, money, per agent; void runs cost too and are counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from analysis.rows import Facts, Row
from evaluator.records.run import Seconds


@dataclass(frozen=True, slots=True)
class Effort:
    """One agent's stored runs: times in seconds, `parts` summed over the runs; None where there is nothing to take."""

    agent: str
    runs: int
    void: int
    pass_rate: float | None
    median: float | None
    mean: float | None
    p90: float | None
    parts: Seconds
    tokens: int
    cost: float
    steps_passed: float | None
    steps_failed: float | None

    @property
    def overhead(self) -> float:
        """Seconds of the episodes that no part accounts for."""
        parts = self.parts
        known = parts.model + parts.environment + parts.settle + parts.rate_limit_wait
        return max(0.0, parts.episode - known)


def effort(rows: Iterable[Row]) -> list[Effort]:
    """The effort of each agent, over the runs that come from bundles."""
    known = [row for row in rows if row.facts]
    return [_effort(agent, [row for row in known if row.agent == agent]) for agent in sorted({r.agent for r in known})]


def _effort(agent: str, rows: Sequence[Row]) -> Effort:
    facts = [row.facts for row in rows if row.facts]
    graded = [row for row in rows if row.graded]
    seconds = [row.facts.seconds.episode for row in graded if row.facts]
    return Effort(
        agent=agent,
        runs=len(rows),
        void=len(rows) - len(graded),
        pass_rate=sum(bool(row.passed) for row in graded) / len(graded) if graded else None,
        median=float(np.median(seconds)) if seconds else None,
        mean=float(np.mean(seconds)) if seconds else None,
        p90=float(np.percentile(seconds, 90)) if seconds else None,
        parts=_sum(facts),
        tokens=sum(fact.tokens for fact in facts),
        cost=sum(fact.cost for fact in facts),
        steps_passed=_mean_steps(row for row in graded if row.passed),
        steps_failed=_mean_steps(row for row in graded if not row.passed),
    )


def _sum(facts: Sequence[Facts]) -> Seconds:
    return Seconds(**{name: sum(getattr(fact.seconds, name) for fact in facts) for name in Seconds.model_fields})


def _mean_steps(rows: Iterable[Row]) -> float | None:
    steps = [row.facts.steps for row in rows if row.facts and row.facts.steps is not None]
    return float(np.mean(steps)) if steps else None
