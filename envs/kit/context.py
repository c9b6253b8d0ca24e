"""One API request: its database session, its clock, its hooks, and what is written when it ends.

A route is a plain function that takes `ctx: Ctx`. Whether the request commits is decided here, before the answer
leaves: a refusal or an error rolls back; an accepted write commits and moves the session clock on by one second.
"""

import json
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from datetime import datetime
from decimal import InvalidOperation
from random import Random
from typing import Annotated, Any

from fastapi import Depends, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from sqlalchemy.exc import StatementError
from sqlmodel import Session
from starlette.exceptions import HTTPException

from envs.kit.columns import to_instant_text
from envs.kit.draws import stream
from envs.kit.hooks import Call, Refusal
from envs.kit.session import OpenWorld
from envs.kit.site import Site

CLOCK_HEADER = "x-clock"
BACKGROUND_HEADER = "x-background"
UNFIT = (OverflowError, UnicodeError, InvalidOperation)
"""What a value raises that is well formed but that no column can hold: numbers without end, half a character."""
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Context:
    """What a route and a hook may use. `now` is the session clock when the request came in."""

    opened: OpenWorld
    db: Session
    now: datetime

    @property
    def site(self) -> Site:
        return self.opened.world.site

    def new_id(self, collection: str) -> str:
        return self.opened.world.new_id(collection)

    def rng(self, *name: str) -> Random:
        """Draws that depend on the seed, the name and the session clock, never on the process."""
        return stream(self.opened.world.seed, "request", to_instant_text(self.now), *name)


async def current(request: Request) -> Context:
    """The context that `SiteRoute` made for this request."""
    context: Context = request.state.context
    return context


Ctx = Annotated[Context, Depends(current)]
Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class SiteRoute(APIRoute):
    """Runs each request of a site alone within its session, with the session's hooks around it."""

    def get_route_handler(self) -> Handler:
        original = super().get_route_handler()

        async def handle(request: Request) -> Response:
            opened: OpenWorld = request.scope["opened"]
            async with opened.lock:
                call = await _call(request, opened, self.path_format)
                return await _answer(original, request, opened, call)

        return handle


async def _call(request: Request, opened: OpenWorld, route: str) -> Call:
    background = BACKGROUND_HEADER in request.headers
    try:
        body = await request.json() if "json" in request.headers.get("content-type", "") else None
    except (ValueError, RecursionError):
        body = None  # the route's own validation refuses it with a reason
    return Call(
        method=request.method,
        route=route,
        path=request.url.path,
        nth=0 if background else opened.count(request.method, request.url.path),
        params={key: str(value) for key, value in request.path_params.items()},
        query=dict(request.query_params),
        body=body,
    )


async def _answer(original: Handler, request: Request, opened: OpenWorld, call: Call) -> Response:
    with opened.database() as db:
        context = Context(opened, db, opened.world.now)
        request.state.context = context
        refusal = opened.refusal(call, context)
        response = _refused(refusal) if refusal else await _run(original, request, opened, call)
        if response.status_code >= 400:
            db.rollback()
        if response.status_code < 300 and opened.hooks:
            response = _changed(response, opened, call, context)
    response.headers[CLOCK_HEADER] = to_instant_text(opened.world.now)
    response.headers["cache-control"] = "no-store"
    return response


async def _run(original: Handler, request: Request, opened: OpenWorld, call: Call) -> Response:
    """The route's answer; a rule that refuses and bad input become answers, anything else is a fault of ours."""
    try:
        if call.writes and opened.frozen:
            opened.late += 1
            raise Refusal(423, "closed", "This session has ended.")
        json.dumps(call.body, ensure_ascii=False).encode()
        response = await original(request)
        if call.writes and response.status_code < 400:
            _keep(opened, request.state.context.db)
        return response
    except Refusal as refusal:
        return _refused(refusal)
    except RequestValidationError as bad:
        return _refused(_invalid(bad))
    except HTTPException as bad:
        return _refused(Refusal(bad.status_code, "invalid", "This is not accepted."))
    except Exception as fault:  # the site's door: an error of ours is answered, and voids the run
        if isinstance(fault.orig if isinstance(fault, StatementError) else fault, UNFIT):
            return _refused(Refusal(422, "invalid", "Please check the form: a value in it cannot be kept."))
        return _failed(fault, opened, call)


def _keep(opened: OpenWorld, db: Session) -> None:
    """Commit an accepted write, whose time is then over; what the database refuses is a fault like any other."""
    db.flush()
    opened.world.advance(1)
    db.commit()
    opened.wrote()


def _failed(fault: Exception, opened: OpenWorld, call: Call) -> Response:
    log.exception("%s %s failed", call.method, call.path)
    opened.fail("infra", f"{call.method} {call.route}: {type(fault).__name__}: {fault}")
    return JSONResponse({"error": {"code": "server", "reason": "Something went wrong on our side."}}, 500)


def _invalid(bad: RequestValidationError) -> Refusal:
    """Bad input in words for a person; the first fault is enough."""
    fault = bad.errors()[0]
    names = [str(part) for part in fault["loc"][1:] if not isinstance(part, int)]
    field = names[-1] if names else None
    said = (field or "the form").replace("_", " ")
    limits = fault.get("ctx", {})
    words = {
        "missing": f"Please fill in {said}.",
        "string_too_short": f"Please write at least {limits.get('min_length')} characters for {said}.",
        "string_too_long": f"Please write at most {limits.get('max_length')} characters for {said}.",
        "too_short": f"Please choose something for {said}.",
        "greater_than_equal": f"Please give {said} as {limits.get('ge')} or more.",
        "less_than_equal": f"Please give {said} as {limits.get('le')} or less.",
    }
    return Refusal(422, "invalid", words.get(fault["type"], f"Please check {said}: this is not accepted."), field)


def _refused(refusal: Refusal) -> Response:
    return JSONResponse(refusal.body(), refusal.status)


def _changed(response: Response, opened: OpenWorld, call: Call, context: Context) -> Response:
    if not response.headers.get("content-type", "").startswith("application/json"):
        return response
    body = opened.changed(call, context, json.loads(bytes(response.body)))
    return JSONResponse(body, response.status_code)
