"""What a seed op works with: the rows of the world, read once, and a note of every row that it touches."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from interventions.layers.seed.select import Row, World
from interventions.layers.seed.values import fresh, new_fields, slug, unlike_fields


@dataclass
class Table:
    """A collection as it stands: its rows, the ids of those that ops added, and the fields that no two rows share."""

    rows: list[Row]
    types: Mapping[str, str]
    title: str | None
    keys: set[str]
    added: set[str] = field(default_factory=set)

    def sites_own(self) -> list[Row]:
        """The rows that no op added: ops select among these, so that none depends on what another one did."""
        return [row for row in self.rows if row["id"] not in self.added]

    def belonging(self, key: str, owner: str) -> list[Row]:
        """The rows that name `owner` in the field `key`."""
        return [row for row in self.rows if row[key] == owner]


class Tables:
    """The world's collections, each read when it is first needed and kept in step with what is written."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._tables: dict[str, Table] = {}

    def __getitem__(self, name: str) -> Table:
        if name not in self._tables:
            rows, types = self.world.rows(name), self.world.site.collections[name].types
            keys = unlike_fields(rows, types, table_keys(self.world, name))
            self._tables[name] = Table(rows, types, title_field(self.world, name), keys)
        return self._tables[name]


@dataclass
class Hand:
    """One op at work: where it writes, what it draws from, what it has touched."""

    tables: Tables
    rng: Random
    touched: list[dict[str, str]] = field(default_factory=list)

    @property
    def world(self) -> World:
        return self.tables.world

    def fields(self, collection: str, written: Mapping[str, Any], row: Row, n: int) -> Row:
        """The written fields worked out over a row, whose title templates can name whatever the site calls it."""
        table = self.tables[collection]
        named = {"title": row[table.title], **row} if table.title in row else row
        return new_fields(written, named, table.types, self.world.now, n)

    def make_unique(self, collection: str, row: Row, given: set[str]) -> None:
        """Fields that no two rows share, and that the op did not give, get a value that is free."""
        table = self.tables[collection]
        for name in sorted(table.keys - given):
            value = slug(str(row[table.title])) if name == "slug" and table.title in given else row[name]
            row[name] = fresh(value, {other[name] for other in table.rows}, self.rng)

    def insert(self, collection: str, row: Row) -> None:
        table = self.tables[collection]
        with telling(f"a new row of {collection}"):
            self.world.insert(collection, row)
        table.rows.append(row)
        table.added.add(row["id"])
        self._touch(collection, row, "insert")

    def update(self, collection: str, row: Row, fields: Row) -> None:
        with telling(f"a change of {collection} {row['id']}"):
            self.world.update(collection, row["id"], fields)
        row.update(fields)
        self._touch(collection, row, "update")

    def delete(self, collection: str, row: Row) -> None:
        self.world.delete(collection, row["id"])
        self.tables[collection].rows.remove(row)
        self._touch(collection, row, "delete")

    def _touch(self, collection: str, row: Row, how: str) -> None:
        self.touched.append({"in": collection, "id": row["id"], "how": how})


@contextmanager
def telling(what: str) -> Iterator[None]:
    """Says which write it was that the database refused, as a ValueError."""
    try:
        yield
    except sqlite3.Error as error:
        raise ValueError(f"the site does not take {what}: {error}") from error


def table_keys(world: World, collection: str) -> set[str]:
    """Columns that the table itself wants unique, ids aside."""
    table = world.site.collections[collection].model.__table__
    single = {column.name for column in table.columns if column.unique}
    indexed = {index.columns[0].name for index in table.indexes if index.unique and len(index.columns) == 1}
    return (single | indexed) - {"id"}


def title_field(world: World, collection: str) -> str | None:
    """The field that names a row of the collection to people, where the site says so."""
    return next((role.title for role in world.site.roles.values() if role.collection == collection), None)
