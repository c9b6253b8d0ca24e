"""Builders for tests of whatever meets the evaluator: small states, criteria, steps, grades, runs."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from evaluator.checks import Criterion
from evaluator.grade import Targets, grade
from evaluator.predicates import At, Scope, parse
from evaluator.records.run import Key, Labels, Run
from evaluator.records.trajectory import ObservationRef, Step
from evaluator.result import CheckResult, Grade, Reason, ResultKind
from evaluator.sandbox.views import StateView
from evaluator.state import Row, State, StateTypes
from evaluator.values import FieldType, Kind

SHOP_TYPES = StateTypes.model_validate(
    {
        "orders": {
            "fields": {
                "id": "id",
                "address_id": "id",
                "status": "text",
                "note": "text",
                "total": "money",
                "placed_at": "instant",
                "deliver_on": "date",
                "gift": "bool",
                "items": "list",
                "items.product_id": "id",
                "items.quantity": "number",
                "items.price": "money",
                "viewed": "number",
            },
            "incidental": ["viewed"],
        },
        "addresses": {"fields": {"id": "id", "label": "text", "city": "text", "default": "bool"}},
        "products": {"graded": False, "fields": {"id": "id", "title": "text", "price": "money", "tags": "list"}},
    }
)


def an_order(**fields: Any) -> Row:
    """A row of `orders` under SHOP_TYPES."""
    row = {
        "address_id": "a-1",
        "status": "placed",
        "note": "",
        "total": "64.90",
        "placed_at": "2027-03-10T09:40:00+00:00",
        "deliver_on": "2027-03-12",
        "gift": False,
        "items": [{"product_id": "p-1", "quantity": 1, "price": "64.90"}],
        "viewed": 0,
    }
    return row | fields


def shop(**orders: Row) -> State:
    """A state under SHOP_TYPES with these orders, two addresses and two products."""
    return {
        "orders": dict(orders),
        "addresses": {
            "a-1": {"label": "Home", "city": "Leeds", "default": True},
            "a-2": {"label": "Office", "city": "York", "default": False},
        },
        "products": {
            "p-1": {"title": "Arc Desk Lamp, Brass", "price": "64.90", "tags": ["dimmable"]},
            "p-2": {"title": "Arc Desk Lamp, Black", "price": "59.00", "tags": []},
        },
    }


def criterion(checks: Sequence[Any], never: Sequence[Any] = (), allow: Sequence[Any] = (), **targets: str) -> Criterion:
    """A criterion from checks as they stand in YAML; keyword arguments name the collections of targets."""
    data = {"checks": list(checks), "never": list(never), "allow": list(allow), "targets": targets}
    return Criterion.model_validate(data)


def graded(
    wanted: Criterion, baseline: State, final: State, targets: Targets | None = None, types: StateTypes = SHOP_TYPES
) -> Grade:
    """Grades two states under SHOP_TYPES."""
    return grade(wanted, targets or {}, types, baseline, final)


def reasons(
    raw: Any, x: Any, kind: Kind | FieldType | None = None, target: Mapping[str, Any] | None = None, **state: Any
) -> list[Reason]:
    """Reasons that a predicate, as it stands in YAML, gives for a stored value; keyword arguments are collections."""
    place = kind if isinstance(kind, Kind) else Kind(kind)
    return parse(raw).test(x, At("x", place, Scope(target or {}, StateView(state, StateTypes()))))


def holds(raw: Any, x: Any, kind: Kind | FieldType | None = None, **more: Any) -> bool:
    """Whether a predicate, as it stands in YAML, holds for a stored value."""
    return not reasons(raw, x, kind, **more)


def a_step(number: int = 0, action: str = "click('a1')", **fields: Any) -> Step:
    """A step of a trajectory."""
    return Step(step=number, observation=ObservationRef(hash="0" * 64), action=action, **fields)


def steps_of(*actions: str, thought: str = "") -> list[Step]:
    """A trajectory of these actions; the thought is the last step's."""
    last = len(actions) - 1
    return [a_step(n, action, thought=thought if n == last else "") for n, action in enumerate(actions)]


def a_grade(failed: Iterable[ResultKind] = (), score: float | None = None) -> Grade:
    """A grade in which one result of each named kind failed; passed where none did."""
    kinds = tuple(failed)
    ok = CheckResult(kind="positive", name="ok", passed=True)
    wrong = Reason(path="orders/o-1.status", expected="placed", got="cancelled")
    results = [CheckResult(kind=kind, name=kind, passed=False, reasons=(wrong,)) for kind in kinds]
    explicit = not set(kinds) & {"positive", "never"}
    share = score if score is not None else 0.5 if "positive" in kinds else 1.0
    return Grade(passed=not kinds, score=share, passed_explicit=explicit, checks=(ok, *results))


def a_run(**fields: Any) -> Run:
    """A graded run of the clean arm that passed; any field of Run or its Key may be given."""
    of_key = {name: fields.pop(name) for name in list(fields) if name in Key.model_fields}
    key = {"sweep": "s", "agent": "careful", "task": "shop/lamp", "variant": "lamp", "condition": "clean"} | of_key
    site = str(key["task"]).partition("/")[0]
    data: dict[str, Any] = {
        "key": Key.model_validate(key),
        "labels": Labels(site=site, tier="easy", primitive="verification", layers=("network",), families=("forge",)),
        "status": "graded",
        "ending": "done",
    }
    if fields.get("status") != "void":
        data["grade"] = a_grade()
    return Run.model_validate(data | fields)
