"""What a sweep is made of: runs to do, in which order, and which of them are done. Pure, but for reading bundles."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import Field

from envs.kit.draws import stream
from evaluator.model import Strict
from evaluator.records.bundle import STEPS, Bundle, bundle_path, find_bundles
from evaluator.records.run import Condition, Key, Run

MOST_TOLD = 3


class Chosen(Strict):
    """One task of a sweep with what it is run against; fixed by fingerprints."""

    task: str = Field(description="Task id.")
    variant: str = Field(description="Name of the variant, or `aa`.")
    seed: int = Field(description="Seed of world, targets and plan.")
    task_fingerprint: str = Field(description="Canonical content of the task.")
    variant_fingerprint: str = Field(description="Canonical content of the variant and its families.")


class Configuration(Strict):
    """What a sweep is; the same command must give the same one, or it is another sweep."""

    agents: tuple[str, ...] = Field(description="Agents, by reference.")
    agent_files: dict[str, str] = Field(default_factory=dict, description="Fingerprints of agents' files.")
    harness: str | None = Field(default=None, description="Harness asked for; None leaves it to each agent.")
    trials: int = Field(ge=1, description="Trials of each pair.")
    chosen: tuple[Chosen, ...] = Field(description="Tasks with their variants.")
    bounds: str = Field(description="Fingerprint of the time bounds.")
    grader: str = Field(description="Fingerprint of the grader.")
    code: str = Field(default="", description="Version of the product; a change only warns.")


@dataclass(frozen=True)
class Job:
    """One run to do. `attempt` counts from 1."""

    key: Key
    attempt: int = 1


@dataclass
class Ledger:
    """Which jobs of a sweep are done. Joined on keys, so that order and number of resumes never matter."""

    runs: dict[tuple[Any, ...], Run] = field(default_factory=dict)

    def add(self, run: Run) -> None:
        self.runs[identity(run.key)] = run

    def left(self, jobs: Iterable[Job]) -> Iterator[Job]:
        """Jobs that are not graded yet; a void one comes as its next attempt."""
        for job in jobs:
            run = self.runs.get(identity(job.key))
            if run is None:
                yield job
            elif run.status == "void":
                yield Job(job.key, run.attempt + 1)

    def browsers(self) -> set[str]:
        """Versions of the browser in the runs so far."""
        return {run.fingerprints.browser for run in self.runs.values()} - {""}

    def counts(self) -> dict[str, int]:
        """{passed, failed, void} so far."""
        graded = [run.grade.passed for run in self.runs.values() if run.grade is not None]
        return {"passed": sum(graded), "failed": len(graded) - sum(graded), "void": len(self.runs) - len(graded)}


def identity(key: Key) -> tuple[Any, ...]:
    """What makes two runs the same run of a sweep."""
    return (key.agent, key.task, key.variant, key.condition, key.trial)


def pairs(configuration: Configuration, sweep: str) -> list[tuple[Job, ...]]:
    """All pairs, each with its arms in the order they are run: drawn per pair, and the same on every resume.

    Where a task has several variants (doses), its clean run serves them all: it comes with the first of them.
    """
    found: list[tuple[Job, ...]] = []
    several = Counter(chosen.task for chosen in configuration.chosen)
    for trial in range(configuration.trials):
        for agent in configuration.agents:
            served: set[str] = set()
            for chosen in configuration.chosen:
                shared = several[chosen.task] > 1
                arms: list[Condition] = ["perturbed"] if chosen.task in served else _arms(agent, chosen, trial)
                found.append(tuple(_job(sweep, agent, chosen, condition, trial, shared) for condition in arms))
                served |= {chosen.task} if shared else set()
    return found


def _arms(agent: str, chosen: Chosen, trial: int) -> list[Condition]:
    first: Condition = "clean"
    if stream("order", agent, chosen.task, chosen.variant, str(trial)).random() < 0.5:
        first = "perturbed"
    return [first, "clean" if first == "perturbed" else "perturbed"]


def _job(sweep: str, agent: str, chosen: Chosen, condition: Condition, trial: int, shared: bool) -> Job:
    key = Key(
        sweep=sweep,
        agent=agent,
        task=chosen.task,
        variant=None if shared and condition == "clean" else chosen.variant,
        condition=condition,
        trial=trial,
        seed=chosen.seed,
    )
    return Job(key)


def folder(root: Path, key: Key) -> Path:
    """Where a run's bundle lies in the folder of its sweep."""
    return bundle_path(root.parent, key.model_copy(update={"sweep": root.name}))


def stored(root: Path, say: Callable[[str], None] = lambda _: None) -> Ledger:
    """The runs that are on disk already; one whose log lost its end is told and counts as not run."""
    ledger = Ledger()
    for path in find_bundles(root):
        bundle = Bundle(path)
        run = bundle.run()
        if bundle.cut(run):
            say(f"warning: {path / STEPS} has lost its end: this run is done again")
        else:
            ledger.add(run)
    return ledger


def changed(was: Configuration, now: Configuration) -> list[str]:
    """The fields in which a sweep's stored configuration differs from the one asked for; `code` is not one of them."""
    fields = [name for name in type(was).model_fields if name != "code" and getattr(was, name) != getattr(now, name)]
    told = [name for name in fields if name not in ("chosen", "agent_files")]
    if "agents" not in fields and "agent_files" in fields:
        told += [f"the file of agent {name}" for name in now.agents if _file(was, name) != _file(now, name)]
    return told + (_tasks(was, now) if "chosen" in fields else [])


def _file(configuration: Configuration, agent: str) -> str | None:
    return configuration.agent_files.get(agent)


def _tasks(was: Configuration, now: Configuration) -> list[str]:
    """The tasks in which two configurations differ, or their number where they are many."""
    before, after = ({(c.task, c.variant): c for c in side.chosen} for side in (was, now))
    tasks = sorted({key[0] for key in {*before, *after} if before.get(key) != after.get(key)})
    if len(tasks) > MOST_TOLD:
        return [f"{len(tasks)} tasks ({', '.join(tasks[:MOST_TOLD])}, …)"]
    return [f"task {task}" for task in tasks]
