"""The functions an expression may call. Each is pure, takes typed values, and pays for its work before it does it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from evaluator.sandbox import arithmetic, times, words
from evaluator.sandbox.reading import items_of, make_set, number_of


@dataclass(frozen=True)
class Function:
    """A callable with the number of its arguments and the keywords it knows."""

    call: Callable[..., Any]
    least: int
    most: int
    keywords: frozenset[str] = frozenset()


FUNCTIONS: dict[str, Function] = {
    "len": Function(arithmetic.length, 1, 1),
    "min": Function(arithmetic.extreme(-1), 1, 99, frozenset({"default"})),
    "max": Function(arithmetic.extreme(1), 1, 99, frozenset({"default"})),
    "sum": Function(arithmetic.total, 1, 1),
    "sorted": Function(arithmetic.in_order, 1, 1, frozenset({"reverse"})),
    "any": Function(arithmetic.any_of, 1, 1),
    "all": Function(arithmetic.all_of, 1, 1),
    "abs": Function(lambda budget, value: number_of(value).copy_abs(), 1, 1),
    "round": Function(arithmetic.rounded, 1, 2),
    "set": Function(lambda budget, values: make_set(values, budget), 1, 1),
    "list": Function(lambda budget, values: items_of(values, budget), 1, 1),
    "str": Function(words.to_text, 1, 1),
    "bool": Function(lambda budget, value: bool(value), 1, 1),
    "int": Function(arithmetic.to_whole, 1, 1),
    "number": Function(arithmetic.to_number, 1, 1),
    "instant": Function(times.to_instant, 1, 1),
    "day": Function(times.to_day, 1, 2),
    "year": Function(times.part_of("year"), 1, 2),
    "month": Function(times.part_of("month"), 1, 2),
    "day_of_month": Function(times.part_of("day"), 1, 2),
    "weekday": Function(times.part_of("weekday"), 1, 2),
    "hour": Function(times.part_of("hour"), 1, 2),
    "minute": Function(times.part_of("minute"), 1, 2),
    "days": Function(times.duration("days"), 1, 1),
    "hours": Function(times.duration("hours"), 1, 1),
    "minutes": Function(times.duration("minutes"), 1, 1),
    "lower": Function(words.on_text(str.casefold), 1, 1),
    "upper": Function(words.on_text(str.upper), 1, 1),
    "strip": Function(words.on_text(str.strip), 1, 1),
    "startswith": Function(words.on_text(str.startswith), 2, 2),
    "endswith": Function(words.on_text(str.endswith), 2, 2),
    "split": Function(words.on_text(str.split), 1, 2),
    "values": Function(words.rows, 1, 1),
    "keys": Function(words.keys, 1, 1),
    "items": Function(words.pairs, 1, 1),
    "get": Function(words.get, 2, 3),
    "count": Function(arithmetic.count, 2, 2),
}

# Called on a value (`x.lower()`), these mean the function of the same name; no attribute is ever looked up.
METHODS = frozenset({"lower", "upper", "strip", "startswith", "endswith", "split", "values", "keys", "items", "get"})
