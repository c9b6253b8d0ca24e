"""The noise floor: what two clean runs of the same task differ by when nothing was changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from analysis import bootstrap
from analysis.pairs import Pair, pair_again
from analysis.rows import Row
from analysis.samples import ALL, table


@dataclass(frozen=True, slots=True)
class Floor:
    """One agent's A/A pairs: the drop that no intervention caused, and how many outcomes flipped."""

    agent: str
    tasks: int
    pairs: int
    drop: float
    interval: tuple[float, float] | None
    score_drop: float
    flipped: int

    @property
    def flip_rate(self) -> float:
        """Share of the pairs whose two clean runs did not agree on passing."""
        return self.flipped / self.pairs


def noise_floor(rows: Iterable[Row], resamples: int = 10_000, seed: int = 0) -> list[Floor]:
    """The floor of each agent, and of all where there are several; empty where no clean arm was run twice."""
    pairs = pair_again(rows).pairs
    agents = sorted({one.agent for one in pairs})
    groups = [(agent, [one for one in pairs if one.agent == agent]) for agent in agents]
    if len(agents) > 1:
        groups.append((ALL, list(pairs)))
    return [_floor(agent, members, resamples, seed) for agent, members in groups]


def _floor(agent: str, pairs: list[Pair], resamples: int, seed: int) -> Floor:
    sample = table(pairs).sample(np.arange(len(pairs)))
    passes, scores = sample.differences
    return Floor(
        agent=agent,
        tasks=sample.n,
        pairs=len(pairs),
        drop=float(passes.mean()),
        interval=bootstrap.intervals([passes], resamples, seed)[0],
        score_drop=float(scores.mean()),
        flipped=sum(one.clean.passed != one.perturbed.passed for one in pairs),
    )
