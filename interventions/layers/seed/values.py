"""New values for the fields of a row: templates, expressions, and names that nothing else has yet."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from random import Random
from typing import Any

from interventions.layers.seed.expressions import evaluate
from interventions.text import fill_row

_DIGITS = re.compile(r"\d+")
_KEY = re.compile(r"[A-Za-z0-9]+([-_][A-Za-z0-9]+)+|[A-Za-z]*\d{2,}")
_DAY = re.compile(r"\d{4}-\d{2}(-\d{2})?")
CENT = Decimal("0.01")


def new_fields(
    written: Mapping[str, Any], row: Mapping[str, Any], types: Mapping[str, str], now: datetime, n: int
) -> dict[str, Any]:
    """The written fields as state JSON, worked out over the row as it was."""
    return {name: _value(value, name, row, types[name], now, n) for name, value in written.items()}


def _value(written: Any, name: str, row: Mapping[str, Any], kind: str, now: datetime, n: int) -> Any:
    if isinstance(written, Mapping) and set(written) == {"expr"}:
        return as_kind(kind, evaluate(str(fill_row(written["expr"], row, now, n)), row.get(name), kind))
    return as_kind(kind, fill_row(written, row, now, n))


def as_kind(kind: str, value: Any) -> Any:
    """A value in the form that the state has for its type; ValueError where there is none."""
    if value is None or kind not in _FORMS:
        return value
    try:
        return _FORMS[kind](str(value))
    except (InvalidOperation, ValueError) as error:
        raise ValueError(f"{value!r} is no {kind}") from error


def _number(text: str) -> int | float:
    number = Decimal(text)
    return int(number) if number == number.to_integral_value() else float(number)


_FORMS: Mapping[str, Callable[[str], Any]] = {
    "money": lambda text: str(Decimal(text).quantize(CENT, ROUND_HALF_UP)),
    "number": _number,
    "text": str,
    "id": str,
    "instant": lambda text: datetime.fromisoformat(text).isoformat(),
    "date": lambda text: date.fromisoformat(text).isoformat(),
}


def fresh(value: Any, taken: Collection[Any], rng: Random) -> Any:
    """A value of the same make that is not taken: other digits where there are some, else a counted name.

    `TW-10482` becomes another number of the same length, `arc-desk-lamp` becomes `arc-desk-lamp-2`.
    """
    if value not in taken or value is None:
        return value
    text = str(value)
    digits = list(_DIGITS.finditer(text))
    if digits and len(digits[-1][0]) >= 3:
        last = digits[-1]
        for _ in range(1000):
            number = "".join(rng.choice("0123456789") for _ in last[0])
            candidate = text[: last.start()] + number + text[last.end() :]
            if candidate not in taken:
                return int(candidate) if isinstance(value, int) else candidate
    return next(name for k in range(2, len(taken) + 3) if (name := f"{text}-{k}") not in taken)


def unlike_fields(rows: Sequence[Mapping[str, Any]], types: Mapping[str, str], keys: Collection[str] = ()) -> set[str]:
    """The `keys`, and fields that are keys to people: texts like TW-318-4402 or arc-lamp, no two of them alike.

    A site may leave it to its routes that order numbers differ; a copy with the number of another would betray itself.
    """
    found = set(keys)
    for name, kind in types.items():
        texts = [row[name] for row in rows if row[name] is not None] if kind == "text" else []
        if len(texts) >= 3 and len(set(texts)) == len(texts) and all(_is_key(str(text)) for text in texts):
            found.add(name)
    return found


def _is_key(text: str) -> bool:
    return _KEY.fullmatch(text) is not None and _DAY.fullmatch(text) is None


def slug(text: str) -> str:
    """Lower-case words joined by hyphens, as in an address."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def replaced(value: Any, names: Mapping[str, str]) -> Any:
    """`value` with every string that is one of `names` exchanged, at any depth: references of a copy to itself."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [replaced(item, names) for item in value]
    if isinstance(value, Mapping):
        return {key: replaced(item, names) for key, item in value.items()}
    return value
