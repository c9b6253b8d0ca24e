"""The shop's built pages in a real browser, each test on a freshly seeded session."""

import asyncio
import itertools
import socket
from collections.abc import AsyncIterator

import pytest
import uvicorn
from playwright.async_api import BrowserContext, Page

from envs.kit.app import SiteServer
from envs.kit.store import Store, WorldRequest
from envs.sites.shop.site import SITE
from harness.browser.context import Chromium, Look, chromium

SEED = 1


@pytest.fixture(scope="session")
def store() -> Store:
    return Store([SITE])


@pytest.fixture(scope="session")
def names() -> "itertools.count[int]":
    return itertools.count()


@pytest.fixture(scope="session")
async def chrome() -> AsyncIterator[Chromium]:
    async with chromium() as browser:
        yield browser


@pytest.fixture
async def origin(store: Store, names: "itertools.count[int]") -> AsyncIterator[str]:
    """Where a shop of its own is served."""
    session = f"pages-{next(names)}"
    store.open([WorldRequest(SITE.name, SEED)], session)
    taken = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(SiteServer(store, session), log_level="warning", lifespan="off"))
    serving = asyncio.create_task(server.serve(sockets=[taken]))
    yield f"http://127.0.0.1:{taken.getsockname()[1]}"
    server.should_exit = True
    await serving
    taken.close()


@pytest.fixture
async def context(chrome: Chromium) -> AsyncIterator[BrowserContext]:
    """A browser in another time zone than the account's, which must change nothing."""
    context = await chrome.context(Look(time_zone="Pacific/Auckland"))
    yield context
    await context.close()


@pytest.fixture
async def page(context: BrowserContext) -> AsyncIterator[Page]:
    """A page that fails its test when its script fails."""
    page = await context.new_page()
    page.set_default_timeout(10_000)
    await page.emulate_media(reduced_motion="reduce")
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    assert faults == []
