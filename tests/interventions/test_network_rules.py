"""Network rules against single flows, with no proxy and no socket."""

import gzip
import json
from random import Random
from typing import Any

import brotli
import pytest
from mitmproxy import http
from mitmproxy.connection import ConnectionState
from mitmproxy.test import tflow

from interventions.layers.network.addon import NetworkRules
from interventions.layers.network.answers import AnswerMaker
from interventions.layers.network.effects import Tools

ROUTES = [
    ("GET", "/api/orders"), ("POST", "/api/orders"), ("GET", "/api/orders/export"), ("GET", "/api/orders/{order_id}"),
    ("PATCH", "/api/orders/{order_id}"), ("GET", "/api/cart"), ("POST", "/api/cart/items"),
]  # fmt: skip


class Desk:
    """A session's rules, with a clock of its own; `ask` plays one request through all hooks."""

    def __init__(self, *ops: dict[str, Any]) -> None:
        self.receipts: list[dict[str, Any]] = []
        self.slept: list[float] = []
        self.time = 0.0
        self.reached = 0
        numbered = [{"id": f"f.d.{i}", "family": "f", **op} for i, op in enumerate(ops)]
        tools = Tools(AnswerMaker(), self._sleep, lambda: self.time)
        self.rules = NetworkRules(numbered, ROUTES, Random(1), self.receipts.append, tools)

    async def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += seconds

    async def ask(
        self,
        method: str,
        path: str,
        answer: http.Response | None = None,
        sent: Any = None,
        headers: dict[str, str] | None = None,
        gone: bool = False,
    ) -> http.HTTPFlow:
        """`gone`: the client has left before the answer is delivered."""
        content = b"" if sent is None else json.dumps(sent).encode()
        flow = tflow.tflow(req=tflow.treq(method=method.encode(), path=path.encode(), content=content))
        flow.request.headers.update(headers or {})
        await self.rules.request(flow)
        if flow.response is None:
            self.reached += 1
            flow.response = (answer or site_answer({"ok": True})).copy()
        self.rules.responseheaders(flow)
        if gone:
            flow.client_conn.state = ConnectionState.CLOSED
        await self.rules.response(flow)
        return flow

    async def status(self, method: str, path: str, **more: Any) -> int:
        flow = await self.ask(method, path, **more)
        assert flow.response
        return flow.response.status_code

    def kinds(self, kind: str) -> list[int]:
        return [one["nth"] for one in self.receipts if one["kind"] == kind]


def site_answer(body: Any, status: int = 200, **headers: str) -> http.Response:
    fixed = {
        "date": "Wed, 10 Mar 2027 09:40:00 GMT", "content-length": "0", "content-type": "application/json",
        "x-clock": "2027-03-10T09:40:05+00:00", "cache-control": "no-store",
    }  # fmt: skip
    return http.Response.make(status, json.dumps(body).encode(), {**fixed, **headers})


def body_of(flow: http.HTTPFlow) -> Any:
    assert flow.response
    return json.loads(flow.response.get_content() or b"")


async def test_an_error_before_commit_acts_on_the_first_requests_of_each_path_only() -> None:
    desk = Desk({"op": "error", "on": "PATCH /api/orders/{id}", "first": 2})
    seen = [await desk.status("PATCH", f"/api/orders/{order}") for order in ("a", "b", "a", "a", "b", "b")]
    assert seen == [503, 503, 503, 200, 503, 200]
    assert desk.reached == 2
    assert desk.kinds("applied") == desk.kinds("met") == [1, 1, 2, 2]


async def test_an_error_after_commit_reaches_the_site_once_and_loses_the_answer() -> None:
    desk = Desk({"op": "error", "on": "POST /api/orders", "first": 1, "commit": "after", "status": 502})
    assert [await desk.status("POST", "/api/orders") for _ in range(2)] == [502, 200]
    assert desk.reached == 2


async def test_a_wildcard_never_takes_the_place_of_a_route_of_its_own() -> None:
    desk = Desk({"op": "error", "on": "GET /api/orders/{id}"})
    assert await desk.status("GET", "/api/orders/export") == 200
    assert await desk.status("GET", "/api/orders/or-1?full=1") == 503


async def test_polls_and_prefetches_neither_count_nor_are_touched() -> None:
    desk = Desk({"op": "error", "on": "GET /api/cart", "first": 1})
    for mark in ("poll", "prefetch"):
        assert await desk.status("GET", "/api/cart", headers={"x-background": mark}) == 200
    assert await desk.status("GET", "/api/cart") == 503


async def test_an_error_then_a_forged_answer_then_the_truth() -> None:
    desk = Desk(
        {"op": "error", "on": "POST /api/orders", "first": 1},
        {"op": "forge", "on": "POST /api/orders", "after": 1, "first": 1, "body": {"status": "pending"}},
    )
    flows = [await desk.ask("POST", "/api/orders") for _ in range(3)]
    assert [flow.response.status_code for flow in flows if flow.response] == [503, 200, 200]
    assert [body_of(flow) for flow in flows[1:]] == [{"status": "pending"}, {"ok": True}]
    assert desk.reached == 1


async def test_a_forged_answer_carries_the_headers_of_the_sites_own() -> None:
    desk = Desk({"op": "forge", "on": "POST /api/orders", "body": {"note": "for {request.name}"}})
    real = await desk.ask("GET", "/api/cart")
    forged = await desk.ask("POST", "/api/orders", sent={"name": "Maya"})
    assert real.response
    assert forged.response
    assert list(real.response.headers) == list(forged.response.headers)
    assert forged.response.headers["x-clock"] == real.response.headers["x-clock"]
    assert body_of(forged) == {"note": "for Maya"}


async def test_a_delay_holds_the_answer_and_grows_up_to_its_most() -> None:
    desk = Desk({"op": "delay", "on": "GET /api/orders", "seconds": 2, "grow": 3, "most": 7})
    for _ in range(4):
        await desk.ask("GET", "/api/orders")
    assert desk.slept == [2, 5, 7, 7]


async def test_a_delayed_answer_that_nobody_waited_for_is_applied_and_not_met() -> None:
    desk = Desk({"op": "delay", "on": "GET /api/orders", "seconds": 2})
    await desk.ask("GET", "/api/orders", gone=True)
    assert desk.kinds("applied") == [1]
    assert desk.kinds("met") == []


async def test_conditional_headers_are_taken_off_where_a_rule_looks_and_left_elsewhere() -> None:
    desk = Desk({"op": "stale", "on": "GET /api/cart", "after": 1, "first": 2})
    sent = {"if-none-match": '"v1"', "if-modified-since": "Wed, 10 Mar 2027 09:40:00 GMT"}
    watched = await desk.ask("GET", "/api/cart", headers=sent)
    assert not {"if-none-match", "if-modified-since"} & set(watched.request.headers)
    assert "if-none-match" in (await desk.ask("GET", "/api/orders", headers=sent)).request.headers


async def test_a_stale_answer_repeats_the_last_true_one_and_then_the_truth_is_back() -> None:
    """NET-02."""
    desk = Desk({"op": "stale", "on": "GET /api/cart", "after": 1, "first": 2})
    seen = [body_of(await desk.ask("GET", "/api/cart", site_answer({"version": n}))) for n in (1, 2, 3, 4)]
    assert [one["version"] for one in seen] == [1, 1, 1, 4]
    assert desk.kinds("met") == [2, 3]


async def test_a_rule_that_waits_for_a_write_starts_to_count_at_each_accepted_one() -> None:
    desk = Desk({"op": "stale", "on": "GET /api/cart", "since": "POST /api/cart/items", "first": 1})
    versions = iter(range(1, 20))

    async def read() -> int:
        answer = site_answer({"version": next(versions)})
        return int(body_of(await desk.ask("GET", "/api/cart", answer))["version"])

    assert [await read(), await read()] == [1, 2]
    await desk.ask("POST", "/api/cart/items", site_answer({}, 422))
    assert await read() == 3
    await desk.ask("POST", "/api/cart/items")
    assert [await read(), await read()] == [3, 5]
    await desk.ask("POST", "/api/cart/items")
    assert await read() == 5


async def test_a_limit_refuses_what_comes_too_fast_and_says_when_to_come_back() -> None:
    desk = Desk({"op": "limit", "on": "GET /api/orders", "calls": 2, "seconds": 10})
    assert [await desk.status("GET", "/api/orders") for _ in range(3)] == [200, 200, 429]
    flow = await desk.ask("GET", "/api/orders")
    assert flow.response
    desk.time += int(flow.response.headers["retry-after"])
    assert await desk.status("GET", "/api/orders") == 200


@pytest.mark.parametrize(("encoding", "packed"), [("gzip", gzip.compress), ("br", brotli.compress)])
async def test_a_value_is_changed_inside_a_compressed_answer(encoding: str, packed: Any) -> None:
    """NET-03."""
    desk = Desk({"op": "patch", "on": "GET /api/orders", "set": {"items[*].status": "Zugestellt – größer"}})
    answer = site_answer({})
    answer.raw_content = packed(json.dumps({"items": [{"status": "new"}, {"status": "old"}]}).encode())
    answer.headers["content-encoding"] = encoding
    flow = await desk.ask("GET", "/api/orders", answer)
    assert flow.response
    assert flow.response.headers["content-encoding"] == encoding
    assert [item["status"] for item in body_of(flow)["items"]] == ["Zugestellt – größer"] * 2


async def test_a_mislabelled_body_stops_a_rule_that_needs_it_instead_of_passing_as_unchanged() -> None:
    """NET-03: whoever runs the rules voids the run."""
    desk = Desk({"op": "patch", "on": "GET /api/orders", "set": {"total": 1}})
    answer = site_answer({"total": 2})
    answer.headers["content-encoding"] = "gzip"
    with pytest.raises(ValueError, match=r"gzip|decod"):
        await desk.ask("GET", "/api/orders", answer)


async def test_a_lost_connection_promises_more_than_it_sends() -> None:
    desk = Desk({"op": "error", "on": "POST /api/orders", "first": 1, "cut": True})
    flow = await desk.ask("POST", "/api/orders")
    assert flow.response
    assert int(flow.response.headers["content-length"]) > len(flow.response.raw_content or b"")
    assert flow.response.headers["connection"] == "close"


async def test_event_streams_and_upgrades_are_left_alone() -> None:
    """NET-08."""
    desk = Desk({"op": "error", "on": "GET /api/*", "commit": "after"})
    events = await desk.ask("GET", "/api/events", http.Response.make(200, b"", {"content-type": "text/event-stream"}))
    assert events.response
    assert events.response.stream
    assert events.response.status_code == 200
    assert await desk.status("GET", "/api/socket", headers={"upgrade": "websocket"}) == 200
    assert desk.receipts == []


async def test_each_op_counts_for_itself() -> None:
    alone = Desk({"op": "error", "on": "POST /api/orders", "after": 1, "first": 1})
    stacked = Desk(
        {"op": "delay", "on": "* /api/*", "seconds": 1},
        {"op": "error", "on": "POST /api/orders", "after": 1, "first": 1},
    )
    for desk in (alone, stacked):
        assert [await desk.status("POST", "/api/orders") for _ in range(3)] == [200, 503, 200]
