"""Functions on numbers and on lists of values."""

from collections.abc import Callable, Iterable, Mapping
from decimal import ROUND_HALF_EVEN, Context, Decimal
from functools import cmp_to_key
from typing import Any

from evaluator.result import GraderError
from evaluator.sandbox.budget import Budget
from evaluator.sandbox.operators import arithmetic, equals, order, word
from evaluator.sandbox.reading import converted, items_of, number_of, whole
from evaluator.values import parse_number

# Wide enough for 31 digits before the point and 20 behind it.
_WIDE = Context(prec=60)


def length(budget: Budget, value: Any) -> Decimal:
    if not isinstance(value, list | frozenset | Mapping | str):
        raise GraderError(f"{word(value)} has no length")
    return Decimal(len(value))


def extreme(sign: int) -> Callable[..., Any]:
    def pick(budget: Budget, *values: Any, **keywords: Any) -> Any:
        items = items_of(values[0], budget) if len(values) == 1 else list(values)
        if not items and "default" in keywords:
            return keywords["default"]
        if not items:
            raise GraderError("min or max of nothing: give default=…")
        best = items[0]
        for item in items[1:]:
            best = item if order(item, best) * sign > 0 else best
        return best

    return pick


def total(budget: Budget, values: Any) -> Any:
    total = Decimal(0)
    for item in items_of(values, budget):
        total = arithmetic("Add", total, number_of(item))
    return total


def in_order(budget: Budget, values: Any, *, reverse: Any = False) -> list[Any]:
    items = items_of(values, budget)
    budget.spend(len(items) * max(1, len(items).bit_length()))
    return sorted(items, key=cmp_to_key(order), reverse=bool(reverse))


def any_of(budget: Budget, values: Iterable[Any]) -> bool:
    return any(bool(value) for value in values)


def all_of(budget: Budget, values: Iterable[Any]) -> bool:
    return all(bool(value) for value in values)


def count(budget: Budget, values: Any, item: Any) -> Decimal:
    return Decimal(sum(equals(item, other) for other in items_of(values, budget)))


def rounded(budget: Budget, value: Any, digits: Any = Decimal(0)) -> Decimal:
    places = whole(digits)
    if abs(places) > 20:
        raise GraderError("rounds to at most 20 digits")
    number = number_of(value)
    if number.adjusted() > 30:
        raise GraderError("the number to round is too large")
    return number.quantize(Decimal((0, (1,), -places)), rounding=ROUND_HALF_EVEN, context=_WIDE)


def to_number(budget: Budget, value: Any) -> Decimal:
    return value if isinstance(value, Decimal) else converted(parse_number, value)


def to_whole(budget: Budget, value: Any) -> Decimal:
    return to_number(budget, value).to_integral_value("ROUND_DOWN")
