"""Opens and closes ports of a running mitmproxy, and checks that each one is really open."""

import asyncio
import socket

from mitmproxy.addons.proxyserver import Proxyserver
from mitmproxy.proxy.mode_specs import ProxyMode

TRIES = 5


class ListenerError(RuntimeError):
    """No port could be opened."""


class Listeners:
    """The listeners of one proxy. No port is used twice in its life: a late connection must find nobody."""

    def __init__(self, server: Proxyserver, host: str = "127.0.0.1") -> None:
        self._server, self._host = server, host
        self._modes: dict[int, ProxyMode] = {}
        self._used: set[int] = set()
        self._changing = asyncio.Lock()

    async def open_session(self) -> int:
        """The port of a new regular listener."""
        return await self._open(0, "regular@{at}")

    async def open_direct(self, upstream: tuple[str, int], host: str, port: int) -> int:
        """The reverse listener for people and clients without a proxy setting; ListenerError where it is taken."""
        return await self._open(port, f"reverse:http://{upstream[0]}:{upstream[1]}@{{at}}", host)

    async def _open(self, port: int, mode: str, host: str = "") -> int:
        """Open this port, or where it is 0 a free one: another process may be quicker, so several are tried."""
        host = host or self._host
        for _ in range(1 if port else TRIES):
            chosen = port or self._free_port()
            if await self._add(chosen, mode.format(at=f"{host}:{chosen}")):
                return chosen
        if port:
            raise ListenerError(f"port {port} on {host} is taken")
        raise ListenerError(f"no port on {host} could be opened in {TRIES} tries")

    async def close(self, port: int, connections: set[str]) -> None:
        """Close a listener and the connections that came in by it: removing a listener leaves those alive."""
        async with self._changing:
            self._modes.pop(port, None)
            await self._server.servers.update(self._modes.values())
        for key, handler in list(self._server.connections.items()):
            if handler.client.id in connections or key in connections:
                for io in list(handler.transports.values()):
                    if io.handler:
                        io.handler.cancel("session closed")

    async def _add(self, port: int, mode: str) -> bool:
        spec = ProxyMode.parse(mode)
        self._used.add(port)
        async with self._changing:
            self._modes[port] = spec
            await self._server.servers.update(self._modes.values())
            if self._server.servers[spec].is_running:
                return True
            self._modes.pop(port)
            await self._server.servers.update(self._modes.values())
            return False

    def _free_port(self) -> int:
        while True:
            with socket.socket() as probe:
                probe.bind((self._host, 0))
                port = int(probe.getsockname()[1])
            if port not in self._used:
                return port
