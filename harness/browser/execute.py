"""Carrying out one action on the page in front: ActionError for what is the agent's, InfraError for what is ours."""

import asyncio
from pathlib import Path

from playwright.async_api import Error
from playwright.async_api import TimeoutError as PlaywrightTimeout

from harness.agents.base import Coordinates
from harness.browser.actions import ENDING_VERBS, Action
from harness.browser.aim import Aim
from harness.browser.bounds import Bounds
from harness.browser.effect import Effect, Handler, Pointer, plain
from harness.browser.elements import Elements
from harness.browser.errors import ActionError
from harness.browser.observe import Reading
from harness.browser.pointer import Points
from harness.browser.reader import Reader
from harness.browser.settle import Tracker
from harness.browser.tabs import Tabs
from harness.browser.travel import Travel

_KEEPS_POINTER = frozenset({"hover", "scroll", "noop", "wait"})


class Hands:
    """Carries out actions, each by the part that knows how."""

    def __init__(
        self,
        tabs: Tabs,
        reader: Reader,
        tracker: Tracker,
        bounds: Bounds,
        viewport: tuple[int, int],
        grid: Coordinates,
        uploads: Path | None,
    ) -> None:
        self._tabs, self._bounds = tabs, bounds
        self._pointer = Pointer()
        self._elements = Elements(tabs, reader, bounds, self._pointer, Aim(reader, bounds, tracker.loading), uploads)
        self._points = Points(tabs, reader, bounds, self._pointer, viewport, grid, tracker.loading)
        self._do: dict[str, Handler] = {
            **self._elements.handlers,
            **self._points.handlers,
            **Travel(tabs, bounds).handlers,
            "scroll": self._scroll,
            "wait": self._wait,
            **dict.fromkeys(("noop", *ENDING_VERBS), self._nothing),
        }

    async def perform(self, action: Action, reading: Reading) -> Effect:
        """Carry out the action against the observation that the agent saw."""
        self._elements.reading = reading
        self._tabs.mark()
        if action.name not in _KEEPS_POINTER and not action.name.startswith(("mouse_", "keyboard_")):
            self._pointer.at = None
        try:
            return await self._do[action.name](action)
        except PlaywrightTimeout:
            raise ActionError(f"{action.name} did not go through within {self._bounds.action:g} s") from None
        except Error as error:
            if self._tabs.was_closed(error):
                return Effect()  # the action closed its own tab: it went through
            raise ActionError(plain(error)) from error

    async def _scroll(self, action: Action) -> Effect:
        target = None
        if action["bid"] is not None:
            target = await self._elements.target(action["bid"], enabled=False)
        over = (target.x, target.y) if target else None
        point = await self._points.wheel(over, action["dx"], action["dy"])
        return Effect(point, target.box if target else None)

    async def _wait(self, action: Action) -> Effect:
        if action["seconds"] < 0:
            raise ActionError("wait takes a number of seconds from 0 to 30")
        await asyncio.sleep(min(action["seconds"], self._bounds.longest_wait))
        return Effect()

    async def _nothing(self, _action: Action) -> Effect:
        return Effect()
