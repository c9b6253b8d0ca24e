"""When a page has come to rest: no request under way and no change of the document for a moment, within a bound."""

import asyncio
import time
from collections.abc import Callable

from playwright.async_api import BrowserContext, Error, Page, Request

from harness.browser.bounds import Bounds
from harness.browser.reader import Reader

_IGNORED = frozenset({"eventsource", "websocket", "ping", "cspviolationreport", "media"})
BACKGROUND = "x-background"


class Tracker:
    """The requests under way in a context, less streams, sockets and requests that a page marks as background."""

    def __init__(self, context: BrowserContext, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._pending: dict[Request, float] = {}
        self._navigations: dict[Request, Page | None] = {}
        self._moved = asyncio.Event()
        self.last = now()
        self.failed: list[tuple[str, str]] = []
        """Navigations that failed since last asked, as (address, reason)."""
        context.on("request", self._start)
        context.on("requestfinished", self._end)
        context.on("requestfailed", self._fail)

    def _start(self, request: Request) -> None:
        if request.is_navigation_request():
            self._navigations[request] = _page(request)
        elif request.resource_type in _IGNORED or BACKGROUND in request.headers:
            return
        self._pending[request] = self._now()
        self._touch()

    def _end(self, request: Request) -> None:
        self._navigations.pop(request, None)
        if self._pending.pop(request, None) is not None:
            self._touch()

    def _fail(self, request: Request) -> None:
        if request in self._navigations and _is_main(request) and "ERR_ABORTED" not in (request.failure or ""):
            self.failed.append((request.url, request.failure or "failed"))
        self._end(request)

    def _touch(self) -> None:
        self.last = self._now()
        self._moved.set()

    @property
    def busy(self) -> bool:
        """Whether a request that counts is under way."""
        return bool(self._pending)

    def forget(self, page: Page) -> None:
        """Drop what a closed page left unanswered."""
        for request, owner in list(self._navigations.items()):
            if owner is page or _page(request) is page:
                self._end(request)
        for request in [r for r in self._pending if _page(r) is page]:
            self._end(request)

    def loading(self, page: Page) -> str:
        """Address of a document or frame navigation pending in the page; the page's own before its frames'."""
        found = [r for r, owner in self._navigations.items() if owner is page or _page(r) is page]
        found.sort(key=lambda r: not _is_main(r))
        return found[0].url if found else ""

    def main_loading(self, page: Page) -> str:
        """Address of a pending navigation of the page's own document."""
        return next((r.url for r in self._navigations if _page(r) is page and _is_main(r)), "")

    def frame_loading(self, page: Page) -> set[object]:
        """Frames of the page whose document is pending."""
        return {r.frame for r in self._navigations if _page(r) is page and not _is_main(r)}

    async def moved(self, seconds: float) -> None:
        """Wait for a request to start or end, at most so long."""
        self._moved.clear()
        try:
            await asyncio.wait_for(self._moved.wait(), max(seconds, 0.001))
        except TimeoutError:
            return


def _page(request: Request) -> Page | None:
    try:
        return request.frame.page
    except Error:  # a new tab's first request has no frame yet
        return None


def _is_main(request: Request) -> bool:
    try:
        return request.frame.parent_frame is None
    except Error:
        return True


async def settle(
    tracker: Tracker,
    reader: Reader,
    page: Callable[[], Page],
    bounds: Bounds,
    now: Callable[[], float] = time.monotonic,
) -> float:
    """Wait for the active page to rest, at most `bounds.settle`; gives the seconds that are left of it.

    `page` is asked anew each time, because what is waited for may be a new tab.
    """
    begun = now()
    deadline = begun + bounds.settle
    rested = False
    while (left := deadline - now()) > 0:
        if tracker.busy:
            rested = False
            await tracker.moved(left)
            continue
        idle = min(now() - begun, now() - tracker.last, await _document_idle(reader, page(), left))
        if idle >= bounds.quiet and not tracker.busy:
            if rested:
                return deadline - now()
            rested = True  # ask once more: a page that was starved of processor time looks just as quiet
            continue
        rested = False
        await tracker.moved(min(left, bounds.quiet - max(idle, 0.0) + 0.001))
    return 0.0


async def _document_idle(reader: Reader, page: Page, left: float) -> float:
    """Seconds since any frame of the page last changed; 0 where it cannot be asked, as in the midst of a navigation."""
    try:
        frames = [f for f in page.frames if not f.is_detached()]
        answers = await asyncio.gather(*(reader.call(f, {"do": "quiet"}, min(left, 0.5)) for f in frames[:20]))
    except Error:
        return 0.0
    return min((a["idle"] / 1000 for a in answers if a), default=0.0)
