"""One line of `make bench`: ours, a peer and the floor of the same run."""

import json
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

LATEST = Path(__file__).parent / "results" / "latest.json"


def line(
    name: str,
    seconds: Sequence[float],
    goal: float | None = None,
    floor: Sequence[float] | None = None,
    peer: Sequence[float] | None = None,
    unit: str = "s",
    note: str = "",
) -> dict[str, Any]:
    """Medians, with the spread in the note; `goal` is the most that ours may be."""
    ours = statistics.median(seconds)
    least = statistics.median(floor) if floor else None
    theirs = statistics.median(peer) if peer else None
    return {
        "name": name,
        "unit": unit,
        "ours": ours,
        "peer": theirs,
        "floor": least,
        "vs_peer": theirs / ours if theirs else None,
        "vs_floor": ours / least if least else None,
        "goal": None if goal is None else f"at most {goal:g} {unit}",
        "met": None if goal is None else ours <= goal,
        "note": "; ".join(
            part for part in (f"{min(seconds):.4g}–{max(seconds):.4g} over {len(seconds)}", note) if part
        ),
    }


def timed(work: Callable[[], object]) -> float:
    """Seconds that it took."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


async def timed_async(work: Callable[[], Awaitable[object]]) -> float:
    """Seconds until it was done."""
    begun = time.perf_counter()
    await work()
    return time.perf_counter() - begun


def save(lines: Sequence[dict[str, Any]]) -> None:
    """Keep the lines as the latest results."""
    LATEST.parent.mkdir(exist_ok=True)
    LATEST.write_text(json.dumps({"lines": list(lines)}, indent=1, ensure_ascii=False) + "\n")
