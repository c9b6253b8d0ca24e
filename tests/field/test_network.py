"""Nothing that a browser or a client does by itself gets past the rules of its session."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.async_api import Page
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from envs.toy import SITE
from harness.browser.actions import parse
from harness.browser.context import Chromium, Look
from harness.browser.driver import Driver, Setup
from harness.host import Host
from interventions.plan import seal

Behind = Callable[..., AbstractAsyncContextManager[Any]]
WRITE = """(path) => fetch(path, {method: "POST", body: "{}", headers: {"content-type": "application/json"}})
  .then((answer) => answer.status, (error) => error.name)"""
FETCH = """(path) => fetch(path).then(async (answer) => [answer.status, await answer.text()])"""
ERROR = {"op": "error", "on": "POST /api/cart", "status": 503}


class Shelf:
    """A site whose answers browsers may keep: with an ETag, and with a service worker that answers from a cache."""

    def __init__(self) -> None:
        self.stock = 0
        self.writes = 0
        self.not_modified = 0

    async def read(self, request: Request) -> Response:
        """Each reading that reaches the site counts one down, so that an old answer is told from a new one."""
        tag = f'"{self.stock}"'
        headers = {"etag": tag, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == tag:
            self.not_modified += 1
            return Response(status_code=304, headers=headers)
        return JSONResponse({"stock": self.stock}, headers=headers)

    async def write(self, request: Request) -> Response:
        self.writes += 1
        return JSONResponse({"status": "added"})

    async def page(self, request: Request) -> Response:
        return HTMLResponse(
            "<h1>Shelf</h1><p id=n></p><a href=/other>Other</a>"
            "<script>fetch('/api/stock').then(a => a.json()).then(b => n.textContent = b.stock)</script>"
        )

    def app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/", self.page),
                Route("/other", lambda request: HTMLResponse("<h1>Other</h1>")),
                Route("/sw.js", lambda request: Response(WORKER, media_type="text/javascript")),
                Route("/api/stock", self.read),
                Route("/api/cart", self.write, methods=["POST"]),
            ]
        )


WORKER = """self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(clients.claim()));
self.addEventListener("fetch", (event) => {
  if (event.request.url.includes("/api/")) event.respondWith(new Response('{"stock": "cached"}'));
});"""


async def opened(chrome: Chromium, proxy: str, url: str) -> Page:
    context = await chrome.context(Look(), proxy)
    page = await context.new_page()
    await page.goto(url)
    return page


# ---- loopback


@pytest.mark.browser
@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "::1", "sites"])
async def test_a_rule_acts_whatever_the_host_is_called(chrome: Chromium, behind: Behind, name: str) -> None:
    """`sites` is the name that compose gives the site server."""
    shelf = Shelf()
    async with behind(shelf.app(), [name], ERROR) as line:
        page = await opened(chrome, line.proxy, f"http://{f'[{name}]' if ':' in name else name}/")
        assert await page.evaluate(WRITE, "/api/cart") == 503
        assert await line.met() == 1
        await page.context.close()
    assert shelf.writes == 0


@pytest.mark.browser
@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "[::1]"])
async def test_no_loopback_address_is_reached_beside_the_proxy(chrome: Chromium, host: Host, name: str) -> None:
    session = await host.open(seal("toy/test", 7, None, {}), SITE)
    context = await chrome.context(Look(), session.proxy)
    page = await context.new_page()
    answer = await page.goto(f"http://{name}:{host.sites.url.rpartition(':')[2]}/health")
    await context.close()
    closed = await host.close(session)
    assert answer is not None
    assert answer.status == 403
    assert closed.blocked[0].endswith("/health")  # the browser may ask for an icon besides


@pytest.mark.browser
async def test_a_rule_acts_in_a_tab_that_a_page_opened(chrome: Chromium, behind: Behind) -> None:
    shelf = Shelf()
    async with behind(shelf.app(), ["shelf.test"], ERROR) as line:
        page = await opened(chrome, line.proxy, "http://shelf.test/other")
        async with page.context.expect_page() as opening:
            await page.evaluate("() => { window.open('/') }")
        tab = await opening.value
        await tab.wait_for_load_state()
        assert await tab.evaluate(WRITE, "/api/cart") == 503
        assert await line.met() == 1
        await page.context.close()
    assert shelf.writes == 0


OUT = """<h1>Out</h1><img src="http://pictures.example/cat.png" alt=Cat><a href="http://elsewhere.example/x">Away</a>
<script>document.querySelector("img").onerror = () => document.body.append("no picture")</script>"""


@pytest.mark.browser
async def test_what_leads_out_of_the_sites_is_shown_as_blocked_and_the_run_goes_on(
    chrome: Chromium, behind: Behind
) -> None:
    app = Starlette(routes=[Route("/", lambda request: HTMLResponse(OUT))])
    async with behind(app, ["shelf.test"]) as line:
        driver = await Driver.start(chrome, Setup(proxy=line.proxy))
        await driver.open("http://shelf.test/")
        seen = await driver.observe("g", 0)
        assert "no picture" in seen.text
        away = next(element.bid for element in seen.elements if element.name == "Away")
        await driver.execute(parse(f"click({away!r})"))
        await driver.settle()
        assert "This address is not part of the site." in (await driver.observe("g", 1)).text
        await driver.execute(parse("go_back()"))
        await driver.settle()
        assert 'heading "Out"' in (await driver.observe("g", 2)).text
        await driver.close()
        blocked = (await line.report())["blocked"]
    assert "GET http://pictures.example/cat.png" in blocked
    assert "GET http://elsewhere.example/x" in blocked


# ---- what browsers keep


@pytest.mark.browser
async def test_a_stale_answer_comes_in_its_window_only_and_no_page_gets_an_empty_one(
    chrome: Chromium, behind: Behind
) -> None:
    shelf = Shelf()
    op = {"op": "stale", "on": "GET /api/stock", "after": 1, "first": 2}
    async with behind(shelf.app(), ["shelf.test"], op) as line:
        page = await opened(chrome, line.proxy, "http://shelf.test/other")
        seen = []
        for number in range(5):
            shelf.stock = number
            seen.append(await page.evaluate(FETCH, "/api/stock"))
        assert await line.met() == 2
        await page.context.close()
    assert seen == [[200, f'{{"stock":{number}}}'] for number in (0, 0, 0, 3, 4)]


@pytest.mark.browser
async def test_an_answer_that_did_not_change_reaches_the_page_whole(chrome: Chromium, behind: Behind) -> None:
    shelf = Shelf()
    async with behind(shelf.app(), ["shelf.test"]) as line:
        page = await opened(chrome, line.proxy, "http://shelf.test/other")
        seen = [await page.evaluate(FETCH, "/api/stock") for _ in range(3)]
        await page.context.close()
    assert seen == [[200, '{"stock":0}']] * 3
    assert shelf.not_modified == 2  # else the browser kept nothing, and this test proves nothing


@pytest.mark.browser
async def test_going_back_shows_what_is_stored_and_a_stale_answer_only_where_its_rule_acts(
    chrome: Chromium, host: Host
) -> None:
    """A browser that goes back takes what it kept without asking, unless it was told to keep nothing."""
    op = {"id": "t.0", "family": "t", "op": "stale", "on": "GET /api/notes", "after": 1, "first": 1}
    for ops, shown in (([op], [False, True]), ([], [True, True])):
        session = await host.open(seal("toy/test", 7, "toy/test" if ops else None, {"network": ops}), SITE)
        page = await opened(chrome, session.proxy, session.url)
        await page.get_by_role("heading", name="Book the ferry").wait_for()
        folder = (await page.evaluate("() => fetch('/api/folders').then(a => a.json())"))["items"][0]["id"]
        assert await page.evaluate(ADD, {"title": "Oat milk", "folder_id": folder}) == 201
        seen = []
        for _ in shown:
            await page.goto(session.url + "assets/none")
            await page.go_back()
            await page.get_by_role("heading", name="Book the ferry").wait_for()
            seen.append(await page.get_by_role("heading", name="Oat milk").is_visible())
        await page.context.close()
        await host.close(session)
        assert seen == shown


ADD = """(note) => fetch("/api/notes", {method: "POST", body: JSON.stringify(note),
  headers: {"content-type": "application/json"}}).then((answer) => answer.status)"""


# ---- labels


async def test_a_body_that_is_not_what_its_label_says_voids_the_run_and_harms_nothing_else(behind: Behind) -> None:
    """A rule needs the value inside `/api/wrong`, the page script the document `/`."""
    label = {"content-encoding": "gzip"}
    app = Starlette(
        routes=[
            Route("/", lambda request: HTMLResponse("<h1>Plain</h1>", headers=label)),
            Route("/api/{name}", lambda request: JSONResponse({"stock": 1}, headers=label)),
            Route("/other", lambda request: HTMLResponse("<h1>Other</h1>")),
        ]
    )
    op = {"op": "patch", "on": "GET /api/wrong", "set": {"stock": 2}}
    async with behind(app, ["shelf.test"], op) as line:
        async with httpx.AsyncClient(proxy=line.proxy, base_url="http://shelf.test", trust_env=False) as http:
            assert (await http.get("/api/wrong")).status_code == 502
            assert (await http.get("/")).status_code == 502
            async with http.stream("GET", "/api/untouched") as answer:
                assert b"".join([part async for part in answer.aiter_raw()]) == b'{"stock":1}'
            assert (await http.get("/other")).status_code == 200
        found = await line.report()
    assert [(fault["kind"], fault["message"].split(":")[0]) for fault in found["faults"]] == [
        ("intervention", "GET /api/wrong"),
        ("intervention", "GET /"),
    ]
    assert found["in_flight"] == 0


# ---- service workers

REGISTER = """async (how) => {
  const own = navigator.serviceWorker;
  if (!own) return "none";
  const register = how === "plain" ? own.register.bind(own) : ServiceWorkerContainer.prototype.register.bind(own);
  const found = await register("/sw.js").catch((error) => null);
  if (found) await Promise.race([own.ready, new Promise((after) => setTimeout(after, 1500))]);
  return (await own.getRegistrations()).length;
}"""


@pytest.mark.browser
@pytest.mark.parametrize("how", ["plain", "prototype"])
async def test_no_service_worker_answers_in_place_of_the_site(chrome: Chromium, behind: Behind, how: str) -> None:
    """localhost is a secure context, the hosts of our sites are none."""
    shelf = Shelf()
    op = {"op": "error", "on": "GET /api/stock", "status": 503}
    async with behind(shelf.app(), ["localhost"], op) as line:
        page = await opened(chrome, line.proxy, "http://localhost/other")
        assert await page.evaluate(REGISTER, how) == 0
        await page.reload()
        assert (await page.evaluate(FETCH, "/api/stock"))[0] == 503
        assert await line.met() == 1
        await page.context.close()


@pytest.mark.browser
async def test_a_browser_that_is_not_ours_gets_no_worker_either(chrome: Chromium, behind: Behind) -> None:
    shelf = Shelf()
    async with behind(shelf.app(), ["localhost"]) as line:
        context = await chrome.browser.new_context(proxy={"server": line.proxy, "bypass": "<-loopback>"})
        page = await context.new_page()
        await page.goto("http://localhost/other")
        assert await page.evaluate(REGISTER, "plain") == 0
        assert (await page.evaluate(FETCH, "/api/stock"))[1] == '{"stock":0}'
        await context.close()
    assert (await _site(shelf, "/sw.js")).status_code == 200


async def _site(shelf: Shelf, path: str) -> httpx.Response:
    """The site's own answer, with no proxy."""
    async with httpx.AsyncClient(transport=httpx.ASGITransport(shelf.app()), base_url="http://shelf.test") as http:
        return await http.get(path)


# ---- memory


async def grown(host: Host, requests: int) -> int:
    """Bytes by which the proxy grew over so many requests of one kept connection, after it had warmed up."""
    (proxy,) = [child for child in host.children if child.name == "harness.proxy.main"]
    session = await host.open(seal("toy/test", 7, None, {}), SITE)
    limits = httpx.Limits(max_connections=1)
    async with httpx.AsyncClient(proxy=session.proxy, trust_env=False, limits=limits, timeout=30) as http:

        async def ask(times: int) -> None:
            for _ in range(times):
                assert (await http.get("http://toy.test/api/notes")).status_code == 200

        await ask(100)
        before = resident(proxy._process.pid)
        await ask(requests)
        after = resident(proxy._process.pid)
    await host.close(session)
    return after - before


def resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def test_the_proxy_does_not_grow_with_its_requests(host: Host) -> None:
    """2 kB a request; a body of the toy site is about 1.5 kB, so that keeping flows would show."""
    assert await grown(host, 400) < 400 * 2_000


@pytest.mark.soak
async def test_the_proxy_does_not_grow_with_five_thousand_requests(host: Host) -> None:
    assert await grown(host, 5_000) < 4_000_000


# ---- spelling


SPELLINGS = [b"toy.test", b"TOY.Test", b"toy.test:80", b"toy.test."]


@pytest.mark.parametrize("spelling", SPELLINGS)
async def test_another_spelling_of_the_host_is_the_same_site(host: Host, spelling: bytes) -> None:
    """The request line as a client of any make may write it; the state, which alone is graded, is the same."""
    states = []
    for name in (b"toy.test", spelling):
        session = await host.open(seal("toy/test", 7, None, {}), SITE)
        body = b'{"done": true}'
        note = sorted((await host.sites.call("GET", f"/sessions/{session.id}/state"))["toy"]["state"]["notes"])[0]
        status = await raw(session.proxy, b"PATCH", name, f"/api/notes/{note}".encode(), body)
        closed = await host.close(session)
        assert (status, closed.blocked, closed.final["notes"][note]["done"]) == (b"200", [], True)
        states.append(closed.final)
    assert states[0] == states[1]


@pytest.mark.parametrize("spelling", SPELLINGS)
async def test_a_tunnel_may_spell_the_host_in_any_way(host: Host, spelling: bytes) -> None:
    """Websockets go as tunnels."""
    session = await host.open(seal("toy/test", 7, None, {}), SITE)
    target = spelling if b":" in spelling else spelling + b":80"
    async with connection(session.proxy) as (reader, writer):
        writer.write(b"CONNECT " + target + b" HTTP/1.1\r\nhost: " + target + b"\r\n\r\n")
        assert (await reader.readuntil(b"\r\n\r\n")).split()[1] == b"200"
        writer.write(b"GET /api/notes HTTP/1.1\r\nhost: " + spelling + b"\r\n\r\n")
        assert (await reader.readline()).split()[1] == b"200"
    await host.close(session)


async def raw(proxy: str, method: bytes, name: bytes, path: bytes, body: bytes) -> bytes:
    """Status of one request, written as it stands."""
    head = [method + b" http://" + name + path + b" HTTP/1.1", b"host: " + name, b"content-type: application/json"]
    head += [b"content-length: %d" % len(body), b"connection: close", b"", body]
    async with connection(proxy) as (reader, writer):
        writer.write(b"\r\n".join(head))
        return (await reader.readline()).split()[1]


@asynccontextmanager
async def connection(proxy: str) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    address = httpx.URL(proxy)
    reader, writer = await asyncio.open_connection(address.host, address.port)
    try:
        yield reader, writer
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()
