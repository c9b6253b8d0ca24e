"""A task file as a value: what is asked, of which rows, how it is judged, how a person does it."""

from collections.abc import Iterator
from typing import Any, Literal, Self

from pydantic import Field, PrivateAttr, model_validator

from evaluator.checks import Check, Criterion, PredicateField, misuse
from evaluator.model import Strict, located, located_all
from evaluator.nearest import did_you_mean
from tasks.fingerprint import sha256_of
from tasks.problems import KeyPath
from tasks.steps import Selector, Step
from tasks.templates import bare_names, places, slips

__all__ = ["Amounts", "Pick", "Selector", "Step", "Target", "Task", "Tier"]

Tier = Literal["easy", "medium", "hard", "expert", "frontier"]

STEPS_FACTOR, SECONDS_FACTOR = 3, 5
NAME = r"[a-z0-9][a-z0-9_]*"


class Pick(Strict):
    """Which of several rows: the one with the largest or smallest value of a field."""

    max: str | None = Field(default=None, min_length=1, description="Field whose largest value is wanted.")
    min: str | None = Field(default=None, min_length=1, description="Field whose smallest value is wanted.")

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.max is None) == (self.min is None):
            raise ValueError("names either max or min, with the field")
        return self


class Target(Strict):
    """Rows that the task speaks of, looked up in the clean seeded world."""

    in_: str = Field(alias="in", min_length=1, description="Collection to look in.")
    where: dict[str, PredicateField] = Field(
        default_factory=dict, description='What the row holds; a value may name an earlier target: "{lamp.id}".'
    )
    pick: Pick | None = Field(default=None, description="Which of several; a tie is an error.")
    many: bool = Field(default=False, description="All rows that fit, as a list; without it there must be one.")

    @model_validator(mode="after")
    def _one_or_many(self) -> Self:
        if self.many and self.pick:
            raise located("pick gives one row and many gives all: leave one out", ("pick",))
        return self


class Amounts(Strict):
    """A number of steps and of seconds."""

    steps: int = Field(ge=1, strict=True, description="Steps of an agent.")
    seconds: int = Field(ge=1, strict=True, description="Seconds of wall time.")


class Task(Strict):
    """One task; its id is `site/name`, from the folder and the file's name."""

    site: str = Field(pattern=f"^{NAME}$", description="The site, which is also the folder's name.")
    tier: Tier = Field(description="easy, medium, hard, expert or frontier.")
    seed: int = Field(
        ge=0, lt=2**63, strict=True, description="Fixes world, targets and plan, for every trial and both arms."
    )
    instruction: str = Field(min_length=1, description="What the agent is told; {target.field} is filled in.")
    start: str = Field(default="/", pattern="^/", description="Path of the first page.")
    targets: dict[str, Target] = Field(default_factory=dict, description="Rows that the task speaks of, by name.")
    checks: tuple[Check, ...] = Field(description="Positive checks; the score is the weighted share that holds.")
    never: tuple[Check, ...] = Field(default=(), description="Negative checks: any of them violated means not passed.")
    allow: tuple[Check, ...] = Field(default=(), description="Changes that are neither asked for nor wrong.")
    expected: Amounts = Field(description="Design estimate, for the tables.")
    limits: Amounts = Field(description="Caps; by default three times the steps and five times the seconds.")
    reference: tuple[Step, ...] = Field(min_length=1, description="How a careful person does it.")
    shortcut: tuple[Step, ...] | None = Field(
        default=None, description="How a hasty person does it; names no target and passes the clean arm."
    )
    notes: str = Field(default="", description="Other outcomes, and why the checks accept or refuse them.")

    _name: str = PrivateAttr(default="")

    @model_validator(mode="before")
    @classmethod
    def _default_limits(cls, data: Any) -> Any:
        expected = data.get("expected") if isinstance(data, dict) else None
        if not isinstance(expected, dict) or "limits" in data:
            return data
        steps, seconds = expected.get("steps"), expected.get("seconds")
        if not (isinstance(steps, int) and isinstance(seconds, int) and steps > 0 and seconds > 0):
            return {**data, "limits": {"steps": 1, "seconds": 1}}  # `expected` itself is at fault and says so
        return {**data, "limits": {"steps": STEPS_FACTOR * steps, "seconds": SECONDS_FACTOR * seconds}}

    @model_validator(mode="after")
    def _hangs_together(self) -> Self:
        if faults := list(_faults(self)):
            raise located_all(faults)
        return self

    @property
    def id(self) -> str:
        """`site/name`."""
        return f"{self.site}/{self._name}"

    @property
    def criterion(self) -> Criterion:
        """What the grader needs of the task."""
        collections = {name: target.in_ for name, target in self.targets.items()}
        return Criterion(checks=self.checks, never=self.never, allow=self.allow, targets=collections)

    @property
    def fingerprint(self) -> str:
        """sha256 of the canonical content: what two runs must share to be pooled. Notes have no part in it."""
        content = self.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude={"notes"})
        return sha256_of({"id": self.id, **content})

    def named(self, name: str) -> "Task":
        """The same task under a name."""
        task = self.model_copy()
        task._name = name
        return task


def _faults(task: Task) -> Iterator[tuple[KeyPath, str]]:
    """Faults between the parts of a task, each with its key path."""
    yield from misuse(task.checks, task.never, task.allow)
    for number, check in enumerate(task.never):
        if any(_same(check, positive) for positive in task.checks):
            yield ("never", number), "is also asked for in checks: one of the two can never hold"
    yield from _unknown_targets(task)
    yield from _where_faults(task)
    if "{" in task.start:
        yield ("start",), "is a fixed path: it takes no {target.field}"
    for number, step in enumerate(task.shortcut or ()):
        if step.verb in ("expect", "wait_for"):
            yield ("shortcut", number), f"{step.verb} is for the reference: a hasty person takes no second look"
        for text in step.texts():
            for place in places(text):
                yield ("shortcut", number), f"names the target {place}: a hasty person remembers words, not rows"


def _same(never: Check, positive: Check) -> bool:
    bare = {"name": "", "count": None, "weight": 1}
    return never.model_copy(update=bare) == positive.model_copy(update=bare)


def _unknown_targets(task: Task) -> Iterator[tuple[KeyPath, str]]:
    """Names of targets that there are not, in the instruction, the steps and the expressions."""
    for path, text in _texts(task):
        for place in places(text):
            if place.target not in task.targets:
                yield path, did_you_mean("target", place.target, task.targets)
        for name in bare_names(text):
            if name in task.targets:
                yield path, f"{{{name}}} is a whole row: name a field of it, such as {{{name}.id}}"
        for name, written in slips(text):
            if name in task.targets:
                yield path, f"{written!r} would stand there as it is: write {{{name}.field}}"
    for part in ("checks", "never", "allow"):
        listed: tuple[Check, ...] = getattr(task, part)
        for number, check in enumerate(listed):
            for inner, name in check.targets():
                if name not in task.targets:
                    yield (part, number, *inner), did_you_mean("target", name, task.targets)


def _texts(task: Task) -> Iterator[tuple[KeyPath, str]]:
    yield ("instruction",), task.instruction
    for number, step in enumerate(task.reference):
        for text in step.texts():
            yield ("reference", number), text


def _where_faults(task: Task) -> Iterator[tuple[KeyPath, str]]:
    """A target may name only those that stand before it."""
    before: list[str] = []
    for name, target in task.targets.items():
        for field, predicate in target.where.items():
            for text in _strings(predicate.raw()):
                for place in places(text):
                    if place.target not in before:
                        yield ("targets", name, "where", field), did_you_mean("earlier target", place.target, before)
        before.append(name)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _strings(inner)
