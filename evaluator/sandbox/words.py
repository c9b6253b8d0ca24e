"""Functions on texts, and on objects and collections."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

from evaluator.result import GraderError
from evaluator.sandbox.budget import Budget
from evaluator.sandbox.operators import word
from evaluator.sandbox.reading import items_of, object_of


def to_text(budget: Budget, value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Decimal | date):
        return f"{value:f}" if isinstance(value, Decimal) else value.isoformat()
    raise GraderError(f"str() of {word(value)}")


def on_text(method: Callable[..., Any]) -> Callable[..., Any]:
    def apply(budget: Budget, value: Any, *rest: Any) -> Any:
        for part in (value, *rest):
            if not isinstance(part, str):
                raise GraderError(f"needs text, not {word(part)}")
            budget.sized(len(part))
        if rest == ("",):
            raise GraderError("needs a text that is not empty")
        return method(value, *rest)

    return apply


def rows(budget: Budget, value: Any) -> list[Any]:
    budget.spend(len(object_of(value)))
    return list(value.values())


def keys(budget: Budget, value: Any) -> list[Any]:
    return items_of(object_of(value), budget)


def pairs(budget: Budget, value: Any) -> list[Any]:
    budget.spend(len(object_of(value)))
    return [[key, inner] for key, inner in value.items()]


def get(budget: Budget, value: Any, key: Any, default: Any = None) -> Any:
    return object_of(value)[key] if isinstance(key, str) and key in object_of(value) else default
