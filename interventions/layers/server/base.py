"""What the hooks of server ops share."""

from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from interventions.layers.base import Window
from interventions.receipts import receipt


class CallLike(Protocol):
    """The part of the kit's Call that hooks read; background calls have nth 0."""

    @property
    def method(self) -> str: ...
    @property
    def route(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def query(self) -> dict[str, str]: ...
    @property
    def nth(self) -> int: ...


@dataclass(frozen=True)
class OpSession:
    """An open session as one op sees it; `opened` is the kit's OpenWorld."""

    opened: Any
    rng: Random

    @property
    def world(self) -> Any:
        return self.opened.world


class OpHook:
    """A hook of one op: refuses nothing and changes nothing unless a kind of op says so."""

    def __init__(self, op: Window, session: OpSession) -> None:
        self.window, self.session, self._route = op, session, op.route

    def concerns(self, call: CallLike) -> bool:
        """Whether the call is one that the op acts on; polls and prefetches never are."""
        if call.nth == 0 or not self._route.matches(call.method, call.path) or not self._route.covers(call.route):
            return False
        return self.window.open_at(call.nth)

    def before(self, call: CallLike, ctx: Any) -> Exception | None:
        return None

    def after(self, call: CallLike, ctx: Any, body: Any) -> Any:
        return body

    def applied(self, nth: int = 0, **detail: Any) -> None:
        self.session.opened.record(receipt(self.window, "applied", nth, **detail))

    def met(self, nth: int, **detail: Any) -> None:
        self.session.opened.record(receipt(self.window, "met", nth, **detail))
