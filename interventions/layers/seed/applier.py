"""Carries out seed ops on a world, and tells which rows they touched."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from interventions.draws import split
from interventions.layers.base import Op
from interventions.layers.seed.ops import Clone, Delete, Insert, Update
from interventions.layers.seed.select import Row, World, select
from interventions.layers.seed.values import fresh, new_fields, replaced, slug
from interventions.layers.vocabulary import parse
from interventions.receipts import receipt

STREAM = "seed_ops"


@dataclass
class Hand:
    """One op at work: where it writes, what it draws from, what it has touched."""

    world: World
    rng: Random
    touched: list[dict[str, str]] = field(default_factory=list)

    def types(self, collection: str) -> Mapping[str, str]:
        found: Mapping[str, str] = self.world.site.collections[collection].types
        return found

    def fields(self, collection: str, written: Mapping[str, Any], row: Row, n: int) -> Row:
        """The written fields worked out over a row, whose title templates can name whatever the site calls it."""
        title = title_field(self.world, collection)
        named = {"title": row[title], **row} if title in row else row
        return new_fields(written, named, self.types(collection), self.world.now, n)

    def insert(self, collection: str, row: Row) -> None:
        self.world.insert(collection, row)
        self.touched.append({"in": collection, "id": row["id"], "how": "insert"})

    def update(self, collection: str, row_id: str, fields: Row) -> None:
        self.world.update(collection, row_id, fields)
        self.touched.append({"in": collection, "id": row_id, "how": "update"})

    def delete(self, collection: str, row_id: str) -> None:
        self.world.delete(collection, row_id)
        self.touched.append({"in": collection, "id": row_id, "how": "delete"})

    def selected(self, op: Clone | Update | Delete) -> list[Row]:
        return select(self.world, op, self.rng, op.pick, op.but)


def apply_seed(ops: Sequence[dict[str, Any]], world: World, rng: Random) -> list[dict[str, Any]]:
    """Carries out the ops in order; one `applied` receipt each, whose detail names the rows: [{in, id, how}].

    Raises where an op finds no row or the site refuses one: a run must not start half perturbed.
    """
    base = rng.getrandbits(64)
    receipts = []
    for raw in ops:
        op = parse("seed", raw)
        hand = Hand(world, split(base, op.id))
        DOES[type(op)](op, hand)
        receipts.append(receipt(op, "applied", rows=hand.touched))
    return receipts


def _clone(op: Clone, hand: Hand) -> None:
    collection = str(op.in_)
    title = title_field(hand.world, collection)
    if op.titles and title is None:
        raise ValueError(f"the site names no title for rows of {collection}: set the field instead of `titles`")
    varied = _Varied({**op.vary, **({title: op.titles} if title and op.titles else {})}, hand.rng)
    for source in hand.selected(op):
        for n in range(1, op.count + 1):
            written = {**op.set, **varied.next()}
            fields = hand.fields(collection, written, source, n)
            if op.ids is not None and all(source[name] == value for name, value in fields.items()):
                raise ValueError(f"a copy of {collection} {source['id']} differs from it in nothing that is set")
            _copy(hand, collection, source, fields, _parts(op, hand.world, collection))


def _copy(hand: Hand, collection: str, source: Row, fields: Row, parts: Mapping[str, str]) -> None:
    """Adds a copy of a row with these fields, and of its parts; what must be unique becomes so."""
    names = {source["id"]: hand.world.new_id(collection, STREAM)}
    belonging = [
        (name, row) for name, key in parts.items() for row in hand.world.rows(name) if row[key] == source["id"]
    ]
    names |= {row["id"]: hand.world.new_id(name, STREAM) for name, row in belonging}
    copied = {**replaced(source, names), **fields}
    _make_unique(hand, collection, copied, set(fields))
    hand.insert(collection, copied)
    for name, row in belonging:
        part = replaced(row, names)
        _make_unique(hand, name, part, set())
        hand.insert(name, part)


def _parts(op: Clone, world: World, collection: str) -> Mapping[str, str]:
    if op.parts is not None:
        return op.parts
    roles = world.site.roles.values()
    found: Mapping[str, str] = next((role.parts for role in roles if role.collection == collection), {})
    return found


def _make_unique(hand: Hand, collection: str, row: Row, given: set[str]) -> None:
    """Fields that the table wants unique, and that the op did not give, get a value that is free."""
    title = title_field(hand.world, collection)
    for name in sorted(unique_fields(hand.world, collection) - given):
        taken = {other[name] for other in hand.world.rows(collection)}
        value = slug(str(row[title])) if name == "slug" and title in given else row[name]
        row[name] = fresh(value, taken, hand.rng)


def unique_fields(world: World, collection: str) -> set[str]:
    """Columns that two rows may not share, ids aside."""
    table = world.site.collections[collection].model.__table__
    single = {column.name for column in table.columns if column.unique}
    indexed = {index.columns[0].name for index in table.indexes if index.unique and len(index.columns) == 1}
    return (single | indexed) - {"id"}


def title_field(world: World, collection: str) -> str | None:
    """The field that names a row of the collection to people, where the site says so."""
    return next((role.title for role in world.site.roles.values() if role.collection == collection), None)


def _insert(op: Insert, hand: Hand) -> None:
    varied = _Varied(op.vary, hand.rng)
    for n in range(1, op.count + 1):
        written = {**op.row, **varied.next()}
        row = hand.fields(op.in_, written, {}, n)
        row.setdefault("id", hand.world.new_id(op.in_, STREAM))
        hand.insert(op.in_, row)


def _update(op: Update, hand: Hand) -> None:
    collection = str(op.in_)
    varied = _Varied(op.vary, hand.rng)
    for n, row in enumerate(hand.selected(op), 1):
        written = {**op.set, **varied.next()}
        hand.update(collection, row["id"], hand.fields(collection, written, row, n))


def _delete(op: Delete, hand: Hand) -> None:
    for row in hand.selected(op):
        hand.delete(str(op.in_), row["id"])


class _Varied:
    """Takes the values of each varied field in a drawn order, round and round."""

    def __init__(self, vary: Mapping[str, Sequence[Any]], rng: Random) -> None:
        self._lists = {name: rng.sample(list(values), len(values)) for name, values in vary.items() if values}
        self._turn = 0

    def next(self) -> dict[str, Any]:
        chosen = {name: values[self._turn % len(values)] for name, values in self._lists.items()}
        self._turn += 1
        return chosen


DOES: Mapping[type[Op], Callable[[Any, Hand], None]] = {
    Clone: _clone,
    Insert: _insert,
    Update: _update,
    Delete: _delete,
}
