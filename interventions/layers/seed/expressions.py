"""Expressions over the old value of a field."""

from typing import Any


def evaluate(text: str, x: Any, kind: str, n: int) -> Any:
    raise NotImplementedError
