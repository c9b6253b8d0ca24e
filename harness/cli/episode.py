"""`breakingweb episode`: drive any http or https page with no task, no proxy and no site of ours."""

import asyncio
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, cast

from evaluator.records.jsonl import write_json
from harness.agents.base import Brief, Harness
from harness.agents.catalog import AgentRefError, load
from harness.browser import guard
from harness.browser.actions import explain
from harness.browser.context import Look, chromium
from harness.browser.driver import Driver, Setup
from harness.browser.errors import ActionError
from harness.episode import Limits, Trajectory, run
from harness.errors import UserError
from harness.record import Recorder

HARNESSES = ("text", "gui", "hybrid")


def run_episode(
    url: str,
    agent_ref: str,
    harness: str | None,
    steps: int,
    out: Path,
    *,
    goal: str = "",
    seconds: float = 600.0,
    device_scale: float = 1.0,
) -> dict[str, Any]:
    """Run one episode; works in a script, in a thread, and under a running event loop (which it then blocks).

    `harness` None means what the agent's class asks for, else text. Gives `{bundle, ending, message, steps: [{url,
    action, error, text, screenshot}]}`, also left in out/episode.json. UserError for a wrong address, agent or harness.
    """
    return in_own_loop(
        episode(url, agent_ref, harness, steps, out, goal=goal, seconds=seconds, device_scale=device_scale)
    )


async def episode(
    url: str,
    agent_ref: str,
    harness: str | None,
    steps: int,
    out: Path,
    *,
    goal: str = "",
    seconds: float = 600.0,
    device_scale: float = 1.0,
) -> dict[str, Any]:
    """The same for callers that have an event loop."""
    try:
        address = guard.destination(url, "about:blank")
        player = load(agent_ref)()
    except (ActionError, AgentRefError) as error:
        raise UserError(str(error)) from error
    kind = harness or player.harness or "text"
    if kind not in HARNESSES:
        raise UserError(f"there is no harness {kind!r}; there are {', '.join(HARNESSES)}")
    look = Look(viewport=player.viewport, device_scale=device_scale)
    setup = Setup(cast("Harness", kind), look, player.coordinates)
    brief = Brief(goal, address, explain(setup.harness), look.viewport, setup.harness)
    recorder = Recorder(out, "all")
    async with chromium() as browser:
        driver = await Driver.start(browser, setup)
        try:
            await driver.open(address)
            trajectory = await run(driver, player, brief, Limits(steps=steps, seconds=seconds), recorder)
        except ActionError as error:
            raise UserError(str(error)) from error
        finally:
            await driver.close()
    document = _document(out, trajectory)
    write_json(out / "episode.json", document, indent=1)
    return document


def _document(out: Path, trajectory: Trajectory) -> dict[str, Any]:
    steps = [
        {
            "url": step.observation.url,
            "action": step.action,
            "error": step.error,
            "text": (out / step.observation.file).read_text("utf-8") if step.observation.file else "",
            "screenshot": str(out / step.screen.file) if step.screen else None,
        }
        for step in trajectory.steps
    ]
    return {"bundle": str(out), "ending": trajectory.ending, "message": trajectory.message, "steps": steps}


def in_own_loop(work: Coroutine[Any, Any, dict[str, Any]]) -> dict[str, Any]:
    """Run a coroutine to its end from synchronous code, whether or not a loop is running in this thread."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    results: list[dict[str, Any]] = []
    faults: list[BaseException] = []

    def apart() -> None:
        try:
            results.append(asyncio.run(work))
        except BaseException as fault:  # handed over to the caller below, whatever it is
            faults.append(fault)

    thread = threading.Thread(target=apart)
    thread.start()
    thread.join()
    if faults:
        raise faults[0]
    return results[0]
