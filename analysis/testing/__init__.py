"""Builders for tests: rows by hand, and (`write_runs`) a folder of bundles as a sweep leaves it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from analysis.rows import Row


def row(condition: str = "clean", passed: bool | None = True, **fields: Any) -> Row:
    """One run; a passed run scores 1, a failed one 0, a run without an outcome is void."""
    values: dict[str, Any] = {"agent": "a", "task": "shop/t0", "trial": 0, "condition": condition, "passed": passed}
    values["status"] = "void" if passed is None else "graded"
    values["score"] = None if passed is None else float(passed)
    return Row(**{**values, **fields})


def both(clean: bool | None, perturbed: bool | None, **fields: Any) -> list[Row]:
    """Both arms of one trial."""
    return [row("clean", clean, **fields), row("perturbed", perturbed, **fields)]


def arms(outcomes: Iterable[tuple[bool | None, bool | None]], **fields: Any) -> list[Row]:
    """One pair per outcome (clean, perturbed), each of a task of its own."""
    named = ((f"shop/t{number:04}", outcome) for number, outcome in enumerate(outcomes))
    return [run for task, outcome in named for run in both(*outcome, **{"task": task, **fields})]


def scored(scores: Sequence[tuple[float, float]], **fields: Any) -> list[Row]:
    """One pair per (clean, perturbed) score; a score of 1 passes."""
    return [
        row(condition, score == 1, score=score, **{"task": f"shop/t{number:04}", **fields})
        for number, pair in enumerate(scores)
        for condition, score in zip(("clean", "perturbed"), pair, strict=True)
    ]


def found(document: dict[str, Any], agent: str = "a", by: str = "overall", value: str | None = None) -> dict[str, Any]:
    """The one row of a `stats` document."""
    rows = [r for r in document["rows"] if r["agent"] == agent and r["by"] == by and value in (None, r["value"])]
    assert len(rows) == 1, f"{len(rows)} rows for {agent}, {by}, {value}"
    return dict(rows[0])
