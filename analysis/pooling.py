"""Runs that must not stand in one rate: what they were graded or perturbed with differs."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from analysis.errors import InputError
from analysis.rows import AA, NO_VARIANT, Row

SCOPES: dict[str, Callable[[Row], tuple[str, ...]]] = {
    "task": lambda row: (row.task,),
    "variant": lambda row: (row.task, row.variant),
    "grader": lambda row: (row.site,),
    "bounds": lambda row: (row.agent, row.task),
    "agent": lambda row: (row.agent,),
}
"""Which runs must agree in a fingerprint: those with the same value of this."""


LABELS: dict[str, Callable[[Row], tuple[str, ...]]] = {
    "site": lambda row: (row.task,),
    "tier": lambda row: (row.task,),
    "primitive": lambda row: (row.task, row.variant),
    "layers": lambda row: (row.task, row.variant),
    "families": lambda row: (row.task, row.variant),
}
"""Which runs belong to the same group: those with the same value of this."""


def check_labels(rows: Iterable[Row]) -> None:
    """Raise InputError where runs of one task or pair would count in different groups; an empty label says nothing."""
    first: dict[tuple[str, tuple[str, ...]], Row] = {}
    for row in rows:
        for name, scope in LABELS.items():
            of_pair = name in ("primitive", "layers", "families")
            if not getattr(row, name) or (of_pair and row.variant in NO_VARIANT):
                continue
            known = first.setdefault((name, scope(row)), row)
            was, now = (set(value) if isinstance(value := getattr(one, name), tuple) else value for one in (known, row))
            if was != now:
                raise InputError(f"{name} of {row.task} differs: {_shown(known, name)}, then {_shown(row, name)}")


def _shown(row: Row, name: str) -> str:
    value = getattr(row, name)
    text = ", ".join(value) if isinstance(value, tuple) else value
    return f"{text!r} ({row.agent}, {row.condition}, trial {row.trial})"


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
    what = f"the file of {other.agent}" if name == "agent" else f"the {name} of {other.task}"
    what += f" ({other.variant})" if name == "variant" else ""
    advice = "bring the old runs up with `breakingweb grade RUNS`" if name == "grader" else "report them apart"
    raise InputError(
        f"{what} changed between runs, so they are not pooled: {name} fingerprint {was} in {one.facts.bundle}, "
        f"{now} in {other.facts.bundle}; {advice}"
    )
