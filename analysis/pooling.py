"""Runs that must not stand in one rate: what they were graded or perturbed with differs."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from analysis.errors import InputError
from analysis.rows import AA, Row

SCOPES: dict[str, Callable[[Row], tuple[str, ...]]] = {
    "task": lambda row: (row.task,),
    "variant": lambda row: (row.task, row.variant),
    "grader": lambda row: (row.site,),
    "bounds": lambda row: (row.agent, row.task),
}
"""Which runs must agree in a fingerprint: those with the same value of this."""


def check_fingerprints(rows: Iterable[Row]) -> None:
    """Raise InputError, naming both fingerprints and a run of each, where runs of one scope differ."""
    first: dict[tuple[str, tuple[str, ...]], Row] = {}
    for row in rows:
        for name, scope in SCOPES.items():
            if row.facts is None or not row.graded or (name == "variant" and row.variant == AA):
                continue
            _compare(name, first.setdefault((name, scope(row)), row), row)


def _compare(name: str, one: Row, other: Row) -> None:
    assert one.facts
    assert other.facts
    was, now = (row.facts.fingerprints.get(name) or "none" for row in (one, other) if row.facts)
    if was == now:
        return
    what = f"the {name} of {other.task}" + (f" ({other.variant})" if name == "variant" else "")
    advice = "bring the old runs up with `breakingweb grade RUNS`" if name == "grader" else "report them apart"
    raise InputError(
        f"{what} changed between runs, so they are not pooled: {name} fingerprint {was} in {one.facts.bundle}, "
        f"{now} in {other.facts.bundle}; {advice}"
    )
