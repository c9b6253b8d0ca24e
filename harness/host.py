"""Hosts sessions: the site server and the proxy, started here or reached where compose runs them.

Embedded, both are child processes on free loopback ports. Attached, `BREAKINGWEB_SITES` and `BREAKINGWEB_PROXY` are the
addresses of their control planes and `BREAKINGWEB_TOKEN` (or the file `BREAKINGWEB_TOKEN_FILE`) the token.
"""

import asyncio
import os
import secrets
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from envs.kit.site import Site
from harness.browser.bounds import Bounds
from harness.control import Control
from harness.errors import UserError, VoidRun
from harness.processes import Child
from harness.sites import SITES
from harness.token import control_token
from interventions.plan import Plan

READY_SECONDS = 60.0
TRIES = 3
"""How often a port is chosen anew where another process was quicker."""


@dataclass(frozen=True)
class HostedSession:
    """An open session as a client sees it: `url` through `proxy`, or `direct` with no proxy setting."""

    id: str
    site: str
    url: str
    proxy: str
    direct: str


@dataclass(frozen=True)
class Closed:
    """What a closed session leaves: states, receipts in the order of their wall time, faults.

    late: writes that were still on their way when the final state was taken, or came after it.
    """

    initial: dict[str, Any]
    final: dict[str, Any]
    receipts: list[dict[str, Any]]
    faults: list[dict[str, str]]
    blocked: list[str]
    late: int
    teardown_error: str | None = None


@dataclass
class Host:
    """Both processes, ready. `open` and `close` may be called by many runs at once."""

    sites: Control
    proxy: Control
    token: str
    upstream: tuple[str, int]
    proxy_host: str
    direct_port: int
    children: list[Child] = field(default_factory=list)

    @property
    def alive(self) -> bool:
        return all(child.alive for child in self.children)

    async def open(self, plan: Plan, site: Site, session_id: str | None = None) -> HostedSession:
        """Open the plan's world and its way through the proxy; nothing stays open where either fails."""
        ops = plan.ops
        world = {"site": site.name, "seed": plan.seed, "seed_ops": ops["seed"], "server_ops": ops["server"]}
        opened = await self.sites.call("POST", "/sessions", {"id": session_id, "worlds": [world]})
        name = opened["id"]
        spec = {
            "id": name,
            "hosts": {site.host: site.name},
            "routes": site.routes(),
            "upstream": self.upstream,
            "seed": plan.seed,
            "network": ops["network"],
            "client": ops["client"],
        }
        try:
            listening = await self.proxy.call("POST", "/sessions", spec)
        except BaseException:
            await self.sites.call("DELETE", f"/sessions/{name}")
            raise
        return HostedSession(
            id=name,
            site=site.name,
            url=f"http://{site.host}/",
            proxy=f"http://{self.proxy_host}:{listening['port']}",
            direct=f"http://{name}.{site.name}.localhost:{self.direct_port}/",
        )

    async def close(self, session: HostedSession, drain: float = Bounds().drain) -> Closed:
        """Close an open session; see `close`."""
        return await close(self.sites, self.proxy, session.id, session.site, drain)

    async def drop(self, session: HostedSession) -> None:
        """Close with no result, for a run that is void anyway."""
        for plane in (self.proxy, self.sites):
            try:
                await plane.call("DELETE", f"/sessions/{session.id}")
            except VoidRun:
                continue  # it is gone with its process, or was never there

    async def stop(self) -> None:
        for child in self.children:
            await child.stop()
        await self.sites.close()
        await self.proxy.close()


async def close(sites: Control, proxy: Control, session: str, site: str, drain: float = Bounds().drain) -> Closed:
    """Wait at most `drain` seconds for what is on its way, take the final state, and close."""
    at = f"/sessions/{session}"
    drained = await proxy.call("POST", f"{at}/drain?seconds={drain:g}")
    frozen = (await sites.call("POST", f"{at}/freeze"))[site]
    # The final state is in hand: what fails from here on is noted beside the grade, and each plane is told to close.
    network, late, trouble = drained, 0, []
    try:
        network = await proxy.call("DELETE", at)
    except VoidRun as fault:
        trouble.append(fault.message)
    try:
        late = (await sites.call("DELETE", at))["late"]
    except VoidRun as fault:
        trouble.append(fault.message)
    receipts = sorted([*frozen["receipts"], *network["receipts"]], key=lambda receipt: receipt["wall"])
    return Closed(
        initial=frozen["baseline"],
        final=frozen["final"],
        receipts=receipts,
        faults=[*frozen["faults"], *network["faults"]],
        blocked=network["blocked"],
        late=max(late, drained["writes_in_flight"]),  # one that was on its way may have come after
        teardown_error="; ".join(trouble) or None,
    )


@asynccontextmanager
async def hosted(logs: Path, sites: Mapping[str, Site] = SITES, direct_port: int = 0) -> AsyncIterator[Host]:
    """A ready host; its processes are stopped on the way out."""
    attached = os.environ.get("BREAKINGWEB_SITES")
    host = await attach(attached) if attached else await start(logs, sites, direct_port)
    try:
        await ready(host)
        yield host
    finally:
        await host.stop()


async def start(logs: Path, sites: Mapping[str, Site] = SITES, direct_port: int = 0) -> Host:
    """Start both processes on free ports (`direct_port` 0: a free one too)."""
    token = secrets.token_urlsafe(24)
    port = free_port()
    for _ in range(TRIES - 1):
        try:
            return await _started(logs, sites, port, direct_port, token)
        except UserError as taken:
            if f"port {port} " not in str(taken):
                raise
            port = free_port()
    return await _started(logs, sites, port, direct_port, token)


async def _started(logs: Path, sites: Mapping[str, Site], port: int, direct_port: int, token: str) -> Host:
    """Both processes, the sites at `port`; UserError where that one or the direct one is taken."""
    chosen = [part for name in sites for part in ("--site", name)]
    there = ["--upstream-port", str(port), "--direct", str(direct_port)]
    server, proxy = await both(
        Child.start("harness.server", ["--port", str(port), *chosen], token, logs / "sites.log"),
        Child.start("harness.proxy.main", there, token, logs / "proxy.log"),
    )
    return Host(
        sites=Control(f"http://127.0.0.1:{server.ready['control_port']}", token),
        proxy=Control(f"http://127.0.0.1:{proxy.ready['control_port']}", token),
        token=token,
        upstream=("127.0.0.1", port),
        proxy_host="127.0.0.1",
        direct_port=proxy.ready["direct_port"],
        children=[server, proxy],
    )


def free_port() -> int:
    """A port that is free now; another process may take it before it is used."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def both(first: Awaitable[Child], second: Awaitable[Child]) -> tuple[Child, Child]:
    """Start two children at once; where one fails, or the start is called off, the other is stopped."""
    tasks = [asyncio.ensure_future(first), asyncio.ensure_future(second)]
    try:
        await asyncio.gather(*tasks, return_exceptions=True)
        server, proxy = (task.result() for task in tasks)
    except BaseException:
        for task in await _ended(tasks):
            if not task.cancelled() and task.exception() is None:
                await task.result().stop()
        raise
    return server, proxy


async def _ended(tasks: Sequence[asyncio.Future[Child]]) -> Sequence[asyncio.Future[Child]]:
    """The same tasks when all are over, each in its own way."""
    await asyncio.gather(*tasks, return_exceptions=True)
    return tasks


async def attach(sites_url: str) -> Host:
    """A host on processes that run elsewhere; UserError where a setting is missing."""
    try:
        proxy_url, token = os.environ["BREAKINGWEB_PROXY"], await asyncio.to_thread(control_token, wait=READY_SECONDS)
        upstream = urlsplit(os.environ.get("BREAKINGWEB_UPSTREAM", "http://sites:8000"))
    except KeyError as missing:
        raise UserError(f"BREAKINGWEB_SITES is set, so {missing} must be set too (see docker-compose.yml)") from missing
    return Host(
        sites=Control(sites_url, token),
        proxy=Control(proxy_url, token),
        token=token,
        upstream=(upstream.hostname or "sites", upstream.port or 8000),
        proxy_host=urlsplit(proxy_url).hostname or "proxy",
        direct_port=int(os.environ.get("BREAKINGWEB_DIRECT_PORT", "8080")),
    )


async def ready(host: Host, seconds: float = READY_SECONDS) -> None:
    """Wait until every site has seeded state, not merely an open port; VoidRun names the site that has none."""
    end = time.monotonic() + seconds
    while lacking := await _lacking(host.sites) or await _lacking(host.proxy):
        if time.monotonic() > end:
            raise VoidRun("infra", f"the sites are not ready after {seconds:.0f} s: {lacking}")
        if not host.alive:
            raise VoidRun("infra", f"a server has ended: {lacking}")
        await asyncio.sleep(0.1)


async def _lacking(plane: Control) -> str:
    """What a plane lacks to be ready; empty where it says that it is."""
    try:
        health = await plane.call("GET", "/health")
        return "" if health["ready"] is True else unready(health)
    except VoidRun as fault:
        return fault.message
    except (ValueError, LookupError, TypeError):  # something answers, but it is no plane of ours, or not one yet
        return f"{plane.url}/health does not answer as a control plane does"


def unready(health: dict[str, Any]) -> str:
    """Which sites lack what."""
    lacking = [
        f"{name} ({site.get('error') or ('pages not built: run make setup' if site['rows'] else 'no seeded rows')})"
        for name, site in health.get("sites", {}).items()
        if not (site["rows"] and site["pages"])
    ]
    return ", ".join(lacking) or "no site is there"
