"""all_of, any_of, not, each, some, missing, fields: tests made of tests."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evaluator.predicates.base import At, Predicate
from evaluator.result import Reason
from evaluator.values import kind_word


@dataclass(frozen=True)
class AllOf(Predicate):
    """Every one of the tests holds."""

    tests: tuple[Predicate, ...]

    def test(self, x: Any, at: At) -> list[Reason]:
        return [reason for part in self.tests for reason in part.test(x, at)]

    def raw(self) -> Any:
        return {"all_of": [part.raw() for part in self.tests]}

    def parts(self) -> tuple[Predicate, ...]:
        return self.tests


@dataclass(frozen=True)
class AnyOf(Predicate):
    """At least one of the tests holds."""

    tests: tuple[Predicate, ...]

    def test(self, x: Any, at: At) -> list[Reason]:
        return [] if any(not part.test(x, at) for part in self.tests) else at.reason(self.raw(), x)

    def raw(self) -> Any:
        return {"any_of": [part.raw() for part in self.tests]}

    def parts(self) -> tuple[Predicate, ...]:
        return self.tests


@dataclass(frozen=True)
class Not(Predicate):
    """The test does not hold."""

    inner: Predicate

    def test(self, x: Any, at: At) -> list[Reason]:
        return [] if self.inner.test(x, at) else at.reason(self.raw(), x)

    def raw(self) -> Any:
        return {"not": self.inner.raw()}

    def parts(self) -> tuple[Predicate, ...]:
        return (self.inner,)


@dataclass(frozen=True)
class Each(Predicate):
    """There is at least one item and the test holds for every one: "all of nothing" is not a pass."""

    inner: Predicate

    def test(self, x: Any, at: At) -> list[Reason]:
        items = at.items(x, "each")
        if not items:
            return at.reason({"at least one item": self.raw()}, x)
        return [reason for index, item in enumerate(items) for reason in self.inner.test(item, at.item(index))]

    def raw(self) -> Any:
        return {"each": self.inner.raw()}

    def parts(self) -> tuple[Predicate, ...]:
        return (self.inner,)


@dataclass(frozen=True)
class Some(Predicate):
    """The test holds for at least one item."""

    inner: Predicate

    def test(self, x: Any, at: At) -> list[Reason]:
        items = at.items(x, "some")
        if any(not self.inner.test(item, at.item(index)) for index, item in enumerate(items)):
            return []
        return at.reason(self.raw(), x)

    def raw(self) -> Any:
        return {"some": self.inner.raw()}

    def parts(self) -> tuple[Predicate, ...]:
        return (self.inner,)


@dataclass(frozen=True)
class Missing(Predicate):
    """Nothing stands there (null, or no such field); `missing: false` asks that something does."""

    wanted: bool = True

    def test(self, x: Any, at: At) -> list[Reason]:
        return [] if (x is None) is self.wanted else at.reason(self.raw(), x)

    def raw(self) -> Any:
        return {"missing": self.wanted}


@dataclass(frozen=True)
class Fields(Predicate):
    """An object whose named fields hold; fields that are not named do not count."""

    fields: tuple[tuple[str, Predicate], ...]

    def test(self, x: Any, at: At) -> list[Reason]:
        if x is None:
            return at.reason(self.raw(), x)
        if not isinstance(x, Mapping):
            raise at.fault(f"fields reads objects, and this is {kind_word(x)}")
        return [reason for name, part in self.fields for reason in part.test(x.get(name), at.child(name))]

    def raw(self) -> Any:
        return {"fields": {name: part.raw() for name, part in self.fields}}

    def parts(self) -> tuple[Predicate, ...]:
        return tuple(part for _, part in self.fields)
