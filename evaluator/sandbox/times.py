"""Functions on instants and days; a part of an instant is read in a time zone, UTC unless it is named."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from evaluator.result import GraderError
from evaluator.sandbox.budget import Budget
from evaluator.sandbox.operators import word
from evaluator.sandbox.reading import converted, number_of
from evaluator.values import parse_date, parse_instant


def to_instant(budget: Budget, value: Any) -> datetime:
    return value if isinstance(value, datetime) else converted(parse_instant, value)


def to_day(budget: Budget, value: Any, zone: Any = "UTC") -> date:
    if isinstance(value, datetime):
        return _local(value, zone).date()
    return converted(parse_date, value)


def part_of(name: str) -> Callable[..., Decimal]:
    def part(budget: Budget, value: Any, zone: Any = "UTC") -> Decimal:
        if isinstance(value, datetime):
            value = _local(value, zone)
        elif not isinstance(value, date) or name in ("hour", "minute"):
            raise GraderError(f"{name}() of {word(value)}")
        return Decimal(value.isoweekday() if name == "weekday" else getattr(value, name))

    return part


def duration(unit: str) -> Callable[..., timedelta]:
    def make(budget: Budget, count: Any) -> timedelta:
        try:
            return timedelta(**{unit: float(number_of(count))})
        except OverflowError as error:
            raise GraderError("the duration is too long") from error

    return make


def _local(moment: datetime, zone: Any) -> datetime:
    try:
        return moment.astimezone(UTC if zone == "UTC" else ZoneInfo(zone))
    except (ZoneInfoNotFoundError, ValueError, TypeError) as error:
        raise GraderError(f"{zone!r} is no time zone: write it like 'Europe/London'") from error
