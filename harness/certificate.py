"""What a certificate says of a pair, judged from runs that are over: no host and no browser here."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluator.failures import DONE_VERBS, action_key
from evaluator.grade import grade
from evaluator.records.bundle import Bundle
from evaluator.records.run import Run
from evaluator.state import State
from harness.corpus import Pair
from harness.prepare import Prepared
from interventions.rehearse import moved_targets
from tasks.targets import TargetError, resolve

STEP_SHARE = 0.6
"""Share of the step limit within which the careful player must be done."""


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


def judge(pair: Pair, prepared: Prepared, runs: Runs, perturbed: State) -> list[Failure]:
    """The lines that do not hold. `perturbed`: the world that the perturbed arm opens with."""
    return [
        *_void(runs),
        *_careful(pair, runs),
        *_straight(pair, runs),
        *_null(runs),
        *_targets(prepared, perturbed),
        *_overlaid(prepared, runs, perturbed),
        *_notice(pair, runs),
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
    where = _file(runs, "straight", "perturbed")
    if perturbed.status == "void":
        return
    if pair.variant.straight_passes:
        if not _passed(perturbed):
            told = "the believing player fails without it: take straight_passes out of the variant"
            yield Failure("the waiver is needed", where, told)
        return
    if _passed(perturbed):
        yield Failure("straight fails perturbed", where, "the believing player still gets through")
        return
    bundle = Bundle(runs.folders["straight", "perturbed"])
    steps = bundle.steps().steps
    met = {receipt.get("step") for receipt in bundle.receipts() if receipt.get("kind") == "met"}
    if not steps or not (action_key(steps[-1].action)[0] in DONE_VERBS or steps[-1].step in met):
        told = f"ending {perturbed.ending}, at a step that met nothing"
        yield Failure("straight ends with a done verb or where it met the intervention", where, told)


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
        yield Failure(
            "notice",
            f"interventions/variants/{pair.variant.name}.yaml",
            "the variant says nowhere how a person could notice",
        )
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
