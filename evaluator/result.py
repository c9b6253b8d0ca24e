"""What a grade looks like: the `grade` object of run.json."""

from typing import Any, Literal, Self

from pydantic import Field, model_validator

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

    @model_validator(mode="after")
    def _agrees_with_its_checks(self) -> Self:
        """A verdict that its own checks contradict was written by no grader. One without checks stands as it is."""
        if not self.checks:
            return self
        derived = {
            "passed": (self.passed, not self.failed("positive", "never", "unexplained")),
            "passed_explicit": (self.passed_explicit, not self.failed("positive", "never")),
            "a full score": (self.score == 1, not self.failed("positive")),
        }
        for name, (said, follows) in derived.items():
            if said != follows:
                raise ValueError(f"{name} is {said}, and {follows} by its checks")
        return self

    def failed(self, *kinds: ResultKind) -> bool:
        """Whether any result of these kinds failed."""
        return any(not result.passed for result in self.checks if result.kind in kinds)
