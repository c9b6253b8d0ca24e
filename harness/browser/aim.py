"""Where to act on an element: asked of the page until the element is ready, within the bound, else an error that names
its state."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Error, Frame, Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

from harness.browser.bounds import Bounds
from harness.browser.errors import ActionError
from harness.browser.items import Spot
from harness.browser.reader import Reader

_POLL = 0.03
_ORIGIN = """(frame, [x, y]) => {
  const r = frame.getBoundingClientRect(), s = getComputedStyle(frame);
  const left = r.x + frame.clientLeft + parseFloat(s.paddingLeft);
  const top = r.y + frame.clientTop + parseFloat(s.paddingTop);
  const root = frame.getRootNode();
  return [left, top, (root.elementFromPoint ? root : document).elementFromPoint(left + x, top + y) === frame];
}"""


@dataclass(frozen=True)
class Target:
    """A point of the page where the element takes the pointer, its box, and the address it links to."""

    x: float
    y: float
    box: tuple[int, int, int, int]
    href: str = ""


class Aim:
    """Finds elements of the current observation on the page as it is now."""

    def __init__(self, reader: Reader, bounds: Bounds, loading: Callable[[Page], str]) -> None:
        self._reader, self._bounds, self._loading = reader, bounds, loading

    async def at(self, frame: Frame, spot: Spot, bid: str, *, enabled: bool = True) -> Target:
        """Wait for the element to be there, uncovered, at rest and (where asked) enabled."""
        deadline = time.monotonic() + self._bounds.action
        last: dict[str, Any] | None = None
        # Still, and where it was when the observation was made: no second look is needed.
        before = list(spot.box) if frame.parent_frame is None else None
        while True:
            now = await self._ask(frame, spot, bid, enabled)
            if now["state"] == "ok" and _rests(now, last, before):
                return await self._on_page(frame, now, bid)
            if last is not None and time.monotonic() >= deadline:
                raise ActionError(_why(now, bid, spot))
            last = now
            await asyncio.sleep(_POLL)

    async def _ask(self, frame: Frame, spot: Spot, bid: str, enabled: bool) -> dict[str, Any]:
        if frame.is_detached():
            return {"state": "gone"}
        pending = self._loading(frame.page)
        command = {"do": "aim", "n": spot.number, "enabled": enabled}
        try:
            answer: dict[str, Any] = await self._reader.call(
                frame, command, self._bounds.action if pending else self._bounds.read
            )
        except PlaywrightTimeout:
            going = self._loading(frame.page)
            reason = f"the page is loading {going}" if going else "the page does not answer"
            raise ActionError(f"{bid} cannot be reached: {reason}; wait, or go elsewhere") from None
        except Error as error:
            if "detached" in error.message or "context was destroyed" in error.message:
                return {"state": "gone"}
            raise
        return answer

    async def _on_page(self, frame: Frame, found: dict[str, Any], bid: str) -> Target:
        x, y, (left, top, width, height) = found["x"], found["y"], found["box"]
        offset = (0.0, 0.0)
        level = frame
        while level.parent_frame is not None:
            element = await level.frame_element()
            dx, dy, clear = await element.evaluate(_ORIGIN, [x + offset[0], y + offset[1]])
            if not clear:
                raise ActionError(f"{bid} is covered: something lies over its frame, or the frame is scrolled away")
            offset = (offset[0] + dx, offset[1] + dy)
            level = level.parent_frame
        box = (round(left + offset[0]), round(top + offset[1]), width, height)
        return Target(x + offset[0], y + offset[1], box, found.get("href", ""))


def _rests(now: dict[str, Any], last: dict[str, Any] | None, before: list[int] | None) -> bool:
    if last is None:
        return bool(now.get("still")) and now["box"] == before
    return bool(now["box"] == last.get("box"))


def _why(now: dict[str, Any], bid: str, spot: Spot) -> str:
    what = f"{bid} ({spot.role}{f' {spot.name[:60]!r}' if spot.name else ''})"
    return {
        "gone": f"{what} is gone: it is no longer on the page",
        "hidden": f"{what} is hidden now",
        "disabled": f"{what} is disabled",
        "covered": f"{what} is covered by {now.get('by', 'something')}",
        "ok": f"{what} keeps moving",
    }[now["state"]]
