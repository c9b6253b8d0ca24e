"""One host and one browser for the field tests, and a site of the test's own behind the real proxy."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette

from envs.toy import SITE
from harness.browser.context import Chromium, chromium
from harness.host import Host, hosted


@pytest.fixture(scope="session")
async def host(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Host]:
    async with hosted(tmp_path_factory.mktemp("logs"), {"toy": SITE}) as made:
        yield made


@pytest.fixture(scope="session")
async def chrome() -> AsyncIterator[Chromium]:
    async with chromium() as browser:
        yield browser


@dataclass(frozen=True)
class Line:
    """A session at the proxy that leads to a site of the test's own."""

    host: Host
    id: str
    proxy: str

    async def report(self) -> dict[str, Any]:
        found: dict[str, Any] = await self.host.proxy.call("GET", f"/sessions/{self.id}")
        return found

    async def met(self) -> int:
        """How often a rule's effect reached the client."""
        return sum(receipt["kind"] == "met" for receipt in (await self.report())["receipts"])


Behind = Callable[..., AbstractAsyncContextManager[Line]]


@pytest.fixture
def behind(host: Host) -> Behind:
    """`async with behind(app, hosts, *ops) as line`: the app at these host names, with these network ops."""

    @asynccontextmanager
    async def made(app: Starlette, hosts: list[str], *ops: dict[str, Any]) -> AsyncIterator[Line]:
        taken = socket.create_server(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off"))
        task = asyncio.create_task(server.serve(sockets=[taken]))
        spec = {
            "id": f"line-{taken.getsockname()[1]}",
            "hosts": dict.fromkeys(hosts, "toy"),
            "routes": [("GET", "/api/{name}"), ("POST", "/api/{name}")],
            "upstream": taken.getsockname(),
            "seed": 1,
            "network": [{"id": f"t.{n}", "family": "t", **op} for n, op in enumerate(ops)],
        }
        try:
            listening = await host.proxy.call("POST", "/sessions", spec)
            yield Line(host, spec["id"], f"http://{host.proxy_host}:{listening['port']}")
        finally:
            await host.proxy.call("DELETE", f"/sessions/{spec['id']}")
            server.should_exit = True
            await task

    return made
