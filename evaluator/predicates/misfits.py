"""Predicates that can never be decided for a field of a known type: found before any run."""

from collections.abc import Iterator

from evaluator.predicates.base import Predicate
from evaluator.predicates.collection import Elements, Size
from evaluator.predicates.logical import Each, Fields, Some
from evaluator.predicates.scalar import Between, Eq, In
from evaluator.predicates.text import Contains, MatchesSemantic, Regex, StartsWith
from evaluator.values import Kind, to_value


def misfits(predicate: Predicate, kind: Kind) -> Iterator[str]:
    """One line for each part that does not fit the type; nothing where the type is not known."""
    match predicate:
        case Eq(value):
            yield from _unreadable([value], kind)
        case In(values):
            yield from _unreadable(list(values), kind)
        case Between(low, high):
            if kind.name in ("id", "text", "bool", "list", "object"):
                yield f"between reads numbers, money, instants and days, and the field is of type {kind.name}"
            else:
                yield from _unreadable([low, high], kind)
        case Contains() | StartsWith() | Regex() | MatchesSemantic() if kind.name not in (None, "id", "text"):
            yield f"{next(iter(predicate.raw()))} reads text, and the field is of type {kind.name}"
        case Elements() | Each() | Some() | Size() if kind.name not in (None, "list"):
            yield f"{next(iter(predicate.raw()))} reads lists, and the field is of type {kind.name}"
        case Fields(fields):
            for name, part in fields:
                yield from (f"{name}: {message}" for message in misfits(part, kind.child(name)))
        case _:
            inner = kind.item() if isinstance(predicate, Elements | Each | Some) else kind
            for part in predicate.parts() if not isinstance(predicate, Size) else ():
                yield from misfits(part, inner)


def _unreadable(values: list[object], kind: Kind) -> Iterator[str]:
    for value in values:
        try:
            to_value(value, kind)
        except ValueError as error:
            yield f"{error}, and the field is of type {kind.name}"
