"""run.json: one run's identity, ending, grade and costs."""

from typing import Any, Literal, Self

from pydantic import Field, model_validator

from evaluator.model import Strict
from evaluator.result import Grade

Condition = Literal["clean", "perturbed"]
Status = Literal["graded", "void"]
VoidKind = Literal["infra", "intervention", "model", "grader", "cancelled"]
Ending = Literal["done", "step_limit", "time_limit", "error"]
FailureMode = Literal[
    "misleading_success_taken",
    "premature_done",
    "retry_loop",
    "plan_collapse",
    "silent_overreach",
    "selector_hallucination",
    "abandoned_run",
]


class Key(Strict):
    """What makes a run the run it is; pairs are joined on (agent, task, variant, trial)."""

    sweep: str = Field(default="", description="Name of the sweep, empty for a single run.")
    agent: str = Field(description="Name of the agent.")
    task: str = Field(description="Task id, `site/name`.")
    variant: str | None = Field(default=None, description="Name of the pair's variant; both arms carry it.")
    condition: Condition = Field(description="The arm: clean or perturbed.")
    trial: int = Field(default=0, ge=0, description="Number of the trial, from 0.")
    seed: int = Field(default=0, description="Seed of world, targets and plan.")


class Labels(Strict):
    """What reports group by."""

    site: str = Field(description="Site name.")
    tier: str = Field(default="", description="Tier of the task.")
    primitive: str = Field(default="", description="Primary primitive of the pair's variant.")
    layers: tuple[str, ...] = Field(default=(), description="Layers of the pair's variant.")
    families: tuple[str, ...] = Field(default=(), description="Families of the pair's variant.")


class Receipts(Strict):
    """How many receipts the run collected; they stand in receipts.jsonl."""

    applied: int = Field(default=0, ge=0, description="Ops that did their work.")
    met: int = Field(default=0, ge=0, description="Effects that reached the client.")


class Fingerprints(Strict):
    """What must be equal for two runs to be pooled."""

    task: str = Field(default="", description="Canonical content of the task.")
    variant: str | None = Field(default=None, description="Canonical content of the variant and its families.")
    grader: str = Field(default="", description="Code of the grader.")
    bounds: str = Field(default="", description="Time bounds of the harness.")
    agent: str = Field(default="", description="The agent's file; empty for one of the catalogue, which is of `code`.")
    browser: str = Field(default="", description="Version of the browser; another one only warns.")
    code: str = Field(default="", description="Version of the product; another one only warns.")


class Seconds(Strict):
    """Where the time went."""

    episode: float = Field(default=0.0, description="The whole episode.")
    model: float = Field(default=0.0, description="Waiting for the agent's model.")
    environment: float = Field(default=0.0, description="Actions and observations.")
    settle: float = Field(default=0.0, description="Waiting for the page to become quiet.")
    rate_limit_wait: float = Field(default=0.0, description="Waiting for the provider's limits.")


class Tokens(Strict):
    """Tokens of all components."""

    input: int = Field(default=0, ge=0, description="Tokens read.")
    output: int = Field(default=0, ge=0, description="Tokens written.")


class Run(Strict):
    """One run. A graded run has a grade and an ending; a void run has a kind and is in no rate."""

    key: Key = Field(description="Identity.")
    labels: Labels = Field(description="Groups for reports.")
    status: Status = Field(description="graded or void.")
    void_kind: VoidKind | None = Field(default=None, description="Why it is void.")
    attempt: int = Field(default=1, ge=1, description="Number of this attempt.")
    ending: Ending | None = Field(default=None, description="How the episode ended; None where it never began.")
    grade: Grade | None = Field(default=None, description="The grade; None where the run is void.")
    failure: FailureMode | None = Field(default=None, description="Failure mode; None where it passed or is void.")
    exposed: bool = Field(default=False, description="At least one `met` receipt for each family of the variant.")
    receipts: Receipts = Field(default=Receipts(), description="Counts of receipts.")
    late: int = Field(default=0, ge=0, description="Writes that arrived after the drain.")
    fingerprints: Fingerprints = Field(default=Fingerprints(), description="What it was run with.")
    seconds: Seconds = Field(default=Seconds(), description="Where the time went.")
    tokens: Tokens = Field(default=Tokens(), description="Tokens of all components.")
    cost: float = Field(default=0.0, ge=0, description="Price in US dollars.")
    steps: int = Field(default=0, ge=0, description="Number of steps taken.")
    hashes: dict[str, str] = Field(default_factory=dict, description="SHA-256 of each file of the evidence.")
    harness: str = Field(default="text", description="Harness: text, gui or hybrid.")
    certified: bool = Field(default=True, description="False where a seed or family was given by hand.")
    evidence: dict[str, Any] = Field(default_factory=dict, description="What stands beside the failure mode.")
    message: str | None = Field(default=None, description="Why the run is void, or how the agent broke.")
    teardown_error: str | None = Field(default=None, description="What went wrong after the grade; the grade stands.")

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.status == "graded" and (self.grade is None or self.ending is None or self.void_kind):
            raise ValueError("a graded run has a grade and an ending, and no void_kind")
        if self.status == "void" and (self.void_kind is None or self.grade is not None or self.failure):
            raise ValueError("a void run has a void_kind, and neither grade nor failure")
        return self
