"""The hooks of a session: its server ops at work, and the watch for rows that seed ops touched."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Protocol

from envs.kit.draws import stream
from interventions.layers.server.base import OpHook, OpSession
from interventions.layers.server.gates import ExpireHook, RefuseHook, RequireHook
from interventions.layers.server.lists import RepageHook, RewriteHook, ShuffleHook
from interventions.layers.server.rows import WriteHook, watch
from interventions.layers.vocabulary import parse

MAKERS: dict[str, Callable[[Any, OpSession], OpHook]] = {
    "shuffle": ShuffleHook, "repage": RepageHook, "rewrite": RewriteHook, "refuse": RefuseHook,
    "require": RequireHook, "expire": ExpireHook, "write": WriteHook,
}  # fmt: skip


class Opened(Protocol):
    """The part of the kit's OpenWorld that hooks use."""

    world: Any
    receipts: list[dict[str, Any]]

    @property
    def writes(self) -> int: ...
    def record(self, receipt: dict[str, Any]) -> None: ...


def make_hooks(ops: Sequence[dict[str, Any]], opened: Opened, rng: Random) -> list[Any]:
    """The hooks of a session that is being opened, after its seed ops and before its baseline is taken."""
    base, seeded = rng.getrandbits(64), list(opened.receipts)
    hooks: list[Any] = []
    for raw in ops:
        op = parse("server", raw)
        session = OpSession(opened, stream(base, op.id))
        hooks.append(MAKERS[op.op](op, session))
    # last in the row, so that they see what is really sent
    return [*hooks, *watch(opened, seeded)]
