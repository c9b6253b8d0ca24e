"""Which rows of a world an op is about."""

from collections.abc import Mapping
from random import Random
from typing import Any, Protocol, cast

from evaluator.predicates.base import At
from evaluator.predicates.parse import parse
from evaluator.result import GraderError
from evaluator.values import FieldType, Kind

Row = dict[str, Any]


class World(Protocol):
    """The part of the kit's World that ops use; rows are state JSON."""

    site: Any

    @property
    def now(self) -> Any: ...
    def rows(self, name: str) -> list[Row]: ...
    def get(self, name: str, row_id: str) -> Row | None: ...
    def insert(self, name: str, row: Row) -> None: ...
    def update(self, name: str, row_id: str, fields: Row) -> None: ...
    def delete(self, name: str, row_id: str) -> None: ...
    def new_id(self, collection: str, stream: str = "session") -> str: ...


class NothingSelected(LookupError):
    """An op that found no row to act on."""


class Selection(Protocol):
    """How an op names its rows once it is compiled."""

    @property
    def in_(self) -> str | None: ...
    @property
    def ids(self) -> list[str] | None: ...
    @property
    def but(self) -> list[str]: ...
    @property
    def pick(self) -> int | None: ...
    @property
    def where(self) -> Mapping[str, Any]: ...


def select(rows: list[Row], types: Mapping[str, str], op: Selection, rng: Random) -> list[Row]:
    """Those of a collection's rows that an op names, in their order; NothingSelected where there are none."""
    named = [row for row in rows if row["id"] not in op.but and (op.ids is None or row["id"] in op.ids)]
    found = matching(named, op.where, types)
    if not found:
        raise NothingSelected(f"no row of {op.in_} is selected by {op.ids or dict(op.where) or 'the op'}")
    if op.pick is None or op.pick >= len(found):
        return found
    chosen = sorted(rng.sample(range(len(found)), op.pick))
    return [found[i] for i in chosen]


def matching(rows: list[Row], where: Mapping[str, Any], types: Mapping[str, str]) -> list[Row]:
    """The rows that fit every predicate; ValueError for one that is written wrongly or cannot be decided."""
    tests = [(name, parse(raw), At(name, Kind(cast(FieldType, types[name])))) for name, raw in where.items()]
    try:
        return [row for row in rows if not any(test.test(row.get(name), at) for name, test, at in tests)]
    except GraderError as error:  # no grade is at stake here
        raise ValueError(f"where: {error}") from error
