"""What a plan does to a world's rows, tried on a copy: whether it meddles with the criterion, or with the targets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from envs.kit.draws import stream
from evaluator.candidates import Candidate, Matcher
from evaluator.checks import Check, Criterion
from evaluator.grade import Targets, scope_of
from evaluator.state import State, StateTypes
from interventions.layers.base import rows_of
from interventions.layers.seed.applier import apply_seed
from interventions.layers.seed.select import World
from interventions.layers.server.ops import Write
from interventions.layers.server.rows import carry_out
from interventions.layers.vocabulary import parse
from interventions.plan import Plan


class Copyable(World, Protocol):
    """The kit's World, which can be copied."""

    def clone(self) -> "Copyable": ...
    def state(self) -> State: ...
    def discard(self) -> None: ...


@dataclass(frozen=True)
class Touched:
    """A row that an op wrote: how is insert, update or delete."""

    op: str
    collection: str
    id: str
    how: str


@dataclass(frozen=True)
class Rehearsal:
    """The world as it was, the baseline of the perturbed arm, and the world with all that ops ever write."""

    clean: State
    baseline: State
    final: State
    touched: tuple[Touched, ...]


def rehearse(plan: Plan, world: Copyable) -> Rehearsal:
    """Carries out the plan's writes on a copy of the clean world, with the draws of a real run.

    Raises what the ops raise: an op that finds no row, a row that the site refuses.
    """
    copy = world.clone()
    try:
        receipts = apply_seed(plan.ops["seed"], copy, stream(plan.seed, "seed_ops"))
        baseline = copy.state()
        base = stream(plan.seed, "server").getrandbits(64)
        for op in (parse("server", raw) for raw in plan.ops["server"]):
            if isinstance(op, Write):
                rows = carry_out(op, copy, stream(base, op.id), 1)
                receipts.append({"op": op.id, "detail": {"rows": rows}})
        touched = tuple(
            Touched(one["op"], row["in"], row["id"], row["how"]) for one in receipts for row in rows_of(one["detail"])
        )
        return Rehearsal(world.state(), baseline, copy.state(), touched)
    finally:
        copy.discard()


def conflicts(criterion: Criterion, targets: Targets, types: StateTypes, rehearsal: Rehearsal) -> list[str]:
    """Ops that write a row or field which a positive check selects, unless that check is present or absent.

    A check of added rows selects only what comes after the baseline, and that moves along with what ops write.
    """
    found = []
    for check in criterion.checks:
        if check.kind not in ("changed", "removed"):
            continue
        for row in rehearsal.touched:
            if row.collection == check.collection and _meddles(check, row, criterion, targets, types, rehearsal):
                found.append(f"{row.op} does an {row.how} of {row.collection} {row.id}, which {check.label!r} selects")
    return found


def _meddles(
    check: Check, row: Touched, criterion: Criterion, targets: Targets, types: StateTypes, rehearsal: Rehearsal
) -> bool:
    versions = [
        (state, version)
        for state in (rehearsal.clean, rehearsal.final)
        if (version := state[row.collection].get(row.id)) is not None
    ]
    selected = any(
        Matcher.of(types, scope_of(criterion, targets, types, state)).selects(
            check, Candidate(row.id, version, version)
        )
        for state, version in versions
    )
    if not selected or row.how != "update" or check.kind == "removed" or not check.fields:
        return selected
    old, new = (version for _, version in versions)
    written = {name for name in new if new[name] != old.get(name)}
    return bool(written & ({*check.fields} | {*check.where}))


def moved_targets(clean: Mapping[str, Any], perturbed: Mapping[str, Any]) -> list[str]:
    """Names of targets that are other rows in the perturbed world than in the clean one."""
    return [name for name in clean if _ids(clean[name]) != _ids(perturbed.get(name))]


def _ids(found: Any) -> Sequence[str]:
    rows = found if isinstance(found, list) else [found] if found else []
    return [row["id"] for row in rows]
