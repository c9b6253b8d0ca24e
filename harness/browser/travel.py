"""Actions on addresses, history and tabs."""

from playwright.async_api import Error, Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

from harness.browser import guard
from harness.browser.actions import Action
from harness.browser.bounds import Bounds
from harness.browser.effect import Effect, Handler, plain
from harness.browser.errors import ActionError
from harness.browser.tabs import Tabs


class Travel:
    """Goes places. What has not answered by the settle bound goes on loading; the observation will say so."""

    def __init__(self, tabs: Tabs, bounds: Bounds) -> None:
        self._tabs, self._bounds = tabs, bounds

    @property
    def handlers(self) -> dict[str, Handler]:
        """What carries out which verb."""
        return {
            "goto": self._goto,
            **dict.fromkeys(("go_back", "go_forward"), self._history),
            **dict.fromkeys(("new_tab", "tab_focus", "tab_close"), self._tab),
        }

    @property
    def _page(self) -> Page:
        return self._tabs.active

    async def _goto(self, action: Action) -> Effect:
        url = guard.destination(action["url"], self._page.url)
        try:
            await self._page.goto(url, wait_until="commit", timeout=self._bounds.settle * 1000)
        except PlaywrightTimeout:
            return Effect()  # it goes on loading; the observation will say so
        except Error as error:
            if "ERR_ABORTED" in error.message or "Download is starting" in error.message:
                return Effect()
            raise ActionError(f"{url} cannot be opened: {plain(error)}") from None
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
