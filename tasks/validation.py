"""From a YAML source to a model, with every fault at its line."""

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel, ValidationError

from tasks.messages import message_of
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
        context = fault.get("ctx", {})
        path = (*at, *(part for part in fault["loc"] if isinstance(part, str | int)))
        yield source.problem((*path, *context.get("path", ())), message_of(fault))
        for below, message in context.get("more", ()):
            yield source.problem((*path, *below), message)
