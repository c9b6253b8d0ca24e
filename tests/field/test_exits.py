"""The exit code of a sweep tells runs that could not be done from tasks that an agent failed."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from evaluator.records.bundle import BundleWriter
from evaluator.records.run import Run, VoidKind
from evaluator.testing import a_grade
from harness import order
from harness.cli import run
from harness.errors import VoidRun
from harness.jobs import Job
from harness.lanes import BrowserLane, Workshop

EXTRA = Path(__file__).parent.parent / "e2e" / "extra"
KINDS: tuple[VoidKind, ...] = ("infra", "intervention", "model", "grader")
Outcome = Callable[[Job], str]


class Playing(BrowserLane):
    """A lane whose runs end as they are told to: passed, failed, or void with a kind."""

    def __init__(self, shop: Workshop, outcome: Outcome) -> None:
        super().__init__(shop)
        self._outcome = outcome

    async def run(self, job: Job, path: Path) -> Run:
        ending = self._outcome(job)
        kind = next((kind for kind in KINDS if kind == ending), "infra")
        empty = self.void(job, path, VoidRun(kind, "told to"))
        if ending in KINDS:
            return empty
        passed = ending == "passed"
        graded = {"status": "graded", "void_kind": None, "ending": "done", "message": None}
        grade = a_grade() if passed else a_grade(["positive"], 0.0)
        failure = None if passed else "premature_done"
        done = Run.model_validate({**empty.model_dump(), **graded, "grade": grade, "failure": failure})
        BundleWriter(path).run(done)
        return done


def sweep(monkeypatch: pytest.MonkeyPatch, out: Path, outcome: Outcome) -> int:
    @asynccontextmanager
    async def lane(shop: Workshop) -> AsyncIterator[Playing]:
        yield Playing(shop, outcome)

    monkeypatch.setattr(order, "browser_lane", lane)
    asked = ["sweep", "--agent", "null", "--agent", "straight", "--task", "toy/add_note", "--extra", str(EXTRA)]
    return run([*asked, "--workers", "1", "--out", str(out), "--json"])


def half(job: Job) -> str:
    return "failed" if job.key.agent == "null" else "model"


@pytest.mark.parametrize(
    ("outcome", "code", "counts"),
    [
        (lambda job: "infra", 3, {"passed": 0, "failed": 0, "void": 4}),
        (half, 3, {"passed": 0, "failed": 2, "void": 2}),
        (lambda job: "failed", 0, {"passed": 0, "failed": 4, "void": 0}),
        (lambda job: "passed", 0, {"passed": 4, "failed": 0, "void": 0}),
    ],
    ids=["all void", "half void", "all failed", "all passed"],
)
def test_runs_that_are_void_are_told_by_the_exit_code_and_failed_tasks_are_not(
    outcome: Outcome,
    code: int,
    counts: dict[str, int],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert sweep(monkeypatch, tmp_path / "s", outcome) == code
    assert json.loads(capsys.readouterr().out)["counts"] == counts


def test_void_runs_of_every_kind_are_in_no_rate_are_listed_and_run_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The kinds of a model's provider come from the model agents; what becomes of them does not."""
    kinds = dict(zip([(a, c) for a in ("null", "straight") for c in ("clean", "perturbed")], KINDS, strict=True))
    told: dict[str, Any] = {}

    def each(job: Job) -> str:
        return kinds[job.key.agent, job.key.condition]

    assert sweep(monkeypatch, tmp_path / "s", each) == 3
    said = capsys.readouterr()
    assert [f"void ({kind})" in said.err for kind in KINDS] == [True] * 4
    assert json.loads(said.out)["rows"] == []
    assert sweep(monkeypatch, tmp_path / "s", lambda job: "model" if job.key.agent == "null" else "passed") == 3
    told = json.loads(capsys.readouterr().out)
    assert told["counts"] == {"passed": 2, "failed": 0, "void": 2}
    (rate,) = [row for row in told["rows"] if row["agent"] == "straight" and row["by"] == "overall"]
    assert (rate["n"], rate["pass"]["clean"], rate["pass"]["perturbed"]) == (1, 1.0, 1.0)
    assert [row["pass"]["clean"] for row in told["rows"] if row["agent"] == "null" and row["by"] == "overall"] == [None]
    assert sweep(monkeypatch, tmp_path / "s", lambda job: "failed") == 0
