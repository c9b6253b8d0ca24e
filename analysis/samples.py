"""Trials as arrays, and the per-task numbers of any group of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from analysis.pairs import Pair, Unpaired
from analysis.rows import Row

Array = npt.NDArray[np.float64]
Index = npt.NDArray[np.intp]
Trial = Pair | Unpaired

BY = ("overall", "site", "tier", "primitive", "layer", "family")
METRICS = ("pass", "score")
ALL = "all"
"""The agent name under which all agents are pooled."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Per-unit means of one group, a row for pass and a row for score: `clean` and `perturbed`, each (2, n)."""

    clean: Array
    perturbed: Array

    @property
    def n(self) -> int:
        return int(self.clean.shape[1])

    @property
    def differences(self) -> Array:
        """Clean minus perturbed per unit, (2, n)."""
        return self.clean - self.perturbed


@dataclass(frozen=True, slots=True)
class Table:
    """t trials in key order. `task` and `agent` number them in name order; the arms hold pass and score, (2, t).

    A void or missing run has NaN in its arm. `exposed` is 1, 0, or -1 where the run does not say.
    """

    agents: tuple[str, ...]
    task: Index
    agent: Index
    clean: Array
    perturbed: Array
    exposed: npt.NDArray[np.int8]

    def units(self, chosen: Index) -> tuple[Index, Sample]:
        """The chosen trials averaged per (task, agent), and the task of each unit."""
        codes, place = np.unique(self.task[chosen] * len(self.agents) + self.agent[chosen], return_inverse=True)
        mean = _averager(place, len(codes))
        return codes // max(1, len(self.agents)), Sample(mean(self.clean[:, chosen]), mean(self.perturbed[:, chosen]))

    def sample(self, chosen: Index) -> Sample:
        """The chosen trials averaged per task: trials first, then, where several agents are in, the agents."""
        tasks, units = self.units(chosen)
        codes, place = np.unique(tasks, return_inverse=True)
        if len(codes) == units.n:
            return units
        mean = _averager(place, len(codes))
        return Sample(mean(units.clean), mean(units.perturbed))

    def filled(self, clean: float, perturbed: float) -> Table:
        """The same trials with void and missing runs counted as given."""
        return replace(
            self,
            clean=np.where(np.isnan(self.clean), clean, self.clean),
            perturbed=np.where(np.isnan(self.perturbed), perturbed, self.perturbed),
        )


def table(trials: Sequence[Trial]) -> Table:
    """Trials as arrays."""
    agents = sorted({trial.agent for trial in trials})
    tasks = {name: i for i, name in enumerate(sorted({trial.task for trial in trials}))}
    places = {name: i for i, name in enumerate(agents)}
    return Table(
        agents=tuple(agents),
        task=np.array([tasks[trial.task] for trial in trials], dtype=np.intp),
        agent=np.array([places[trial.agent] for trial in trials], dtype=np.intp),
        clean=_arm([trial.clean for trial in trials]),
        perturbed=_arm([trial.perturbed for trial in trials]),
        exposed=np.array([_exposed(trial.perturbed) for trial in trials], dtype=np.int8),
    )


def groups(trials: Sequence[Trial], by: str) -> dict[str, Index]:
    """The places in `trials` of each value of grouping `by`, values in order."""
    found: dict[str, list[int]] = {}
    for place, trial in enumerate(trials):
        for value in trial.labels(by):
            found.setdefault(value, []).append(place)
    return {value: np.array(found[value], dtype=np.intp) for value in sorted(found)}


def _arm(runs: Sequence[Row | None]) -> Array:
    values = [(run.passed, run.score) if run is not None and run.graded else (np.nan, np.nan) for run in runs]
    return np.array(values, dtype=np.float64).reshape(-1, 2).T


def _exposed(run: Row | None) -> int:
    return -1 if run is None or run.exposed is None else int(run.exposed)


def _averager(place: Index, n: int) -> Callable[[Array], Array]:
    """Means of columns by `place`: (2, t) -> (2, n)."""
    counts = np.bincount(place, minlength=n)

    def mean(values: Array) -> Array:
        sums = [np.bincount(place, weights=row, minlength=n) for row in values]
        return np.array(sums) / counts

    return mean
