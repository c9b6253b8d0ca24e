"""Tasks do not rot: nothing depends on the day or the time zone of the machine, only on the session's own clock."""

import ast
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import httpx
import pytest

from envs.kit.app import SiteServer
from envs.kit.store import Store, WorldRequest
from envs.toy import SITE
from evaluator.records.bundle import Bundle, find_bundles

ROOT = Path(__file__).parent.parent.parent
PACKAGES = ("envs", "interventions", "harness", "evaluator", "tasks")
WALL = {"envs/kit/session.py", "harness/episode.py", "harness/proxy/sessions.py"}
"""They stamp receipts and steps, so that these can be laid beside each other."""
ZONES = ("Pacific/Auckland", "America/Los_Angeles")
DAYS = ("in 400 days", "the last minutes of the year")


def readings(source: str) -> Iterator[str]:
    """Calls that ask the machine for the day or the time, as `name.call`."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(value=owner, attr="today" | "utcnow" as name)):
                yield f"{ast.unparse(owner)}.{name}"
            case ast.Call(func=ast.Attribute(value=owner, attr="now" | "fromtimestamp" as name)):
                if "date" in ast.unparse(owner):
                    yield f"{ast.unparse(owner)}.{name}"
            case ast.Call(func=ast.Attribute(value=ast.Name("time"), attr="time" | "time_ns" | "localtime" as name)):
                yield f"time.{name}"


def test_what_reads_the_clock_is_found() -> None:
    source = "datetime.now(UTC), date.today(), time.time(), datetime.datetime.utcnow(), context.now, f.now()"
    assert sorted(readings(source)) == ["date.today", "datetime.datetime.utcnow", "datetime.now", "time.time"]


def test_no_part_asks_the_machine_for_the_day() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): calls
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if "node_modules" not in path.parts and (calls := set(readings(path.read_text())))
    }
    assert found == {name: {"time.time"} for name in WALL}


def test_no_page_asks_the_browser_for_the_day() -> None:
    sources = [
        path
        for folder in ("envs/kit/ui", "envs/sites", "envs/toy_ui", "interventions/layers/client")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".ts", ".tsx", ".js") and not {"node_modules", "dist", "tests"} & set(path.parts)
    ]
    assert len(sources) > 50
    asks = re.compile(r"Date\.now\(|new Date\(\s*\)|\bDate\(\s*\)")
    assert [str(path) for path in sources if asks.search(path.read_text())] == []


async def test_the_clock_of_a_session_goes_over_the_end_of_a_year() -> None:
    store = Store([SITE])
    session = store.open([WorldRequest("toy", 7)])
    world = session.worlds["toy"].world
    world.set_meta("clock", "2027-12-31T23:59:58+00:00")
    world.connection.commit()
    transport = httpx.ASGITransport(app=SiteServer(store, session.id))
    async with httpx.AsyncClient(transport=transport, base_url="http://toy.test") as http:
        folder = (await http.get("/api/folders")).json()["items"][0]["id"]
        made = [(await http.post("/api/notes", json={"title": "x", "folder_id": folder})).json() for _ in range(3)]
    at = [world.state()["notes"][note["id"]]["created_at"] for note in made]
    assert at == ["2027-12-31T23:59:58+00:00", "2027-12-31T23:59:59+00:00", "2028-01-01T00:00:00+00:00"]


# ---- another day, another zone


@pytest.fixture(scope="module")
def preload(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled library of clock.c."""
    if sys.platform != "linux" or not shutil.which("cc"):
        pytest.skip("the clock of a process can be moved on Linux with a C compiler only")
    made = tmp_path_factory.mktemp("clock") / "clock.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", str(made), str(Path(__file__).parent / "clock.c")], check=True)
    return made


def moved(preload: Path, day: str, zone: str) -> dict[str, str]:
    """The environment of a process that lives on that day in that zone."""
    local = datetime.now(ZoneInfo(zone))
    there = local + timedelta(days=400) if day == DAYS[0] else local.replace(month=12, day=31, hour=23, minute=50)
    offset = there.timestamp() - time.time()
    return {
        **os.environ,
        "TZ": zone,
        "LD_PRELOAD": str(preload),
        "CLOCK_OFFSET": f"{offset:.0f}",
        "PYTHONPATH": str(ROOT),
    }


TELL = """
import hashlib, json, sys, time
from harness.corpus import load
from harness.openings import Openings
from harness.prepare import Worlds, prepare
worlds, openings, told = Worlds(), Openings(), []
for pair in load().pairs():
    prepared = prepare(pair.task, worlds)
    plan = prepared.perturbed(pair.variant, pair.families)
    state = openings.opening(prepared, plan).state
    told.append([pair.task.id, prepared.instruction, prepared.targets, plan.model_dump(mode="json"), state])
text = json.dumps(told, sort_keys=True)
print(len(told), hashlib.sha256(text.encode()).hexdigest())
print(time.strftime("%Y-%m-%d %H:%M %Z"), file=sys.stderr)
"""


def test_worlds_targets_instructions_and_plans_are_those_of_any_day_and_zone(preload: Path) -> None:
    places = [moved(preload, day, zone) for day, zone in zip(DAYS, ZONES, strict=True)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    running = [subprocess.Popen([sys.executable, "-c", TELL], env=env, **pipes) for env in places]  # type: ignore[call-overload]
    (one, there), (other, then) = [process.communicate() for process in running]
    assert one == other != "", there + then
    assert int(one.split()[0]) >= 30
    assert there.split()[0] == str((datetime.now(ZoneInfo(ZONES[0])) + timedelta(days=400)).date())
    assert "-12-31 23:5" in then


@pytest.mark.browser
@pytest.mark.soak
@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("day", DAYS)
def test_every_oracle_passes_on_any_day_and_in_any_zone(day: str, zone: str, preload: Path, tmp_path: Path) -> None:
    """Servers, proxy, driver and browser all live there."""
    env = moved(preload, day, zone)
    probe = f"import time; from harness.browser.context import *\n{PROBE}"
    seen = subprocess.run([sys.executable, "-c", probe], env=env, capture_output=True, text=True, check=True).stdout
    assert abs(float(seen) - time.time() - float(env["CLOCK_OFFSET"])) < 60
    command = [
        str(Path(sys.executable).parent / "breakingweb"),
        "sweep",
        "--agent",
        "careful",
        "--workers",
        "2",
        "--screens",
        "none",
    ]
    done = subprocess.run([*command, "--out", str(tmp_path / "s")], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    runs = [Bundle(path).run() for path in find_bundles(tmp_path / "s")]
    assert [run.key for run in runs if run.grade is None or not run.grade.passed] == []
    assert len(runs) >= 60


PROBE = """
import asyncio
async def main():
    async with chromium() as browser:
        page = await (await browser.context(Look())).new_page()
        print(await page.evaluate("Date.now() / 1000"))
asyncio.run(main())
"""
