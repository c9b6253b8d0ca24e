"""Targets: the rows that a task speaks of, found in a state; and the instruction with them filled in."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from evaluator.nearest import did_you_mean
from evaluator.predicates import At, Predicate, Scope, parse
from evaluator.result import GraderError
from evaluator.sandbox.views import RowView, StateView
from evaluator.state import Row, State, StateTypes, rows_of
from evaluator.values import Kind, Money, to_value
from tasks.schema import Target, Task
from tasks.templates import Place, TemplateError, fill, look_up, stored, whole

type Targets = dict[str, Row | list[Row]]


class TargetError(ValueError):
    """A target that is not there, or not the only one. `path` leads to the key in the task file."""

    def __init__(self, message: str, path: tuple[str | int, ...]) -> None:
        super().__init__(message)
        self.message, self.path = message, path


def resolve(task: Task, state: State, types: StateTypes) -> Targets:
    """{name: row, or list of rows where the target asks for many}; rows carry their id. Raises TargetError."""
    found: Targets = {}
    typed: dict[str, Any] = {}
    for name, target in task.targets.items():
        rows = _matching(name, target, found, Scope(typed, StateView(state, types)), state, types)
        kind = types.kind(target.in_)
        if target.many:
            found[name] = rows = sorted(rows, key=lambda row: str(row["id"]))
            typed[name] = [RowView(row, kind) for row in rows]
        else:
            row = _only(name, target, rows, kind)
            found[name], typed[name] = row, RowView(row, kind)
    return found


def _matching(name: str, target: Target, found: Targets, scope: Scope, state: State, types: StateTypes) -> list[Row]:
    path = ("targets", name)
    if target.in_ not in state:
        raise TargetError(did_you_mean("collection", target.in_, state), (*path, "in"))
    tests = {field: _filled(predicate, found, (*path, "where", field)) for field, predicate in target.where.items()}
    kind = types.kind(target.in_)
    for field in tests:
        if kind.inner and field not in kind.inner and field != "id":
            raise TargetError(did_you_mean(f"field of {target.in_}", field, kind.inner), (*path, "where", field))
    try:
        rows = [
            row for key, row in rows_of(state, target.in_) if _fits(row, tests, At(f"{target.in_}/{key}", kind, scope))
        ]
    except GraderError as error:
        raise TargetError(str(error), (*path, "where")) from error
    if not rows:
        raise TargetError(f"no row of {target.in_} fits: compare where with the rows of the seeded world", path)
    return rows


def _fits(row: Row, tests: Mapping[str, Predicate], at: At) -> bool:
    return all(not predicate.test(row.get(field), at.child(field)) for field, predicate in tests.items())


def _filled(predicate: Predicate, found: Targets, path: tuple[str, ...]) -> Predicate:
    """The predicate with `"{lamp.id}"` replaced by what stands there."""
    raw = predicate.raw()
    try:
        written = _fill_raw(raw, found)
    except TemplateError as error:
        raise TargetError(str(error), path) from error
    return predicate if written == raw else parse(written)


def _fill_raw(raw: Any, found: Targets) -> Any:
    if isinstance(raw, dict):
        return {key: _fill_raw(value, found) for key, value in raw.items()}
    if isinstance(raw, list):
        return [_fill_raw(value, found) for value in raw]
    if not isinstance(raw, str):
        return raw
    place = whole(raw)
    return look_up(place, found) if place else fill(raw, found)


def _only(name: str, target: Target, rows: list[Row], kind: Kind) -> Row:
    """The one row, by `pick` where there are several. Raises TargetError for a tie."""
    path = ("targets", name)
    if target.pick and (field := target.pick.max or target.pick.min) and kind.inner and field not in kind.inner:
        side = "max" if target.pick.max else "min"
        raise TargetError(did_you_mean(f"field of {target.in_}", field, kind.inner), (*path, "pick", side))
    if target.pick and len(rows) > 1:
        rows = _picked(target, rows, kind, path)
    if len(rows) > 1:
        ids = ", ".join(str(row["id"]) for row in rows[:5])
        how = "tie" if target.pick else "fit"
        raise TargetError(
            f"{len(rows)} rows of {target.in_} {how} ({ids}): narrow where, add pick, or ask for many: true", path
        )
    return rows[0]


def _picked(target: Target, rows: list[Row], kind: Kind, path: tuple[str, ...]) -> list[Row]:
    assert target.pick is not None
    side = "max" if target.pick.max else "min"
    field = target.pick.max or target.pick.min or ""
    try:
        values = [(row, to_value(row.get(field), kind.child(field))) for row in rows]
    except ValueError as error:
        raise TargetError(f"{field}: {error}", (*path, "pick", side)) from error
    known = [(row, value) for row, value in values if isinstance(value, Decimal | str | date)]
    if not known:
        raise TargetError(f"no row has a value of {field} that can be compared", (*path, "pick", side))
    try:
        best = (max if side == "max" else min)(value for _, value in known)
    except TypeError as error:
        raise TargetError(f"{field} holds values of several kinds", (*path, "pick", side)) from error
    return [row for row, value in known if value == best]


@dataclass(frozen=True)
class Readable:
    """How money and times are written for a person on a site."""

    currency: str = "£"
    zone: str = "UTC"

    def text(self, value: Any, kind: Kind) -> str:
        """A stored value as people write it: £64.90, 12 March 2027, 10 March 2027 at 09:40."""
        if isinstance(value, list) and kind.name != "list":
            return _listed([self.text(item, kind) for item in value])
        typed = to_value(value, kind)
        if kind.name == "money" and isinstance(typed, Decimal):
            sign = "-" if typed < 0 else ""
            return f"{sign}{self.currency}{abs(typed):,.2f}"
        if isinstance(typed, Money):
            return f"{typed.currency} {typed.amount:,.2f}"
        if isinstance(typed, datetime):
            local = typed.astimezone(ZoneInfo(self.zone))
            return f"{local.day} {local:%B %Y} at {local:%H:%M}"
        if isinstance(typed, date):
            return f"{typed.day} {typed:%B %Y}"
        return _listed([stored(item) for item in value]) if isinstance(value, list) else stored(value)


def render(
    text: str, targets: Mapping[str, Any], types: StateTypes, task: Task, readable: Readable | None = None
) -> str:
    """The text with `{lamp.title}` filled in as people read it. Raises TargetError for a field that is not there."""
    how = readable or Readable()

    def show(value: Any, place: Place) -> str:
        kind = types.kind(task.targets[place.target].in_) if place.target in task.targets else Kind()
        for field in place.fields:
            kind = kind if field.isdigit() else kind.child(field)
        return how.text(value, kind)

    try:
        return fill(text, targets, show)
    except (TemplateError, ValueError) as error:
        raise TargetError(str(error), ("instruction",)) from error


def _listed(words: list[str]) -> str:
    """A, B and C."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
