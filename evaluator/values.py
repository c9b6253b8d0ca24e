"""What a stored value means: one canonical form per field type, so that equal things compare equal and no others do.

- money and numbers are Decimal: "9.99" = "9.990", and 0.1 ten times is 1.
- instants are aware datetimes, compared as instants; a text without an offset is read as UTC (the one rule for naive
  instants). A bare day is no instant.
- identifiers and free text are text, compared character by character; `true` is never 1.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, Literal, NamedTuple

FieldType = Literal["id", "text", "number", "money", "instant", "date", "bool", "list", "object"]

_NUMBER = re.compile(r"[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?")
_MONEY = re.compile(
    r"(?P<sign>-?)(?:(?P<pre>[A-Z]{3}|[$£€¥])\s?)?(?P<amount>[+-]?[\d.,]+)(?:\s?(?P<post>[A-Z]{3}|[$£€¥]))?"
)
_SYMBOLS = {"$": "USD", "£": "GBP", "€": "EUR", "¥": "JPY"}


@dataclass(frozen=True)
class Kind:
    """The type of a field, and of what is inside a list or object (`*`: the items of a list of scalars)."""

    name: FieldType | None = None
    inner: Mapping[str, "Kind"] = field(default_factory=dict)

    def child(self, key: str) -> "Kind":
        """Kind of a key of an object, or of a key of a list's items."""
        return self.inner.get(key, ID if key == "id" else UNTYPED)

    def item(self) -> "Kind":
        """Kind of an item of a list."""
        return self.inner.get("*") or (Kind("object", self.inner) if self.inner else UNTYPED)


UNTYPED = Kind()
ID = Kind("id")


class Money(NamedTuple):
    """An amount with the currency that its text named; an amount without one is a plain Decimal."""

    amount: Decimal
    currency: str


def to_value(raw: Any, kind: Kind = UNTYPED) -> Any:
    """The canonical value of a JSON (or YAML) value. Raises ValueError where it is no value of that kind."""
    if raw is None:
        return None
    convert = _CONVERTERS.get(kind.name) if kind.name else None
    return convert(raw, kind) if convert else _untyped(raw, kind)


def equal(a: Any, b: Any) -> bool:
    """Whether two canonical values are the same; never true across kinds (`True` is not 1, "5" is not 5)."""
    if a is None or b is None:
        return a is b
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(equal(a[key], b[key]) for key in a)
    if isinstance(a, list | tuple) and isinstance(b, list | tuple) and not isinstance(a, Money | str):
        return len(a) == len(b) and all(equal(p, q) for p, q in zip(a, b, strict=True))
    if isinstance(a, Money) or isinstance(b, Money):
        return _equal_money(a, b)
    return kind_word(a) == kind_word(b) and bool(a == b)


def same(a: Any, b: Any, kind: Kind = UNTYPED) -> bool:
    """Whether two stored values of one field are equal; what is no value of its kind is equal only as it stands."""
    if identical(a, b):
        return True
    try:
        return equal(to_value(a, kind), to_value(b, kind))
    except ValueError:
        return type(a) is type(b) and bool(a == b)


def identical(a: Any, b: Any) -> bool:
    """Whether two JSON values are the same as they stand, with no reading by type: the cheap first question."""
    if type(a) is not type(b):
        return False
    if isinstance(a, list):
        return len(a) == len(b) and all(map(identical, a, b))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(identical(value, b[key]) for key, value in a.items())
    return bool(a == b)


def kind_word(value: Any) -> str:
    """The word for a canonical value's kind, as error messages use it."""
    for types, word in _KIND_WORDS:
        if isinstance(value, types):
            return word
    return type(value).__name__


def parse_number(raw: Any) -> Decimal:
    """A number from a number or its usual text ("2310.50", "2,310.5"). Raises ValueError for anything else."""
    if isinstance(raw, bool) or not isinstance(raw, int | float | Decimal | str):
        raise ValueError(f"{raw!r} is no number")
    text = str(raw).strip() if isinstance(raw, str) else repr(raw) if isinstance(raw, float) else raw
    if isinstance(text, str):
        if isinstance(raw, str) and not _NUMBER.fullmatch(text):
            raise ValueError(f"{raw!r} is no number: write it like 2310.50")
        text = text.replace(",", "")
    number = Decimal(text)
    if not number.is_finite():
        raise ValueError(f"{raw!r} is no finite number")
    return number


def parse_money(raw: Any) -> Decimal | Money:
    """Money from a number or a text, with or without a currency ("40", "$40.00", "EUR 40", "2,310.50 GBP")."""
    if not isinstance(raw, str):
        return parse_number(raw)
    found = _MONEY.fullmatch(raw.strip())
    if not found or (found["pre"] and found["post"]):
        raise ValueError(f"{raw!r} is no amount of money: write it like 2310.50")
    amount = parse_number(found["amount"])
    amount = -amount if found["sign"] else amount
    currency = found["pre"] or found["post"]
    return Money(amount, _SYMBOLS.get(currency, currency)) if currency else amount


def parse_instant(raw: Any) -> datetime:
    """An aware instant from ISO 8601; without an offset it is read as UTC. A day without a time is a ValueError."""
    if isinstance(raw, datetime):
        moment = raw
    elif isinstance(raw, str) and len(raw) > 10:
        moment = datetime.fromisoformat(raw)
    else:
        raise ValueError(f"{raw!r} is no instant: write it like 2027-03-10T09:40:00+00:00")
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def parse_date(raw: Any) -> date:
    """A day from ISO 8601 (2027-03-10)."""
    if isinstance(raw, date) and not isinstance(raw, datetime):
        return raw
    if not isinstance(raw, str):
        raise ValueError(f"{raw!r} is no day: write it like 2027-03-10")
    return date.fromisoformat(raw)


def to_json(value: Any) -> Any:
    """A canonical value as plain JSON (decimals and instants as text), for reasons and fingerprints."""
    if isinstance(value, Money):
        return f"{value.currency} {value.amount}"
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(key): to_json(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [to_json(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted((to_json(item) for item in value), key=str)
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def _equal_money(a: Any, b: Any) -> bool:
    if isinstance(a, Money) and isinstance(b, Money):
        return a == b
    amount, other = (a.amount, b) if isinstance(a, Money) else (b.amount, a)
    return isinstance(other, Decimal) and bool(amount == other)


def _untyped(raw: Any, kind: Kind) -> Any:
    if isinstance(raw, bool | str | date | Money):
        return raw
    if isinstance(raw, int | float | Decimal):
        return parse_number(raw)
    if isinstance(raw, Mapping):
        return {key: to_value(value, kind.child(key)) for key, value in raw.items()}
    if isinstance(raw, Sequence):
        return [to_value(item, kind.item()) for item in raw]
    raise ValueError(f"{type(raw).__name__} is no JSON value")


def _text(raw: Any, kind: Kind) -> str:
    if isinstance(raw, str):
        return raw
    if isinstance(raw, int | Decimal) and not isinstance(raw, bool):
        return str(raw)
    raise ValueError(f"{raw!r} is no text")


def _bool(raw: Any, kind: Kind) -> bool:
    if isinstance(raw, bool):
        return raw
    raise ValueError(f"{raw!r} is neither true nor false")


def _list(raw: Any, kind: Kind) -> list[Any]:
    if isinstance(raw, list | tuple):
        return [to_value(item, kind.item()) for item in raw]
    raise ValueError(f"{raw!r} is no list")


def _object(raw: Any, kind: Kind) -> dict[str, Any]:
    if isinstance(raw, Mapping):
        return {key: to_value(value, kind.child(key)) for key, value in raw.items()}
    raise ValueError(f"{raw!r} is no object")


_CONVERTERS: dict[FieldType, Any] = {
    "id": _text,
    "text": _text,
    "number": lambda raw, kind: parse_number(raw),
    "money": lambda raw, kind: parse_money(raw),
    "instant": lambda raw, kind: parse_instant(raw),
    "date": lambda raw, kind: parse_date(raw),
    "bool": _bool,
    "list": _list,
    "object": _object,
}

_KIND_WORDS: tuple[tuple[Any, str], ...] = (
    (bool, "true or false"),
    (str, "text"),
    (Money, "money with a currency"),
    (int | float | Decimal, "a number"),
    (datetime, "an instant"),
    (date, "a day"),
    (Mapping, "an object"),
    (list | tuple, "a list"),
    (set | frozenset, "a set"),
    (type(None), "nothing"),
)
