"""Actions of pointer, wheel and keyboard."""

import asyncio
from collections.abc import Callable

from playwright.async_api import Error, Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

from harness.agents.base import Coordinates
from harness.browser import guard
from harness.browser.actions import Action
from harness.browser.bounds import Bounds
from harness.browser.effect import Effect, Handler, Pointer, button
from harness.browser.errors import ActionError
from harness.browser.reader import Reader
from harness.browser.tabs import Tabs

ENTER = frozenset({"Enter", "NumpadEnter"})


class Points:
    """Acts by pixel, or by a point of a 0-1000 grid, on the page in front."""

    def __init__(
        self,
        tabs: Tabs,
        reader: Reader,
        bounds: Bounds,
        pointer: Pointer,
        viewport: tuple[int, int],
        grid: Coordinates,
        loading: Callable[[Page], str],
    ) -> None:
        self._tabs, self._reader, self._bounds, self._pointer = tabs, reader, bounds, pointer
        self._viewport, self._grid, self._loading = viewport, grid, loading

    @property
    def handlers(self) -> dict[str, Handler]:
        """What carries out which verb."""
        return {
            **dict.fromkeys(("mouse_click", "mouse_dblclick", "mouse_move", "mouse_down", "mouse_up"), self._mouse),
            "mouse_drag_and_drop": self._mouse_drag,
            **dict.fromkeys(("keyboard_type", "keyboard_press"), self._keyboard),
        }

    @property
    def _page(self) -> Page:
        return self._tabs.active

    def _at(self, x: float, y: float) -> tuple[float, float]:
        width, height = self._viewport
        if self._grid == "grid":
            x, y = x * width / 1000, y * height / 1000
        if not (0 <= x <= width and 0 <= y <= height):
            limit = "0 to 1000" if self._grid == "grid" else f"0 to {width} and 0 to {height}"
            raise ActionError(f"the point lies outside the screen: coordinates go from {limit}")
        return min(x, width - 1), min(y, height - 1)

    async def _mouse(self, action: Action) -> Effect:
        x, y = self._at(action["x"], action["y"])
        mouse = self._page.mouse
        self._pointer.at = (x, y)
        if action.name == "mouse_click":
            guard.check_link(await self._href(x=x, y=y))
            await mouse.click(x, y, button=button(action["button"]))
        elif action.name == "mouse_dblclick":
            guard.check_link(await self._href(x=x, y=y))
            await mouse.dblclick(x, y)
        else:
            await mouse.move(x, y)
            if action.name == "mouse_down":
                await mouse.down(button=button(action["button"]))
            elif action.name == "mouse_up":
                await mouse.up(button=button(action["button"]))
        return Effect((x, y))

    async def _href(self, **where: float) -> str:
        """Where the link under a point, or the one with the focus, leads to; empty while the page cannot be asked."""
        wait = self._bounds.action if self._loading(self._page) else self._bounds.read
        try:
            answer = await self._reader.call(self._page.main_frame, {"do": "under", **where}, wait)
        except PlaywrightTimeout:
            return ""
        return str(answer["href"])

    async def _mouse_drag(self, action: Action) -> Effect:
        start, end = self._at(action["x1"], action["y1"]), self._at(action["x2"], action["y2"])
        await draw(self._page, start, end)
        self._pointer.at = end
        return Effect(end)

    async def _keyboard(self, action: Action) -> Effect:
        if action.name == "keyboard_type":
            await self._page.keyboard.type(action["text"])
        else:
            href = await self._href() if action["key"] in ENTER else ""
            await press(self._page, action["key"], href)
        return Effect()

    async def wheel(self, over: tuple[float, float] | None, dx: float, dy: float) -> tuple[float, float]:
        """Turn the wheel over a point: the one given, else where the pointer was put, else the middle."""
        point = over or self._pointer.at or (self._viewport[0] / 2, self._viewport[1] / 2)
        await self._page.mouse.move(*point)
        await self._page.mouse.wheel(dx, dy)
        await self._scrolled()
        return point

    async def _scrolled(self) -> None:
        """The wheel answers before the page has moved: give it two frames to do so."""
        frames = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
        try:
            await asyncio.wait_for(self._page.evaluate(frames), self._bounds.quiet * 5)
        except (TimeoutError, Error):
            return


async def draw(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag from one point to another."""
    await page.mouse.move(*start)
    await page.mouse.down()
    await page.mouse.move(*end, steps=8)
    await page.mouse.up()


async def press(page: Page, key: str, href: str = "") -> None:
    """Press a key or chord; `href` is the link that has the focus, if any."""
    if href and key in ENTER:
        guard.check_link(href)
    try:
        await page.keyboard.press(key)
    except Error as error:
        if "Unknown key" in error.message:
            raise ActionError(f"{key!r} is no key; use names such as 'Enter', 'ArrowDown', 'Control+a'") from None
        raise
