"""Runs many pairs: workers, retries of void runs, resume, interruption. What one run is, it does not know.

A sweep is its folder. Finished bundles in it are never run again; everything else is. A run is written beside the
others under a name that no reader looks at and put in place whole, so that a kill at any moment loses only what was
under way.
"""

import asyncio
import fcntl
import os
import shutil
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from pydantic import ValidationError

from evaluator.records.bundle import SWEEP
from evaluator.records.jsonl import append_line, read_json, write_json
from evaluator.records.run import Run
from harness.errors import UserError, VoidRun
from harness.jobs import Configuration, Job, Ledger, changed, folder, pairs, stored
from harness.progress import SweepProgress

VOIDS, PARTIAL = "voids.jsonl", ".partial"
RETRIES = 2
ERRORS_IN_A_ROW = 3


class Lane(Protocol):
    """One worker's means, such as a browser of its own."""

    async def run(self, job: Job, path: Path) -> Run:
        """Do one run and leave its bundle at `path`. Every fault becomes a void run, not an exception."""

    def void(self, job: Job, path: Path, fault: VoidRun) -> Run:
        """Leave a void run at `path`."""


@dataclass
class Result:
    """How a sweep ended. `stopped` says why it ended early."""

    ledger: Ledger
    total: int
    stopped: str = ""
    errors: Counter[str] = field(default_factory=Counter)
    """How many of each agent's last runs, without a break, it ended by raising."""

    @property
    def void(self) -> list[Run]:
        return [run for run in self.ledger.runs.values() if run.status == "void"]


def prepare(root: Path, configuration: Configuration, say: Callable[[str], None]) -> Ledger:
    """Make or resume the sweep's folder; what is stored in it already. UserError where it is another sweep's."""
    file = root / SWEEP
    if file.exists():
        _same(file, configuration, say)
    elif root.exists() and any(root.iterdir()):
        raise UserError(f"{root} is not empty and holds no sweep: choose another --out, or remove it")
    root.mkdir(parents=True, exist_ok=True)
    write_json(file, configuration.model_dump(mode="json"), indent=1)
    shutil.rmtree(root / PARTIAL, ignore_errors=True)
    return stored(root, say)


@contextmanager
def claimed(root: Path) -> Iterator[None]:
    """The sweep's folder for this process alone, made where it is not there; free again however the process ends.

    UserError where another process works in it: both would do the same runs and clear each other's away.
    """
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise UserError(f"{root} cannot be made: {fault.strerror}. Choose another --out") from fault
    handle = os.open(root, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as fault:
        raise UserError(
            f"a sweep is running in {root}: `breakingweb sweep status {root}` says how far it is. "
            "Wait for it, end it, or choose another --out"
        ) from fault
    finally:
        os.close(handle)


def configuration_of(file: Path) -> Configuration:
    """The sweep that a folder holds. UserError where its file is no sweep."""
    try:
        return Configuration.model_validate(read_json(file))
    except ValidationError as error:
        raise UserError(f"{file} is no sweep of this version: {error.errors()[0]['msg']}. Use another --out") from error


def _same(file: Path, configuration: Configuration, say: Callable[[str], None]) -> None:
    was = configuration_of(file)
    if fields := changed(was, configuration):
        raise UserError(
            f"{file.parent} holds a sweep with another configuration: {', '.join(fields)} changed. "
            "Give the same choices to resume it, or another --out"
        )
    if was.code != configuration.code:
        say(f"warning: the code changed since this sweep began ({was.code} → {configuration.code})")


async def sweep(
    root: Path,
    configuration: Configuration,
    ledger: Ledger,
    lanes: Sequence[Callable[[], AbstractAsyncContextManager[Lane]]],
    limit: int | None = None,
) -> Result:
    """Do what is left, at most `limit` pairs; void runs are tried again twice at the end."""
    planned = pairs(configuration, root.name)
    result = Result(ledger, sum(len(pair) for pair in planned))
    with SweepProgress(result.total, ledger.counts()) as progress:
        todo = [jobs for pair in planned if (jobs := tuple(ledger.left(pair)))][:limit]
        for _ in range(1 + RETRIES):
            await _work(root, todo, lanes, result, progress)
            todo = [again for jobs in todo if (again := tuple(ledger.left(jobs)))]
            if not todo or result.stopped:
                break
    return result


async def _work(
    root: Path,
    todo: Iterable[tuple[Job, ...]],
    lanes: Sequence[Callable[[], AbstractAsyncContextManager[Lane]]],
    result: Result,
    progress: SweepProgress,
) -> None:
    queue = deque(todo)
    if not queue:
        return
    async with asyncio.TaskGroup() as group:
        for lane in lanes[: max(1, min(len(lanes), len(queue)))]:
            group.create_task(_worker(root, queue, lane, result, progress))


async def _worker(
    root: Path,
    queue: deque[tuple[Job, ...]],
    open_lane: Callable[[], AbstractAsyncContextManager[Lane]],
    result: Result,
    progress: SweepProgress,
) -> None:
    async with open_lane() as lane:
        while queue and not result.stopped:
            for job in queue.popleft():
                run = await _one(root, job, lane)
                result.ledger.add(run)
                progress.update(result.ledger.counts())
                _watch(run, result)


async def _one(root: Path, job: Job, lane: Lane) -> Run:
    """One run, put in place whole; a void one is also noted where a later attempt does not replace it."""
    place = folder(root, job.key)
    partial = root / PARTIAL / "-".join(place.relative_to(root).parts)
    shutil.rmtree(partial, ignore_errors=True)
    try:
        run = await lane.run(job, partial)
    except asyncio.CancelledError:
        shutil.rmtree(partial, ignore_errors=True)
        _put(root, lane.void(job, partial, VoidRun("cancelled", "interrupted")), partial, place)
        raise
    _put(root, run, partial, place)
    return run


def _put(root: Path, run: Run, partial: Path, place: Path) -> None:
    if run.status == "void":
        append_line(root / VOIDS, run.model_dump(mode="json"))
    shutil.rmtree(place, ignore_errors=True)
    place.parent.mkdir(parents=True, exist_ok=True)
    partial.rename(place)


def _watch(run: Run, result: Result) -> None:
    """An agent that raises in three runs of its own in a row is broken: going on would only make false failures."""
    agent = run.key.agent
    if run.status == "graded":
        result.errors[agent] = result.errors[agent] + 1 if run.ending == "error" else 0
    if result.errors[agent] >= ERRORS_IN_A_ROW:
        result.stopped = f"the agent {agent} raised an error in {ERRORS_IN_A_ROW} runs in a row"
