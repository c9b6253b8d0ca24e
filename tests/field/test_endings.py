"""What goes wrong at the end takes no grade away, and runs leave no process and no folder behind."""

import contextlib
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from evaluator.records.bundle import Bundle, find_bundles
from evaluator.records.run import Key
from harness.agents.catalog import load as load_agent
from harness.agents.reference.scripts import player_for
from harness.arm import Arm, Settings, run_arm
from harness.browser.context import LONGEST_TEMP, Chromium, Look, chromium, short_temp
from harness.cli import run
from harness.control import Control
from harness.corpus import load
from harness.errors import UserError, VoidRun
from harness.host import Host
from harness.prepare import Worlds, prepare

EXTRA = Path(__file__).parent.parent / "e2e" / "extra"
TASK = "toy/add_note"
ONE = ["run", TASK, "--condition", "clean", "--extra", str(EXTRA), "--screens", "none"]


# ---- a crash after the final state


class Failing(Control):
    """A plane that fails when a session is closed."""

    def __init__(self, real: Control) -> None:
        self._real, self.url = real, real.url

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        answer = await self._real.call(method, path, body)
        if method == "DELETE":
            raise VoidRun("infra", f"{self.url} is lost")
        return answer


def arm(agent: str) -> Arm:
    """The clean run of the toy task."""
    pair = load([EXTRA]).pair(TASK)
    prepared = prepare(pair.task, Worlds())
    key = Key(agent=agent, task=TASK, variant=pair.variant.name, condition="clean", seed=prepared.seed)
    return Arm(pair, prepared, prepared.clean(), key, player_for(agent, load_agent(agent), prepared, None))


@pytest.mark.browser
@pytest.mark.parametrize("planes", [["proxy"], ["proxy", "sites"]])
async def test_a_grade_stands_where_the_teardown_fails(
    host: Host, chrome: Chromium, tmp_path: Path, planes: list[str]
) -> None:
    open_before = [(await plane.call("GET", "/health"))["sessions"] for plane in (host.sites, host.proxy)]
    failing = replace(host, **{plane: Failing(getattr(host, plane)) for plane in planes})
    done = await run_arm(arm("careful"), failing, chrome, tmp_path, Settings(screens="none"))
    assert (done.status, done.void_kind) == ("graded", None)
    assert done.grade is not None
    assert done.grade.passed
    assert done.teardown_error == "; ".join(f"{getattr(host, plane).url} is lost" for plane in planes)
    assert Bundle(tmp_path).run().grade == done.grade
    # the other plane was told to close all the same
    assert [(await plane.call("GET", "/health"))["sessions"] for plane in (host.sites, host.proxy)] == open_before


@pytest.mark.browser
async def test_a_browser_that_dies_before_it_is_closed_raises_nothing_and_leaves_no_folder() -> None:
    async with chromium() as browser:
        page = await (await browser.context(Look())).new_page()
        await page.goto("about:blank")
        (main,) = [pid for pid in below() if str(browser.downloads) in environment(pid) and leads(pid)]
        os.kill(main, signal.SIGKILL)
    assert not browser.downloads.exists()


# ---- processes


def below() -> dict[int, str]:
    """Processes below this one with their state, defunct ones too."""
    parents: dict[int, tuple[int, str]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            pid, rest = stat.read_text().split(" (", 1)
            state, parent = rest.rsplit(") ", 1)[1].split()[:2]
            parents[int(pid)] = (int(parent), state)
    found: dict[int, str] = {}
    todo = [os.getpid()]
    while todo:
        one = todo.pop()
        children = {pid: state for pid, (parent, state) in parents.items() if parent == one}
        found |= children
        todo += children
    return found


def environment(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/environ").read_text(errors="replace")
    return ""


def leads(pid: int) -> bool:
    """Whether it is a browser and none of its helpers."""
    words = Path(f"/proc/{pid}/cmdline").read_text(errors="replace").split("\0")
    return "--headless" in words and not any(word.startswith("--type=") for word in words)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def adopting() -> Iterator[None]:
    """Processes that lose their parent become children of this one, as they would of a container's first process."""
    subreaper, libc = 36, ctypes.CDLL(None)  # PR_SET_CHILD_SUBREAPER
    if sys.platform != "linux" or libc.prctl(subreaper, 1, 0, 0, 0):
        pytest.skip("orphans can be adopted on Linux only")
    yield
    libc.prctl(subreaper, 0, 0, 0, 0)


def left_over(before: set[int], seconds: float = 5.0) -> dict[int, str]:
    """What is still there when what was adopted has been given time to end, and the ended of it been reaped."""
    end = time.monotonic() + seconds
    while True:
        new = {pid: state for pid, state in below().items() if pid not in before}
        for pid in new:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
        if not new or time.monotonic() > end:
            return new
        time.sleep(0.05)


@pytest.fixture
def temp(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for temporary files that is empty, and has a short path, unlike those of pytest."""
    with tempfile.TemporaryDirectory(prefix="bw-t-") as folder:
        monkeypatch.setattr(tempfile, "tempdir", folder)
        monkeypatch.setenv("TMPDIR", folder)
        yield Path(folder)


@pytest.mark.browser
async def test_three_runs_leave_no_browser_behind(adopting: None, host: Host, tmp_path: Path, temp: Path) -> None:
    before = set(below())
    for number in range(3):
        async with chromium() as browser:
            done = await run_arm(arm("straight"), host, browser, tmp_path / str(number), Settings(screens="none"))
        assert done.status == "graded"
        assert left_over(before) == {}
        assert names(temp) == []


@pytest.mark.soak
@pytest.mark.browser
def test_thirty_runs_leave_nothing_behind(adopting: None, tmp_path: Path, temp: Path) -> None:
    """Each with a host of its own, by the command."""
    before = set(below())
    for number in range(30):
        assert run([*ONE, "--agent", "straight", "--out", str(tmp_path / str(number))]) == 0
        assert left_over(before) == {}
        assert names(temp) == []


HEAVY = """
import asyncio
from harness.browser.context import Look, chromium

DRAW = '''async () => {
  for (let n = 0; n < 24; n++) {
    const canvas = document.body.appendChild(document.createElement("canvas"));
    canvas.width = canvas.height = 2000;
    canvas.getContext("2d").putImageData(new ImageData(new Uint8ClampedArray(2000 * 2000 * 4).fill(n * 9), 2000), 0, 0);
    await new Promise(requestAnimationFrame);
  }
  return document.querySelectorAll("canvas").length;
}'''

async def main():
    async with chromium() as browser:
        page = await (await browser.context(Look())).new_page()
        crashed = []
        page.on("crash", lambda page: crashed.append(page))
        assert await page.evaluate(DRAW) == 24
        assert len(await page.screenshot()) > 1000
        assert not crashed

asyncio.run(main())
"""


@pytest.mark.soak
@pytest.mark.browser
def test_a_heavy_page_needs_no_shared_memory_of_the_container() -> None:
    """/dev/shm is made as small as 1 MB where this process may do so; containers give 64 MB."""
    inside = [sys.executable, "-c", HEAVY]
    small = ["unshare", "-m", "sh", "-c", 'mount -t tmpfs -o size=1m tmpfs /dev/shm && exec "$@"', "sh"]
    allowed = shutil.which("unshare") and subprocess.run([*small, "true"], capture_output=True).returncode == 0
    done = subprocess.run([*(small if allowed else []), *inside], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


# ---- a long way to the temporary files


@pytest.fixture
def far(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for temporary files whose path is longer than that of a socket may be."""
    folder = tmp_path / ("a" * 60) / ("b" * 60)
    folder.mkdir(parents=True)
    assert len(str(folder)) > 110
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


@pytest.mark.browser
async def test_a_browser_starts_where_the_temporary_folder_has_a_long_path(far: Path) -> None:
    async with chromium() as browser:
        page = await (await browser.context(Look())).new_page()
        assert await page.evaluate("1 + 1") == 2
    assert names(far) == []


@pytest.mark.soak
@pytest.mark.browser
def test_eight_workers_start_where_the_temporary_folder_has_a_long_path(far: Path, tmp_path: Path) -> None:
    command = [str(Path(sys.executable).parent / "breakingweb"), "sweep", "--agent", "straight", "--task", TASK]
    more = ["--trials", "4", "--workers", "8", "--extra", str(EXTRA), "--screens", "none", "--out", str(tmp_path / "s")]
    done = subprocess.run([*command, *more], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert len(list(find_bundles(tmp_path / "s"))) == 8
    assert names(far) == []


def test_a_short_folder_is_taken_for_the_socket_and_a_missing_one_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/" + "a" * LONGEST_TEMP)
    assert len(short_temp()) <= LONGEST_TEMP
    monkeypatch.setattr("harness.browser.context._SHORT", ())
    with pytest.raises(UserError, match="set TMPDIR to a shorter one"):
        short_temp()
