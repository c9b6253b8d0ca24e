"""The functions an expression may call. Each is pure, takes typed values, and pays for its work before it does it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import ROUND_HALF_EVEN, Context, Decimal
from functools import cmp_to_key
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from evaluator.result import GraderError
from evaluator.sandbox.budget import Budget
from evaluator.sandbox.operators import arithmetic, equals, order, word
from evaluator.values import parse_date, parse_instant, parse_number

# Wide enough for 31 digits before the point and 20 behind it.
_WIDE = Context(prec=60)


@dataclass(frozen=True)
class Function:
    """A callable with the number of its arguments and the keywords it knows."""

    call: Callable[..., Any]
    least: int
    most: int
    keywords: frozenset[str] = frozenset()


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


def _len(budget: Budget, value: Any) -> Decimal:
    if not isinstance(value, list | frozenset | Mapping | str):
        raise GraderError(f"{word(value)} has no length")
    return Decimal(len(value))


def _extreme(sign: int) -> Callable[..., Any]:
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


def _sum(budget: Budget, values: Any) -> Any:
    total = Decimal(0)
    for item in items_of(values, budget):
        total = arithmetic("Add", total, _number_only(item))
    return total


def _sorted(budget: Budget, values: Any, *, reverse: Any = False) -> list[Any]:
    items = items_of(values, budget)
    budget.spend(len(items) * max(1, len(items).bit_length()))
    return sorted(items, key=cmp_to_key(order), reverse=bool(reverse))


def _any(budget: Budget, values: Iterable[Any]) -> bool:
    return any(bool(value) for value in values)


def _all(budget: Budget, values: Iterable[Any]) -> bool:
    return all(bool(value) for value in values)


def _round(budget: Budget, value: Any, digits: Any = Decimal(0)) -> Decimal:
    places = whole(digits)
    if abs(places) > 20:
        raise GraderError("rounds to at most 20 digits")
    number = _number_only(value)
    if number.adjusted() > 30:
        raise GraderError("the number to round is too large")
    return number.quantize(Decimal((0, (1,), -places)), rounding=ROUND_HALF_EVEN, context=_WIDE)


def _number(budget: Budget, value: Any) -> Decimal:
    return value if isinstance(value, Decimal) else _converted(parse_number, value)


def _int(budget: Budget, value: Any) -> Decimal:
    return _number(budget, value).to_integral_value("ROUND_DOWN")


def _str(budget: Budget, value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Decimal | date):
        return f"{value:f}" if isinstance(value, Decimal) else value.isoformat()
    raise GraderError(f"str() of {word(value)}")


def _instant(budget: Budget, value: Any) -> datetime:
    return value if isinstance(value, datetime) else _converted(parse_instant, value)


def _day(budget: Budget, value: Any, zone: Any = "UTC") -> date:
    if isinstance(value, datetime):
        return _local(value, zone).date()
    return _converted(parse_date, value)


def _part(name: str) -> Callable[..., Decimal]:
    def part(budget: Budget, value: Any, zone: Any = "UTC") -> Decimal:
        if isinstance(value, datetime):
            value = _local(value, zone)
        elif not isinstance(value, date) or name in ("hour", "minute"):
            raise GraderError(f"{name}() of {word(value)}")
        return Decimal(value.isoweekday() if name == "weekday" else getattr(value, name))

    return part


def _duration(unit: str) -> Callable[..., timedelta]:
    def make(budget: Budget, count: Any) -> timedelta:
        try:
            return timedelta(**{unit: float(_number_only(count))})
        except OverflowError as error:
            raise GraderError("the duration is too long") from error

    return make


def _text(method: Callable[..., Any]) -> Callable[..., Any]:
    def apply(budget: Budget, value: Any, *rest: Any) -> Any:
        for part in (value, *rest):
            if not isinstance(part, str):
                raise GraderError(f"needs text, not {word(part)}")
            budget.sized(len(part))
        if rest == ("",):
            raise GraderError("needs a text that is not empty")
        return method(value, *rest)

    return apply


def _rows(budget: Budget, value: Any) -> list[Any]:
    budget.spend(len(_object(value)))
    return list(value.values())


def _keys(budget: Budget, value: Any) -> list[Any]:
    return items_of(_object(value), budget)


def _pairs(budget: Budget, value: Any) -> list[Any]:
    budget.spend(len(_object(value)))
    return [[key, inner] for key, inner in value.items()]


def _get(budget: Budget, value: Any, key: Any, default: Any = None) -> Any:
    return _object(value)[key] if isinstance(key, str) and key in _object(value) else default


def _count(budget: Budget, values: Any, item: Any) -> Decimal:
    return Decimal(sum(equals(item, other) for other in items_of(values, budget)))


def whole(value: Any) -> int:
    """A whole number, for indexes and digits."""
    number = _number_only(value)
    if number != number.to_integral_value() or abs(number) > 10**9:
        raise GraderError(f"{number} is no whole number")
    return int(number)


def _object(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise GraderError(f"needs an object or a collection, not {word(value)}")
    return value


def _number_only(value: Any) -> Decimal:
    if not isinstance(value, Decimal):
        raise GraderError(f"needs a number, not {word(value)}")
    return value


def _converted[T](convert: Callable[[Any], T], value: Any) -> T:
    try:
        return convert(value)
    except ValueError as error:
        raise GraderError(str(error)) from error


def _local(moment: datetime, zone: Any) -> datetime:
    try:
        return moment.astimezone(UTC if zone == "UTC" else ZoneInfo(zone))
    except (ZoneInfoNotFoundError, ValueError, TypeError) as error:
        raise GraderError(f"{zone!r} is no time zone: write it like 'Europe/London'") from error


FUNCTIONS: dict[str, Function] = {
    "len": Function(_len, 1, 1),
    "min": Function(_extreme(-1), 1, 99, frozenset({"default"})),
    "max": Function(_extreme(1), 1, 99, frozenset({"default"})),
    "sum": Function(_sum, 1, 1),
    "sorted": Function(_sorted, 1, 1, frozenset({"reverse"})),
    "any": Function(_any, 1, 1),
    "all": Function(_all, 1, 1),
    "abs": Function(lambda budget, value: _number_only(value).copy_abs(), 1, 1),
    "round": Function(_round, 1, 2),
    "set": Function(lambda budget, values: make_set(values, budget), 1, 1),
    "list": Function(lambda budget, values: items_of(values, budget), 1, 1),
    "str": Function(_str, 1, 1),
    "bool": Function(lambda budget, value: bool(value), 1, 1),
    "int": Function(_int, 1, 1),
    "number": Function(_number, 1, 1),
    "instant": Function(_instant, 1, 1),
    "day": Function(_day, 1, 2),
    "year": Function(_part("year"), 1, 2),
    "month": Function(_part("month"), 1, 2),
    "day_of_month": Function(_part("day"), 1, 2),
    "weekday": Function(_part("weekday"), 1, 2),
    "hour": Function(_part("hour"), 1, 2),
    "minute": Function(_part("minute"), 1, 2),
    "days": Function(_duration("days"), 1, 1),
    "hours": Function(_duration("hours"), 1, 1),
    "minutes": Function(_duration("minutes"), 1, 1),
    "lower": Function(_text(str.casefold), 1, 1),
    "upper": Function(_text(str.upper), 1, 1),
    "strip": Function(_text(str.strip), 1, 1),
    "startswith": Function(_text(str.startswith), 2, 2),
    "endswith": Function(_text(str.endswith), 2, 2),
    "split": Function(_text(str.split), 1, 2),
    "values": Function(_rows, 1, 1),
    "keys": Function(_keys, 1, 1),
    "items": Function(_pairs, 1, 1),
    "get": Function(_get, 2, 3),
    "count": Function(_count, 2, 2),
}

# Called on a value (`x.lower()`), these mean the function of the same name; no attribute is ever looked up.
METHODS = frozenset({"lower", "upper", "strip", "startswith", "endswith", "split", "values", "keys", "items", "get"})
