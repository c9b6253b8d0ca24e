"""Lanes of a sweep: one browser each, on one host; a browser or a server that is lost is started anew."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from analysis.rows import AA
from evaluator.records.bundle import BundleWriter
from evaluator.records.run import Run
from harness.agents.catalog import Player
from harness.agents.reference.scripts import player_for
from harness.arm import Arm, Settings, labels, marks, run_arm
from harness.browser.context import Chromium, chromium
from harness.corpus import Pair
from harness.errors import VoidRun
from harness.host import Host, hosted
from harness.jobs import Job
from harness.prepare import Prepared, Worlds, prepare
from harness.sweep import Lane


@dataclass
class Hosting:
    """One host for all lanes; started when the first run needs it, and again after a server has died."""

    logs: Path
    direct_port: int = 0
    _stack: AsyncExitStack = field(default_factory=AsyncExitStack)
    _host: Host | None = None
    _starting: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def host(self) -> Host:
        """The host that runs; lanes that ask at once get the same one."""
        async with self._starting:
            if self._host is None or not self._host.alive:
                await self.close()
                self._host = await self._stack.enter_async_context(hosted(self.logs, direct_port=self.direct_port))
            return self._host

    async def close(self) -> None:
        self._host = None
        await self._stack.aclose()


@dataclass
class Workshop:
    """What all lanes share: pairs by task and variant, makers of agents, settings, and what was prepared already.

    browsers: the versions with which runs of the sweep were done.
    """

    pairs: Mapping[tuple[str, str], Pair]
    agents: Mapping[str, Callable[[], Player]]
    settings: Settings
    hosting: Hosting
    browsers: set[str] = field(default_factory=set)
    say: Callable[[str], None] = lambda _: None
    worlds: Worlds = field(default_factory=Worlds)
    _prepared: dict[tuple[str, int], Prepared] = field(default_factory=dict)

    def prepared(self, pair: Pair, seed: int) -> Prepared:
        key = (pair.task.id, seed)
        if key not in self._prepared:
            self._prepared[key] = prepare(pair.task, self.worlds, seed)
        return self._prepared[key]

    def meet(self, version: str) -> None:
        """Tell once of a browser of another version than that of the runs so far."""
        if self.browsers and version not in self.browsers:
            before = ", ".join(sorted(self.browsers))
            self.say(f"warning: the browser is {version} now, and was {before} in the runs so far")
        self.browsers.add(version)

    def pair(self, job: Job) -> Pair:
        return self.pairs[job.key.task, job.key.variant or ""]

    def arm(self, job: Job) -> Arm:
        pair = self.pair(job)
        prepared = self.prepared(pair, job.key.seed)
        perturbed = job.key.condition == "perturbed" and job.key.variant != AA
        plan = prepared.perturbed(pair.variant, pair.families) if perturbed else prepared.clean()
        maker = player_for(job.key.agent, self.agents[job.key.agent], prepared, pair.variant if perturbed else None)
        return Arm(pair, prepared, plan, job.key, maker, job.attempt)


class BrowserLane:
    """A lane with a Chromium of its own."""

    def __init__(self, shop: Workshop) -> None:
        self._shop = shop
        self._stack = AsyncExitStack()
        self._chromium: Chromium | None = None

    async def run(self, job: Job, path: Path) -> Run:
        """One run; a fault before it begins is a void run too."""
        try:
            arm = self._shop.arm(job)
            host = await self._shop.hosting.host()
            return await run_arm(arm, host, await self._browser(), path, self._shop.settings)
        except VoidRun as void:
            return self.void(job, path, void)

    async def _browser(self) -> Chromium:
        if self._chromium is None or not self._chromium.alive:
            await self.close()
            self._chromium = await self._stack.enter_async_context(chromium())
            self._shop.meet(self._chromium.version)
        return self._chromium

    async def close(self) -> None:
        self._chromium = None
        await self._stack.aclose()

    def void(self, job: Job, path: Path, fault: VoidRun) -> Run:
        """Leave a void run at `path`, for a run that never began or was interrupted."""
        pair = self._shop.pair(job)
        run = Run(
            key=job.key,
            labels=labels(pair),
            status="void",
            void_kind=fault.kind,
            attempt=job.attempt,
            fingerprints=marks(pair, self._shop.settings.bounds, self._shop.agents[job.key.agent]().fingerprint),
            message=fault.message,
        )
        writer = BundleWriter(path)
        writer.document("error.json", {"kind": fault.kind, "message": fault.message})
        writer.run(run)
        return run


@asynccontextmanager
async def browser_lane(shop: Workshop) -> AsyncIterator[Lane]:
    """A lane for as long as the block lasts."""
    lane = BrowserLane(shop)
    try:
        yield lane
    finally:
        await lane.close()
