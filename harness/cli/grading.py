"""Verbs that read stored states and runs again, with no browser: grade, classify."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from evaluator.failures import classify as name_failure
from evaluator.grade import GraderError
from evaluator.grade import grade as grade_states
from evaluator.records.bundle import RUN, STEPS, Bundle, BundleWriter, find_bundles, read_state
from evaluator.records.jsonl import RecordError, read_json
from evaluator.records.run import Run
from evaluator.records.trajectory import Step
from evaluator.result import Grade
from evaluator.state import State, lost
from harness import fingerprints
from harness.cli.output import Extra, Json, say, show
from harness.corpus import Corpus, load, site_of, there
from harness.errors import UserError
from harness.prepare import Prepared, Worlds, prepare, state_types
from tasks.catalog import load_file
from tasks.schema import Task
from tasks.targets import TargetError, Targets, resolve

MOST_TOLD = 20


def grade(
    runs: Annotated[list[Path] | None, typer.Argument(help="Folders of runs to grade again.")] = None,
    task: Annotated[str | None, typer.Option(help="A task's id, or its file.")] = None,
    initial: Annotated[Path | None, typer.Option(help="State before, as JSON.")] = None,
    final: Annotated[Path | None, typer.Option(help="State after, as JSON.")] = None,
    targets: Annotated[
        Path | None, typer.Option(help="Targets, as JSON (default: looked up in the initial state).")
    ] = None,
    extra: Extra = None,
    as_json: Json = False,
) -> None:
    """Grade two states, or stored bundles again, with no browser."""
    if task and initial and final and not runs:
        document = _two_states(task_of(task, extra or []), initial, final, targets)
        show(document, as_json, lambda: _verdict(document))
        return
    if not runs or task or initial or final:
        raise UserError("give either RUNS, or --task with --initial and --final")
    found = regraded(load(extra or []), bundles(runs))
    for one in found:
        one.store()
    again = [one.told() for one in found]
    show({"runs": again}, as_json, lambda: _changes(again))


def task_of(ref: str, extra: Sequence[Path]) -> Task:
    """A task by id, or by file."""
    return load_file(Path(ref))[0] if ref.endswith((".yaml", ".yml")) else load(extra).task(ref)


def _two_states(task: Task, initial: Path, final: Path, targets: Path | None) -> dict[str, Any]:
    before, after = read_state(_there(initial)), read_state(_there(final))
    types = state_types(site_of(task))
    for file, state, other in ((initial, before, after), (final, after, before)):
        if missing := lost(types, state, other):
            raise UserError(f"{file} has no {', '.join(missing)}: it is not the whole state of {task.site}")
    try:
        found = _targets(_there(targets)) if targets else resolve(task, before, types)
        verdict = grade_states(task.criterion, found, types, before, after)
    except TargetError as error:
        raise UserError(f"{initial}: {error}; give --targets") from error
    except GraderError as error:
        raise UserError(f"this cannot be graded: {error}") from error
    return {**verdict.model_dump(mode="json"), "targets_from": "file" if targets else "initial"}


def _there(path: Path) -> Path:
    if not path.is_file():
        raise UserError(f"{path} is a folder: name a file" if path.is_dir() else f"{path}: no such file")
    return path


def _targets(path: Path) -> Targets:
    """Targets as targets.json holds them: by name a row, or a list of rows."""
    value = read_json(path)
    if not isinstance(value, dict):
        raise UserError(f"{path} should hold a JSON object, not {type(value).__name__}")
    for name, rows in value.items():
        if not all(isinstance(row, dict) for row in (rows if isinstance(rows, list) else [rows])):
            raise UserError(f"{path}: {name} should be a row, or a list of rows")
    return value


@dataclass(frozen=True)
class Regraded:
    """A stored run with its new grade; of a void one, the run as it was."""

    bundle: Bundle
    was: Run
    now: Run
    failure_class: str | None = None

    def store(self) -> None:
        if self.now.grade is None:
            return
        writer = BundleWriter(self.bundle.path)
        writer.document("failure.json", {"class": self.failure_class, "evidence": self.now.evidence})
        writer.run(self.now)

    def told(self) -> dict[str, Any]:
        was, now = self.was.grade, self.now.grade
        told = {"bundle": str(self.bundle.path), "was": was and was.passed, "now": now and now.passed}
        return told | ({"score": now.score} if now else {})


def regraded(corpus: Corpus, paths: Sequence[Path]) -> list[Regraded]:
    """New grades of stored runs. Nothing is written yet: UserError names every run that cannot be graded again."""
    worlds, found, faults = Worlds(), [], []
    for path in paths:
        try:
            found.append(_again(corpus, worlds, Bundle(path)))
        except (UserError, RecordError) as fault:
            faults.append(str(fault))
    if faults:
        rest = [f"and {len(faults) - MOST_TOLD} more"] if len(faults) > MOST_TOLD else []
        raise UserError("\n".join(["no grade was changed:", *faults[:MOST_TOLD], *rest]))
    return found


def _again(corpus: Corpus, worlds: Worlds, bundle: Bundle) -> Regraded:
    run = bundle.run()
    if run.grade is None:
        return Regraded(bundle, run, run)
    task = corpus.task(run.key.task)
    before, after, log = _evidence(bundle, run)
    prepared = prepare(task, worlds, run.key.seed)
    _same_task(prepared, bundle)
    try:
        verdict = grade_states(task.criterion, prepared.targets, prepared.types, before, after)
    except GraderError as error:
        raise UserError(f"{bundle.path} cannot be graded: {error}") from error
    marks = run.fingerprints.model_copy(update={"grader": fingerprints.of_grader(), "task": task.fingerprint})
    now = run.model_copy(update={"grade": verdict, "fingerprints": marks, "failure": None})
    failure = name_failure(log, now, bundle.receipts())
    named = now.model_copy(update={"failure": failure.failure, "evidence": failure.evidence})
    return Regraded(bundle, run, named, failure.failure_class)


def _evidence(bundle: Bundle, run: Run) -> tuple[State, State, tuple[Step, ...]]:
    """Both states and the steps, as the run left them; UserError where they are not there, or others."""
    before, after = bundle.state("initial.json"), bundle.state("final.json")
    if before is None or after is None:
        raise UserError(f"{bundle.path} has no initial.json or final.json: it cannot be graded again")
    if bundle.cut(run):
        raise UserError(f"{bundle.path / STEPS} has lost its end, and with it how the run failed: run it again")
    if altered := bundle.altered(run):
        raise UserError(f"{bundle.path}: {', '.join(altered)} changed since the run was stored: run it again")
    return before, after, bundle.steps().steps


def _same_task(prepared: Prepared, bundle: Bundle) -> None:
    """A grade may change with the checks; a run that was asked something else has none under today's task."""
    brief, targets, task = bundle.document("brief.json"), bundle.document("targets.json"), prepared.task
    if brief is None or targets is None:
        raise UserError(
            f"{bundle.path} has no brief.json or targets.json: what it was asked is not known. Run it again"
        )
    asked = {
        "instruction": (brief.get("instruction"), prepared.instruction),
        "start": (brief.get("start"), task.start),
        "limits": (brief.get("limits", task.limits.model_dump()), task.limits.model_dump()),
        "targets": (targets, prepared.targets),
    }
    if changed := [name for name, (was, now) in asked.items() if was != now]:
        raise UserError(
            f"{bundle.path} cannot be graded again: {' and '.join(changed)} of {task.id} changed since. "
            "A new grade would pass for one of today's task; run it again"
        )


def classify(
    folders: Annotated[list[Path], typer.Argument(help="Bundles, or folders of them.")],
    extra: Extra = None,
    as_json: Json = False,
) -> None:
    """Name the failure mode of stored runs."""
    there(extra or [])
    found = [_class(path) for path in bundles(folders)]
    show({"runs": found}, as_json, lambda: _classes(found))


def _class(path: Path) -> dict[str, Any]:
    bundle = Bundle(path)
    log, run = bundle.steps(), bundle.run()
    if bundle.cut(run):
        say(f"warning: {path / STEPS} has lost its end: the failure mode is that of {len(log.steps)} steps")
    elif altered := bundle.altered(run):
        say(f"warning: {path}: {', '.join(altered)} changed since the run was stored")
    result = name_failure(log.steps, run, bundle.receipts())
    return {
        "bundle": str(path),
        "failure": result.failure,
        "class": result.failure_class,
        "evidence": result.evidence,
    }


def bundles(folders: Sequence[Path]) -> list[Path]:
    """Every bundle in these folders, each once; UserError for one that holds none."""
    found: list[Path] = []
    for folder in folders:
        inside = list(find_bundles(folder)) if folder.is_dir() else []
        if not inside:
            raise UserError(f"{folder} holds no run ({RUN})")
        found += inside
    return list({path.resolve(): path for path in found}.values())


def _verdict(document: dict[str, Any]) -> RenderableType:
    verdict = Grade.model_validate({key: value for key, value in document.items() if key != "targets_from"})
    table = Table(
        "", "kind", "check", "reasons", title=f"passed: {verdict.passed}   score: {verdict.score:g}", box=None
    )
    for check in verdict.checks:
        reasons = "\n".join(f"{r.path}: expected {r.expected}, got {r.got}" for r in check.reasons)
        table.add_row("✓" if check.passed else "✗", check.kind, Text(check.name), Text(reasons))
    return table


def _changes(again: list[dict[str, Any]]) -> RenderableType:
    changed = [one for one in again if one["was"] != one["now"]]
    lines = [f"{one['bundle']}: {one['was']} → {one['now']}" for one in changed]
    return Text("\n".join([*lines, f"{len(again)} runs graded again, {len(changed)} verdicts changed"]))


def _classes(found: list[dict[str, Any]]) -> RenderableType:
    table = Table("bundle", "failure", "class", box=None)
    for one in found:
        table.add_row(Text(one["bundle"], overflow="fold"), one["failure"] or "–", one["class"] or "–")
    return table
