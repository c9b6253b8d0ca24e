"""One run as the statistics see it."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, model_validator

from evaluator.records.run import Condition, Seconds, Status

AA = "aa"
"""Variant name of both arms of a noise-floor sweep (`--aa`), whose perturbed arm is a second clean run."""

NO_VARIANT = ("", "clean")
"""Variant names of a clean run that serves every variant of its task."""


class Model(BaseModel):
    """Frozen, and refuses fields it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Facts(Model):
    """What a bundle knows of a run beyond its place in the drop table."""

    bundle: str
    harness: str = ""
    seed: int | None = None
    void_kind: str | None = None
    failure: str | None = None
    declared: bool | None = None
    """True where the last action reported completion (`done`, `send_msg_to_user`); None where no steps are stored."""
    steps: int | None = None
    seconds: Seconds = Seconds()
    tokens: int = 0
    cost: float = 0.0
    fingerprints: dict[str, str] = {}
    cut: bool = False
    """True where the log of steps has lost its end, as after a crash of the machine."""


class Row(Model):
    """One run: which, whether it was graded, and how it went. `passed` and `score` are None in a void run."""

    agent: str
    task: str
    condition: Condition
    trial: int
    status: Status
    passed: bool | None
    score: float | None
    variant: str = ""
    site: str = ""
    tier: str = ""
    primitive: str = ""
    layers: tuple[str, ...] = ()
    families: tuple[str, ...] = ()
    exposed: bool | None = None
    certified: bool = True
    """False where seed or family were given by hand, so that no certificate stands behind the run."""
    facts: Facts | None = None

    @model_validator(mode="after")
    def _grade_belongs_to_graded(self) -> Row:
        if self.status == "graded" and (self.passed is None or self.score is None):
            raise ValueError("a graded run needs passed and score")
        return self

    @property
    def graded(self) -> bool:
        return self.status == "graded"

    @property
    def key(self) -> tuple[str, str, str, int, str]:
        """What makes the run unique in a table."""
        return (self.agent, self.task, self.variant, self.trial, self.condition)
