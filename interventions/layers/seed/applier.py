"""Carries out seed ops on a world, and tells which rows they touched."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from envs.kit.draws import stream
from interventions.layers.base import Op
from interventions.layers.seed.hand import Hand, Tables
from interventions.layers.seed.ops import Clone, Delete, Insert, Update
from interventions.layers.seed.select import Row, World, select
from interventions.layers.seed.values import replaced
from interventions.layers.vocabulary import parse
from interventions.receipts import receipt

STREAM = "seed_ops"


def apply_seed(ops: Sequence[dict[str, Any]], world: World, rng: Random) -> list[dict[str, Any]]:
    """Carries out the ops in order; one `applied` receipt each, whose detail names the rows: [{in, id, how}].

    Raises where an op finds no row or the site refuses one: a run must not start half perturbed.
    """
    base, tables = rng.getrandbits(64), Tables(world)
    receipts = []
    for raw in ops:
        op = parse("seed", raw)
        hand = Hand(tables, stream(base, op.id))
        DOES[type(op)](op, hand)
        receipts.append(receipt(op, "applied", rows=hand.touched))
    return receipts


def _selected(op: Clone | Update | Delete, hand: Hand) -> list[Row]:
    table = hand.tables[str(op.in_)]
    return select(table.sites_own(), table.types, op, hand.rng)


def _clone(op: Clone, hand: Hand) -> None:
    collection = str(op.in_)
    title = hand.tables[collection].title
    if op.titles and title is None:
        raise ValueError(f"the site names no title for rows of {collection}: set the field instead of `titles`")
    varied = _Varied({**op.vary, **({title: op.titles} if title and op.titles else {})}, hand.rng)
    for source in _selected(op, hand):
        for n in range(1, op.count + 1):
            written = {**op.set, **varied.next()}
            fields = hand.fields(collection, written, source, n)
            if op.ids is not None and all(source[name] == value for name, value in fields.items()):
                raise ValueError(f"a copy of {collection} {source['id']} differs from it in nothing that is set")
            _copy(hand, collection, source, fields, _parts(op, hand.world, collection))


def _copy(hand: Hand, collection: str, source: Row, fields: Row, parts: Mapping[str, str]) -> None:
    """Adds a copy of a row with these fields, and of its parts; what must be unique becomes so."""
    names = {source["id"]: hand.world.new_id(collection, STREAM)}
    belonging = [(name, row) for name, key in parts.items() for row in hand.tables[name].belonging(key, source["id"])]
    names |= {row["id"]: hand.world.new_id(name, STREAM) for name, row in belonging}
    copied = {**replaced(source, names), **fields}
    hand.make_unique(collection, copied, set(fields))
    hand.insert(collection, copied)
    for name, row in belonging:
        part = replaced(row, names)
        hand.make_unique(name, part, set())
        hand.insert(name, part)


def _parts(op: Clone, world: World, collection: str) -> Mapping[str, str]:
    if op.parts is not None:
        return op.parts
    roles = world.site.roles.values()
    found: Mapping[str, str] = next((role.parts for role in roles if role.collection == collection), {})
    return found


def _insert(op: Insert, hand: Hand) -> None:
    varied = _Varied(op.vary, hand.rng)
    for n in range(1, op.count + 1):
        row = hand.fields(op.in_, {**op.row, **varied.next()}, {}, n)
        row.setdefault("id", hand.world.new_id(op.in_, STREAM))
        hand.insert(op.in_, row)


def _update(op: Update, hand: Hand) -> None:
    collection = str(op.in_)
    varied = _Varied(op.vary, hand.rng)
    for n, row in enumerate(_selected(op, hand), 1):
        hand.update(collection, row, hand.fields(collection, {**op.set, **varied.next()}, row, n))


def _delete(op: Delete, hand: Hand) -> None:
    for row in _selected(op, hand):
        hand.delete(str(op.in_), row)


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
