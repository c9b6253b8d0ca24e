"""Certificates: proof by doing that a pair can be solved, that its intervention bites, and that grading is fair.

Per pair both reference players run in both arms on a real host and browser; what a line of the certificate needs is
read from those runs, so nothing is run twice.
"""

import shutil
from collections.abc import Awaitable, Mapping
from functools import partial
from pathlib import Path

from evaluator.records.run import Key
from harness.agents.catalog import Player, load
from harness.agents.reference.looking import Noticing
from harness.agents.reference.scripts import player_for
from harness.arm import Arm, Settings, run_arm
from harness.browser.context import Chromium
from harness.certificate import Certificate, Failure, Runs, judge
from harness.corpus import Pair
from harness.host import Host
from harness.openings import Openings, without_wall
from harness.prepare import Prepared, Worlds, prepare
from interventions.plan import Plan


class Certifier:
    """Certifies pairs one after another on one host and browser.

    elsewhere: the hashes of their plans, as another process compiled them.
    """

    def __init__(self, host: Host, chromium: Chromium, root: Path, elsewhere: Awaitable[Mapping[str, str]]) -> None:
        self._host, self._chromium, self._root, self._elsewhere = host, chromium, root, elsewhere
        self._worlds, self._openings = Worlds(), Openings()

    async def certify(self, pair: Pair) -> Certificate:
        """Run both players in both arms, and judge every line."""
        prepared = prepare(pair.task, self._worlds)
        plan = prepared.perturbed(pair.variant, pair.families)
        runs = await self._runs(pair, prepared, plan)
        opening = self._openings.opening(prepared, plan)
        failures = judge(pair, prepared, runs, opening.state) + await self._reproduced(prepared, plan)
        return Certificate(pair.task.id, tuple(failures), pair.variant.straight_passes)

    async def _runs(self, pair: Pair, prepared: Prepared, plan: Plan) -> Runs:
        runs = Runs({}, {}, {})
        for agent in ("careful", "straight", "null"):
            for condition in ("clean", "perturbed"):
                await self._run(pair, prepared, plan if condition == "perturbed" else prepared.clean(), agent, runs)
        return runs

    async def _run(self, pair: Pair, prepared: Prepared, plan: Plan, agent: str, runs: Runs) -> None:
        condition = plan.condition
        key = Key(agent=agent, task=pair.task.id, variant=pair.variant.name, condition=condition, seed=prepared.seed)
        variant = pair.variant if condition == "perturbed" else None
        make = player_for(agent, load(agent), prepared, variant)
        watching: Noticing | None = None
        if agent == "straight" and pair.variant.notice is not None:
            watching = Noticing(pair.task.shortcut or (), pair.variant.notice, prepared.targets)
            make = partial(Player, agent, watching)
        folder = self._root / pair.task.id / f"{agent}.{condition}"
        shutil.rmtree(folder, ignore_errors=True)
        arm = Arm(pair, prepared, plan, key, make, spare_steps=pair.task.limits.steps if watching else 0)
        settings = Settings(harness="text", screens="none")
        runs.done[agent, condition] = await run_arm(arm, self._host, self._chromium, folder, settings)
        runs.folders[agent, condition] = folder
        if watching is not None:
            runs.noticed[condition] = watching.noticed

    async def _reproduced(self, prepared: Prepared, plan: Plan) -> list[Failure]:
        """Other processes must compile the same plan, and open the same world with the same receipts, as this one."""
        here = self._openings.opening(prepared, plan)
        session = await self._host.open(plan, prepared.site)
        try:
            states = await self._host.sites.call("GET", f"/sessions/{session.id}/state")
            report = await self._host.sites.call("GET", f"/sessions/{session.id}")
        finally:
            await self._host.drop(session)
        there = [without_wall(one) for one in report["worlds"][prepared.site.name]["receipts"]]
        same = {
            "plan": (await self._elsewhere)[plan.task] == plan.hash,
            "baseline": states[prepared.site.name]["baseline"] == here.state,
            "receipts": there == here.receipts,
        }
        return [
            Failure("reproducible", "plan.json", f"another {name} in another process")
            for name, ok in same.items()
            if not ok
        ]
