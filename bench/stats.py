"""Speed of the statistics: one agent's intervals beside scipy's, and the whole document of a full sweep.

`python -m bench.stats` prints both lines; `run()` returns them for `make bench`.
"""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.stats import bootstrap as scipy_bootstrap

from analysis import bootstrap
from analysis.drops import stats
from analysis.rows import Row

PAIRS, AGENTS, RESAMPLES = 519, 10, 10_000
SITES = ("email", "shop", "forum", "broker", "travel", "lms", "portal")
TIERS = ("easy", "medium", "hard", "expert", "frontier")
PRIMITIVES = ("grounding", "planning", "state_tracking", "backtracking", "patience", "exploration", "verification")
LAYERS = ("seed", "server", "network", "client")


def run(repeats: int = 3) -> list[dict[str, Any]]:
    """Both lines, in the form of `make bench`: seconds, the best of `repeats`."""
    return [one_agent(repeats), whole_sweep(repeats)]


def one_agent(repeats: int) -> dict[str, Any]:
    """Intervals of pass and score for one agent: ours, scipy's percentile bootstrap, and drawing the indices alone."""
    rng = np.random.default_rng(0)
    passes: bootstrap.Array = rng.choice(np.array([-1.0, 0.0, 0.0, 1.0]), PAIRS)
    scores: bootstrap.Array = rng.uniform(-0.4, 1, PAIRS)

    def ours() -> None:
        bootstrap.intervals([passes, scores], RESAMPLES, seed=0)

    def peer() -> None:
        for sample in (passes, scores):
            draws = np.random.default_rng(0)
            scipy_bootstrap((sample,), np.mean, n_resamples=RESAMPLES, method="percentile", rng=draws)

    def floor() -> None:
        np.random.default_rng(0).integers(0, PAIRS, (RESAMPLES, PAIRS), dtype=np.uint16)

    mine, theirs, least = (best(work, repeats) for work in (ours, peer, floor))
    return {
        "name": f"bootstrap intervals of pass and score, {PAIRS} pairs, {RESAMPLES:,} resamples",
        "unit": "s",
        "ours": mine,
        "peer": theirs,
        "floor": least,
        "vs_peer": theirs / mine,
        "vs_floor": mine / least,
        "goal": "not slower than scipy",
        "met": mine <= theirs,
        "note": "peer: scipy.stats.bootstrap, percentile; floor: drawing the indices of one sample",
    }


def whole_sweep(repeats: int) -> dict[str, Any]:
    """The `stats` document of a full sweep: every grouping, intervals, exact tests, Holm."""
    rows = sweep()
    mine = best(lambda: stats(rows, RESAMPLES), repeats)
    return {
        "name": f"stats of {AGENTS} agents x {PAIRS} pairs, all groupings, {RESAMPLES:,} resamples",
        "unit": "s",
        "ours": mine,
        "peer": None,
        "floor": None,
        "vs_peer": None,
        "vs_floor": None,
        "goal": "at most 1 s",
        "met": mine <= 1.0,
        "note": "from rows in memory to the JSON document",
    }


def sweep() -> list[Row]:
    """A made-up full sweep, with continuous scores: nothing about it is easy on the exact test."""
    rng = random.Random(1)
    rows: list[Row] = []
    for number in range(PAIRS):
        site = rng.choice(SITES)
        labels: dict[str, Any] = {
            "task": f"{site}/t{number:03}",
            "variant": f"v{number:03}",
            "site": site,
            "tier": rng.choice(TIERS),
            "primitive": rng.choice(PRIMITIVES),
            "layers": tuple(rng.sample(LAYERS, rng.choice((1, 2, 2)))),
            "families": tuple(f"family{i}" for i in rng.sample(range(29), rng.choice((1, 2)))),
        }
        rows += [_row(rng, f"agent{agent}", arm, labels) for agent in range(AGENTS) for arm in (0.6, 0.38)]
    return rows


def best(work: Callable[[], object], repeats: int) -> float:
    """Seconds of the fastest of some runs, the collector out of the way."""
    found: list[float] = []
    for _ in range(repeats):
        gc.collect()
        started = time.perf_counter()
        work()
        found.append(time.perf_counter() - started)
    return min(found)


def _row(rng: random.Random, agent: str, rate: float, labels: dict[str, Any]) -> Row:
    passed = rng.random() < rate
    condition: Any = "clean" if rate > 0.5 else "perturbed"
    score = 1.0 if passed else rng.random()
    return Row(agent=agent, condition=condition, trial=0, status="graded", passed=passed, score=score, **labels)


def main() -> None:
    """Print both lines."""
    for line in run():
        beside = f", scipy {line['peer']:.3f} s ({line['vs_peer']:.1f}x ours)" if line["peer"] else ""
        print(
            f"{line['name']}: {line['ours']:.3f} s{beside}; goal: {line['goal']}, {'met' if line['met'] else 'missed'}"
        )


if __name__ == "__main__":
    main()
