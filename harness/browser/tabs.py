"""The tabs of a run, and native dialogs. The rules are the same in both arms:

- A tab that a page opens comes to the front. When the tab in front closes, the one that was in front before it returns.
- A native alert is accepted, so is a confirm (an agent that pressed Delete meant it) and a warning on leaving a page. A
  prompt is dismissed: there is no action that answers one. What they said is noted for the agent.
"""

import asyncio
from typing import Any

from playwright.async_api import BrowserContext, CDPSession, Dialog, Download, Error, Page

from harness.browser.errors import ActionError, InfraError
from harness.browser.guard import allowed

_LOST = ("has been closed", "Target closed", "crashed")
_POLICY = {"alert": "accepted", "beforeunload": "accepted", "confirm": "accepted", "prompt": "dismissed"}


class Tabs:
    """The open tabs in the order in which they opened, and which one is in front."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.pages: list[Page] = []
        self.notes: list[str] = []
        """What happened beside the action since last asked."""
        self.errors: list[str] = []
        """What a page tried that is not allowed, since last asked."""
        self._front: list[Page] = []
        self._sessions: dict[Page, CDPSession] = {}
        self._crashed = False
        self._closed = 0
        self._lost: list[Page] = []
        self._quiet_open = False
        context.on("page", self._opened)
        context.on("dialog", self._dialog)

    @property
    def active(self) -> Page:
        """The tab in front. Raises InfraError where the tab or the browser was lost."""
        if self._crashed:
            raise InfraError("the tab crashed")
        browser = self.context.browser
        if not self._front or (browser is not None and not browser.is_connected()):
            raise InfraError("the browser was lost")
        return self._front[-1]

    def gone(self) -> list[Page]:
        """The pages that closed since last asked."""
        gone, self._lost = self._lost, []
        return gone

    def was_closed(self, error: Error) -> bool:
        """Whether an error comes of a tab that closed since `mark`. InfraError where the tab or browser was lost."""
        front = self.active
        if not self._closed and any(word in error.message for word in _LOST) and front.is_closed():
            raise InfraError(f"the tab was lost: {error.message.splitlines()[0]}")
        return bool(self._closed)

    def mark(self) -> None:
        """From here on `was_closed` counts."""
        self._closed = 0

    def _opened(self, page: Page) -> None:
        self.pages.append(page)
        self._front.append(page)
        page.on("close", self._gone)
        page.on("crash", self._crash)
        page.on("download", self._download)
        if len(self.pages) > 1 and not self._quiet_open:
            self.notes.append(f"a new tab opened and is in front (tab {len(self.pages) - 1})")

    def _gone(self, page: Page) -> None:
        self._closed += 1
        self._lost.append(page)
        self.pages = [p for p in self.pages if p is not page]
        self._front = [p for p in self._front if p is not page]
        self._sessions.pop(page, None)

    def _crash(self, _page: Page) -> None:
        self._crashed = True

    def _download(self, download: Download) -> None:
        self.notes.append(f"a file was downloaded: {download.suggested_filename!r}")

    async def _dialog(self, dialog: Dialog) -> None:
        answer = _POLICY.get(dialog.type, "dismissed")
        if dialog.type == "beforeunload":
            self.notes.append("the page asked whether to leave it; leaving was accepted")
        else:
            self.notes.append(f"the page showed a native {dialog.type} saying {dialog.message!r}; it was {answer}")
        try:
            await (dialog.accept() if answer == "accepted" else dialog.dismiss())
        except Error:
            return  # its page is gone already

    async def new(self) -> Page:
        """Open an empty tab in front."""
        self._quiet_open = True
        try:
            return await self.context.new_page()
        finally:
            self._quiet_open = False

    async def focus(self, index: int) -> None:
        """Bring a tab to the front."""
        if not 0 <= index < len(self.pages):
            raise ActionError(f"there is no tab {index}; tabs are 0 to {len(self.pages) - 1}")
        page = self.pages[index]
        self._front = [p for p in self._front if p is not page] + [page]
        await page.bring_to_front()

    async def close(self) -> None:
        """Close the tab in front."""
        if len(self.pages) < 2:
            raise ActionError("the only tab cannot be closed")
        page = self.active
        await page.close()
        if page in self._front:
            self._gone(page)
        await self.active.bring_to_front()

    async def keep_clean(self) -> None:
        """Close tabs that show something but http and https; see that there is a tab at all."""
        for page in list(self.pages):
            if not allowed(page.url) and not page.url.startswith("chrome-error:"):
                self.errors.append(f"a {page.url.split(':')[0]}: page is not allowed and was closed")
                await self._drop(page)
        if not self.pages and not self._crashed and self.context.browser and self.context.browser.is_connected():
            self.notes.append("the last tab closed itself; an empty one was opened")
            await self.new()

    async def _drop(self, page: Page) -> None:
        if len(self.pages) > 1:
            await page.close()
            if page in self.pages:
                self._gone(page)
        else:
            await page.goto("about:blank")

    async def session(self) -> CDPSession:
        """The protocol session of the tab in front."""
        page = self.active
        if page not in self._sessions:
            self._sessions[page] = await self.context.new_cdp_session(page)
        return self._sessions[page]

    async def history(self) -> tuple[list[str], int]:
        """Addresses of the tab's history, and where in it the tab is."""
        answer: dict[str, Any] = await (await self.session()).send("Page.getNavigationHistory")
        return [entry["url"] for entry in answer["entries"]], int(answer["currentIndex"])

    async def first(self) -> Page:
        """The first tab of a run."""
        page = await self.new()
        await asyncio.sleep(0)
        return page
