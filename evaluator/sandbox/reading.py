"""Typed values as the functions need them; anything else is a GraderError that says what it is."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import cmp_to_key
from typing import Any

from evaluator.result import GraderError
from evaluator.sandbox.budget import Budget
from evaluator.sandbox.operators import order, word


def items_of(value: Any, budget: Budget) -> list[Any]:
    """What a loop over the value goes through: items of a list or set, keys of an object, letters of a text."""
    if isinstance(value, frozenset):
        value = sorted(value, key=cmp_to_key(order))
    if not isinstance(value, list | Mapping | str):
        raise GraderError(f"cannot go through {word(value)}")
    budget.spend(len(value))
    return list(value)


def make_set(value: Any, budget: Budget) -> frozenset[Any]:
    """A set of numbers, texts, days or instants of one kind."""
    items = items_of(value, budget)
    if len({word(item) for item in items}) > 1 or any(isinstance(item, list | Mapping) for item in items):
        raise GraderError("a set holds numbers, texts, days or instants, of one kind")
    return frozenset(items)


def whole(value: Any) -> int:
    """A whole number, for indexes and digits."""
    number = number_of(value)
    if number != number.to_integral_value() or abs(number) > 10**9:
        raise GraderError(f"{number} is no whole number")
    return int(number)


def object_of(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise GraderError(f"needs an object or a collection, not {word(value)}")
    return value


def number_of(value: Any) -> Decimal:
    if not isinstance(value, Decimal):
        raise GraderError(f"needs a number, not {word(value)}")
    return value


def converted[T](convert: Callable[[Any], T], value: Any) -> T:
    try:
        return convert(value)
    except ValueError as error:
        raise GraderError(str(error)) from error
