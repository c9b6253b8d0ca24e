"""The site server's public side: the host picks the site, a header set by the proxy names the session."""

from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from envs.kit.pages import Pages
from envs.kit.site import Site
from envs.kit.store import Store

SESSION_HEADER = "x-session"


class SiteServer:
    """One ASGI app for all sites and sessions.

    default: the session of requests that name none (a person at the server's own address); None refuses them.
    """

    def __init__(self, store: Store, default: str | None = None) -> None:
        self._store, self._default = store, default
        self._apps: dict[str, ASGIApp] = {site.host: site_app(site) for site in store.sites.values()}
        self._hosts = {site.host: site.name for site in store.sites.values()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await _lifespan(receive, send)
        if scope["type"] != "http":
            return await PlainTextResponse("Not found", 404)(scope, receive, send)
        headers = Headers(scope=scope)
        host = self._site_host(headers.get("host", ""))
        session = self._store.sessions.get(headers.get(SESSION_HEADER) or self._default or "")
        opened = session.worlds.get(self._hosts.get(host, "")) if session else None
        if opened is None:
            gone = {"error": {"code": "no_session", "reason": "This address is not open."}}
            return await JSONResponse(gone, 421)(scope, receive, send)
        scope["opened"] = opened
        return await self._apps[host](scope, receive, send)

    def _site_host(self, header: str) -> str:
        host = header.rsplit(":", 1)[0].lower().rstrip(".")
        if host in self._hosts or self._default is None or len(self._hosts) != 1:
            return host
        return next(iter(self._hosts))


def site_app(site: Site) -> FastAPI:
    """A site's routes and pages. The interactive API pages are off: a page must not describe itself to an agent."""
    app = FastAPI(title=site.title, docs_url=None, redoc_url=None, openapi_url=None)
    for router in site.routers:
        app.include_router(router)
    app.add_route("/{path:path}", Pages(site.ui).__call__, methods=["GET", "HEAD"])
    return app


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return
