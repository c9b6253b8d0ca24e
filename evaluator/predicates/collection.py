"""set_eq, bag_eq, superset, subset, size: tests of lists as wholes. An element may itself be a predicate.

Nothing (null) counts as the empty list: an expected "nothing" is a verdict, not an error.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from evaluator.matching import match
from evaluator.predicates.base import At, Predicate
from evaluator.result import Reason
from evaluator.values import Kind


@dataclass(frozen=True)
class Elements(Predicate):
    """Common ground of the tests that list what a list should hold."""

    elements: tuple[Predicate, ...]

    name = "elements"

    def raw(self) -> Any:
        return {self.name: [element.raw() for element in self.elements]}

    def parts(self) -> tuple[Predicate, ...]:
        return self.elements

    def table(self, x: Any, at: At) -> tuple[list[Any], list[list[int]]]:
        """The list, and for each element the indexes of the items it accepts."""
        items = at.items(x, self.name)
        places = [at.item(index) for index in range(len(items))]
        return items, [
            [index for index, item in enumerate(items) if not element.test(item, places[index])]
            for element in self.elements
        ]

    def missing(self, numbers: list[int], x: Any, at: At) -> list[Reason]:
        """Reasons for the elements that nothing answers to."""
        return [reason for number in numbers for reason in at.reason(self.elements[number].raw(), x)]


@dataclass(frozen=True)
class SetEq(Elements):
    """Each element is there and nothing else; order and repetition do not count."""

    name = "set_eq"

    def test(self, x: Any, at: At) -> list[Reason]:
        items, accepted = self.table(x, at)
        known = {index for indexes in accepted for index in indexes}
        reasons = self.missing([number for number, indexes in enumerate(accepted) if not indexes], x, at)
        return reasons + _surplus([index for index in range(len(items)) if index not in known], items, at)


@dataclass(frozen=True)
class BagEq(Elements):
    """Each element is there as often as it is listed and nothing else; order does not count."""

    name = "bag_eq"

    def test(self, x: Any, at: At) -> list[Reason]:
        items, accepted = self.table(x, at)
        taken = match(dict(enumerate(accepted)))
        used = set(taken.values())
        reasons = self.missing([number for number in range(len(accepted)) if number not in taken], x, at)
        return reasons + _surplus([index for index in range(len(items)) if index not in used], items, at)


@dataclass(frozen=True)
class Superset(Elements):
    """Each element is there; others may be too."""

    name = "superset"

    def test(self, x: Any, at: At) -> list[Reason]:
        _, accepted = self.table(x, at)
        return self.missing([number for number, indexes in enumerate(accepted) if not indexes], x, at)


@dataclass(frozen=True)
class Subset(Elements):
    """Nothing is there but some of these elements."""

    name = "subset"

    def test(self, x: Any, at: At) -> list[Reason]:
        items, accepted = self.table(x, at)
        known = {index for indexes in accepted for index in indexes}
        return _surplus([index for index in range(len(items)) if index not in known], items, at)


@dataclass(frozen=True)
class Size(Predicate):
    """The number of items, as a number or a test of it."""

    count: Predicate

    def test(self, x: Any, at: At) -> list[Reason]:
        size = len(at.items(x, "size"))
        return self.count.test(size, At(f"size({at.path})", Kind("number"), at.scope))

    def raw(self) -> Any:
        return {"size": self.count.raw()}

    def parts(self) -> tuple[Predicate, ...]:
        return (self.count,)


def is_count(value: Any) -> bool:
    """Whether a value can be a number of items."""
    return isinstance(value, int | Decimal) and not isinstance(value, bool) and value >= 0


def _surplus(indexes: list[int], items: list[Any], at: At) -> list[Reason]:
    return [reason for index in indexes for reason in at.item(index).reason("no such item", items[index])]
