"""The control plane: opens, reads and closes sessions. Another port than the sites', a bearer token, never proxied."""

import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Header, HTTPException, Request
from pydantic import BaseModel, ConfigDict, Field

from envs.kit.pages import Pages
from envs.kit.session import OpenWorld, Session
from envs.kit.store import SeedError, Store, WorldRequest


class WorldSpec(BaseModel):
    """A world of the session to open."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    site: str = Field(description="Name of the site.")
    seed: int = Field(description="Seed of its world.")
    seed_ops: list[dict[str, Any]] = Field(default=[], description="Compiled ops that change rows before it opens.")
    server_ops: list[dict[str, Any]] = Field(default=[], description="Compiled ops that act as hooks while it is open.")


class SessionSpec(BaseModel):
    """A session to open."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: str | None = Field(default=None, pattern=r"^[a-z0-9][a-z0-9-]{0,40}$", description="Name; drawn where absent.")
    worlds: list[WorldSpec] = Field(min_length=1, description="One world per site.")


def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


def authorised(request: Request, authorization: Annotated[str, Header()] = "") -> None:
    """Refuse a call without the plane's token."""
    if not secrets.compare_digest(authorization, f"Bearer {request.app.state.token}"):
        raise HTTPException(401, "this needs the control token")


TheStore = Annotated[Store, Depends(_store)]


def _session(store: TheStore, session_id: str) -> Session:
    if session_id not in store.sessions:
        raise HTTPException(404, f"no session {session_id!r} is open")
    return store.sessions[session_id]


Found = Annotated[Session, Depends(_session)]
router = APIRouter(dependencies=[Depends(authorised)])


def control_app(store: Store, token: str) -> FastAPI:
    """The API of the control plane; every call but /health needs `authorization: Bearer <token>`."""
    app = FastAPI(title="BreakingWeb control plane")
    app.state.store, app.state.token = store, token
    app.add_api_route("/health", health)
    app.include_router(router)
    return app


def health(store: TheStore) -> dict[str, Any]:
    """Ready only where each site's world can be seeded and its pages are built."""
    sites = {name: _site_health(store, name) for name in store.sites}
    ready = all(site["rows"] > 0 and site["pages"] for site in sites.values())
    return {"ready": ready, "sites": sites, "sessions": len(store.sessions)}


@router.post("/sessions")
async def open_session(store: TheStore, spec: SessionSpec) -> dict[str, Any]:
    requests = [WorldRequest(**world.model_dump()) for world in spec.worlds]
    try:
        return {"id": store.open(requests, spec.id).id}
    except (ValueError, KeyError) as bad:
        raise HTTPException(422, f"{type(bad).__name__}: {bad}") from bad


@router.get("/sessions/{session_id}")
async def read_session(session: Found) -> dict[str, Any]:
    return {"id": session.id, "worlds": {name: _report(opened) for name, opened in session.worlds.items()}}


@router.get("/sessions/{session_id}/state")
async def read_state(session: Found) -> dict[str, Any]:
    """{site: {baseline, state}}; waits for the request at work."""
    found = {}
    for name, opened in session.worlds.items():
        async with opened.lock:
            found[name] = {"baseline": opened.world.baseline, "state": opened.world.state()}
    return found


@router.post("/sessions/{session_id}/freeze")
async def freeze(session: Found) -> dict[str, Any]:
    """{site: {baseline, final, receipts, faults, writes, late}}; later writes are refused and counted."""
    found = {}
    for name, opened in session.worlds.items():
        async with opened.lock:
            final = opened.freeze()
            found[name] = {"baseline": opened.world.baseline, "final": final, **_report(opened)}
    return found


@router.delete("/sessions/{session_id}")
async def close(store: TheStore, session: Found) -> dict[str, Any]:
    """{late}: writes that came after the final state was taken."""
    late = sum(opened.late for opened in session.worlds.values())
    store.close(session.id)
    return {"late": late}


@router.get("/templates/{site}/{seed}")
async def template(store: TheStore, site: str, seed: int) -> dict[str, Any]:
    if site not in store.sites:
        raise HTTPException(404, f"no site {site!r}; there are {', '.join(store.sites)}")
    try:
        return {"types": store.sites[site].types(), "state": store.template(site, seed).state()}
    except SeedError as bad:
        raise HTTPException(422, str(bad)) from bad


def _site_health(store: Store, name: str) -> dict[str, Any]:
    """{rows, pages}, and `error` where the site's world cannot be made."""
    pages = Pages(store.sites[name].ui).built
    try:
        rows = sum(len(rows) for rows in store.template(name, 1).state().values())
    except SeedError as bad:
        return {"rows": 0, "pages": pages, "error": str(bad)}
    return {"rows": rows, "pages": pages}


def _report(opened: OpenWorld) -> dict[str, Any]:
    return {"receipts": opened.receipts, "faults": opened.faults, "writes": opened.writes, "late": opened.late}
