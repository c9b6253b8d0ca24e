"""Column types whose stored form, Python form and state-JSON form are all fixed.

| type | Python | stored | state JSON |
|---|---|---|---|
| Money | Decimal, two places | integer pence | "19.99" |
| Instant | aware datetime in UTC | ISO text | "2027-03-10T09:40:00+00:00" |
| list, object | list, dict | JSON text | the value itself |

Money is never a float, and an instant is never naive: both are refused when a row is written.
"""

import json
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import JSON, Boolean, Date, Float, Integer, String
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator, TypeEngine
from sqlmodel import Field

CENT = Decimal("0.01")


def to_cents(value: Decimal | str | int) -> int:
    """The amount in hundredths; ValueError for a float or for more than two places."""
    if isinstance(value, float):
        raise ValueError(f"money must be a Decimal or a decimal string, not the float {value!r}")
    amount = Decimal(value)
    if amount != amount.quantize(CENT):
        raise ValueError(f"money has at most two places, got {value!r}")
    return int(amount * 100)


def from_cents(cents: int) -> str:
    """Hundredths as a decimal string with two places."""
    sign, cents = ("-" if cents < 0 else ""), abs(cents)
    return f"{sign}{cents // 100}.{cents % 100:02d}"


def to_instant_text(value: datetime | str) -> str:
    """An aware instant as ISO text in UTC; ValueError for a naive one."""
    moment = datetime.fromisoformat(value) if isinstance(value, str) else value
    if moment.tzinfo is None:
        raise ValueError(f"an instant needs an offset, got {value!r}")
    return moment.astimezone(UTC).isoformat()


class Money(TypeDecorator[Decimal]):
    """Decimal with two places, stored as integer hundredths so that SQL orders and adds it exactly."""

    impl = Integer
    cache_ok = True

    def process_bind_param(self, value: Decimal | None, dialect: Dialect) -> int | None:
        return None if value is None else to_cents(value)

    def process_result_value(self, value: int | None, dialect: Dialect) -> Decimal | None:
        return None if value is None else Decimal(from_cents(value))


class Instant(TypeDecorator[datetime]):
    """Aware datetime, stored as ISO text in UTC so that text order is time order."""

    impl = String
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        return None if value is None else to_instant_text(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        return None if value is None else datetime.fromisoformat(value)


def money(default: Any = ..., **options: Any) -> Any:
    """A Money field of a SQLModel table."""
    return Field(default, sa_type=Money, **options)


def instant(default: Any = ..., **options: Any) -> Any:
    """An Instant field of a SQLModel table."""
    return Field(default, sa_type=Instant, **options)


def json_list(**options: Any) -> Any:
    """A list kept as JSON; assign a new list to change it (changes inside the value are not seen)."""
    return Field(default_factory=list, sa_type=JSON, **options)


def json_object(**options: Any) -> Any:
    """A mapping kept as JSON; assign a new one to change it."""
    return Field(default_factory=dict, sa_type=JSON, **options)


def field_type(name: str, column_type: TypeEngine[Any], python_type: Any) -> str:
    """The grading type of a column: id text number money instant date bool list object."""
    if isinstance(column_type, JSON):
        return "object" if getattr(python_type, "__origin__", python_type) is dict else "list"
    known: list[tuple[type, str]] = [
        (Money, "money"),
        (Instant, "instant"),
        (Date, "date"),
        (Boolean, "bool"),
        (Integer, "number"),
        (Float, "number"),
    ]
    for kind, label in known:
        if isinstance(column_type, kind):
            return label
    return "id" if name == "id" or name.endswith("_id") else "text"


def to_state(kind: str, stored: Any) -> Any:
    """A stored value as state JSON; `kind` is a grading type."""
    if stored is None:
        return None
    if kind == "money":
        return from_cents(stored)
    if kind == "bool":
        return bool(stored)
    if kind in ("list", "object"):
        return json.loads(stored)
    return stored


def to_stored(kind: str, value: Any) -> Any:
    """A state-JSON value as it is stored; the inverse of `to_state`."""
    if value is None:
        return None
    if kind == "money":
        return to_cents(value)
    if kind == "instant":
        return to_instant_text(value)
    if kind == "date":
        return value.isoformat() if isinstance(value, date) else date.fromisoformat(value).isoformat()
    if kind == "bool":
        return int(bool(value))
    if kind in ("list", "object"):
        return json.dumps(value, ensure_ascii=False)
    return value
