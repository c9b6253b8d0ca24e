"""What the proxy knows of a session: where it may go, what acts on it, and what is still on its way."""

import asyncio
import contextlib
import re
import time
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from envs.kit.draws import stream
from interventions.layers.network.addon import NetworkRules

READS = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""


class ProxySessionSpec(BaseModel):
    """A session to open at the proxy."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: str = Field(description="The session's name at the site server.")
    hosts: dict[str, str] = Field(min_length=1, description="Site host → site name; every other host is refused.")
    routes: list[tuple[str, str]] = Field(default=[], description="(method, path template) of the sites' API.")
    upstream: tuple[str, int] = Field(description="Address of the site server.")
    seed: int = Field(description="Seed of the plan's network draws.")
    network: list[dict[str, Any]] = Field(default=[], description="Compiled network ops.")
    client: list[dict[str, Any]] = Field(default=[], description="Compiled client ops; an empty list in clean.")


@dataclass
class ProxySession:
    """An open session. Receipts carry the wall time, so that they can be laid beside the steps of the run."""

    spec: ProxySessionSpec
    port: int = 0
    receipts: list[dict[str, Any]] = field(default_factory=list)
    faults: list[dict[str, str]] = field(default_factory=list)
    blocked: list[str] = field(default_factory=list)
    in_flight: dict[str, str] = field(default_factory=dict)
    """Requests on their way, with their method."""
    connections: set[str] = field(default_factory=set)
    quiet: asyncio.Event = field(default_factory=asyncio.Event)
    rules: NetworkRules = field(init=False)

    def __post_init__(self) -> None:
        draws = stream(self.spec.seed, "network")
        self.rules = NetworkRules(self.spec.network, self.spec.routes, draws, self.record)
        self.quiet.set()

    def record(self, receipt: dict[str, Any]) -> None:
        self.receipts.append({**receipt, "wall": time.time()})

    def fail(self, kind: str, message: str) -> None:
        """Note a fault that makes the run void."""
        self.faults.append({"kind": kind, "message": message})

    def started(self, flow_id: str, method: str) -> None:
        self.in_flight[flow_id] = method
        self.quiet.clear()

    def ended(self, flow_id: str) -> None:
        self.in_flight.pop(flow_id, None)
        if not self.in_flight:
            self.quiet.set()

    async def drain(self, seconds: float) -> None:
        """Wait until nothing is on its way, at most `seconds`."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.quiet.wait(), seconds)

    def report(self) -> dict[str, Any]:
        return {
            "id": self.spec.id,
            "port": self.port,
            "receipts": self.receipts,
            "faults": self.faults,
            "blocked": self.blocked,
            "in_flight": len(self.in_flight),
            "writes_in_flight": sum(method not in READS for method in self.in_flight.values()),
        }


DIRECT = re.compile(r"^(?P<session>[a-z0-9-]+)\.(?P<site>[a-z0-9-]+)\.localhost$")


class Sessions:
    """All sessions of the process, found by listener port or by the host of a direct address."""

    def __init__(self) -> None:
        self.by_id: dict[str, ProxySession] = {}
        self.by_port: dict[int, ProxySession] = {}

    def add(self, session: ProxySession) -> None:
        self.by_id[session.spec.id] = session
        self.by_port[session.port] = session

    def remove(self, session: ProxySession) -> None:
        self.by_id.pop(session.spec.id, None)
        self.by_port.pop(session.port, None)

    def direct(self, host: str) -> tuple[ProxySession, str] | None:
        """The session and the site's own host behind `<session>.<site>.localhost`."""
        found = DIRECT.match(host.rsplit(":", 1)[0].lower())
        session = self.by_id.get(found["session"]) if found else None
        if session is None or found is None:
            return None
        host_of = {name: site for site, name in session.spec.hosts.items()}
        return (session, host_of[found["site"]]) if found["site"] in host_of else None
