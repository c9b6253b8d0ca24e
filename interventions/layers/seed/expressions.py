"""Expressions in op values, in the same small language as those of checks: `x` is the field's value as it was."""

from datetime import date
from decimal import Decimal
from typing import Any, cast

from evaluator.expr import Expr
from evaluator.result import GraderError
from evaluator.values import FieldType, Kind, to_value


def evaluate(text: str, x: Any, kind: str) -> Any:
    """The value as a Decimal, text, bool, list or ISO text; ValueError where there is none."""
    try:
        value = Expr.parse(text).value(to_value(x, Kind(cast(FieldType, kind))), {}, {})
    except GraderError as error:  # no grade is at stake here
        raise ValueError(f"{text!r} has no value for {x!r}: {error}") from error
    if isinstance(value, date):
        return value.isoformat()
    return value if isinstance(value, Decimal | str | bool | list | None) else str(value)
