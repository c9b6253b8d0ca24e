"""The proxy's control API, for the harness only: a loopback port of its own and a bearer token."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, HTTPException, Query, Request

from envs.kit.control import authorised
from harness.proxy.listeners import ListenerError, Listeners
from harness.proxy.sessions import ProxySession, ProxySessionSpec, Sessions

LONGEST_DRAIN = 60.0
"""Seconds."""


def _session(request: Request, session_id: str) -> ProxySession:
    found: ProxySession | None = request.app.state.sessions.by_id.get(session_id)
    if found is None:
        raise HTTPException(404, f"no session {session_id!r} is open")
    return found


Found = Annotated[ProxySession, Depends(_session)]
router = APIRouter(dependencies=[Depends(authorised)])


def control_app(sessions: Sessions, listeners: Listeners, token: str) -> FastAPI:
    app = FastAPI(title="BreakingWeb proxy control")
    app.state.sessions, app.state.listeners, app.state.token = sessions, listeners, token
    app.add_api_route("/health", health)
    app.include_router(router)
    return app


async def health(request: Request) -> dict[str, Any]:
    return {"ready": True, "sessions": len(request.app.state.sessions.by_id)}


@router.post("/sessions")
async def open_session(request: Request, spec: ProxySessionSpec) -> dict[str, Any]:
    """{port}: an HTTP proxy for this session alone."""
    sessions: Sessions = request.app.state.sessions
    if spec.id in sessions.by_id:
        raise HTTPException(422, f"a session named {spec.id!r} is open already")
    try:
        session = ProxySession(spec)
        session.port = await request.app.state.listeners.open_session()
    except (ValueError, KeyError, ListenerError) as bad:
        raise HTTPException(422, f"{type(bad).__name__}: {bad}") from bad
    sessions.add(session)
    return {"port": session.port}


@router.get("/sessions/{session_id}")
async def read_session(session: Found) -> dict[str, Any]:
    return session.report()


@router.post("/sessions/{session_id}/drain")
async def drain(session: Found, seconds: Annotated[float, Query(ge=0, le=LONGEST_DRAIN)]) -> dict[str, Any]:
    """Wait until no request is on its way, those that a rule holds included, at most so many seconds."""
    await session.drain(seconds)
    return session.report()


@router.delete("/sessions/{session_id}")
async def close(request: Request, session: Found) -> dict[str, Any]:
    """Close the listener and its connections; the last report."""
    request.app.state.sessions.remove(session)
    await request.app.state.listeners.close(session.port, session.connections)
    return session.report()
