"""A browser for the whole session, pages to drive it over, and a driver a test."""

import importlib.util
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from harness.browser.actions import parse
from harness.browser.context import Chromium, chromium
from harness.browser.driver import Driver, Setup
from harness.browser.errors import ActionError


def _server() -> ModuleType:
    """tests/pages/server.py, which is no module of a package."""
    path = Path(__file__).parent.parent / "pages" / "server.py"
    spec = importlib.util.spec_from_file_location("_test_pages_server", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def new_pages() -> Iterator[Callable[[], Any]]:
    """Makes further servers, each on a port of its own."""
    module, made = _server(), []

    def make() -> Any:
        made.append(module.Pages())
        return made[-1]

    yield make
    for pages in made:
        pages.close()


@pytest.fixture
def pages(new_pages: Callable[[], Any]) -> Any:
    return new_pages()


@pytest.fixture(scope="session")
async def chrome() -> AsyncIterator[Chromium]:
    async with chromium() as browser:
        yield browser


class Hand:
    """A driver with short ways to say things: `text`, `bid(role, name)`, `do(action)`."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.step = 0
        self.error = ""
        self.last = ""
        self.seen: Any = None

    async def look(self) -> Any:
        self.seen = await self.driver.observe("a goal", self.step, self.last, self.error)
        return self.seen

    @property
    def text(self) -> str:
        return str(self.seen.text)

    def find(self, name: str, role: str = "") -> Any:
        found = [e for e in self.seen.elements if name in (e.name, e.label) and role in ("", e.role)]
        assert found, f"no {role} {name!r} in\n{self.seen.text}"
        return found[0]

    def bid(self, name: str, role: str = "") -> str:
        return str(self.find(name, role).bid)

    async def do(self, action: str) -> Any:
        """One step; the error, if any, is in `error`, and the next observation is made."""
        self.step += 1
        self.error = ""
        try:
            read = parse(action, self.driver.setup.harness)
            self.last = read.canonical
            await self.driver.execute(read)
            await self.driver.settle()
            self.error = self.driver.trouble()
        except ActionError as error:
            self.error = str(error)
        return await self.look()

    async def click(self, name: str, role: str = "") -> Any:
        return await self.do(f"click({self.bid(name, role)!r})")


@pytest.fixture
async def drive(chrome: Chromium) -> AsyncIterator[Callable[..., Awaitable[Hand]]]:
    """Opens an address in a fresh context and looks at it."""
    drivers: list[Driver] = []

    async def start(url: str, **setup: Any) -> Hand:
        driver = await Driver.start(chrome, Setup(**setup))
        drivers.append(driver)
        await driver.open(url)
        hand = Hand(driver)
        await hand.look()
        return hand

    yield start
    for driver in drivers:
        await driver.close()
