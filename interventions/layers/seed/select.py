"""Which rows of a world an op is about."""

from collections.abc import Collection, Mapping
from random import Random
from typing import Any, Protocol, cast

from evaluator.predicates.base import At
from evaluator.predicates.parse import parse
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
    def where(self) -> Mapping[str, Any]: ...


def select(world: World, op: Selection, rng: Random, pick: int | None = None, but: Collection[str] = ()) -> list[Row]:
    """The rows that an op names, in the world's order; NothingSelected where there are none."""
    collection = str(op.in_)
    if op.ids is not None:
        rows = [row for row_id in op.ids if (row := world.get(collection, row_id)) is not None]
    else:
        rows = [row for row in world.rows(collection) if row["id"] not in but]
    rows = matching(rows, op.where, world.site.collections[collection].types)
    if not rows:
        raise NothingSelected(f"no row of {collection} is selected by {op.ids or dict(op.where) or 'the op'}")
    if pick is None or pick >= len(rows):
        return rows
    chosen = sorted(rng.sample(range(len(rows)), pick))
    return [rows[i] for i in chosen]


def matching(rows: list[Row], where: Mapping[str, Any], types: Mapping[str, str]) -> list[Row]:
    """The rows that fit every predicate; PredicateError for one that is written wrongly."""
    tests = [(name, parse(raw), At(name, Kind(cast(FieldType, types[name])))) for name, raw in where.items()]
    return [row for row in rows if not any(test.test(row.get(name), at) for name, test, at in tests)]
