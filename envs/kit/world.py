"""A seeded database as rows of state JSON: read, written and copied without the object mapper.

A world is one in-memory SQLite database. `serialize` and `deserialize` copy it in well under a millisecond per thousand
rows, so a session opens, forks and restores without running the seed again.
"""

import sqlite3
from datetime import datetime, timedelta
from typing import Any

from envs.kit.columns import to_instant_text, to_state, to_stored
from envs.kit.ids import make_id
from envs.kit.site import Collection, Site

State = dict[str, dict[str, dict[str, Any]]]
META = "kit_meta"


class Connection(sqlite3.Connection):
    """A connection that the object mapper may 'close' after each request without losing the world in memory."""

    def close(self) -> None:
        """Keep the database; `World.discard` really closes it."""


class World:
    """One site's rows in one session."""

    def __init__(self, site: Site, seed: int, connection: Connection) -> None:
        self.site, self.seed, self.connection = site, seed, connection
        self.baseline: State | None = None

    @classmethod
    def empty(cls, site: Site, seed: int) -> "World":
        connection = sqlite3.connect(":memory:", factory=Connection, check_same_thread=False)
        return cls(site, seed, connection)

    def clone(self, image: bytes | None = None) -> "World":
        """A copy that shares nothing with this one; from `image` where it was serialized before."""
        copy = World.empty(self.site, self.seed)
        copy.connection.deserialize(self.image() if image is None else image)
        return copy

    def image(self) -> bytes:
        """The database as bytes; every committed write is in it."""
        return self.connection.serialize()

    def discard(self) -> None:
        sqlite3.Connection.close(self.connection)

    # ---- meta: the session clock and the counters of ids

    def meta(self, key: str, default: str) -> str:
        row = self.connection.execute(f"SELECT value FROM {META} WHERE key = ?", (key,)).fetchone()
        return default if row is None else str(row[0])

    def set_meta(self, key: str, value: str) -> None:
        self.connection.execute(f"INSERT OR REPLACE INTO {META} VALUES (?, ?)", (key, value))

    @property
    def now(self) -> datetime:
        return datetime.fromisoformat(self.meta("clock", to_instant_text(self.site.starts_at)))

    def advance(self, seconds: float) -> None:
        self.set_meta("clock", to_instant_text(self.now + timedelta(seconds=seconds)))

    def new_id(self, collection: str, stream: str = "session") -> str:
        """The next unused id of the collection in a named stream of ids."""
        key = f"ids:{stream}:{collection}"
        n = int(self.meta(key, "0")) + 1
        self.set_meta(key, str(n))
        return make_id(self.seed, collection, str(n), stream)

    # ---- rows as state JSON

    def collection(self, name: str) -> Collection:
        """KeyError with the known names for a collection that the site does not have."""
        try:
            return self.site.collections[name]
        except KeyError:
            known = ", ".join(self.site.collections)
            raise KeyError(f"{self.site.name} has no collection {name!r}; it has {known}") from None

    def rows(self, name: str) -> list[dict[str, Any]]:
        """All rows in the order of their insertion."""
        return self._select(name, "ORDER BY rowid", ())

    def get(self, name: str, row_id: str) -> dict[str, Any] | None:
        found = self._select(name, "WHERE id = ?", (row_id,))
        return found[0] if found else None

    def state(self) -> State:
        return {name: {row["id"]: row for row in self.rows(name)} for name in self.site.collections}

    def insert(self, name: str, row: dict[str, Any]) -> None:
        """Add a whole row; columns that are not given take the model's defaults."""
        c = self.collection(name)
        full = {**_defaults(c), **row}
        _known_columns(name, c, full)
        columns = ", ".join(f'"{key}"' for key in full)
        marks = ", ".join("?" for _ in full)
        values = [to_stored(c.types[key], value) for key, value in full.items()]
        self.connection.execute(f'INSERT INTO "{c.table}" ({columns}) VALUES ({marks})', values)
        self._written(name, str(full["id"]), tuple(c.types))

    def update(self, name: str, row_id: str, fields: dict[str, Any]) -> None:
        """Set fields of one row; KeyError where there is no such row."""
        c = self.collection(name)
        _known_columns(name, c, fields)
        sets = ", ".join(f'"{key}" = ?' for key in fields)
        values = [to_stored(c.types[key], value) for key, value in fields.items()]
        done = self.connection.execute(f'UPDATE "{c.table}" SET {sets} WHERE id = ?', [*values, row_id])
        if done.rowcount != 1:
            raise KeyError(f"{name} has no row {row_id!r}")
        self._written(name, row_id, tuple(fields))

    def delete(self, name: str, row_id: str) -> None:
        c = self.collection(name)
        self.connection.execute(f'DELETE FROM "{c.table}" WHERE id = ?', (row_id,))
        self._written(name, row_id)

    def _select(self, name: str, tail: str, values: tuple[Any, ...]) -> list[dict[str, Any]]:
        c = self.collection(name)
        columns = ", ".join(f'"{key}"' for key in c.types)
        kinds = list(c.types.items())
        found = self.connection.execute(f'SELECT {columns} FROM "{c.table}" {tail}', values)
        return [{key: to_state(kind, stored) for (key, kind), stored in zip(kinds, row, strict=True)} for row in found]

    def _written(self, name: str, row_id: str, fields: tuple[str, ...] = ()) -> None:
        """Commit, and where the session is open move its baseline along: what an op writes is not the agent's.

        Only the fields that it wrote: what the agent changed in the row, or that it added the row, stays the agent's.
        """
        self.connection.commit()
        if self.baseline is None:
            return
        rows, row = self.baseline[name], self.get(name, row_id)
        if row is None:
            rows.pop(row_id, None)
        elif row_id in rows or len(fields) == len(row):
            rows[row_id] = {**rows.get(row_id, {}), **{field: row[field] for field in fields}}


def _known_columns(name: str, c: Collection, fields: dict[str, Any]) -> None:
    if unknown := sorted(set(fields) - set(c.types)):
        raise KeyError(f"{name} has no field {', '.join(unknown)}; it has {', '.join(c.types)}")


def _defaults(c: Collection) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, info in c.model.model_fields.items():
        if not info.is_required():
            found[key] = info.get_default(call_default_factory=True)
    return found
