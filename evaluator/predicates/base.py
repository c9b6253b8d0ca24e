"""The protocol of a predicate: a value in, a list of reasons out; an empty list means that it holds."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from evaluator.result import GraderError, Reason
from evaluator.values import UNTYPED, Kind, kind_word, to_json, to_value

_LONG = 400


class PredicateError(ValueError):
    """A predicate that is written wrongly; `path` leads from the field to the fault."""

    def __init__(self, message: str, path: tuple[str | int, ...] = ()) -> None:
        super().__init__(message)
        self.message, self.path = message, path

    def under(self, *above: str | int) -> "PredicateError":
        """The same fault seen from further out."""
        return PredicateError(self.message, (*above, *self.path))


@dataclass(frozen=True)
class Scope:
    """What expressions may read besides `x`: the resolved targets and the final state, typed."""

    target: Mapping[str, Any] = field(default_factory=dict)
    state: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class At:
    """Where a value stands, and of what kind it is."""

    path: str = ""
    kind: Kind = UNTYPED
    scope: Scope = field(default_factory=Scope)

    def child(self, key: str) -> "At":
        """A key of the object that stands here."""
        return At(f"{self.path}.{key}" if self.path else key, self.kind.child(key), self.scope)

    def item(self, index: int) -> "At":
        """An item of the list that stands here."""
        return At(f"{self.path}[{index}]", self.kind.item(), self.scope)

    def reason(self, expected: Any, got: Any) -> list[Reason]:
        """One reason; values too long to read are cut."""
        return [Reason(path=self.path, expected=shorten(expected), got=shorten(got))]

    def value(self, raw: Any) -> Any:
        """The canonical value of what stands here. Raises GraderError where it is none of its kind."""
        try:
            return to_value(raw, self.kind)
        except ValueError as error:
            raise self.fault(str(error)) from error

    def fault(self, message: str) -> GraderError:
        """A fault of the task or the state at this place."""
        return GraderError(f"{self.path or 'value'}: {message if len(message) <= _LONG else message[:_LONG] + '…'}")

    def items(self, raw: Any, what: str) -> list[Any]:
        """The list that stands here, empty where there is nothing. Raises GraderError for anything else."""
        if raw is None:
            return []
        if not isinstance(raw, list):
            raise self.fault(f"{what} reads lists, and this is {kind_word(raw)}")
        return raw


class Predicate(ABC):
    """A test of one value. `x` is the JSON value as it is stored, None where there is none."""

    @abstractmethod
    def test(self, x: Any, at: At) -> list[Reason]:
        """Reasons why it does not hold. Raises GraderError where it cannot be decided."""

    @abstractmethod
    def raw(self) -> Any:
        """The predicate as it is written, in its one canonical spelling."""

    def parts(self) -> tuple["Predicate", ...]:
        """Predicates inside this one."""
        return ()

    def walk(self) -> Iterator["Predicate"]:
        """This predicate and every one inside it."""
        yield self
        for part in self.parts():
            yield from part.walk()


def shorten(value: Any) -> Any:
    """JSON for a reason: as it stands, or cut where it is longer than 400 characters."""
    plain = to_json(value)
    text = plain if isinstance(plain, str) else str(plain)
    return plain if len(text) <= _LONG else text[:_LONG] + "…"
