"""The network ops of one session, as the hooks of a mitmproxy addon.

The proxy calls these for the flows of the session; an exception is for it to catch: it answers 502 and
voids the run.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from mitmproxy import http
from mitmproxy.connection import ConnectionState

from envs.kit.context import BACKGROUND_HEADER
from interventions.layers.network.answers import AnswerMaker
from interventions.layers.network.counting import Counting, Hit
from interventions.layers.network.effects import EFFECTS, Effect, Tools
from interventions.layers.network.ops import NetworkOp
from interventions.layers.vocabulary import parse
from interventions.receipts import Kind, receipt
from interventions.routes import RouteTable

Record = Callable[[dict[str, Any]], None]
CONDITIONAL = ("if-none-match", "if-modified-since", "if-match", "if-unmodified-since", "if-range", "range")
HITS, ACTED = "rules.hits", "rules.acted"


class NetworkRules:
    """Counts, matches and changes the requests of one session.

    routes: (method, template) of the session's sites in the order in which they are tried. record takes each receipt.
    """

    def __init__(
        self,
        ops: Sequence[dict[str, Any]],
        routes: Sequence[tuple[str, str]],
        rng: Random,
        record: Record,
        tools: Tools | None = None,
    ) -> None:
        self._tools = tools or Tools(AnswerMaker())
        parsed = [op for raw in ops if isinstance(op := parse("network", raw), NetworkOp)]
        self._counting = Counting(parsed, RouteTable(routes))
        self._effects: list[Effect] = [EFFECTS[op.op](op, self._tools) for op in parsed]
        self._record = record

    async def request(self, flow: http.HTTPFlow) -> None:
        """Counts the request, holds it, or answers it in the site's place."""
        if not self._effects or BACKGROUND_HEADER in flow.request.headers or "upgrade" in flow.request.headers:
            return
        hits = self._counting.hits(flow.request.method, flow.request.path.partition("?")[0])
        if not hits:
            return
        flow.metadata[HITS], flow.metadata[ACTED] = hits, []
        for name in CONDITIONAL:
            flow.request.headers.pop(name, None)
        for hit in hits:
            if hit.acts and await self._effects[hit.number].request(flow, hit):
                self._note(flow, hit)

    def responseheaders(self, flow: http.HTTPFlow) -> None:
        """Lets event streams through as they come; no rule touches them."""
        if flow.response and flow.response.headers.get("content-type", "").startswith("text/event-stream"):
            flow.response.stream = True
            flow.metadata.pop(HITS, None)

    async def response(self, flow: http.HTTPFlow) -> None:
        """Changes or holds the answer, then notes what was delivered."""
        response = flow.response
        if not self._effects or response is None or response.stream:
            return
        hits: list[Hit] = flow.metadata.get(HITS, [])
        real = not any(hit.op.op in ("error", "forge", "stale", "limit") for hit in flow.metadata.get(ACTED, []))
        if real:
            self._heard(flow, response, hits)
        for hit in hits:
            if hit.acts and await self._effects[hit.number].response(flow, flow.response or response, hit):
                self._note(flow, hit)
        if flow.client_conn.state & ConnectionState.CAN_WRITE:
            for hit in flow.metadata.get(ACTED, []):
                self._tell(flow, hit, "met")

    def _heard(self, flow: http.HTTPFlow, response: http.Response, hits: list[Hit]) -> None:
        """The site itself has answered: learn how its answers look, and start what waits for this one."""
        self._tools.answers.learn(response)
        for hit in hits:
            if not hit.acts:
                self._effects[hit.number].passed(flow, response)
        if 200 <= response.status_code < 300 and BACKGROUND_HEADER not in flow.request.headers:
            self._counting.answered(flow.request.method, flow.request.path.partition("?")[0])

    def _note(self, flow: http.HTTPFlow, hit: Hit) -> None:
        flow.metadata[ACTED].append(hit)
        self._tell(flow, hit, "applied")

    def _tell(self, flow: http.HTTPFlow, hit: Hit, kind: Kind) -> None:
        detail = {"method": flow.request.method, "path": flow.request.path.partition("?")[0]}
        self._record(receipt(hit.op, kind, hit.nth, **detail))
