"""Speed of one step (click, settle, observe) and of one observation, beside raw Playwright in the same run.

    .venv/bin/python -m bench.step [--repeat N] [--json]

The floor is what Playwright alone needs for the same: a click and a snapshot with boxes, without a wait for quiet, a
visibility test or control states. Ours and the floor take turns on the same page, so that they meet the same load.
"""

import argparse
import asyncio
import json
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any

from harness.browser.actions import parse
from harness.browser.context import chromium
from harness.browser.driver import Driver, Setup

SIZES = (20, 100, 200, 500)
GOALS = {"observe 200 rows": 0.12, "step 200 rows": 0.25}


def html(rows: int) -> str:
    """A list page: a checkbox, a link, two words and a button in each row."""
    row = (
        '<li class=row><input type=checkbox aria-label="Select {0}"><a href="#p{0}">Product number {0}</a>'
        "<span>£{0}.99</span><span>In stock</span><button>Add to basket</button></li>"
    )
    style = "<style>.row{display:flex;gap:12px;padding:8px}</style>"
    items = "".join(row.format(i) for i in range(rows))
    return f"<!doctype html><title>List</title>{style}<main><h1>Products</h1><ul>{items}</ul></main>"


async def timed(work: Callable[[], Awaitable[object]]) -> float:
    """Seconds that it took."""
    begun = time.perf_counter()
    await work()
    return time.perf_counter() - begun


async def measure(rows: int, repeat: int, driver: Driver) -> dict[str, list[float]]:
    """Seconds by what was measured, ours and the floor in turns."""
    page = driver.tabs.active
    await page.set_content(html(rows))
    await driver.settle()
    seen = await driver.observe("bench", 0)
    boxes = [e.bid for e in seen.elements if e.role == "checkbox"]

    async def step(number: int) -> None:
        await driver.execute(parse(f"click({boxes[number % len(boxes)]!r})"))
        await driver.settle()
        await driver.observe("bench", number)

    async def raw_step(number: int) -> None:
        await page.get_by_role("checkbox").nth(number % len(boxes)).click()
        await page.aria_snapshot(mode="ai", boxes=True)

    times: dict[str, list[float]] = {"observe": [], "raw observe": [], "step": [], "raw step": []}
    for number in range(repeat + 1):
        laps = {
            "observe": await timed(lambda: driver.observe("bench", 0)),
            "raw observe": await timed(lambda: page.aria_snapshot(mode="ai", boxes=True)),
            "step": await timed(lambda n=number: step(n)),  # type: ignore[misc]
            "raw step": await timed(lambda n=number: raw_step(n)),  # type: ignore[misc]
        }
        if number:  # the first round warms up
            for name, seconds in laps.items():
                times[name].append(seconds)
    return times


def lines(rows: int, times: dict[str, list[float]]) -> list[dict[str, Any]]:
    """Lines of bench/results: seconds, median of ours and of the floor."""
    out = []
    for name in ("observe", "step"):
        ours, floor = statistics.median(times[name]), statistics.median(times[f"raw {name}"])
        goal = GOALS.get(f"{name} {rows} rows")
        out.append(
            {
                "name": f"{name} {rows} rows",
                "unit": "s",
                "ours": round(ours, 4),
                "peer": None,
                "floor": round(floor, 4),
                "vs_peer": None,
                "vs_floor": round(floor / ours, 3),
                "goal": goal,
                "met": None if goal is None else ours <= goal,
                "note": f"p10-p90 {_spread(times[name])}; floor {_spread(times[f'raw {name}'])}: Playwright alone",
            }
        )
    return out


def _spread(seconds: list[float]) -> str:
    cuts = statistics.quantiles(seconds, n=10)
    return f"{cuts[0]:.3f}-{cuts[-1]:.3f} s"


async def run(repeat: int) -> list[dict[str, Any]]:
    """All sizes."""
    out: list[dict[str, Any]] = []
    async with chromium() as browser:
        for rows in SIZES:
            driver = await Driver.start(browser, Setup())
            out += lines(rows, await measure(rows, repeat, driver))
            await driver.close()
    return out


def main() -> None:
    """Print a table, or the lines as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=15)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = asyncio.run(run(options.repeat))
    if options.json:
        json.dump({"lines": found}, sys.stdout)
        return
    print(f"{'':20}{'ours':>9}{'floor':>9}{'goal':>8}  spread")
    for line in found:
        goal = "" if line["goal"] is None else f"{line['goal']:.2f}{'' if line['met'] else ' !'}"
        print(f"{line['name']:20}{line['ours']:9.3f}{line['floor']:9.3f}{goal:>8}  {line['note']}")


if __name__ == "__main__":
    main()
