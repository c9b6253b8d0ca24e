"""Carrying out one action on the page in front: ActionError for what is the agent's, InfraError for what is ours."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

from playwright.async_api import Error, Frame, Locator, Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

from harness.agents.base import Coordinates
from harness.browser import guard
from harness.browser.actions import Action
from harness.browser.aim import Aim, Target
from harness.browser.bounds import Bounds
from harness.browser.errors import ActionError
from harness.browser.fields import check_typed, choose
from harness.browser.observe import Reading
from harness.browser.reader import Reader
from harness.browser.tabs import Tabs
from harness.browser.view import Spot

Button = Literal["left", "middle", "right"]
_NET = re.compile(r"net::(\w+)")


@dataclass(frozen=True)
class Effect:
    """Where an action landed, in CSS pixels of the viewport: the point, and the box of the element named, if any."""

    point: tuple[float, float] | None = None
    box: tuple[int, int, int, int] | None = None


class Hands:
    """Carries out actions. Knows where the pointer is and whether it was put there to stay."""

    def __init__(
        self,
        tabs: Tabs,
        reader: Reader,
        bounds: Bounds,
        viewport: tuple[int, int],
        grid: Coordinates,
        uploads: Path | None,
    ) -> None:
        self._tabs, self._reader, self._bounds = tabs, reader, bounds
        self._viewport, self._grid, self._uploads = viewport, grid, uploads
        self._aim = Aim(reader, bounds)
        self._pointer: tuple[float, float] | None = None
        self._reading = Reading()
        self._do: dict[str, Callable[[Action], Awaitable[Effect]]] = {
            **dict.fromkeys(("click", "dblclick", "hover", "focus", "press"), self._point_at),
            **dict.fromkeys(("fill", "clear"), self._fill),
            "select_option": self._select,
            "drag_and_drop": self._drag,
            "upload_file": self._upload,
            "scroll": self._scroll,
            **dict.fromkeys(("mouse_click", "mouse_dblclick", "mouse_move", "mouse_down", "mouse_up"), self._mouse),
            "mouse_drag_and_drop": self._mouse_drag,
            **dict.fromkeys(("keyboard_type", "keyboard_press"), self._keyboard),
            "goto": self._goto,
            **dict.fromkeys(("go_back", "go_forward"), self._history),
            **dict.fromkeys(("new_tab", "tab_focus", "tab_close"), self._tab),
            **dict.fromkeys(("wait", "noop", "done", "send_msg_to_user", "report_infeasible"), self._rest),
        }

    @property
    def _page(self) -> Page:
        return self._tabs.active

    async def perform(self, action: Action, reading: Reading) -> Effect:
        """Carry out the action against the observation that the agent saw."""
        self._reading = reading
        keeps_pointer = action.name in {"hover", "scroll", "noop", "wait"} or action.name.startswith("mouse_")
        if not keeps_pointer:
            self._pointer = None
        try:
            return await self._do[action.name](action)
        except PlaywrightTimeout:
            raise ActionError(f"{action.name} did not go through within {self._bounds.action:g} s") from None
        except Error as error:
            if self._tabs.was_closed():
                return Effect()  # the action closed its own tab, or took its frame away: it went through
            raise ActionError(_plain(error)) from error

    # Elements by bid
    def _spot(self, bid: str) -> tuple[Frame, Spot]:
        spot = self._reading.spots.get(bid)
        if spot is None:
            raise ActionError(f"{bid!r} is not in the current observation; use a bid that its tree shows")
        return self._reading.frames[spot.frame], spot

    async def _target(self, bid: str, *, enabled: bool = True) -> Target:
        frame, spot = self._spot(bid)
        return await self._aim.at(frame, spot, bid, enabled=enabled)

    def _locator(self, bid: str) -> Locator:
        frame, spot = self._spot(bid)
        return self._reader.element(frame, spot.number)

    async def _about(self, bid: str) -> dict[str, Any]:
        frame, spot = self._spot(bid)
        about = await self._reader.call(frame, {"do": "about", "n": spot.number}, self._bounds.action)
        if about is None:
            raise ActionError(f"{bid} is gone: it is no longer on the page")
        return cast("dict[str, Any]", about)

    async def _point_at(self, action: Action) -> Effect:
        bid, mouse = action["bid"], self._page.mouse
        target = await self._target(bid, enabled=action.name not in {"hover", "focus"})
        if action.name in {"click", "dblclick"}:
            guard.check_link(target.href)
        if action.name == "click":
            await mouse.click(target.x, target.y, button=_button(action["button"]))
        elif action.name == "dblclick":
            await mouse.dblclick(target.x, target.y)
        elif action.name == "hover":
            await mouse.move(target.x, target.y)
            self._pointer = (target.x, target.y)
        else:
            await self._locator(bid).focus(timeout=self._bounds.action * 1000)
            if action.name == "press":
                await self._press(action["key"], target.href)
        return Effect((target.x, target.y), target.box)

    async def _press(self, key: str, href: str = "") -> None:
        if href and key in {"Enter", "NumpadEnter"}:
            guard.check_link(href)
        try:
            await self._page.keyboard.press(key)
        except Error as error:
            if "Unknown key" in error.message:
                raise ActionError(f"{key!r} is no key; use names such as 'Enter', 'ArrowDown', 'Control+a'") from None
            raise

    async def _fill(self, action: Action) -> Effect:
        bid = action["bid"]
        value = action["value"] if action.name == "fill" else ""
        about = await self._about(bid)
        check_typed(bid, about, value)
        target = await self._target(bid)
        await self._locator(bid).fill(value, timeout=self._bounds.action * 1000)
        if value and about["type"] in {"number", "date", "time", "month", "week", "datetime-local"}:
            after = await self._about(bid)
            if not after["value"]:
                raise ActionError(f"{bid} did not take {value!r}: it is empty now")
        return Effect((target.x, target.y), target.box)

    async def _select(self, action: Action) -> Effect:
        bid = action["bid"]
        about = await self._about(bid)
        wanted = [action["options"]] if isinstance(action["options"], str) else action["options"]
        indexes = choose(bid, about, wanted)
        target = await self._target(bid)
        await self._locator(bid).select_option(index=indexes, timeout=self._bounds.action * 1000)
        return Effect((target.x, target.y), target.box)

    async def _drag(self, action: Action) -> Effect:
        start = await self._target(action["from_bid"])
        end = await self._target(action["to_bid"], enabled=False)
        await self._draw((start.x, start.y), (end.x, end.y))
        return Effect((end.x, end.y), start.box)

    async def _upload(self, action: Action) -> Effect:
        names = [action["files"]] if isinstance(action["files"], str) else action["files"]
        paths = [_inside(self._uploads, name) for name in names]
        about = await self._about(action["bid"])
        frame, spot = self._spot(action["bid"])
        if about["type"] == "file" or about["tag"] == "label":
            await self._locator(action["bid"]).set_input_files(paths, timeout=self._bounds.action * 1000)
            return Effect(box=spot.box)
        target = await self._aim.at(frame, spot, action["bid"])
        try:
            async with self._page.expect_file_chooser(timeout=self._bounds.action * 1000) as chooser:
                await self._page.mouse.click(target.x, target.y)
            await (await chooser.value).set_files(paths)
        except PlaywrightTimeout:
            raise ActionError(f"{action['bid']} opens no file dialog") from None
        return Effect((target.x, target.y), target.box)

    # The pointer and the keyboard
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
        self._pointer = (x, y)
        if action.name == "mouse_click":
            await self._check_under(x, y)
            await mouse.click(x, y, button=_button(action["button"]))
        elif action.name == "mouse_dblclick":
            await self._check_under(x, y)
            await mouse.dblclick(x, y)
        else:
            await mouse.move(x, y)
            if action.name == "mouse_down":
                await mouse.down(button=_button(action["button"]))
            elif action.name == "mouse_up":
                await mouse.up(button=_button(action["button"]))
        return Effect((x, y))

    async def _check_under(self, x: float, y: float) -> None:
        """Refuse a click by pixel on a link out of http and https."""
        try:
            under = await self._reader.call(
                self._page.main_frame, {"do": "under", "x": x, "y": y}, self._bounds.pending
            )
        except PlaywrightTimeout:
            return  # the page is loading: the click goes to the page still shown
        guard.check_link(under["href"])

    async def _mouse_drag(self, action: Action) -> Effect:
        start, end = self._at(action["x1"], action["y1"]), self._at(action["x2"], action["y2"])
        await self._draw(start, end)
        self._pointer = end
        return Effect(end)

    async def _draw(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        mouse = self._page.mouse
        await mouse.move(*start)
        await mouse.down()
        await mouse.move(*end, steps=8)
        await mouse.up()

    async def _keyboard(self, action: Action) -> Effect:
        if action.name == "keyboard_type":
            await self._page.keyboard.type(action["text"])
        else:
            await self._press(action["key"])
        return Effect()

    async def _scroll(self, action: Action) -> Effect:
        box = None
        if action["bid"] is not None:
            target = await self._target(action["bid"], enabled=False)
            point, box = (target.x, target.y), target.box
        else:
            point = self._pointer or (self._viewport[0] / 2, self._viewport[1] / 2)
        await self._page.mouse.move(*point)
        await self._page.mouse.wheel(action["dx"], action["dy"])
        await self._scrolled()
        return Effect(point, box)

    async def _scrolled(self) -> None:
        """The wheel answers before the page has moved: give it two frames to do so."""
        frames = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
        try:
            await asyncio.wait_for(self._page.evaluate(frames), self._bounds.quiet * 5)
        except (TimeoutError, Error):
            return

    # Addresses, history and tabs
    async def _goto(self, action: Action) -> Effect:
        url = guard.destination(action["url"], self._page.url)
        try:
            await self._page.goto(url, wait_until="commit", timeout=self._bounds.settle * 1000)
        except PlaywrightTimeout:
            return Effect()  # it goes on loading; the observation will say so
        except Error as error:
            if "ERR_ABORTED" in error.message or "Download is starting" in error.message:
                return Effect()
            raise ActionError(f"{url} cannot be opened: {_plain(error)}") from None
        return Effect()

    async def _history(self, action: Action) -> Effect:
        step = -1 if action.name == "go_back" else 1
        entries, index = await self._tabs.history()
        if not 0 <= index + step < len(entries) or not guard.scheme(entries[index + step]).startswith("http"):
            raise ActionError(f"there is no page to go {'back' if step < 0 else 'forward'} to")
        go = self._page.go_back if step < 0 else self._page.go_forward
        try:
            await go(wait_until="commit", timeout=self._bounds.settle * 1000)
        except PlaywrightTimeout:
            return Effect()
        return Effect()

    async def _tab(self, action: Action) -> Effect:
        if action.name == "new_tab":
            await self._tabs.new()
        elif action.name == "tab_focus":
            await self._tabs.focus(action["index"])
        else:
            await self._tabs.close()
        return Effect()

    async def _rest(self, action: Action) -> Effect:
        if action.name == "wait":
            if action["seconds"] < 0:
                raise ActionError("wait takes a number of seconds from 0 to 30")
            await asyncio.sleep(min(action["seconds"], self._bounds.longest_wait))
        return Effect()


def _button(name: str) -> Button:
    if name not in {"left", "middle", "right"}:
        raise ActionError(f"{name!r} is no mouse button; there are 'left', 'middle' and 'right'")
    return cast("Button", name)


def _inside(folder: Path | None, name: str) -> Path:
    """A file of the upload folder; anything else on this machine is refused."""
    if folder is None:
        raise ActionError("there are no files to upload in this task")
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()) or not path.is_file():
        known = sorted(p.name for p in folder.iterdir() if p.is_file())
        raise ActionError(f"there is no file {name!r} to upload; there are: {', '.join(known) or 'none'}")
    return path


def _plain(error: Error) -> str:
    """The first line of Playwright's message, without the call that raised it."""
    net = _NET.search(error.message)
    if net:
        return net.group(1)
    return re.sub(r"^\w+\.\w+: ", "", error.message.splitlines()[0])
