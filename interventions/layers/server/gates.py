"""Hooks that refuse."""

from datetime import datetime, timedelta
from typing import Any

from envs.kit.hooks import Refusal
from interventions.layers.server.base import CallLike, OpHook, OpSession
from interventions.layers.server.ops import Confirming, Expire, Refuse, Refusing, Require

COLLECTION = "confirmations"
GIVEN_BEFORE = timedelta(days=400)
VALID = timedelta(days=365)


class Gate(OpHook):
    """Refuses the calls of its route while it is shut."""

    def __init__(self, op: Refuse | Require | Expire, session: OpSession) -> None:
        super().__init__(op, session)
        self._says: Refusing = op
        self._code = op.code

    def shut(self) -> bool:
        return True

    def before(self, call: CallLike, ctx: Any) -> Refusal | None:
        if not self.concerns(call) or not self.shut():
            return None
        self.applied(call.nth)
        self.met(call.nth)
        return refusal(self._says, self._code)


def refusal(op: Refusing, code: str) -> Refusal:
    """What the route answers instead of doing its work."""
    return Refusal(op.status, code, op.reason, link=op.link)


class RefuseHook(Gate):
    """Refuses whenever its window is open."""


class RequireHook(Gate):
    """Refuses until the row that it added among the confirmations is confirmed."""

    def __init__(self, op: Require | Expire, session: OpSession) -> None:
        super().__init__(op, session)
        self._row = add_confirmation(op, session)
        self.applied(rows=[{"in": COLLECTION, "id": self._row, "how": "insert"}])

    def row(self) -> dict[str, Any]:
        found: dict[str, Any] = self.session.world.get(COLLECTION, self._row)
        return found

    def shut(self) -> bool:
        row = self.row()
        if row["confirmed_at"] is None:
            return True
        ends = row["expires_at"]
        return ends is not None and datetime.fromisoformat(ends) <= self.session.world.now


def add_confirmation(op: Confirming, session: OpSession) -> str:
    """Adds something to confirm, never confirmed so far, and gives its id."""
    row_id: str = session.world.new_id(COLLECTION, "server_ops")
    session.world.insert(COLLECTION, {"id": row_id, "kind": op.kind, "label": op.label})
    return row_id


class ExpireHook(RequireHook):
    """A confirmation that was given once; lapses once, and then holds when it is given again."""

    def __init__(self, op: Expire, session: OpSession) -> None:
        super().__init__(op, session)
        self.op, self._lapsed = op, op.writes == 0
        now = session.world.now
        given = now - GIVEN_BEFORE if self._lapsed else now - GIVEN_BEFORE + VALID
        fields = {"confirmed_at": given.isoformat(), "expires_at": (given + VALID).isoformat()}
        session.world.update(COLLECTION, self._row, fields)

    def after(self, call: CallLike, ctx: Any, body: Any) -> Any:
        if not self._lapsed and self.session.opened.writes >= self.op.writes:
            self._lapsed = True
            self.session.world.update(COLLECTION, self._row, {"expires_at": self.session.world.now.isoformat()})
        return body
