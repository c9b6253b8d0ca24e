"""One run's browser: observe, execute, settle, picture. Everything it does is the same in both arms."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, Error
from playwright.async_api import TimeoutError as PlaywrightTimeout

from harness.agents.base import Coordinates, Element, Harness, Observation, Tab
from harness.browser import render, shots
from harness.browser.actions import Action
from harness.browser.bounds import Bounds
from harness.browser.context import Chromium, Look
from harness.browser.effect import Effect
from harness.browser.errors import InfraError, ObservationError
from harness.browser.execute import Hands
from harness.browser.observe import Letters, Reading, read
from harness.browser.reader import Reader
from harness.browser.settle import Tracker, settle
from harness.browser.tabs import Tabs


@dataclass(frozen=True)
class Setup:
    """What a run asks of its browser."""

    harness: Harness = "text"
    look: Look = field(default_factory=Look)
    coordinates: Coordinates = "pixels"
    proxy: str | None = None
    uploads: Path | None = None
    bounds: Bounds = field(default_factory=Bounds)


class Driver:
    """Drives one fresh context. Use `await Driver.start(...)`, and `await driver.close()` at the end.

    InfraError (void, kind `infra`) where the tab crashed or the browser was lost; ActionError where the agent's action
    could not be carried out.
    """

    def __init__(self, chromium: Chromium, context: BrowserContext, setup: Setup) -> None:
        self.setup = setup
        self._secret = chromium.secret
        self._reader = Reader()
        self._letters = Letters()
        self.tabs = Tabs(context)
        self._tracker = Tracker(context)
        self._hands = Hands(
            self.tabs, self._reader, self._tracker, setup.bounds, setup.look.viewport, setup.coordinates, setup.uploads
        )
        self._reading = Reading()
        self._left = setup.bounds.settle
        self._context = context
        self.loading = ""

    @classmethod
    async def start(cls, chromium: Chromium, setup: Setup) -> "Driver":
        """A fresh context with one empty tab."""
        context = await chromium.context(setup.look, setup.proxy)
        driver = cls(chromium, context, setup)
        try:
            await driver.tabs.first()
        except Error as error:
            await driver.close()
            raise InfraError(f"no tab: {error.message}") from error
        return driver

    async def close(self) -> None:
        """Close the context and everything in it; a browser that is gone already is fine."""
        try:
            await asyncio.wait_for(self._context.close(), 10)
        except (Error, TimeoutError):
            return

    async def open(self, url: str) -> None:
        """Open the first address. Raises ActionError where it cannot be opened, or is not http or https."""
        await self.execute(Action("goto", {"url": url}, f"goto({url!r})"))
        await self.settle()

    async def execute(self, action: Action) -> Effect:
        """Carry out an action against the last observation."""
        self._left = self.setup.bounds.settle
        try:
            return await asyncio.wait_for(
                self._hands.perform(action, self._reading),
                self.setup.bounds.call + self.setup.bounds.longest_wait * (action.name == "wait"),
            )
        except TimeoutError:
            return Effect()  # the page is stuck in a script: reading it will tell

    async def settle(self) -> None:
        """Wait for the page to rest, within the bound; then see to it that only allowed pages are open."""
        with _ours():
            await self._settle()

    async def _settle(self) -> None:
        for page in self.tabs.gone():
            self._tracker.forget(page)
            self._letters.forget(page)
        try:
            self._left = await settle(self._tracker, self._reader, lambda: self.tabs.active, self.setup.bounds)
        except InfraError:
            await self.tabs.keep_clean()
            _ = self.tabs.active
        await self.tabs.keep_clean()

    def place(self) -> tuple[str, int]:
        """Address and index of the tab in front."""
        return self.tabs.active.url, self.tabs.pages.index(self.tabs.active)

    def trouble(self) -> str:
        """What went wrong after the last action was carried out: a blocked page, an address that did not open."""
        failed = [f"{url} could not be opened ({reason.removeprefix('net::')})" for url, reason in self._tracker.failed]
        found = [*self.tabs.errors, *failed]
        self.tabs.errors.clear()
        self._tracker.failed.clear()
        return "; ".join(found)

    async def feedback(self) -> str | None:
        """What the page's status and alert regions say now; None where it says nothing or cannot be asked."""
        try:
            said = await self._reader.call(self.tabs.active.main_frame, {"do": "feedback"}, self.setup.bounds.pending)
        except Error:
            return None
        return " / ".join(said)[:1000] or None

    async def observe(self, goal: str, step: int, last_action: str = "", last_error: str = "") -> Observation:
        """What the agent is shown. Raises ObservationError where the page cannot be read, twice."""
        with _ours():
            return await self._observe(goal, step, last_action, last_error)

    async def _observe(self, goal: str, step: int, last_action: str, last_error: str) -> Observation:
        kind = self.setup.harness
        notes = tuple(self.tabs.notes)
        self.tabs.notes.clear()
        viewport = self.setup.look.viewport
        self.loading = ""
        if kind == "gui":
            words = "; ".join(filter(None, (last_error, *notes)))
            picture = await self._png()
            self._reading = Reading()
            return Observation(goal, step, viewport, screenshot=picture, last_action_error=words)
        await self._read()
        reading = self._reading
        tabs = await self._tabs()
        url = self.tabs.active.url
        text = self._text(goal, last_action, last_error, url, tabs, notes)
        return Observation(
            goal=goal,
            step=step,
            viewport=viewport,
            url=url,
            title=reading.title,
            text=text,
            elements=self._elements(),
            screenshot=await self._png() if kind == "hybrid" else None,
            last_action=last_action,
            last_action_error=last_error,
            tabs=tabs,
            scroll=reading.scroll,
            focused=reading.focused,
            dialog=reading.dialog,
            loading=self.loading,
            notes=notes,
        )

    def _elements(self) -> tuple[Element, ...]:
        return render.elements(self._reading.items)

    def _text(self, goal: str, action: str, error: str, url: str, tabs: tuple[Tab, ...], notes: tuple[str, ...]) -> str:
        head = [*render.header(goal, action, error, url), *render.extras(tabs, notes)]
        pending = [f"(loading: {render.one_line(self.loading)})"] if self.loading else []
        return "\n".join([*head, *pending, *render.tree(self._reading.title, self._reading.items)])

    async def _tabs(self) -> tuple[Tab, ...]:
        pages = list(self.tabs.pages)
        front = self.tabs.active
        titles = [self._reading.title if page is front else await _title(page) for page in pages]
        return tuple(
            Tab(i, page.url, title, page is front) for i, (page, title) in enumerate(zip(pages, titles, strict=True))
        )

    async def _read(self) -> None:
        """Read the page in front; once more where that failed; the last tree where a navigation is pending."""
        for attempt in (1, 2):
            try:
                self._reading = await self._attempt()
                return
            except (Error, ValueError) as error:
                page = self.tabs.active
                if pending := self._pending(error):
                    self.loading = pending
                    if self._reading.page is not page:
                        self._reading = replace(Reading(), page=page)
                    return
                if attempt == 2:
                    raise ObservationError(f"{page.url} cannot be read: {error}") from error
                await self._tracker.moved(self.setup.bounds.quiet)

    async def _attempt(self) -> Reading:
        bounds, page = self.setup.bounds, self.tabs.active
        skip = self._tracker.frame_loading(page)
        short = max(self._left, bounds.pending)
        main = self._tracker.main_loading(page)
        self.loading = self._tracker.loading(page)
        timeout = short if main or skip else bounds.read
        reading = await read(page, self._reader, self._letters, self._secret, timeout, skip, short)
        return replace(reading, page=page)

    def _pending(self, error: Exception) -> str:
        """Address that a read waited for in vain: a timeout, or a document that went away under it."""
        page = self.tabs.active
        if not isinstance(error, Error):
            return ""
        moving = isinstance(error, PlaywrightTimeout) or "context was destroyed" in error.message
        return (self._tracker.main_loading(page) or self._tracker.loading(page)) if moving else ""

    async def _png(self) -> bytes:
        shot = await self._shoot(False)
        return shot.data

    async def picture(self) -> shots.Shot:
        """A JPEG of the viewport for the record."""
        return await self._shoot(True)

    async def _shoot(self, record: bool) -> shots.Shot:
        look = self.setup.look
        for attempt in (1, 2):
            try:
                session = await self.tabs.session()
                call = shots.jpeg(session, look.viewport) if record else shots.png(session, look.viewport)
                return await asyncio.wait_for(call, self.setup.bounds.read)
            except (Error, TimeoutError, KeyError) as error:
                if attempt == 2:
                    raise ObservationError(f"no picture of {self.tabs.active.url}: {error}") from error
                await self._tracker.moved(self.setup.bounds.quiet)
        raise AssertionError("unreachable")


@contextmanager
def _ours() -> Iterator[None]:
    """An error of Playwright's that no agent asked for is the browser's loss, and voids the run."""
    try:
        yield
    except Error as error:
        raise InfraError(f"the browser does not answer: {error.message.splitlines()[0]}") from error


async def _title(page: Any) -> str:
    try:
        return str(await asyncio.wait_for(page.title(), 0.2))
    except (Error, TimeoutError):
        return ""
