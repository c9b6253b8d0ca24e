"""An open session: worlds that one run reads and writes, with their hooks, counters and faults."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine, create_engine
from sqlalchemy.pool import NullPool
from sqlmodel import Session as Database

from envs.kit.hooks import Call, Hook, Refusal
from envs.kit.world import Connection, State, World

if TYPE_CHECKING:
    from envs.kit.context import Context

Receipt = dict[str, Any]
log = logging.getLogger(__name__)
_connection: ContextVar[Connection] = ContextVar("connection")


def make_engine() -> Engine:
    """One engine for all worlds of a process: it asks for the connection of the world at hand each time."""
    return create_engine("sqlite://", creator=lambda: _connection.get(), poolclass=NullPool)


@contextmanager
def bound(engine: Engine, connection: Connection) -> Iterator[Database]:
    """A database session on this connection; what is not committed is rolled back."""
    token = _connection.set(connection)
    try:
        with Database(engine, expire_on_commit=False) as database:
            yield database
    finally:
        _connection.reset(token)


@dataclass
class OpenWorld:
    """One site's world while a session is open. All requests to it run one after another, under `lock`."""

    world: World
    engine: Engine
    hooks: list[Hook] = field(default_factory=list)
    receipts: list[Receipt] = field(default_factory=list)
    faults: list[dict[str, str]] = field(default_factory=list)
    frozen: bool = False
    late: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _calls: Counter[tuple[str, str]] = field(default_factory=Counter)
    _writes: int = 0

    def database(self) -> Any:
        return bound(self.engine, self.world.connection)

    def count(self, method: str, path: str) -> int:
        """How often this method and path have been asked for, this time included."""
        self._calls[method, path] += 1
        return self._calls[method, path]

    def wrote(self) -> None:
        self._writes += 1

    @property
    def writes(self) -> int:
        return self._writes

    def record(self, receipt: Receipt) -> None:
        """Add a receipt, stamped with the session clock and the wall time."""
        self.receipts.append({"at": self.world.meta("clock", "") or None, **receipt, "wall": time.time()})

    def fail(self, kind: str, message: str) -> None:
        """Note a fault that makes the run void. kind: infra | intervention."""
        self.faults.append({"kind": kind, "message": message})

    def refusal(self, call: Call, context: "Context") -> Refusal | None:
        for hook in self.hooks:
            found: Refusal | None = self._guarded(partial(hook.before, call, context), None)
            if found is not None:
                return found
        return None

    def changed(self, call: Call, context: "Context", body: Any) -> Any:
        for hook in self.hooks:
            body = self._guarded(partial(hook.after, call, context, body), body)
        return body

    def _guarded(self, run: Callable[[], Any], otherwise: Any) -> Any:
        """A hook that raises must not look like a clean answer: the run is void, whatever the client gets."""
        try:
            return run()
        except Exception as fault:
            log.exception("a hook failed")
            self.fail("intervention", f"{type(fault).__name__}: {fault}")
            return otherwise

    def freeze(self) -> State:
        """The final state; writes that come later are refused and counted."""
        self.frozen = True
        return self.world.state()


@dataclass(frozen=True)
class Session:
    """The worlds of one run, by site name."""

    id: str
    worlds: dict[str, OpenWorld]
