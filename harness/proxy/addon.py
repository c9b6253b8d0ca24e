"""Decides about every flow: whose session it is, where it may go, and what acts on it.

Fails closed: a hook of ours that raises answers 502 and voids the run, because mitmproxy itself would let the flow pass
unmodified and a broken intervention would look like a clean run.
"""

import logging
from collections.abc import Awaitable, Callable

from mitmproxy import connection, http
from mitmproxy.proxy.mode_specs import ReverseMode
from mitmproxy.proxy.server_hooks import ServerConnectionHookData

from envs.kit.app import SESSION_HEADER
from envs.kit.context import BACKGROUND_HEADER
from harness.proxy.sessions import ProxySession, Sessions
from interventions.layers.client import inject

log = logging.getLogger(__name__)
BROWSER_OWN = frozenset(
    {"content-autofill.googleapis.com", "optimizationguide-pa.googleapis.com", "update.googleapis.com"}
)
"""Services that Chromium calls by itself: refused like any other, but no attempt of the agent."""


class Gate:
    """The only addon of ours. A connection is bound to its session when it opens, and never changes hands."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._bound: dict[str, ProxySession] = {}

    def client_connected(self, client: connection.Client) -> None:
        if isinstance(client.proxy_mode, ReverseMode):
            return
        session = self._sessions.by_port.get(client.sockname[1])
        if session is None:
            client.error = "no session listens here"
            return
        self._bound[client.id] = session
        session.connections.add(client.id)

    def client_disconnected(self, client: connection.Client) -> None:
        session = self._bound.pop(client.id, None)
        if session:
            session.connections.discard(client.id)

    def http_connect(self, flow: http.HTTPFlow) -> None:
        """A tunnel is only for websockets to the session's own sites."""
        session = self._bound.get(flow.client_conn.id)
        if session is None or plain(flow.request.host) not in session.spec.hosts or flow.request.port != 80:
            _refuse(flow, session)

    def server_connect(self, data: ServerConnectionHookData) -> None:
        """Whatever the address says, a session's connections lead to its own site server."""
        session = self._bound.get(data.client.id)
        if session and data.server.address and plain(data.server.address[0]) in session.spec.hosts:
            data.server.address = session.spec.upstream

    async def request(self, flow: http.HTTPFlow) -> None:
        session = self._admit(flow)
        if session is None:
            return
        flow.metadata["session"] = session
        if BACKGROUND_HEADER not in flow.request.headers:
            session.started(flow.id, flow.request.method)
        if not self._own_files(flow, session):
            await _guarded(flow, session, session.rules.request)

    def responseheaders(self, flow: http.HTTPFlow) -> None:
        session = flow.metadata.get("session")
        if session is None or flow.response is None:
            return
        session.rules.responseheaders(flow)
        if flow.response.stream:  # it has no end to wait for
            session.ended(flow.id)

    async def response(self, flow: http.HTTPFlow) -> None:
        session = flow.metadata.get("session")
        if session is None or flow.response is None:
            return
        await _guarded(flow, session, session.rules.response)
        if flow.response.headers.get("content-type", "").startswith("text/html"):
            await _guarded(flow, session, _inject(session))
        session.ended(flow.id)

    def error(self, flow: http.HTTPFlow) -> None:
        """A request that the site left unanswered is a fault of ours; one that the client gave up is not."""
        session = flow.metadata.get("session")
        if session is None:
            return
        session.ended(flow.id)
        if flow.client_conn.connected and flow.error and flow.error.msg != flow.error.KILLED_MESSAGE:
            session.fail("infra", f"{flow.request.method} {flow.request.path}: {flow.error.msg}")

    def _admit(self, flow: http.HTTPFlow) -> ProxySession | None:
        """The flow's session with its upstream and session header set, or None where it has been refused."""
        if isinstance(flow.client_conn.proxy_mode, ReverseMode):
            found = self._sessions.direct(flow.request.headers.get("host", ""))
            if found is None:
                flow.response = http.Response.make(404, "No session has this address.", {"content-type": "text/plain"})
                return None
            session, host = found
        else:
            bound = self._bound.get(flow.client_conn.id)
            host = plain(flow.request.host)
            if bound is None or host not in bound.spec.hosts or flow.request.port != 80:
                _refuse(flow, bound)
                return None
            session = bound
        flow.request.scheme = "http"
        flow.request.host, flow.request.port = session.spec.upstream
        flow.request.headers["host"] = host
        flow.request.headers[SESSION_HEADER] = session.spec.id
        return session

    def _own_files(self, flow: http.HTTPFlow, session: ProxySession) -> bool:
        """Answer what never reaches the site: the page script (the same bytes in both arms), its reports, workers."""
        path = flow.request.path.partition("?")[0]
        if path == inject.SCRIPT_PATH:
            headers = {"content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache"}
            flow.response = http.Response.make(200, inject.SCRIPT, headers)
        elif flow.request.headers.get("service-worker") == "script":
            # its answers would pass every rule by; Playwright blocks workers, but people and other clients come too
            flow.response = http.Response.make(404, "No service workers here.", {"content-type": "text/plain"})
        elif path == inject.BEACON_PATH:
            flow.response = http.Response.make(204)
            _take_beacon(flow, session)
        return flow.response is not None


def plain(host: str) -> str:
    """A host as sessions name it: case and a final dot do not make it another."""
    return host.lower().rstrip(".")


def _take_beacon(flow: http.HTTPFlow, session: ProxySession) -> None:
    """A receipt of a client op; what is not one (an agent may write to any address) is dropped."""
    told = inject.report(flow.request.content or b"", session.spec.client)
    if told is None:
        return
    if told["kind"] == "error":
        session.fail("intervention", f"{told['op']}: {str(told['detail'])[:300]}")
    else:
        session.record(told)


async def _guarded(flow: http.HTTPFlow, session: ProxySession, run: Callable[[http.HTTPFlow], Awaitable[None]]) -> None:
    try:
        await run(flow)
    except Exception as fault:  # the proxy's door: see the module's docstring
        log.exception("a rule failed on %s %s", flow.request.method, flow.request.path)
        session.fail("intervention", f"{flow.request.method} {flow.request.path}: {type(fault).__name__}: {fault}")
        flow.response = http.Response.make(502, "The proxy failed.", {"content-type": "text/plain"})


def _inject(session: ProxySession) -> Callable[[http.HTTPFlow], Awaitable[None]]:
    async def add_script(flow: http.HTTPFlow) -> None:
        assert flow.response is not None
        body = flow.response.content
        if body:
            flow.response.content = inject.html(body, session.spec.client)

    return add_script


def _refuse(flow: http.HTTPFlow, session: ProxySession | None) -> None:
    if session and flow.request.host not in BROWSER_OWN:
        session.blocked.append(f"{flow.request.method} {flow.request.pretty_url}"[:300])
    flow.response = http.Response.make(403, "This address is not part of the site.", {"content-type": "text/plain"})
