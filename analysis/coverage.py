"""How much of what was planned stands behind a rate, and how far void runs could move it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from analysis.rows import Row
from analysis.samples import Index, Table, Trial

Mask = npt.NDArray[np.bool_]

HEADLINE = 0.8
"""Share of complete trials below which a rate is no headline."""

SCENARIOS = {"if_passed": (1.0, 1.0), "if_failed": (0.0, 0.0), "low": (0.0, 1.0), "high": (1.0, 0.0)}
"""What void clean and void perturbed runs count as."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """Every trial with a run in it, and which of its arms were graded, void or missing."""

    trials: Sequence[Trial]
    whole: Table
    complete: Mask
    void_clean: Mask
    void_perturbed: Mask
    present: Mask
    scenarios: dict[str, Table]

    @classmethod
    def of(cls, trials: Sequence[Trial], whole: Table) -> Ledger:
        """Take stock of `trials`, whose arrays are `whole`."""
        void_clean = np.array([_void(trial.clean) for trial in trials], dtype=bool)
        void_perturbed = np.array([_void(trial.perturbed) for trial in trials], dtype=bool)
        present = np.array([trial.clean is not None and trial.perturbed is not None for trial in trials], dtype=bool)
        return cls(
            trials=trials,
            whole=whole,
            complete=present & ~void_clean & ~void_perturbed,
            void_clean=void_clean,
            void_perturbed=void_perturbed,
            present=present,
            scenarios={name: whole.filled(*counted) for name, counted in SCENARIOS.items()},
        )

    def coverage(self, chosen: Index) -> dict[str, Any]:
        """Complete trials among the chosen ones, and what the others lack."""
        complete = int(self.complete[chosen].sum())
        void_clean, void_perturbed = int(self.void_clean[chosen].sum()), int(self.void_perturbed[chosen].sum())
        return {
            "trials": len(chosen),
            "complete": complete,
            "share": round(complete / len(chosen), 10),
            "void": {"clean": void_clean, "perturbed": void_perturbed},
            "missing": int((~self.present[chosen]).sum()),
            "kinds": self._kinds(chosen) if void_clean or void_perturbed else {},
            "headline": complete >= HEADLINE * len(chosen),
        }

    def bounds(self, chosen: Index) -> dict[str, float | None]:
        """The drop in pass rate when void runs count as passed, as failed, and as whatever moves it most."""
        counted = chosen[self.present[chosen]]
        if not len(counted):
            return dict.fromkeys(SCENARIOS)
        if self.complete[counted].all():
            return dict.fromkeys(SCENARIOS, _change(self.whole, counted))
        return {name: _change(filled, counted) for name, filled in self.scenarios.items()}

    def _kinds(self, chosen: Index) -> dict[str, int]:
        arms = [run for place in chosen for run in (self.trials[place].clean, self.trials[place].perturbed)]
        kinds = Counter(run.facts.void_kind or "" if run.facts else "" for run in arms if run and not run.graded)
        return {kind or "unknown": count for kind, count in sorted(kinds.items())}


def _change(whole: Table, counted: Index) -> float:
    return round(float(whole.sample(counted).differences[0].mean()), 10) + 0.0


def _void(run: Row | None) -> bool:
    return run is not None and not run.graded
