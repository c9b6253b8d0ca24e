"""Certificates: proof by doing that a pair can be solved, that its intervention bites, and that grading is fair.

Per pair both reference players run in both arms on a real host and browser; what a line of the certificate needs is
read from those runs, so nothing is run twice.
"""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from evaluator.grade import grade
from evaluator.records.bundle import Bundle
from evaluator.records.run import Key, Run
from evaluator.state import State
from harness.agents.catalog import Player, load
from harness.agents.reference.looking import Noticing
from harness.agents.reference.scripts import player_for
from harness.arm import Arm, Settings, run_arm
from harness.browser.context import Chromium
from harness.corpus import Pair
from harness.host import Host
from harness.openings import Openings, without_wall
from harness.prepare import Prepared, Worlds, prepare
from interventions.plan import Plan
from interventions.rehearse import moved_targets
from tasks.targets import TargetError, resolve

STEP_SHARE = 0.6
DONE_VERBS = ("done(", "send_msg_to_user(")


@dataclass(frozen=True)
class Failure:
    """A line of the certificate that does not hold: which, in which file to look, and what was seen."""

    what: str
    file: str
    detail: str


@dataclass(frozen=True)
class Certificate:
    """A pair's certificate; valid where no line fails. `waived` gives the reason of a variant's straight_passes."""

    task: str
    failures: tuple[Failure, ...]
    waived: str | None = None

    @property
    def valid(self) -> bool:
        return not self.failures


@dataclass(frozen=True)
class Runs:
    """The runs of one pair, by player and condition, with the folders of their bundles."""

    done: dict[tuple[str, str], Run]
    folders: dict[tuple[str, str], Path]
    noticed: dict[str, bool]


class Certifier:
    """Certifies pairs one after another on one host and browser."""

    def __init__(self, host: Host, chromium: Chromium, root: Path) -> None:
        self._host, self._chromium, self._root = host, chromium, root
        self._worlds, self._openings = Worlds(), Openings()

    async def certify(self, pair: Pair) -> Certificate:
        """Run both players in both arms, and judge every line."""
        prepared = prepare(pair.task, self._worlds)
        plan = prepared.perturbed(pair.variant, pair.families)
        runs = await self._runs(pair, prepared, plan)
        opening = self._openings.opening(prepared, plan)
        failures = [
            *_void(runs),
            *_careful(pair, runs),
            *_straight(pair, runs),
            *_null(runs),
            *_targets(prepared, opening.state),
            *_overlaid(prepared, runs, opening.state),
            *_notice(pair, runs),
            *await self._reproduced(prepared, plan, pair),
        ]
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
        arm = Arm(pair, prepared, plan, key, make)
        arm = replace(arm, spare_steps=arm.prepared.task.limits.steps if watching else 0)
        settings = Settings(harness="text", screens="none")
        runs.done[agent, condition] = await run_arm(arm, self._host, self._chromium, folder, settings)
        runs.folders[agent, condition] = folder
        if watching is not None:
            runs.noticed[condition] = watching.noticed

    async def _reproduced(self, prepared: Prepared, plan: Plan, pair: Pair) -> list[Failure]:
        """The server's process must open the same world, with the same receipts, as this one."""
        here = self._openings.opening(prepared, plan)
        session = await self._host.open(plan, prepared.site)
        try:
            states = await self._host.sites.call("GET", f"/sessions/{session.id}/state")
            report = await self._host.sites.call("GET", f"/sessions/{session.id}")
        finally:
            await self._host.drop(session)
        there = [without_wall(one) for one in report["worlds"][prepared.site.name]["receipts"]]
        again = prepared.perturbed(pair.variant, pair.families)
        same = {
            "plan": again.hash == plan.hash,
            "baseline": states[prepared.site.name]["baseline"] == here.state,
            "receipts": there == here.receipts,
        }
        return [
            Failure("reproducible", "plan.json", f"another {name} in another process")
            for name, ok in same.items()
            if not ok
        ]


def _void(runs: Runs) -> Iterator[Failure]:
    for (agent, condition), run in runs.done.items():
        if run.status == "void":
            error = Bundle(runs.folders[agent, condition]).document("error.json") or {}
            yield Failure(
                f"{agent} {condition} is void", _file(runs, agent, condition), str(error.get("message"))[-800:]
            )


def _careful(pair: Pair, runs: Runs) -> Iterator[Failure]:
    most = STEP_SHARE * pair.task.limits.steps
    for condition in ("clean", "perturbed"):
        run = runs.done["careful", condition]
        if run.status == "void":
            continue
        steps = len(Bundle(runs.folders["careful", condition]).steps().steps)
        if not _passed(run):
            yield Failure(f"careful passes {condition}", _file(runs, "careful", condition), _why(run))
        elif steps > most:
            told = f"{steps} steps, more than {STEP_SHARE:.0%} of the limit of {pair.task.limits.steps}"
            yield Failure(f"careful passes {condition}", _file(runs, "careful", condition), told)
    run = runs.done["careful", "perturbed"]
    if run.status == "graded" and not run.exposed:
        yield Failure("exposed", _file(runs, "careful", "perturbed"), "a family of the variant has no met receipt")


def _straight(pair: Pair, runs: Runs) -> Iterator[Failure]:
    clean, perturbed = runs.done["straight", "clean"], runs.done["straight", "perturbed"]
    if clean.status == "graded" and not _passed(clean):
        yield Failure("straight passes clean", _file(runs, "straight", "clean"), _why(clean))
    if perturbed.status == "void" or pair.variant.straight_passes:
        return
    where = _file(runs, "straight", "perturbed")
    if _passed(perturbed):
        yield Failure("straight fails perturbed", where, "the believing player still gets through")
        return
    steps = Bundle(runs.folders["straight", "perturbed"]).steps().steps
    if not steps or not steps[-1].action.startswith(DONE_VERBS):
        yield Failure("straight ends with a done verb", where, f"ending {perturbed.ending}")


def _null(runs: Runs) -> Iterator[Failure]:
    for condition in ("clean", "perturbed"):
        run = runs.done["null", condition]
        if run.grade is not None and run.grade.score > 0:
            yield Failure(f"null scores 0 {condition}", _file(runs, "null", condition), f"score {run.grade.score:g}")


def _targets(prepared: Prepared, perturbed: State) -> Iterator[Failure]:
    try:
        moved = moved_targets(prepared.targets, resolve(prepared.task, perturbed, prepared.types))
    except TargetError as error:
        yield Failure("targets are the same rows", "targets.json", str(error))
        return
    if moved:
        yield Failure("targets are the same rows", "targets.json", f"others are {', '.join(moved)}")


def _overlaid(prepared: Prepared, runs: Runs, perturbed: State) -> Iterator[Failure]:
    """What careful changed in the clean world must be right in the perturbed one too: the criterion is the same."""
    bundle = Bundle(runs.folders["careful", "clean"])
    before, after = bundle.state("initial.json"), bundle.state("final.json")
    if before is None or after is None:
        return
    verdict = grade(
        prepared.task.criterion, prepared.targets, prepared.types, perturbed, overlay(before, after, perturbed)
    )
    if not verdict.passed:
        failed = ", ".join(check.name for check in verdict.checks if not check.passed)
        yield Failure("the clean solution is right in the perturbed world", str(bundle.path / "final.json"), failed)


def overlay(before: State, after: State, onto: State) -> State:
    """The changes between two states, laid over a third: rows added and removed, and fields that changed."""
    result: State = {}
    for name in onto:
        rows = dict(onto[name])
        old, new = before.get(name, {}), after.get(name, {})
        for row_id in old.keys() - new.keys():
            rows.pop(row_id, None)
        for row_id, row in new.items():
            if row_id not in old:
                rows[row_id] = row
            elif row != old[row_id] and row_id in rows:
                changed = {field: value for field, value in row.items() if value != old[row_id].get(field)}
                rows[row_id] = {**rows[row_id], **changed}
        result[name] = rows
    return result


def _notice(pair: Pair, runs: Runs) -> Iterator[Failure]:
    if pair.variant.notice is None:
        yield Failure("notice", pair.variant.name, "the variant says nowhere how a person could notice")
        return
    for condition, wanted in (("clean", False), ("perturbed", True)):
        if runs.noticed.get(condition) is not wanted:
            told = "holds in the clean run" if condition == "clean" else "does not hold in the perturbed run"
            yield Failure("notice", _file(runs, "straight", condition), told)


def _passed(run: Run) -> bool:
    return run.grade is not None and run.grade.passed


def _why(run: Run) -> str:
    if run.grade is None:
        return f"void ({run.void_kind})"
    told = [
        f"{check.name}: " + "; ".join(f"{r.path}: expected {r.expected}, got {r.got}" for r in check.reasons[:3])
        for check in run.grade.checks
        if not check.passed
    ]
    return f"ending {run.ending}; " + " | ".join(told)


def _file(runs: Runs, agent: str, condition: str) -> str:
    return str(runs.folders[agent, condition] / "steps.jsonl")


def as_json(certificates: list[Certificate]) -> dict[str, Any]:
    """The document of `breakingweb certify --json`."""
    return {
        "pairs": [
            {
                "task": one.task,
                "valid": one.valid,
                "failures": [{"what": f.what, "file": f.file, "detail": f.detail} for f in one.failures],
                **({"waived": one.waived} if one.waived else {}),
            }
            for one in certificates
        ]
    }
