"""`make bench`: every line in one go, printed and left in bench/results/latest.json."""

import asyncio
import sys
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.table import Table

from bench import runs, sessions, stats, step
from bench.lines import LATEST, save

PARTS: dict[str, Callable[[], list[dict[str, Any]]]] = {
    "sessions": lambda: asyncio.run(sessions.run()),
    "step": lambda: asyncio.run(step.run(15)),
    "stats": stats.run,
    "runs": runs.run,
}


def main(names: list[str]) -> int:
    lines = [one for name in names or PARTS for one in PARTS[name]()]
    table = Table("line", "unit", "ours", "peer", "floor", "goal", "met", "note", box=None)
    for one in lines:
        numbers = [f"{one[key]:.4g}" if isinstance(one[key], float) else "–" for key in ("ours", "peer", "floor")]
        met = {True: "yes", False: "no", None: "–"}[one["met"]]
        table.add_row(one["name"], one["unit"], *numbers, str(one["goal"] or "–"), met, one.get("note", ""))
    Console(width=200).print(table)
    if not names:
        save(lines)
        print(f"left in {LATEST}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
