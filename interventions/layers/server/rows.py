"""Hooks about rows: changes during the run, and the watch for rows that seed ops touched."""

from collections.abc import Sequence
from random import Random
from typing import Any

from interventions.layers import paths
from interventions.layers.base import rows_of
from interventions.layers.seed.select import select
from interventions.layers.seed.values import new_fields
from interventions.layers.server.base import CallLike, OpHook, OpSession
from interventions.layers.server.ops import Write

STREAM = "server_ops"


class WriteHook(OpHook):
    """Changes rows at its moment; met when an answer then carries one of them, or would have."""

    def __init__(self, op: Write, session: OpSession) -> None:
        super().__init__(op, session)
        self.op = op
        self._watched: _Watched | None = None

    def before(self, call: CallLike, ctx: Any) -> Exception | None:
        if self.op.before and self.concerns(call):
            self._write(call)
        return None

    def after(self, call: CallLike, ctx: Any, body: Any) -> Any:
        if self._watched is not None and call.nth and self._watched.carried_by(body):
            self.met(call.nth)
            self._watched = None
        if not self.op.before and self.concerns(call):
            self._write(call)
        return body

    def _write(self, call: CallLike) -> None:
        touched = carry_out(self.op, self.session.world, self.session.rng, call.nth)
        self.applied(call.nth, rows=touched)
        self._watched = _Watched(self.session.world, touched)


def carry_out(op: Write, world: Any, rng: Random, nth: int) -> list[dict[str, str]]:
    """Writes what the op says; the rows that it touched, as [{in, id, how}]."""
    collection = str(op.in_)
    types = world.site.collections[collection].types
    if op.how == "insert":
        row = new_fields(op.set, {}, types, world.now, nth)
        row.setdefault("id", world.new_id(collection, STREAM))
        world.insert(collection, row)
        return [{"in": collection, "id": row["id"], "how": "insert"}]
    rows = select(world.rows(collection), types, op, rng)
    for row in rows:
        if op.how == "delete":
            world.delete(collection, row["id"])
        else:
            world.update(collection, row["id"], new_fields(op.set, row, types, world.now, nth))
    return [{"in": collection, "id": row["id"], "how": op.how} for row in rows]


class _Watched:
    """Ids whose presence in an answer shows that a change reached the client.

    A deleted row can only be missed: there an answer that carries another row of its collection counts.
    """

    def __init__(self, world: Any, rows: list[dict[str, str]]) -> None:
        self._ids = {row["id"] for row in rows if row["how"] != "delete"}
        for collection in {row["in"] for row in rows if row["how"] == "delete"}:
            self._ids |= {other["id"] for other in world.rows(collection)}

    def carried_by(self, body: Any) -> bool:
        return any(text in self._ids for text in paths.strings(body))


class SeedWatch:
    """Records once that a row which one seed op touched reached the client."""

    def __init__(self, opened: Any, applied: dict[str, Any]) -> None:
        self._opened, self._applied = opened, applied
        self._watched: _Watched | None = _Watched(opened.world, rows_of(applied["detail"]))

    def before(self, call: CallLike, ctx: Any) -> Exception | None:
        return None

    def after(self, call: CallLike, ctx: Any, body: Any) -> Any:
        if self._watched is not None and call.nth and self._watched.carried_by(body):
            self._watched = None
            detail = {"path": call.path}
            same = {key: self._applied[key] for key in ("op", "family")}
            self._opened.record({**same, "kind": "met", "nth": call.nth, "detail": detail})
        return body


def watch(opened: Any, seeded: Sequence[dict[str, Any]]) -> list[SeedWatch]:
    """A watch for each seed op, from its `applied` receipt."""
    return [SeedWatch(opened, done) for done in seeded]
