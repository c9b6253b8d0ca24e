"""From a task, a variant and the looked-up targets to the plan of a run: pure, and the same in any process.

Nothing is drawn here: ops that draw do so when they run, each from a stream of its own under the plan's seed. So adding
an op to a variant never changes what another one does.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from evaluator.nearest import did_you_mean
from interventions.facts import SiteFacts
from interventions.family import Family, OpError, RawOp, parse_op
from interventions.layers.base import Window
from interventions.layers.vocabulary import LAYERS, Layer, dump
from interventions.params import ParamError, bind
from interventions.plan import Plan, seal
from interventions.routes import Route, RouteTable
from interventions.text import fill_targets, params_in
from interventions.variant import Apply, Variant
from tasks.templates import TemplateError


class TaskLike(Protocol):
    """The part of a task that is read here."""

    @property
    def id(self) -> str: ...
    @property
    def targets(self) -> Mapping[str, Any]: ...


class CompileError(ValueError):
    """A variant that cannot be applied to this task. `path` leads to the key in the variant's file."""

    def __init__(self, message: str, path: tuple[str | int, ...] = ()) -> None:
        super().__init__(message)
        self.message, self.path = message, path


def clean_plan(task: TaskLike, seed: int) -> Plan:
    """The plan of the clean arm: no ops."""
    return seal(task.id, seed)


def compile_plan(
    task: TaskLike,
    variant: Variant,
    families: Mapping[str, Family],
    targets: Mapping[str, Any],
    site: SiteFacts,
    seed: int,
) -> Plan:
    """The plan of the perturbed arm; CompileError where the variant does not fit the task or the site.

    targets: {name: row, or list of rows}, as resolved in the clean world.
    """
    ops: dict[Layer, list[RawOp]] = {layer: [] for layer in LAYERS}
    for i, apply in enumerate(variant.apply):
        family, dispatch = _choose(apply, families, ("apply", i))
        raw = _bound(family, dispatch, apply, i)
        for k, written in enumerate(raw):
            number = sum(1 for layer in LAYERS for op in ops[layer] if op["family"] == family.name)
            name = {"id": f"{family.name}.{dispatch}.{number}", "family": family.name}
            try:
                ops[family.layer].append(_resolve(family.layer, {**written, **name}, task, targets, site))
            except (OpError, TemplateError) as error:
                where = error.path if isinstance(error, OpError) else ()
                path = _param_path(family.dispatches[dispatch][k], where, apply, i)
                raise CompileError(f"{family.name}.{dispatch}, op {k + 1}: {error.args[0]}", path) from None
    return seal(task.id, seed, variant.name, ops)


def _param_path(op: RawOp, where: tuple[str | int, ...], apply: Apply, i: int) -> tuple[str | int, ...]:
    """The key in the variant's file that an op's faulty key was filled from, as near as it can be told."""
    named = params_in(op.get(str(where[0]))) & set(apply.params) if where else set()
    if len(named) != 1:
        return ("apply", i, "params") if apply.params else ("apply", i)
    return ("apply", i, "params", named.pop(), *where[1:])


def _choose(apply: Apply, families: Mapping[str, Family], path: tuple[str | int, ...]) -> tuple[Family, str]:
    family = families.get(apply.family)
    if family is None:
        raise CompileError(did_you_mean("family", apply.family, families), (*path, "family"))
    if apply.dispatch is None and len(family.dispatches) == 1:
        return family, next(iter(family.dispatches))
    if apply.dispatch not in family.dispatches:
        message = did_you_mean("dispatch", apply.dispatch or "", family.dispatches)
        raise CompileError(f"{family.name}: {message}", (*path, "dispatch"))
    return family, apply.dispatch


def _bound(family: Family, dispatch: str, apply: Apply, i: int) -> Sequence[RawOp]:
    try:
        return family.expand(dispatch, bind(family.params_of(dispatch), apply.params))
    except ParamError as error:
        named = ("apply", i, "params", error.name) if error.name in apply.params else ("apply", i, "params")
        raise CompileError(f"{family.name}: {error}", named) from None


def _resolve(layer: Layer, raw: RawOp, task: TaskLike, targets: Mapping[str, Any], site: SiteFacts) -> RawOp:
    written: RawOp = fill_targets(raw, targets)
    parse_op(layer, written)
    filled = _rows_of_target(written, task, targets)
    op = parse_op(layer, filled)
    _known_collection(filled, site)
    if isinstance(op, Window):
        _known_routes(filled, site)
    return dump(op)


def _rows_of_target(op: RawOp, task: TaskLike, targets: Mapping[str, Any]) -> RawOp:
    """`of: lamp` as the collection and ids that it stands for; `like: lamp` as its collection without them."""
    for key, stands_for in (("of", "ids"), ("like", "but")):
        if key in op and "in" not in op:
            name = str(op[key])
            if name not in targets:
                raise OpError(did_you_mean("target", name, targets), (key,))
            found = targets[name]
            ids = [row["id"] for row in (found if isinstance(found, list) else [found])]
            rest = {other: value for other, value in op.items() if other != key}
            return {**rest, "in": task.targets[name].in_, stands_for: ids}
    return op


def _known_collection(op: RawOp, site: SiteFacts) -> None:
    name = op.get("in")
    if name is None:
        return
    if name not in site.types:
        raise OpError(f"{site.name}: " + did_you_mean("collection", str(name), site.types), ("in",))
    fields = set(site.types[name]["fields"])
    for key in ("set", "vary", "row", "where"):
        for field in op.get(key, {}):
            if field not in fields:
                raise OpError(f"{name}: " + did_you_mean("field", field, fields), (key, field))


def _known_routes(op: RawOp, site: SiteFacts) -> None:
    table = RouteTable(site.routes)
    for key in ("on", "since"):
        if key in op and (problem := table.problem(Route.parse(op[key]))):
            raise OpError(problem, (key,))
