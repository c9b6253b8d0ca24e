"""A sweep as it was asked for: the configuration that it amounts to, and doing it or what is left of it."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from analysis.rows import AA
from harness import fingerprints
from harness.agents.catalog import AgentRefError, Player
from harness.agents.catalog import load as load_agent
from harness.arm import Settings
from harness.corpus import Pair
from harness.errors import UserError
from harness.jobs import Chosen, Configuration, Ledger
from harness.lanes import Hosting, Workshop, browser_lane
from harness.sweep import Result, claimed, prepare
from harness.sweep import sweep as run_sweep

Makers = Mapping[str, Callable[[], Player]]


@dataclass(frozen=True)
class Order:
    """What is run into which folder. `makers` makes the players of each agent, by the name under which it was given."""

    root: Path
    makers: Makers
    chosen: Sequence[Pair]
    settings: Settings = field(default_factory=Settings)
    trials: int = 1
    aa: bool = False
    workers: int = 2
    limit: int | None = None

    def configuration(self) -> Configuration:
        """The sweep as a value, with the fingerprints of all that decides its numbers."""
        files = {name: make().fingerprint for name, make in self.makers.items()}
        return Configuration(
            agents=tuple(self.makers),
            agent_files={name: mark for name, mark in files.items() if mark},
            harness=self.settings.harness,
            trials=self.trials,
            chosen=tuple(self._chosen(pair) for pair in self.chosen),
            bounds=fingerprints.of_bounds(self.settings.bounds),
            grader=fingerprints.of_grader(),
            code=fingerprints.of_code(),
        )

    def _chosen(self, pair: Pair) -> Chosen:
        return Chosen(
            task=pair.task.id,
            variant=AA if self.aa else pair.variant.name,
            seed=pair.task.seed,
            task_fingerprint=pair.task.fingerprint,
            variant_fingerprint="" if self.aa else fingerprints.of_variant(pair),
        )


def makers(agents: Sequence[str]) -> Makers:
    """Makers of players by reference. UserError for one that is named twice, is not there or cannot be made."""
    if twice := next((name for name in agents if agents.count(name) > 1), None):
        raise UserError(f"--agent {twice} stands twice: for more runs of it give --trials")
    try:
        return {name: load_agent(name) for name in agents}
    except AgentRefError as error:
        raise UserError(str(error)) from error


def execute(order: Order, say: Callable[[str], None]) -> Result:
    """Run or resume a sweep in its folder."""
    configuration = order.configuration()
    with claimed(order.root):
        ledger = prepare(order.root, configuration, say)
        return asyncio.run(_execute(order, configuration, ledger, say))


async def _execute(order: Order, configuration: Configuration, ledger: Ledger, say: Callable[[str], None]) -> Result:
    hosting = Hosting(order.root / "logs")
    named = {(pair.task.id, name): pair for pair in order.chosen for name in (pair.variant.name, AA, "")}
    shop = Workshop(named, order.makers, order.settings, hosting, ledger.browsers(), say)
    try:
        lanes = [partial(browser_lane, shop)] * order.workers
        return await run_sweep(order.root, configuration, ledger, lanes, order.limit)
    finally:
        await hosting.close()
