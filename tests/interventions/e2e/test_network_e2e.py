"""A real mitmproxy process before a real backend that logs what it was asked to write."""

import asyncio
import json
import os
import re
import socket
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from playwright.async_api import async_playwright
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from wsproto import ConnectionType, WSConnection
from wsproto import events as ws

FIVE = [
    {"op": "forge", "on": "POST /api/forged", "body": {"status": "pending"}},
    {"op": "error", "on": "POST /api/before"},
    {"op": "error", "on": "POST /api/after", "commit": "after"},
    {"op": "delay", "on": "GET /api/slow", "seconds": 3},
    {"op": "error", "on": "POST /api/cut_before", "cut": True},
    {"op": "error", "on": "POST /api/cut_after", "cut": True, "commit": "after"},
]


@dataclass
class Backend:
    writes: list[str] = field(default_factory=list)

    async def api(self, request: Request) -> Response:
        if request.method == "POST":
            self.writes.append(request.path_params["name"])
        return JSONResponse({"name": request.path_params["name"]}, headers={"etag": '"v1"'})

    async def events(self, request: Request) -> Response:
        async def tell() -> AsyncIterator[bytes]:
            for n in range(3):
                yield f"data: {n}\n\n".encode()
                await asyncio.sleep(0.2)

        return StreamingResponse(tell(), media_type="text/event-stream")

    async def echo(self, socket: WebSocket) -> None:
        await socket.accept()
        await socket.send_text("echo " + await socket.receive_text())
        await socket.close()

    def app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/", lambda request: HTMLResponse("<h1>Page</h1>")),
                Route("/api/events", self.events),
                WebSocketRoute("/api/socket", self.echo),
                Route("/api/{name}", self.api, methods=["GET", "POST"]),
            ]
        )


@asynccontextmanager
async def serving(app: Starlette) -> AsyncIterator[int]:
    taken = socket.create_server(("127.0.0.1", 0))  # listens at once, so nobody has to wait for the server
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off", ws="wsproto"))
    task = asyncio.create_task(server.serve(sockets=[taken]))
    yield taken.getsockname()[1]
    server.should_exit = True
    await task


@dataclass
class Line:
    """The way through the proxy, and what came of it."""

    url: str
    backend: Backend
    receipts_file: Path

    def receipts(self, kind: str, op: str) -> int:
        lines = [json.loads(line) for line in self.receipts_file.read_text().splitlines()]
        return sum(line["kind"] == kind and line["op"] == op for line in lines)


@pytest.fixture(scope="module")
async def line(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Line]:
    folder = tmp_path_factory.mktemp("proxy")
    receipts, backend = folder / "receipts.jsonl", Backend()
    receipts.touch()
    ops = [{"id": op["on"].rpartition("/")[2], "family": "f", **op} for op in FIVE]
    async with serving(backend.app()) as port:
        command = [
            "-c", "from mitmproxy.tools.main import mitmdump; mitmdump()",
            "-s", str(Path(__file__).parent / "proxy_script.py"),
            "--mode", f"reverse:http://127.0.0.1:{port}", "--listen-host", "127.0.0.1", "--listen-port", "0",
            "--set", f"confdir={folder}",
        ]  # fmt: skip
        process = await asyncio.create_subprocess_exec(
            sys.executable, *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
            env={**os.environ, "OPS": json.dumps(ops), "RECEIPTS": str(receipts)},
        )  # fmt: skip
        try:
            yield Line(f"http://127.0.0.1:{await _port(process)}", backend, receipts)
        finally:
            process.terminate()
            await process.wait()


async def _port(process: asyncio.subprocess.Process) -> int:
    assert process.stdout
    said = b""
    while text := await asyncio.wait_for(process.stdout.readline(), 20):
        said += text
        if found := re.search(rb"listening at .*127\.0\.0\.1:(\d+)", text):
            return int(found[1])
    raise AssertionError(said.decode())


@pytest.fixture
async def client(line: Line) -> AsyncIterator[httpx.AsyncClient]:
    line.backend.writes.clear()
    async with httpx.AsyncClient(base_url=line.url, trust_env=False, timeout=20) as made:
        yield made


@pytest.mark.parametrize(("name", "status", "writes"), [("forged", 200, 0), ("before", 503, 0), ("after", 503, 1)])
async def test_what_the_backend_is_asked_to_write(
    line: Line, client: httpx.AsyncClient, name: str, status: int, writes: int
) -> None:
    """NET-06."""
    for repeat in range(1, 11):
        assert (await client.post(f"/api/{name}", json={})).status_code == status
        assert line.backend.writes == [name] * (writes * repeat)
    assert line.receipts("met", name) == line.receipts("applied", name) == 10


async def test_a_delay_slows_nobody_else(client: httpx.AsyncClient) -> None:
    """NET-04."""
    started = time.monotonic()
    slow = asyncio.create_task(client.get("/api/slow"))
    await asyncio.sleep(0.1)
    for _ in range(10):
        before = time.monotonic()
        assert (await client.get("/api/quick")).status_code == 200
        assert time.monotonic() - before < 0.5
    assert not slow.done()
    await slow
    assert time.monotonic() - started >= 3


async def test_none_of_many_parallel_requests_slips_through(line: Line, client: httpx.AsyncClient) -> None:
    """NET-10."""
    answers = await asyncio.gather(*(client.post("/api/before", json={"n": n}) for n in range(300)))
    assert [answer.status_code for answer in answers] == [503] * 300
    assert line.backend.writes == []


async def test_events_arrive_one_by_one(client: httpx.AsyncClient) -> None:
    """NET-08."""
    times = []
    async with client.stream("GET", "/api/events") as answer:
        async for _ in answer.aiter_bytes():
            times.append(time.monotonic())
    assert len(times) == 3
    assert times[-1] - times[0] > 0.2  # they are sent over 0.4 s; a buffered stream comes all at once


async def test_a_websocket_echoes(line: Line) -> None:
    """NET-08."""
    host, port = line.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    connection = WSConnection(ConnectionType.CLIENT)
    writer.write(connection.send(ws.Request(host=f"{host}:{port}", target="/api/socket")))
    heard: list[str] = []
    while not heard:
        connection.receive_data(await asyncio.wait_for(reader.read(4096), 5))
        for event in connection.events():
            if isinstance(event, ws.AcceptConnection):
                writer.write(connection.send(ws.Message(data="hello")))
            if isinstance(event, ws.TextMessage):
                heard.append(event.data)
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()
    assert heard == ["echo hello"]


FETCH = """(path) => fetch(path, {method: "POST", body: "{}", headers: {"content-type": "application/json"}})
  .then((answer) => answer.json()).then(() => "arrived", (error) => error.name)"""


@pytest.mark.browser
@pytest.mark.parametrize(("name", "writes"), [("cut_before", 0), ("cut_after", 1)])
async def test_a_browser_does_not_repeat_a_write_whose_connection_was_lost(line: Line, name: str, writes: int) -> None:
    line.backend.writes.clear()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = await browser.new_page()
        await page.goto(line.url)
        before = line.receipts("met", name)
        seen: Any = await page.evaluate(FETCH, f"/api/{name}")
        await browser.close()
    assert seen == "TypeError"
    assert line.backend.writes == [name] * writes
    assert line.receipts("met", name) == before + 1
