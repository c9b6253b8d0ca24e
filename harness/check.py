"""Cross-checks every task, family and variant against the seeded worlds, and names each fault with file and line."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from evaluator.checks import unknown_names
from evaluator.grade import GraderError, holding
from evaluator.state import State
from harness.corpus import Corpus, Pair, load
from harness.errors import UserError
from harness.openings import Openings
from harness.prepare import Prepared, Worlds, prepare
from harness.sites import SITES
from interventions import catalog as interventions
from interventions.compile import CompileError
from interventions.rehearse import conflicts, moved_targets, rehearse
from tasks import catalog as tasks
from tasks.problems import KeyPath, Problem, SourceError
from tasks.schema import Task
from tasks.targets import TargetError, resolve

OURS = (tasks.OURS, interventions.HERE)


def check_all(extra: Sequence[Path] = (), only: Sequence[Path] = ()) -> list[Problem]:
    """Every fault found, in order of file and line; `only` keeps those of these files and folders."""
    for path in only:
        if not path.exists():
            raise UserError(f"{path}: no such file or folder")
        if not any(_within(str(path), root) or _within(str(root), path) for root in (*OURS, *extra)):
            raise UserError(f"{path} is in no folder that is read: give the one with its tasks/ by --extra")
    try:
        problems = sorted(set(_problems(load(extra))))
    except SourceError as error:
        problems = list(error.problems)
    return [problem for problem in problems if not only or any(_within(problem.file, path) for path in only)]


def _within(file: str, place: Path) -> bool:
    return Path(file).resolve().is_relative_to(place.resolve())


def _problems(corpus: Corpus) -> Iterator[Problem]:
    worlds, openings = Worlds(), Openings()
    for task in corpus.tasks:
        source = corpus.tasks.sources[task.id]
        found = list(task_faults(task, worlds))
        yield from (source.problem(path, message) for path, message in found)
        if not found and task.id in corpus.interventions.variants:
            pair = corpus.pair(task.id)
            at = corpus.interventions.variant_source(task.id)
            yield from (at.problem(path, message) for path, message in pair_faults(pair, worlds, openings))
    for name in sorted(set(corpus.interventions.variants) - set(corpus.tasks.tasks)):
        source = corpus.interventions.variant_source(name)
        yield source.problem((), f"there is no task {name} for this variant")


def task_faults(task: Task, worlds: Worlds) -> Iterator[tuple[KeyPath, str]]:
    """Faults that show in the clean world."""
    if task.site not in SITES:
        yield ("site",), f"there is no site {task.site!r}; there are {', '.join(SITES)}"
        return
    try:
        prepared = prepare(task, worlds)
    except TargetError as error:
        yield error.path, error.message
        return
    yield from unknown_names(task.criterion, prepared.types)
    yield from _already(prepared, worlds)


def _already(prepared: Prepared, worlds: Worlds) -> Iterator[tuple[KeyPath, str]]:
    state = worlds.state(prepared.site, prepared.seed)
    try:
        held = holding(prepared.task.criterion, prepared.targets, prepared.types, state)
    except GraderError as error:
        yield _place(prepared.task, str(error)), f"cannot be decided: {error}"
        return
    for number, name in held.items():
        yield (
            ("checks", number),
            f"{name!r} already holds before anything is done: a run that does nothing would score",
        )


def _place(task: Task, message: str) -> KeyPath:
    """The check that a message of the grader begins with, by its label."""
    for part in ("checks", "never", "allow"):
        for number, check in enumerate(getattr(task, part)):
            if message.startswith(f"{check.label}: "):
                return part, number
    return ("checks",)


def pair_faults(pair: Pair, worlds: Worlds, openings: Openings) -> Iterator[tuple[KeyPath, str]]:
    """Faults of the variant on its task: it does not fit, decides a check, moves a target, or solves the task."""
    prepared = prepare(pair.task, worlds)
    try:
        plan = prepared.perturbed(pair.variant, pair.families)
    except CompileError as error:
        yield error.path, error.message
        return
    try:
        tried = rehearse(plan, openings.template(prepared))
        state = openings.opening(prepared, plan).state
    except (ValueError, KeyError, LookupError) as error:
        yield ("apply",), f"an op fails on the seeded world: {error}"
        return
    for message in conflicts(pair.task.criterion, prepared.targets, prepared.types, tried):
        yield ("apply",), message
    yield from _perturbed_faults(prepared, state)


def _perturbed_faults(prepared: Prepared, state: State) -> Iterator[tuple[KeyPath, str]]:
    """What must hold in the perturbed world as it does in the clean one."""
    try:
        moved = moved_targets(prepared.targets, resolve(prepared.task, state, prepared.types))
    except TargetError as error:
        yield ("apply",), f"in the perturbed world {error}"
        return
    if moved:
        yield ("apply",), f"in the perturbed world other rows are the targets {', '.join(moved)}"
    try:
        held = holding(prepared.task.criterion, prepared.targets, prepared.types, state)
    except GraderError as error:
        yield ("apply",), f"in the perturbed world the checks cannot be decided: {error}"
        return
    for name in held.values():
        yield ("apply",), f"the check {name!r} already holds in the perturbed world"
