"""Where a session's answers can be refused or changed. A site never knows whether a session has hooks."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from envs.kit.context import Context


class Refusal(Exception):
    """The answer of a rule that says no: nothing is written, and the page shows `reason`.

    status: HTTP status, 400–499. code: a stable word. field: the input at fault. link: where to put it right.
    """

    def __init__(self, status: int, code: str, reason: str, field: str | None = None, link: str | None = None) -> None:
        super().__init__(reason)
        self.status, self.code, self.reason, self.field, self.link = status, code, reason, field, link

    def body(self) -> dict[str, Any]:
        return {"error": {"code": self.code, "reason": self.reason, "field": self.field, "link": self.link}}


@dataclass(frozen=True)
class Call:
    """One API request. `route` is the path template; `nth` counts the same method and path from 1 (background: 0)."""

    method: str
    route: str
    path: str
    nth: int
    params: dict[str, str] = field(default_factory=dict)
    query: dict[str, str] = field(default_factory=dict)
    body: Any = None

    @property
    def writes(self) -> bool:
        return self.method not in ("GET", "HEAD", "OPTIONS")


class Hook(Protocol):
    """Both run inside the session's lock, so they see and leave a consistent world."""

    def before(self, call: Call, ctx: "Context") -> Refusal | None:
        """Before the route runs; a refusal is answered instead and nothing is written."""

    def after(self, call: Call, ctx: "Context", body: Any) -> Any:
        """After a 2xx JSON answer, committed if it wrote; returns the body to send."""
