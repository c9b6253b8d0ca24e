"""What a grade looks like: the `grade` object of run.json."""

from typing import Any, Literal

from pydantic import Field

from evaluator.model import Strict

ResultKind = Literal["positive", "never", "unexplained"]


class GraderError(Exception):
    """The grader could not decide: a fault of the task, the types or the state, never of the agent. The run is void."""


class Reason(Strict):
    """One difference: where it stands, what was expected there, what stood there."""

    path: str = Field(description="Where, as `collection/id/field[0].inner`.")
    expected: Any = Field(description="What the check asked for, in JSON.")
    got: Any = Field(description="What the state held, in JSON.")


class CheckResult(Strict):
    """The verdict on one check, one never, or one kind of unexplained change."""

    kind: ResultKind = Field(description="positive, never, or unexplained (a change that nothing asked for).")
    name: str = Field(description="The check's own name, or its kind and collection.")
    passed: bool = Field(description="Whether it holds; for never and unexplained, whether it was not violated.")
    reasons: tuple[Reason, ...] = Field(default=(), description="Why not; empty where it passed.")


class Grade(Strict):
    """A run's grade. `score` is the weighted share of positive checks that hold; negatives leave it alone."""

    passed: bool = Field(description="Every positive check holds, no never is violated, every change is explained.")
    score: float = Field(ge=0, le=1, description="Weighted share of the positive checks that hold.")
    passed_explicit: bool = Field(description="The verdict without the closed world: unexplained changes ignored.")
    checks: tuple[CheckResult, ...] = Field(description="Every check's result, in the task's order.")

    def failed(self, *kinds: ResultKind) -> bool:
        """Whether any result of these kinds failed."""
        return any(not result.passed for result in self.checks if result.kind in kinds)
