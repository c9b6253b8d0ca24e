"""One run, from names to a bundle: prepares, hosts, drives, closes, grades, classifies, writes.

Whatever goes wrong with us becomes a void run with its kind, never a failed one. What an agent does wrong is graded as
it stands.
"""

import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evaluator.failures import classify
from evaluator.grade import Grade, GraderError, grade
from evaluator.records.bundle import BundleWriter
from evaluator.records.run import Fingerprints, Key, Labels, Receipts, Run, VoidKind
from evaluator.records.trajectory import Step
from harness import fingerprints
from harness.agents.base import Brief, Harness
from harness.agents.catalog import Player
from harness.browser.actions import explain
from harness.browser.bounds import Bounds
from harness.browser.context import Chromium, Look
from harness.browser.driver import Driver, Setup
from harness.browser.errors import ActionError
from harness.corpus import Pair
from harness.episode import Limits, Trajectory
from harness.episode import run as run_episode
from harness.errors import VoidRun
from harness.host import Closed, Host
from harness.prepare import Prepared
from harness.record import Recorder, Screens
from interventions.plan import Plan
from interventions.receipts import counts, exposed

FAULT_ORDER: tuple[VoidKind, ...] = ("intervention", "infra")


@dataclass(frozen=True)
class Settings:
    """What is the same for all runs of a sweep."""

    harness: Harness | None = None
    screens: Screens = "all"
    bounds: Bounds = field(default_factory=Bounds)


@dataclass(frozen=True)
class Arm:
    """One run to do: the pair, the task made ready, the plan, and a maker of the agent.

    spare_steps: steps beyond the task's limit, for certificates, which look at a page after the script has ended.
    """

    pair: Pair
    prepared: Prepared
    plan: Plan
    key: Key
    make_player: Callable[[], Player]
    attempt: int = 1
    spare_steps: int = 0


@dataclass(frozen=True)
class Played:
    """What a run left, before it is graded."""

    trajectory: Trajectory
    closed: Closed


async def run_arm(arm: Arm, host: Host, chromium: Chromium, path: Path, settings: Settings) -> Run:
    """Do one run and leave its bundle at `path`."""
    writer = BundleWriter(path)
    writer.document("plan.json", arm.plan.model_dump(mode="json"))
    writer.document("targets.json", arm.prepared.targets)
    task = arm.prepared.task
    brief = {"instruction": arm.prepared.instruction, "start": task.start, "limits": task.limits.model_dump()}
    writer.document("brief.json", brief)
    writer.document("types.json", arm.prepared.site.types())
    player = arm.make_player()
    run = Run(
        key=arm.key,
        labels=labels(arm.pair),
        status="void",
        void_kind="infra",
        attempt=arm.attempt,
        fingerprints=marks(arm.pair, settings.bounds, player.fingerprint, chromium.version),
        harness=settings.harness or player.harness or "text",
        certified=arm.key.seed == arm.pair.task.seed and not arm.pair.by_hand,
    )
    recorder = Recorder(path, settings.screens)
    try:
        played = await _play(arm, host, chromium, recorder, settings)
        run = _graded(run, arm, played, writer)
    except VoidRun as void:
        run = run.model_copy(update={"void_kind": void.kind, "message": void.message})
        writer.document("error.json", {"kind": void.kind, "message": void.message})
    except Exception:  # the episode's door: a fault of ours is never the agent's
        run = run.model_copy(update={"message": traceback.format_exc()})
        writer.document("error.json", {"kind": "infra", "message": run.message})
    if run.grade is not None and run.grade.passed and settings.screens == "failed":
        recorder.drop_screens()
    writer.run(run)
    return run


async def _play(arm: Arm, host: Host, chromium: Chromium, recorder: Recorder, settings: Settings) -> Played:
    """Open the session, drive the browser through it, close it. The session never outlives this call."""
    session = await host.open(arm.plan, arm.prepared.site)
    try:
        trajectory = await _drive(arm, session.url, session.proxy, chromium, recorder, settings)
        return Played(trajectory, await host.close(session, settings.bounds.drain))
    except BaseException:
        await host.drop(session)
        raise


async def _drive(
    arm: Arm, url: str, proxy: str, chromium: Chromium, recorder: Recorder, settings: Settings
) -> Trajectory:
    player = arm.make_player()
    harness = settings.harness or player.harness or "text"
    look = Look(viewport=player.viewport, time_zone=arm.prepared.site.time_zone)
    setup = Setup(harness=harness, look=look, coordinates=player.coordinates, proxy=proxy, bounds=settings.bounds)
    start = url.rstrip("/") + arm.prepared.task.start
    brief = Brief(
        goal=arm.prepared.instruction,
        start_url=start,
        actions=explain(harness),
        viewport=player.viewport,
        harness=harness,
        seed=arm.key.seed * 1000 + arm.key.trial,
    )
    caps = arm.prepared.task.limits
    limits = Limits(steps=caps.steps + arm.spare_steps, seconds=caps.seconds)
    driver = await Driver.start(chromium, setup)
    try:
        await driver.open(start)
        return await run_episode(driver, player, brief, limits, recorder)
    except ActionError as fault:
        raise VoidRun("infra", f"the start page {start} does not open: {fault}") from fault
    finally:
        await driver.close()


def _graded(run: Run, arm: Arm, played: Played, writer: BundleWriter) -> Run:
    """Write what was left, void the run for faults of ours, else grade and classify it."""
    closed, trajectory = played.closed, played.trajectory
    writer.document("initial.json", closed.initial)
    writer.document("final.json", closed.final)
    for receipt in closed.receipts:
        writer.receipt({**receipt, "step": step_of(receipt, trajectory.steps)})
    if closed.blocked:
        writer.document("blocked.json", closed.blocked)
    if trajectory.message:
        writer.document("agent_error.json", {"traceback": trajectory.message})
    for kind in FAULT_ORDER:
        if faults := [fault["message"] for fault in closed.faults if fault["kind"] == kind]:
            raise VoidRun(kind, "; ".join(faults))
    verdict = _grade(arm, closed)
    run = run.model_copy(
        update={
            "status": "graded",
            "void_kind": None,
            "ending": trajectory.ending,
            "grade": verdict,
            "exposed": exposed(arm.plan.families(), closed.receipts),
            "receipts": Receipts(**counts(closed.receipts)),
            "late": closed.late,
            "seconds": trajectory.seconds,
            "tokens": trajectory.tokens,
            "cost": trajectory.cost,
            "steps": len(trajectory.steps),
            "message": trajectory.message,
            "teardown_error": closed.teardown_error,
        }
    )
    failure = classify(trajectory.steps, run, closed.receipts)
    writer.document("failure.json", {"class": failure.failure_class, "evidence": failure.evidence})
    whole = run.model_copy(update={"failure": failure.failure, "evidence": failure.evidence})
    return Run.model_validate(whole.model_dump())


def _grade(arm: Arm, closed: Closed) -> Grade:
    prepared = arm.prepared
    try:
        return grade(prepared.task.criterion, prepared.targets, prepared.types, closed.initial, closed.final)
    except GraderError as fault:
        raise VoidRun("grader", str(fault)) from fault
    except Exception as fault:  # a grader that raises has graded nothing
        raise VoidRun("grader", f"{type(fault).__name__}: {fault}") from fault


def step_of(receipt: Mapping[str, Any], steps: Sequence[Step]) -> int | None:
    """The step during which a receipt came; None for what happened when the session opened."""
    begun = [step.step for step in steps if step.detail.get("wall", 0.0) <= receipt["wall"]]
    return begun[-1] if begun else None


def labels(pair: Pair) -> Labels:
    """What reports group by; the same in both arms."""
    return Labels(
        site=pair.task.site,
        tier=pair.task.tier,
        primitive=pair.variant.primitive,
        layers=pair.layers,
        families=pair.family_names,
    )


def marks(pair: Pair, bounds: Bounds, agent: str = "", browser: str = "") -> Fingerprints:
    """What must be equal for runs of the pair to be pooled; the same in both arms."""
    return Fingerprints(
        task=pair.task.fingerprint,
        variant=fingerprints.of_variant(pair),
        grader=fingerprints.of_grader(),
        bounds=fingerprints.of_bounds(bounds),
        agent=agent,
        browser=browser,
        code=fingerprints.of_code(),
    )
