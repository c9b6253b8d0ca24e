"""Runs joined into pairs by their keys, never by their position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from analysis.rows import AA, NO_VARIANT, Row

Key = tuple[str, str, str, int]


@dataclass(frozen=True, slots=True)
class Pair:
    """A clean and a perturbed run of one (agent, task, variant, trial), both graded."""

    clean: Row
    perturbed: Row

    @property
    def agent(self) -> str:
        return self.perturbed.agent

    @property
    def task(self) -> str:
        return self.perturbed.task

    def labels(self, by: str) -> tuple[str, ...]:
        """The groups of grouping `by` that the pair counts in; a stacked pair counts in each layer and family."""
        return labels(by, self.perturbed) or labels(by, self.clean)


@dataclass(frozen=True, slots=True)
class Unpaired:
    """A trial that is left out of both arms, and why. The arms that exist are kept for the coverage and the bounds."""

    agent: str
    task: str
    variant: str
    trial: int
    reason: str
    clean: Row | None
    perturbed: Row | None

    def labels(self, by: str) -> tuple[str, ...]:
        """The groups of grouping `by` that the trial would have counted in."""
        found = (labels(by, row) for row in (self.perturbed, self.clean) if row is not None)
        return next((names for names in found if names), ())


@dataclass(frozen=True, slots=True)
class Paired:
    """Complete pairs and the trials left out, both in key order."""

    pairs: tuple[Pair, ...]
    unpaired: tuple[Unpaired, ...]


def labels(by: str, row: Row) -> tuple[str, ...]:
    """The values of grouping `by` for one run, empty where the run does not say."""
    if by == "overall":
        return ("overall",)
    if by == "layer":
        return tuple(dict.fromkeys(row.layers))
    if by == "family":
        return tuple(dict.fromkeys(row.families))
    value = {"site": row.site, "tier": row.tier, "primitive": row.primitive}[by]
    return (value,) if value else ()


def pair(rows: Iterable[Row]) -> Paired:
    """Join clean and perturbed runs. Among others, runs of a noise-floor sweep take no part; alone, they are the pairs.

    A clean run without a variant of its own serves every variant of its (agent, task, trial).
    """
    known = list(rows)
    real = [row for row in known if row.variant != AA]
    return _join(real or known)


def pair_again(rows: Iterable[Row]) -> Paired:
    """Join the two clean runs of each (agent, task, trial) of a noise-floor sweep: no variant, so no effect.

    The second run has the variant `aa` and stands as the perturbed one; the first has it too, or is the ordinary one.
    """
    known = list(rows)
    second = [row for row in known if row.variant == AA]
    tasks = {(row.agent, row.task, row.trial) for row in second if row.condition == "clean"}
    ordinary = [row for row in known if row.condition == "clean" and (row.agent, row.task, row.trial) not in tasks]
    again = {(row.agent, row.task, row.trial) for row in second}
    stand_in = [row.model_copy(update={"variant": AA}) for row in ordinary]
    return _join([*second, *(row for row in stand_in if (row.agent, row.task, row.trial) in again)])


def _join(runs: Sequence[Row]) -> Paired:
    clean = {_key(row): row for row in runs if row.condition == "clean"}
    perturbed = {_key(row): row for row in runs if row.condition == "perturbed"}
    used: set[Key] = set()
    joined: list[tuple[Key, Row | None, Row | None]] = []
    for key, row in perturbed.items():
        match = _serving(clean, key)
        used.update([] if match is None else [match])
        joined.append((key, None if match is None else clean[match], row))
    joined += [(key, row, None) for key, row in clean.items() if key not in used]
    return _split(sorted(joined, key=lambda item: item[0]))


def _key(row: Row) -> Key:
    return (row.agent, row.task, row.variant, row.trial)


def _serving(clean: dict[Key, Row], key: Key) -> Key | None:
    """The key of the clean run that belongs to a perturbed one: of its own variant, else of none."""
    if key in clean:
        return key
    agent, task, _, trial = key
    return next((k for variant in NO_VARIANT if (k := (agent, task, variant, trial)) in clean), None)


def _split(joined: Sequence[tuple[Key, Row | None, Row | None]]) -> Paired:
    pairs: list[Pair] = []
    unpaired: list[Unpaired] = []
    for key, clean, perturbed in joined:
        reason = _reason(clean, perturbed)
        if clean is not None and perturbed is not None and not reason:
            pairs.append(Pair(clean, perturbed))
        else:
            unpaired.append(Unpaired(*key, reason, clean, perturbed))
    return Paired(tuple(pairs), tuple(unpaired))


def _reason(clean: Row | None, perturbed: Row | None) -> str:
    parts = [_fault(name, row) for name, row in (("clean", clean), ("perturbed", perturbed))]
    return "; ".join(part for part in parts if part) or _unlike(clean, perturbed)


def _unlike(clean: Row | None, perturbed: Row | None) -> str:
    """In what two graded runs differ besides the intervention, so that their difference would measure that too."""
    one, other = clean and clean.facts, perturbed and perturbed.facts
    if one is None or other is None:
        return ""
    found = [name for name in ("seed", "harness") if getattr(one, name) != getattr(other, name)]
    told = [f"{getattr(one, name)} clean, {getattr(other, name)} perturbed" for name in found]
    return "; ".join(f"another {name} in each arm ({values})" for name, values in zip(found, told, strict=True))


def _fault(name: str, row: Row | None) -> str:
    if row is None:
        return f"no {name} run"
    if row.graded:
        return ""
    kind = row.facts.void_kind if row.facts else None
    return f"{name} run void ({kind})" if kind else f"{name} run void"
