"""A sweep that is killed again and again ends with the table of an undisturbed one, and leaves nothing running."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from harness.jobs import stored

COMMAND = str(Path(sys.executable).parent / "breakingweb")
EXTRA = str(Path(__file__).parent.parent / "e2e" / "extra")
ROUNDS, LONGEST = 20, 25.0
pytestmark = pytest.mark.soak


def sweep(out: Path) -> list[str]:
    agents = ["--agent", "careful", "--agent", "straight", "--trials", "3", "--workers", "2", "--screens", "none"]
    return [COMMAND, "sweep", *agents, "--task", "toy/add_note", "--extra", EXTRA, "--out", str(out)]


def table(out: Path) -> dict[tuple[object, ...], tuple[str, bool | None]]:
    return {key: (run.status, run.grade and run.grade.passed) for key, run in stored(out).runs.items()}


def descendants(pid: int) -> set[int]:
    """The process and all below it, as /proc has them."""
    found, todo = set(), [pid]
    while todo:
        one = todo.pop()
        found.add(one)
        for task in Path(f"/proc/{one}/task").glob("*/children"):
            todo += [int(child) for child in task.read_text().split()]
    return found


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def gone(pids: set[int], seconds: float = 10.0) -> bool:
    end = time.monotonic() + seconds
    while any(alive(pid) for pid in pids):
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[object, ...], tuple[str, bool | None]]:
    out = tmp_path_factory.mktemp("quiet") / "s"
    subprocess.run(sweep(out), check=True, capture_output=True)
    return table(out)


@pytest.mark.parametrize("victim", ["sweep", "harness.server", "harness.proxy.main", "chrom"])
def test_a_kill_at_any_moment_loses_no_result_and_counts_none_twice(
    victim: str, tmp_path: Path, undisturbed: dict[tuple[object, ...], tuple[str, bool | None]]
) -> None:
    draws = random.Random(victim)
    out = tmp_path / "s"
    for _ in range(ROUNDS // 4):
        before = table(out) if out.exists() else {}
        with subprocess.Popen(sweep(out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
            time.sleep(draws.uniform(1.0, LONGEST))
            family = descendants(running.pid)
            kill(victim, running.pid, family)
            running.wait(300)
        assert gone(family), "processes are left over"
        after = table(out)
        lost = {key for key, found in before.items() if found[0] == "graded" and after.get(key) != found}
        assert not lost
    subprocess.run(sweep(out), check=True, capture_output=True)
    assert table(out) == undisturbed


def kill(victim: str, sweep_pid: int, family: set[int]) -> None:
    """SIGKILL the sweep, or the first of its processes whose command line holds the word."""
    if victim == "sweep":
        os.kill(sweep_pid, signal.SIGKILL)
        return
    for pid in sorted(family):
        try:
            if victim.encode() in Path(f"/proc/{pid}/cmdline").read_bytes():
                os.kill(pid, signal.SIGKILL)
                return
        except OSError:
            continue


def test_ctrl_c_ends_with_130_and_leaves_nothing_running(tmp_path: Path) -> None:
    out = tmp_path / "s"
    with subprocess.Popen(sweep(out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        time.sleep(12)
        family = descendants(running.pid)
        running.send_signal(signal.SIGINT)
        assert running.wait(10) == 130
    assert gone(family)
    assert {run.status for run in stored(out).runs.values()} <= {"graded", "void"}
