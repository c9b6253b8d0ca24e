"""Whole runs: a reset to the first observation, a sweep by a reference player, the demo."""

import asyncio
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.lines import line, timed_async
from envs.sites.shop.site import SITE as SHOP
from harness.browser.context import Chromium, Look, chromium
from harness.browser.driver import Driver, Setup
from harness.corpus import load
from harness.host import hosted
from interventions.plan import seal

COMMAND = str(Path(sys.executable).parent / "breakingweb")
RESETS = 12
DEMO_SECONDS = 120.0
PAIRS_A_MINUTE, LONGEST = 12, 20
"""The pace to reach, on tasks whose shortcut has at most so many steps."""


async def resets() -> list[dict[str, Any]]:
    """A fresh context to the first observation of the shop; the floor is Playwright alone on the same way."""
    with tempfile.TemporaryDirectory() as logs:
        async with hosted(Path(logs)) as host, chromium() as browser:
            session = await host.open(seal("shop/bench", 7), SHOP)
            ours, floor = [], []
            for number in range(RESETS + 1):
                laps = (
                    await timed_async(lambda: _reset(browser, session.proxy, session.url)),
                    await timed_async(lambda: _raw_reset(browser, session.proxy, session.url)),
                )
                if number:
                    ours.append(laps[0])
                    floor.append(laps[1])
            await host.drop(session)
    return [line("reset to first observation, one worker", ours, 0.6, floor)]


async def _reset(browser: Chromium, proxy: str, url: str) -> None:
    driver = await Driver.start(browser, Setup(proxy=proxy))
    await driver.open(url)
    await driver.observe("bench", 0)
    await driver.close()


async def _raw_reset(browser: Chromium, proxy: str, url: str) -> None:
    context = await browser.context(Look(), proxy)
    page = await context.new_page()
    await page.goto(url)
    await page.aria_snapshot(mode="ai", boxes=True)
    await context.close()


def sweeps() -> list[dict[str, Any]]:
    """Pairs a minute with two workers and screens off, server start included; and the demo as a user runs it."""
    short = [pair.task.id for pair in load().pairs() if len(pair.task.shortcut or ()) < LONGEST]
    tasks = [word for task in short for word in ("--task", task)]
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        _run("sweep", "--agent", "straight", "--workers", "2", "--screens", "none", *tasks, "--out", f"{folder}/sweep")
        seconds = time.perf_counter() - begun
        begun = time.perf_counter()
        _run("demo", "--out", f"{folder}/demo")
        demo = time.perf_counter() - begun
        shutil.rmtree(folder, ignore_errors=True)
    pace = line("sweep: seconds a pair, straight, 2 workers", [seconds / len(short)], 60 / PAIRS_A_MINUTE)
    pace["note"] = (
        f"{60 * len(short) / seconds:.1f} pairs a minute over the {len(short)} pairs of at most {LONGEST} steps, "
        "start of servers and browsers included"
    )
    return [pace, line("demo: 8 pairs, two players, screens on, with the report", [demo], DEMO_SECONDS)]


def _run(*arguments: str) -> None:
    subprocess.run([COMMAND, *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def run() -> list[dict[str, Any]]:
    """All lines of this module."""
    return [*asyncio.run(resets()), *sweeps()]
