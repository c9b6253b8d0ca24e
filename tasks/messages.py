"""Pydantic's faults in the words of this product: what is wrong, and what to write instead."""

from typing import Any


def message_of(fault: Any) -> str:
    """One line for one entry of `ValidationError.errors()`."""
    kind, value = fault["type"], fault["input"]
    if kind == "missing":
        return "is missing"
    if kind == "string_type":
        return f"should be text{_advice(value)}"
    text = str(fault["msg"]).removeprefix("Value error, ")
    text = text[0].lower() + text[1:] if text.startswith("Input ") else text
    return text if kind in ("located", "value_error") or value is None else f"{text}, not {value!r}"


def _advice(value: Any) -> str:
    if isinstance(value, dict):
        return ' (quote text that begins with "{")'
    return "" if value is None else f' (quote it: "{value}")'
