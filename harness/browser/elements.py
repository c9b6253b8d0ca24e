"""Actions on elements of the observation, by bid."""

from pathlib import Path
from typing import Any, cast

from playwright.async_api import Frame, Locator
from playwright.async_api import TimeoutError as PlaywrightTimeout

from harness.browser import guard
from harness.browser.actions import Action
from harness.browser.aim import Aim, Target
from harness.browser.bounds import Bounds
from harness.browser.effect import Effect, Handler, Pointer, button
from harness.browser.errors import ActionError
from harness.browser.fields import check_typed, choose
from harness.browser.items import Spot
from harness.browser.observe import Reading
from harness.browser.pointer import draw, press
from harness.browser.reader import Reader
from harness.browser.tabs import Tabs


class Elements:
    """Finds an element where it is now, sees that it can be acted on, and acts."""

    def __init__(
        self, tabs: Tabs, reader: Reader, bounds: Bounds, pointer: Pointer, aim: Aim, uploads: Path | None
    ) -> None:
        self._tabs, self._reader, self._bounds, self._pointer, self._uploads = tabs, reader, bounds, pointer, uploads
        self._aim = aim
        self.reading = Reading()

    @property
    def handlers(self) -> dict[str, Handler]:
        """What carries out which verb."""
        return {
            **dict.fromkeys(("click", "dblclick", "hover", "focus", "press"), self._point_at),
            **dict.fromkeys(("fill", "clear"), self._fill),
            "select_option": self._select,
            "drag_and_drop": self._drag,
            "upload_file": self._upload,
        }

    def _spot(self, bid: str) -> tuple[Frame, Spot]:
        spot = self.reading.spots.get(bid)
        if spot is None:
            raise ActionError(f"{bid!r} is not in the current observation; use a bid that its tree shows")
        return self.reading.frames[spot.frame], spot

    async def target(self, bid: str, *, enabled: bool = True) -> Target:
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
        bid, mouse = action["bid"], self._tabs.active.mouse
        target = await self.target(bid, enabled=action.name not in {"hover", "focus"})
        if action.name in {"click", "dblclick"}:
            guard.check_link(target.href)
        if action.name == "click":
            await mouse.click(target.x, target.y, button=button(action["button"]))
        elif action.name == "dblclick":
            await mouse.dblclick(target.x, target.y)
        elif action.name == "hover":
            await mouse.move(target.x, target.y)
            self._pointer.at = (target.x, target.y)
        else:
            await self._locator(bid).focus(timeout=self._bounds.action * 1000)
            if action.name == "press":
                await press(self._tabs.active, action["key"], target.href)
        return Effect((target.x, target.y), target.box)

    async def _fill(self, action: Action) -> Effect:
        bid = action["bid"]
        value = action["value"] if action.name == "fill" else ""
        about = await self._about(bid)
        check_typed(bid, about, value)
        target = await self.target(bid)
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
        target = await self.target(bid)
        await self._locator(bid).select_option(index=indexes, timeout=self._bounds.action * 1000)
        return Effect((target.x, target.y), target.box)

    async def _drag(self, action: Action) -> Effect:
        start = await self.target(action["from_bid"])
        end = await self.target(action["to_bid"], enabled=False)
        await draw(self._tabs.active, (start.x, start.y), (end.x, end.y))
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
            async with self._tabs.active.expect_file_chooser(timeout=self._bounds.action * 1000) as chooser:
                await self._tabs.active.mouse.click(target.x, target.y)
            await (await chooser.value).set_files(paths)
        except PlaywrightTimeout:
            raise ActionError(f"{action['bid']} opens no file dialog") from None
        return Effect((target.x, target.y), target.box)


def _inside(folder: Path | None, name: str) -> Path:
    """A file of the upload folder; anything else on this machine is refused."""
    if folder is None:
        raise ActionError("there are no files to upload in this task")
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()) or not path.is_file():
        known = sorted(p.name for p in folder.iterdir() if p.is_file())
        raise ActionError(f"there is no file {name!r} to upload; there are: {', '.join(known) or 'none'}")
    return path
