"""eq, in, between, any, expr: tests of one value by its field's type."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from evaluator.expr import Expr
from evaluator.predicates.base import At, Predicate
from evaluator.result import GraderError, Reason
from evaluator.values import Kind, Money, equal, kind_word, parse_instant, parse_number, to_value


@dataclass(frozen=True)
class Eq(Predicate):
    """The same value: numbers and money as numbers, instants as instants, identifiers and text as text."""

    value: Any

    def test(self, x: Any, at: At) -> list[Reason]:
        return [] if alike(x, self.value, at) else at.reason(self.value, x)

    def raw(self) -> Any:
        return {"eq": self.value}


@dataclass(frozen=True)
class In(Predicate):
    """One of several values, each compared as `eq` does."""

    values: tuple[Any, ...]

    def test(self, x: Any, at: At) -> list[Reason]:
        return [] if any(alike(x, value, at) for value in self.values) else at.reason(self.raw(), x)

    def raw(self) -> Any:
        return {"in": list(self.values)}


@dataclass(frozen=True)
class Between(Predicate):
    """From the first to the second value, both included; numbers, money, instants or days."""

    low: Any
    high: Any

    def test(self, x: Any, at: At) -> list[Reason]:
        if x is None:
            return at.reason(self.raw(), x)
        low, value, high = _ordered((self.low, x, self.high), at)
        return [] if low <= value <= high else at.reason(self.raw(), x)

    def raw(self) -> Any:
        return {"between": [self.low, self.high]}


@dataclass(frozen=True)
class Anything(Predicate):
    """Whatever stands there, nothing included."""

    def test(self, x: Any, at: At) -> list[Reason]:
        return []

    def raw(self) -> Any:
        return {"any": True}


@dataclass(frozen=True)
class Expression(Predicate):
    """A sandboxed expression over x, target and state that gives true or false."""

    expr: Expr

    def test(self, x: Any, at: At) -> list[Reason]:
        try:
            holds = self.expr.holds(at.value(x), at.scope.target, at.scope.state)
        except GraderError as error:
            raise at.fault(f"expr {self.expr.source!r}: {error}") from error
        return [] if holds else at.reason(self.raw(), x)

    def raw(self) -> Any:
        return {"expr": self.expr.source}


def alike(x: Any, wanted: Any, at: At) -> bool:
    """Whether a stored value is the wanted one by the field's type; without a type, numeric text counts as a number."""
    if x is None or wanted is None:
        return x is None and wanted is None
    if at.kind.name in ("list", "object") or (at.kind.name is None and isinstance(x, list | Mapping)):
        return _alike_inside(x, wanted, at)
    if at.kind.name is None:
        return _alike_untyped(x, wanted)
    try:
        expected = to_value(wanted, at.kind)
    except ValueError as error:
        raise at.fault(f"expected {error}, and the field is of type {at.kind.name}") from error
    return equal(at.value(x), expected)


def _alike_inside(x: Any, wanted: Any, at: At) -> bool:
    if isinstance(x, list) and isinstance(wanted, list):
        pairs = zip(x, wanted, strict=False)
        return len(x) == len(wanted) and all(alike(a, b, at.item(i)) for i, (a, b) in enumerate(pairs))
    if isinstance(x, Mapping) and isinstance(wanted, Mapping):
        return x.keys() == wanted.keys() and all(alike(x[key], wanted[key], at.child(key)) for key in x)
    return False


def _alike_untyped(x: Any, wanted: Any) -> bool:
    if isinstance(x, str) != isinstance(wanted, str):
        try:
            return parse_number(x) == parse_number(wanted)
        except ValueError:
            return False
    return equal(to_value(x), to_value(wanted))


def _ordered(values: tuple[Any, ...], at: At) -> list[Any]:
    """The values in one ordered kind. Raises GraderError where they have none in common."""
    typed = [at.value(value) for value in values] if at.kind.name else _first_reading(values, at)
    if all(isinstance(value, Money | Decimal) for value in typed):
        currencies = {value.currency for value in typed if isinstance(value, Money)}
        if len(currencies) > 1:
            raise at.fault("between compares amounts of different currencies")
        return [value.amount if isinstance(value, Money) else value for value in typed]
    if not all(isinstance(value, date | datetime) for value in typed):
        raise at.fault(f"between reads numbers, money, instants and days, and this is {kind_word(typed[1])}")
    return typed


def _first_reading(values: tuple[Any, ...], at: At) -> list[Any]:
    for read in (parse_number, parse_instant, lambda raw: to_value(raw, Kind("date"))):
        try:
            return [read(value) for value in values]
        except ValueError:
            continue
    raise at.fault(f"between cannot read {values[1]!r} and its bounds as numbers, instants or days")
