"""Changes to requests and answers on their way, made by the proxy: a match on the requests, and one effect."""

from typing import Any, Literal

from pydantic import Field, model_validator

from interventions.layers.base import Op, PathText, RouteText, Window


class NetworkOp(Window):
    """Counts the requests of each concrete path on its own; polls and prefetches neither count nor are touched."""

    since: RouteText | None = Field(
        None,
        description="Start to count anew each time a request of this route is "
        "answered with 2xx; before the first one nothing happens.",
    )


class Delay(NetworkOp):
    """Holds the answer (the write has happened), or with `before` the request."""

    op: Literal["delay"]
    seconds: float = Field(ge=0, le=120, description="How long.")
    grow: float = Field(0, ge=0, le=60, description="Added for each further request that it acts on.")
    most: float = Field(120, ge=0, le=120, description="Never longer than this.")
    before: bool = Field(False, description="Hold the request instead: nothing has happened yet.")


class Error(NetworkOp):
    """Answers with an error, before or after the request has been carried out."""

    op: Literal["error"]
    status: int = Field(503, ge=400, le=599, description="HTTP status.")
    commit: Literal["before", "after"] = Field(
        "before",
        description="before: the request never reaches the site; after: it is carried out, and the answer is lost.",
    )
    cut: bool = Field(
        False, description="A lost connection instead of a status: the head arrives, the body breaks off."
    )
    code: str = Field("unavailable", description="A stable word for programs.")
    reason: str = Field(
        "The service is not available at the moment.", description="For people; pages show it with 4xx."
    )
    retry_after: int | None = Field(None, ge=0, le=600, description="Seconds in a Retry-After header.")


class Forge(NetworkOp):
    """Answers in the site's place, which never hears of the request."""

    op: Literal["forge"]
    status: int = Field(200, ge=200, le=299, description="HTTP status.")
    body: dict[str, Any] = Field(default_factory=dict, description="JSON; {request.field} is what the client sent.")

    @model_validator(mode="after")
    def _is_a_write(self) -> "Forge":
        if self.on.split(" ", 1)[0].upper() in ("GET", "HEAD"):
            raise ValueError(f"{self.on} is a read: forge answers writes; change what a read gives with patch or stale")
        return self


class Stale(NetworkOp):
    """Answers a read with what the same address gave before the window; the first answer is always true."""

    op: Literal["stale"]

    @model_validator(mode="after")
    def _has_a_before(self) -> "Stale":
        if not self.after and self.since is None:
            raise ValueError("needs `after: 1` or more, or `since`: there must be an answer to repeat")
        return self


class Limit(NetworkOp):
    """Refuses requests that come too fast, with Retry-After; the refused ones never reach the site."""

    op: Literal["limit"]
    calls: int = Field(ge=1, description="Requests that pass …")
    seconds: float = Field(gt=0, le=120, description="… within so many real seconds.")
    status: int = Field(429, ge=400, le=599, description="HTTP status.")
    reason: str = Field("Too many requests. Please wait a moment.", description="For people.")


class Patch(NetworkOp):
    """Changes values in a JSON answer on its way."""

    op: Literal["patch"]
    set: dict[PathText, Any] = Field(min_length=1, description="{JSON path: value}.")


OPS: dict[str, type[Op]] = {
    "delay": Delay, "error": Error, "forge": Forge, "stale": Stale, "limit": Limit, "patch": Patch,
}  # fmt: skip
EXAMPLES: dict[str, str] = {
    "delay": "{op: delay, on: GET /api/orders, seconds: 4, grow: 2, most: 20}",
    "error": "{op: error, on: POST /api/orders, first: 1, status: 503, commit: after, retry_after: 2}",
    "forge": "{op: forge, on: POST /api/orders, first: 1, body: {status: pending}}",
    "stale": "{op: stale, on: GET /api/cart, since: POST /api/cart/items, first: 2}",
    "limit": "{op: limit, on: GET /api/products, calls: 3, seconds: 10}",
    "patch": '{op: patch, on: GET /api/orders, first: 1, set: {"items[*].status": Processing}}',
}
