"""From a YAML source to a model, with every fault at its line."""

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel, ValidationError

from tasks.problems import KeyPath, Problem, SourceError
from tasks.yaml_source import Source


def validate[M: BaseModel](model: type[M], source: Source, data: Any = None, at: KeyPath = ()) -> M:
    """Builds a model from a source, or from the part of it at `at`; faults become a SourceError with their lines."""
    try:
        return model.model_validate(source.data if data is None else data)
    except ValidationError as error:
        raise SourceError.of(sorted(set(_problems(error, source, at)))) from error


def _problems(error: ValidationError, source: Source, at: KeyPath) -> Iterator[Problem]:
    for fault in error.errors(include_url=False):
        below = fault.get("ctx", {}).get("path", ())
        path = (*at, *(part for part in fault["loc"] if isinstance(part, str | int)), *below)
        yield source.problem(path, _message(fault))


def _message(fault: Any) -> str:
    kind, value = fault["type"], fault["input"]
    if kind == "missing":
        return "is missing"
    if kind == "string_type":
        hint = ' (quote text that begins with "{")' if isinstance(value, dict) else f' (quote it: "{value}")'
        return f"should be text{hint}"
    text = str(fault["msg"])
    text = text.removeprefix("Value error, ")
    text = text[0].lower() + text[1:] if text.startswith("Input ") else text
    return text if kind in ("located", "value_error") or value is None else f"{text}, not {value!r}"
