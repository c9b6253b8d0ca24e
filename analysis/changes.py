"""What a run changed in the backend, for people to read: no verdict, the grade has that."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from evaluator.diff import CollectionDiff, diff
from evaluator.state import Row, State, StateTypes

MISSING = object()


@dataclass(frozen=True, slots=True)
class Field:
    """A field with its text before and after; None where the row did not have it."""

    name: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Change:
    """One row that was added, removed or changed, with the fields that tell."""

    kind: Literal["added", "removed", "changed"]
    collection: str
    id: str
    fields: tuple[Field, ...]
    counts: bool = True
    """False where only incidental fields differ, or the collection is not graded."""


def changes(before: State, after: State, types: StateTypes | None = None) -> list[Change]:
    """Every row that differs, by collection; where the site's types are known, with what does not count marked."""
    found = diff(before, after, types or StateTypes())
    return [change for collection in sorted(found) for change in _rows(collection, found[collection])]


def _rows(collection: str, part: CollectionDiff) -> Iterator[Change]:
    for key, row in part.added.items():
        yield Change("added", collection, key, tuple(_fields({}, row)), part.graded)
    for key, row in part.removed.items():
        yield Change("removed", collection, key, tuple(_fields(row, {})), part.graded)
    for found, counts in ((part.changed, part.graded), (part.touched, False)):
        for key, change in found.items():
            yield Change("changed", collection, key, tuple(_fields(change.old, change.new)), counts)


def _fields(old: Row, new: Row) -> Iterator[Field]:
    for name in sorted((old.keys() | new.keys()) - {"id"}):
        before, after = old.get(name, MISSING), new.get(name, MISSING)
        if before != after:
            yield Field(name, _text(before), _text(after))


def _text(value: Any) -> str | None:
    if value is MISSING:
        return None
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
