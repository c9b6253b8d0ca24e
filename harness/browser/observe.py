"""Reading a page: Playwright's snapshot joined with what each frame's reader saw."""

import asyncio
import string
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import Error, Frame, Page

from harness.agents.base import Scroll
from harness.browser.items import Item, Spot, lines
from harness.browser.reader import Reader
from harness.browser.tree import parse
from harness.browser.view import FrameRead, View


@dataclass(frozen=True)
class Reading:
    """One page as it was read. `spots` has exactly the bids of the tree; `frames` has the frame of each letter."""

    page: Page | None = None
    url: str = ""
    title: str = ""
    items: list[Item] = field(default_factory=list)
    spots: dict[str, Spot] = field(default_factory=dict)
    frames: dict[str, Frame] = field(default_factory=dict)
    scroll: Scroll = field(default_factory=Scroll)
    focused: str = ""
    dialog: str = ""


class Letters:
    """Gives each frame of a page the letters that its bids begin with: `a` for the main one, then `b`, `c`, … `ba`."""

    def __init__(self) -> None:
        self._of: dict[Page, dict[Frame, str]] = {}

    def of(self, page: Page, frame: Frame) -> str:
        """The frame's letters; they stay the same for as long as the frame is there."""
        known = self._of.setdefault(page, {page.main_frame: "a"})
        if frame not in known:
            known[frame] = _letters(len(known))
        return known[frame]

    def forget(self, page: Page) -> None:
        """Drop a closed page."""
        self._of.pop(page, None)


def _letters(number: int) -> str:
    word = ""
    while True:
        number, rest = divmod(number, 26)
        word = string.ascii_lowercase[rest] + word
        if not number:
            return word


async def read(
    page: Page, reader: Reader, letters: Letters, secret: str, seconds: float, skip: set[object], frame_seconds: float
) -> Reading:
    """Read the page. Raises Playwright's errors, TimeoutError where a navigation is pending; ValueError for a
    snapshot of an unknown form. Frames in `skip` (pending ones) are left out; one that goes away is empty."""
    snapshot = await page.aria_snapshot(mode="ai", timeout=seconds * 1000)
    frames = [f for f in page.frames if not f.is_detached() and f not in skip]
    command = {"do": "read", "key": secret}
    first, *others = await asyncio.gather(
        reader.call(frames[0], command, seconds),
        *(_or_nothing(reader.call(f, command, frame_seconds)) for f in frames[1:]),
    )
    reads = [(f, a) for f, a in zip(frames, [first, *others], strict=True) if a]
    view = View(_frame_read(letters.of(page, f), answer) for f, answer in reads)
    items = view.build(parse(snapshot))
    return _reading(page, items, {letters.of(page, f): f for f in frames}, first)


async def _or_nothing(call: Any) -> Any:
    try:
        return await call
    except Error:
        return None


def _frame_read(letter: str, answer: dict[str, Any]) -> FrameRead:
    return FrameRead(letter, answer["refs"], answer["extra"], answer["gone"], answer["inner"])


def _reading(page: Page, items: list[Item], frames: dict[str, Frame], main: dict[str, Any]) -> Reading:
    shown = list(lines(items))
    spots = {line.bid: line.spot for line in shown}
    dialog = f"a{main['dialog']}" if main["dialog"] else ""
    scroll = {k: main["scroll"][k] for k in ("x", "y", "width", "height")}
    return Reading(
        url=page.url,
        title=main["title"],
        items=items,
        spots=spots,
        frames=frames,
        scroll=Scroll(**scroll),
        focused=next((line.bid for line in shown if line.focused), ""),
        dialog=dialog if dialog in spots else "",
    )
