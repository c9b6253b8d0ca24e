"""A sweep loses nothing and counts nothing twice, whatever happens to it."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from evaluator.records.bundle import RUN, Bundle, BundleWriter, find_bundles
from evaluator.records.jsonl import read_lines
from evaluator.records.run import Key, Labels, Run
from evaluator.result import CheckResult, Grade
from evaluator.testing import steps_of
from harness import lanes
from harness.errors import UserError, VoidRun
from harness.jobs import Chosen, Configuration, Job, pairs, stored
from harness.sweep import PARTIAL, VOIDS, Result, claimed, prepare, sweep

Outcome = Callable[[Job], str]


def configuration(tasks: int = 3, agents: tuple[str, ...] = ("a", "b"), **changes: object) -> Configuration:
    chosen = tuple(
        Chosen(task=f"toy/t{n}", variant=f"toy/t{n}", seed=7, task_fingerprint="t", variant_fingerprint="v")
        for n in range(tasks)
    )
    made = Configuration(agents=agents, trials=1, chosen=chosen, bounds="b", grader="g", code="1")
    return made.model_copy(update=changes)


class FakeLane:
    """Leaves a bundle for each job; what comes of it is said by `outcome`: pass, fail, void, error or kill."""

    def __init__(self, outcome: Outcome, done: list[Job]) -> None:
        self._outcome, self._done = outcome, done

    async def run(self, job: Job, path: Path) -> Run:
        await asyncio.sleep(0)
        self._done.append(job)
        writer = BundleWriter(path)
        writer.document("plan.json", {})
        verdict = self._outcome(job)
        if verdict == "kill":
            raise RuntimeError("killed")
        run = made(job, verdict)
        writer.run(run)
        return run

    def void(self, job: Job, path: Path, fault: VoidRun) -> Run:
        run = Run(key=job.key, labels=Labels(site="toy"), status="void", void_kind=fault.kind, attempt=job.attempt)
        BundleWriter(path).run(run)
        return run


def made(job: Job, verdict: str) -> Run:
    labels = Labels(site="toy")
    if verdict == "void":
        return Run(key=job.key, labels=labels, status="void", void_kind="infra", attempt=job.attempt)
    passed = verdict == "pass"
    grade = Grade(
        passed=passed,
        score=float(passed),
        passed_explicit=passed,
        checks=(CheckResult(kind="positive", name="x", passed=passed),),
    )
    ending = "error" if verdict == "error" else "done"
    return Run(
        key=job.key,
        labels=labels,
        status="graded",
        ending=ending,
        grade=grade,
        attempt=job.attempt,
        failure=None if passed else "premature_done",
    )


async def go(root: Path, outcome: Outcome, workers: int = 1, limit: int | None = None) -> tuple[Result, list[Job]]:
    done: list[Job] = []

    @asynccontextmanager
    async def lane() -> AsyncIterator[FakeLane]:
        yield FakeLane(outcome, done)

    chosen = configuration()
    ledger = prepare(root, chosen, lambda text: None)
    return await sweep(root, chosen, ledger, [lane] * workers, limit), done


def outcomes(root: Path) -> dict[tuple[str, ...], bool | None]:
    return {
        (run.key.agent, run.key.task, run.key.condition): run.grade and run.grade.passed
        for run in stored(root).runs.values()
    }


async def test_every_run_is_done_once_and_the_same_command_again_does_nothing(tmp_path: Path) -> None:
    result, done = await go(tmp_path / "s", lambda job: "pass", workers=3)
    assert len(done) == len({job.key for job in done}) == result.total == 12
    again, more = await go(tmp_path / "s", lambda job: "fail")
    assert more == []
    assert again.ledger.counts() == {"passed": 12, "failed": 0, "void": 0}


@pytest.mark.parametrize("at", [0, 1, 5, 11])
async def test_a_killed_sweep_goes_on_to_the_same_table(tmp_path: Path, at: int) -> None:
    def verdict(job: Job) -> str:
        return "pass" if job.key.condition == "clean" or job.key.agent == "a" else "fail"

    calls = 0

    def killed(job: Job) -> str:
        nonlocal calls
        calls += 1
        return "kill" if calls == at + 1 else verdict(job)

    with pytest.raises(ExceptionGroup):
        await go(tmp_path / "s", killed)
    assert len(outcomes(tmp_path / "s")) == at
    _, done = await go(tmp_path / "s", verdict)
    assert len(done) == 12 - at
    await go(tmp_path / "undisturbed", verdict)
    assert outcomes(tmp_path / "s") == outcomes(tmp_path / "undisturbed")
    assert not (tmp_path / "s" / PARTIAL).exists() or not list((tmp_path / "s" / PARTIAL).iterdir())


async def test_an_interrupted_run_is_marked_cancelled_and_runs_again(tmp_path: Path) -> None:
    started = asyncio.Event()

    class Slow(FakeLane):
        async def run(self, job: Job, path: Path) -> Run:
            started.set()
            await asyncio.sleep(60)
            raise AssertionError

    @asynccontextmanager
    async def lane() -> AsyncIterator[FakeLane]:
        yield Slow(lambda job: "pass", [])

    root, chosen = tmp_path / "s", configuration()
    work = asyncio.create_task(sweep(root, chosen, prepare(root, chosen, lambda text: None), [lane, lane]))
    await started.wait()
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    left = [run.void_kind for run in stored(root).runs.values()]
    assert left
    assert set(left) == {"cancelled"}
    result, _ = await go(root, lambda job: "pass")
    assert result.ledger.counts() == {"passed": 12, "failed": 0, "void": 0}


async def test_a_run_whose_log_lost_its_end_is_told_and_done_again(tmp_path: Path) -> None:
    said: list[str] = []
    root = tmp_path / "s"
    await go(root, lambda job: "pass")
    whole, cut = list(find_bundles(root))[:2]
    for path in (whole, cut):
        run = Bundle(path).run()
        BundleWriter(path).run(run.model_copy(update={"steps": 2}))
        for step in steps_of("click('a1')", "done()"):
            BundleWriter(path).step(step)
    (cut / "steps.jsonl").write_bytes((cut / "steps.jsonl").read_bytes()[:-15])
    ledger = prepare(root, configuration(), said.append)
    assert len(ledger.runs) == 11
    assert [str(cut) in text for text in said] == [True]
    _, done = await go(root, lambda job: "pass")
    assert len(done) == 1


def test_a_folder_is_one_sweeps_at_a_time_and_free_when_its_process_has_ended(tmp_path: Path) -> None:
    root = tmp_path / "s"
    hold = "import sys, time; from pathlib import Path; from harness.sweep import claimed\n"
    hold += "with claimed(Path(sys.argv[1])): print('held', flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", hold, str(root)], stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(UserError, match="a sweep is running in"), claimed(root):
            pass
        other.kill()
        other.wait()
    with claimed(root):
        pass
    assert list(root.iterdir()) == []
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="cannot be made"), claimed(tmp_path / "file"):
        pass


async def test_void_runs_are_tried_twice_more_and_never_stand_twice(tmp_path: Path) -> None:
    def flaky(job: Job) -> str:
        return "void" if job.key.task == "toy/t1" and job.attempt < 3 else "pass"

    result, done = await go(tmp_path / "s", flaky)
    assert result.ledger.counts() == {"passed": 12, "failed": 0, "void": 0}
    assert len(done) == 12 + 2 * 4
    assert len(list(find_bundles(tmp_path / "s"))) == 12
    attempts = [run["attempt"] for run in read_lines(tmp_path / "s" / VOIDS).records]
    assert sorted(attempts) == [1] * 4 + [2] * 4


async def test_runs_that_stay_void_are_left_for_the_next_time(tmp_path: Path) -> None:
    result, _ = await go(tmp_path / "s", lambda job: "void" if job.key.agent == "b" else "pass")
    assert result.ledger.counts() == {"passed": 6, "failed": 0, "void": 6}
    assert {run.attempt for run in result.void} == {3}
    healed, done = await go(tmp_path / "s", lambda job: "pass")
    assert [job.attempt for job in done] == [4] * 6
    assert healed.ledger.counts() == {"passed": 12, "failed": 0, "void": 0}


async def test_an_agent_that_raises_three_times_in_a_row_stops_the_sweep(tmp_path: Path) -> None:
    result, done = await go(tmp_path / "s", lambda job: "error" if job.key.agent == "b" else "pass")
    assert result.stopped == "the agent b raised an error in 3 runs in a row"
    assert [job.key.agent for job in done].count("b") <= 4
    beside, done = await go(tmp_path / "t", lambda job: "error" if job.key.agent == "b" else "pass", workers=12)
    assert beside.stopped == result.stopped


async def test_an_agent_that_raises_now_and_then_does_not_stop_the_sweep(tmp_path: Path) -> None:
    result, done = await go(tmp_path / "s", lambda job: "error" if job.key.condition == "clean" else "pass")
    assert (result.stopped, len(done)) == ("", 12)


async def test_a_limit_does_that_many_pairs(tmp_path: Path) -> None:
    _, done = await go(tmp_path / "s", lambda job: "pass", limit=2)
    assert len(done) == 4


async def test_the_order_of_arms_is_drawn_per_pair_and_stays() -> None:
    many = configuration(tasks=40)
    first = [one.key.condition for one, *_ in pairs(many, "s")]
    assert first == [one.key.condition for one, *_ in pairs(many, "other")]
    assert 20 < first.count("clean") < 60
    assert all({job.key.condition for job in pair} == {"clean", "perturbed"} for pair in pairs(many, "s"))


def test_doses_of_one_task_share_its_clean_run() -> None:
    one = configuration(tasks=1).chosen[0]
    doses = tuple(one.model_copy(update={"variant": f"delay.seconds-{n}"}) for n in (1, 2, 4))
    jobs = [job.key for pair in pairs(configuration(agents=("a",), chosen=doses), "s") for job in pair]
    assert [key.variant for key in jobs if key.condition == "clean"] == [None]
    assert [key.variant for key in jobs if key.condition == "perturbed"] == [dose.variant for dose in doses]


@pytest.mark.parametrize(
    ("changes", "named"),
    [({"trials": 2}, "trials"), ({"agents": ("a",)}, "agents"), ({"bounds": "c"}, "bounds")],
)
def test_a_changed_configuration_is_refused_by_name(tmp_path: Path, changes: dict[str, object], named: str) -> None:
    prepare(tmp_path / "s", configuration(), lambda text: None)
    with pytest.raises(UserError, match=named):
        prepare(tmp_path / "s", configuration(**changes), lambda text: None)


def test_a_changed_task_is_named_and_changed_code_only_warns(tmp_path: Path) -> None:
    one = configuration()
    prepare(tmp_path / "s", one, lambda text: None)
    edited = one.chosen[1].model_copy(update={"task_fingerprint": "else"})
    chosen = (one.chosen[0], edited, one.chosen[2])
    with pytest.raises(UserError, match="task toy/t1"):
        prepare(tmp_path / "s", one.model_copy(update={"chosen": chosen}), lambda text: None)
    said: list[str] = []
    prepare(tmp_path / "s", one.model_copy(update={"code": "2"}), said.append)
    assert "the code changed" in said[0]


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(UserError, match="holds no sweep"):
        prepare(tmp_path, configuration(), lambda text: None)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


async def test_a_folder_without_its_run_is_no_result(tmp_path: Path) -> None:
    await go(tmp_path / "s", lambda job: "pass")
    victim = next(find_bundles(tmp_path / "s"))
    (victim / RUN).unlink()
    _, done = await go(tmp_path / "s", lambda job: "pass")
    assert len(done) == 1


def test_keys_join_runs_not_positions() -> None:
    key = Key(agent="a", task="toy/t0", condition="clean")
    assert Job(key) == Job(key.model_copy())


async def test_lanes_that_begin_at_once_share_one_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[object] = []

    @asynccontextmanager
    async def starting(*_: object, **__: object) -> AsyncIterator[object]:
        await asyncio.sleep(0)
        started.append(SimpleNamespace(alive=True))
        yield started[-1]

    monkeypatch.setattr(lanes, "hosted", starting)
    hosting = lanes.Hosting(tmp_path)
    first, second = await asyncio.gather(hosting.host(), hosting.host())
    await hosting.close()
    assert first is second
    assert len(started) == 1
