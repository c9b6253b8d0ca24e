"""The page script in a real Chromium, on a page that renders itself anew all the time."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.async_api import Browser, ConsoleMessage, Page, Route, async_playwright

from interventions.layers.client import inject

pytestmark = pytest.mark.browser
POLICY = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'"
HTML = """<!doctype html><html lang="en"><head><title>Things</title></head>
<body><div id="app"></div><script src="/assets/app.js"></script></body></html>"""
# Renders its list as the real pages' library does: it keeps its own nodes and writes text into the very text nodes that
# it made, so a node that was moved or replaced makes it throw or stop.
APP = """
const app = document.getElementById("app");
const h1 = document.createElement("h1"), list = document.createElement("ul"), nav = document.createElement("a");
const title = document.createTextNode("");
h1.append(title); nav.href = "/cart"; nav.textContent = "Cart";
app.append(h1, nav, list);
window.clicks = []; window.renders = 0; window.failed = null;
const rows = [];
function row(i) {
  const li = document.createElement("li"), button = document.createElement("button");
  const text = document.createTextNode("");
  button.append(text); li.append(button); list.insertBefore(li, rows[i] ? rows[i].li : null);
  button.addEventListener("click", () => window.clicks.push(text.data));
  return { li, button, text };
}
function render() {
  try {
    title.data = location.pathname === "/cart" ? "Your cart" : "Things";
    for (let i = 0; i < 4; i++) {
      if (rows[i] && window.renders % 3 === 2) { list.removeChild(rows[i].li); rows[i] = undefined; }
      rows[i] = rows[i] || row(i);
      const words = "Buy " + "abcd"[i];
      if (rows[i].words !== words) rows[i].text.data = rows[i].words = words;
    }
    window.renders++;
  } catch (error) { window.failed = String(error); }
}
nav.addEventListener("click", (event) => { event.preventDefault(); history.pushState({}, "", "/cart"); render(); });
addEventListener("popstate", render);
render();
setInterval(render, 60);
"""


@dataclass
class Told:
    """A page of the test site and what its script has reported."""

    page: Page
    ops: list[dict[str, Any]]
    receipts: list[dict[str, Any]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    html: str = HTML

    def kinds(self, kind: str) -> list[str]:
        return [one["op"] for one in self.receipts if one["kind"] == kind]

    async def answer(self, route: Route) -> None:
        path = route.request.url.removeprefix("http://shelf.test").partition("?")[0]
        if path == inject.BEACON_PATH:
            assert route.request.headers["x-background"] == "poll"
            got = inject.report((route.request.post_data or "").encode(), self.ops)
            assert got, route.request.post_data
            self.receipts.append(got)
            await route.fulfill(status=204)
        elif path == inject.SCRIPT_PATH:
            await route.fulfill(body=inject.SCRIPT, content_type="text/javascript")
        elif path == "/assets/app.js":
            await route.fulfill(body=APP, content_type="text/javascript")
        else:
            page = FRAME if path == "/frame" else self.html
            body = inject.html(page.encode(), self.ops)
            await route.fulfill(body=body, content_type="text/html", headers={"content-security-policy": POLICY})

    async def renders(self, more: int = 4) -> None:
        """Waits until the page has rendered itself so many times more, and never once failed at it."""
        now = await self.page.evaluate("window.renders")
        await self.page.wait_for_function("(n) => window.renders >= n || window.failed", arg=now + more)
        assert await self.page.evaluate("window.failed") is None
        assert self.errors == []


FRAME = '<!doctype html><html><head></head><body><button id="in">Buy inside</button></body></html>'


@pytest.fixture(scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield launched
        await launched.close()


def is_fault(message: ConsoleMessage) -> bool:
    """Chromium complains of the test's own look into a frame that runs no script."""
    return message.type == "error" and "Blocked script execution in 'about:srcdoc'" not in message.text


@asynccontextmanager
async def opened(browser: Browser, *ops: dict[str, Any], path: str = "/", html: str = HTML) -> AsyncIterator[Told]:
    page = await browser.new_page(viewport={"width": 900, "height": 600})
    numbered = [{"id": f"secret_family.form.{n}", "family": "secret_family", **op} for n, op in enumerate(ops)]
    told = Told(page, numbered, html=html)
    page.on("pageerror", lambda error: told.errors.append(str(error)))
    page.on("console", lambda message: told.errors.append(message.text) if is_fault(message) else None)
    await page.route("**/*", told.answer)
    await page.goto(f"http://shelf.test{path}")
    try:
        yield told
    finally:
        await page.close()


PANEL = {"op": "panel", "title": "Rate us", "text": "Two questions.", "choices": ["Not now", "Start"]}


async def test_a_clean_page_has_the_same_script_and_none_of_its_elements(browser: Browser) -> None:
    async with opened(browser) as site:
        await site.renders()
        assert 'data-options="[]"' in await site.page.content()
        assert await site.page.evaluate("document.body.children.length") == 2
        assert site.receipts == []


async def test_a_dialog_covers_the_page_until_it_is_answered_and_comes_once(browser: Browser) -> None:
    async with opened(browser, {**PANEL, "when": {"first": 1}}) as site:
        page = site.page
        dialog = page.get_by_role("dialog", name="Rate us")
        await dialog.wait_for()
        top = "([x, y]) => document.elementFromPoint(x, y).tagName"
        box = await page.get_by_role("heading", name="Things").bounding_box()
        assert box
        assert await page.evaluate(top, [box["x"] + 2, box["y"] + 2]) == "DIV"
        await site.renders()
        assert await dialog.is_visible()
        assert await page.evaluate("document.activeElement.shadowRoot.activeElement.getAttribute('role')") == "dialog"
        await page.reload()
        await dialog.wait_for()
        await page.get_by_role("button", name="Not now").click()
        await page.get_by_role("button", name="Buy a").click()
        await page.reload()
        await site.renders()
        assert await dialog.count() == 0
        assert site.kinds("applied")[0] == site.kinds("met")[0] == "secret_family.form.0"


@pytest.mark.parametrize("way", ["Escape", "Close"])
async def test_a_dialog_can_be_closed_from_the_keyboard_and_by_its_cross(browser: Browser, way: str) -> None:
    async with opened(browser, {**PANEL, "when": {"first": 1}}) as site:
        dialog = site.page.get_by_role("dialog", name="Rate us")
        await dialog.wait_for()
        if way == "Escape":
            await site.page.keyboard.press("Escape")
        else:
            await site.page.get_by_role("button", name="Close").click()
        await dialog.wait_for(state="detached")


async def test_a_banner_takes_the_lower_part_and_its_last_choice_leads_to_a_second_page(browser: Browser) -> None:
    banner = {
        **PANEL,
        "shape": "banner",
        "size": 0.5,
        "close": False,
        "choices": ["Accept", "Manage"],
        "then": ["Save"],
    }
    async with opened(browser, banner) as site:
        dialog = site.page.get_by_role("dialog", name="Rate us")
        await dialog.wait_for()
        at = "(y) => document.elementFromPoint(450, y).tagName"
        assert await site.page.evaluate(at, 560) == "DIV"
        assert await site.page.evaluate(at, 40) in ("H1", "BODY", "HTML")
        await site.page.get_by_role("button", name="Manage").click()
        assert await dialog.get_by_role("button").all_inner_texts() == ["Save"]
        await site.page.get_by_role("button", name="Save").click()
        await dialog.wait_for(state="detached")


async def test_a_panel_can_wait_for_a_page_and_for_its_nth_visit(browser: Browser) -> None:
    when = {"path": "/cart", "after": 1, "first": 1, "delay": 30}
    async with opened(browser, {**PANEL, "when": when}) as site:
        dialog = site.page.get_by_role("dialog")
        await site.page.get_by_role("link", name="Cart").click()
        await site.renders()
        assert await dialog.count() == 0
        await site.page.go_back()
        await site.page.get_by_role("link", name="Cart").click()
        await dialog.wait_for()


async def test_a_panel_that_came_too_late_shows_at_the_next_visit(browser: Browser) -> None:
    async with opened(browser, {**PANEL, "when": {"path": "/cart", "first": 1, "delay": 400}}) as site:
        dialog = site.page.get_by_role("dialog")
        await site.page.get_by_role("link", name="Cart").click()
        await site.page.go_back()
        await site.page.wait_for_timeout(500)
        assert await dialog.count() == 0
        await site.page.get_by_role("link", name="Cart").click()
        await dialog.wait_for()


NOTE = {"op": "note", "at": {"role": "button", "name": "Buy a"}, "text": "Order placed"}


async def test_an_early_note_adds_a_status_and_lets_the_click_through(browser: Browser) -> None:
    async with opened(browser, {**NOTE, "when": {"first": 1}}) as site:
        click = "(n) => document.querySelectorAll('button')[n].click()"
        await site.page.evaluate(click, 1)
        assert await site.page.get_by_role("status").count() == 0
        await site.page.evaluate(click, 0)
        assert await site.page.get_by_role("status").inner_text() == "Order placed"
        assert await site.page.evaluate("window.clicks") == ["Buy b", "Buy a"]
        assert site.kinds("met") == ["secret_family.form.0"]


async def test_a_held_click_is_swallowed_once_even_if_the_control_is_rendered_anew(browser: Browser) -> None:
    async with opened(browser, {"op": "hold", "at": {"role": "button", "name": "Buy *"}, "first": 1}) as site:
        # clicked by script: Playwright clicks twice where the control is rendered anew under its pointer
        click = "() => { document.querySelector('button').click(); return window.clicks; }"
        assert await site.page.evaluate(click) == []
        await site.renders()
        assert await site.page.evaluate(click) == ["Buy a"]


async def test_changes_stay_across_rendering_and_are_given_back(browser: Browser) -> None:
    change = {
        "op": "set", "at": {"role": "button", "name": "Buy a"}, "text": "Buy z", "attrs": {"aria-label": "Buy y"},
        "style": {"margin-top": "300px"}, "when": {"path": "/"},
    }  # fmt: skip
    async with opened(browser, change) as site:
        moved = site.page.get_by_role("button", name="Buy y")
        await moved.wait_for()
        for _ in range(3):
            await site.renders()
            await site.page.wait_for_function(
                "() => document.querySelector('button').getBoundingClientRect().top > 300"
            )
            assert await moved.inner_text() == "Buy z"
        await site.page.get_by_role("link", name="Cart").click()
        await site.page.get_by_role("button", name="Buy a").wait_for()
        assert await site.page.locator("button").first.get_attribute("aria-label") is None
        assert await site.page.locator("button").first.get_attribute("style") in (None, "")
        assert {"applied", "met"} == {one["kind"] for one in site.receipts}


async def test_what_is_disabled_for_a_while_is_given_back_and_never_stays_so(browser: Browser) -> None:
    change = {"op": "set", "at": {"role": "button", "name": "Buy a"}, "attrs": {"disabled": ""}, "lasts": 1500}
    async with opened(browser, change) as site:
        buy = site.page.get_by_role("button", name="Buy a")
        await site.page.wait_for_function("() => document.querySelector('button').disabled")
        await site.page.wait_for_function("() => !document.querySelector('button').disabled")
        await site.renders()
        assert await buy.is_enabled()


SHADOW = HTML.replace(
    '<div id="app"></div>',
    '<div id="app"></div><div><template shadowrootmode="open"><button>Buy shadow</button></template></div>'
    '<iframe src="/frame"></iframe><iframe srcdoc="<button>Buy srcdoc</button>" sandbox="allow-same-origin"></iframe>',
)


@pytest.mark.parametrize("name", ["Buy shadow", "Buy inside", "Buy srcdoc"])
async def test_frames_and_shadow_roots_are_reached(browser: Browser, name: str) -> None:
    change = {"op": "set", "at": {"role": "button", "name": name}, "style": {"color": "rgb(1, 2, 3)"}}
    hold = {"op": "hold", "at": {"role": "button", "name": name}, "first": 1}
    async with opened(browser, change, hold, html=SHADOW) as site:
        frames = [frame.get_by_role("button", name=name) for frame in site.page.frames]
        await site.renders(8)
        [button] = [found for found in frames if await found.count()]
        assert await button.evaluate("(el) => getComputedStyle(el).color") == "rgb(1, 2, 3)"
        await button.click()
        await site.renders()
        assert set(site.kinds("met")) == {"secret_family.form.0", "secret_family.form.1"}


async def test_the_root_comes_back_when_the_page_throws_it_out(browser: Browser) -> None:
    async with opened(browser, {**PANEL, "when": {"first": 1}}) as site:
        dialog = site.page.get_by_role("dialog")
        await dialog.wait_for()
        await site.page.evaluate("document.body.lastElementChild.remove()")
        await dialog.wait_for()


async def test_nothing_on_the_page_tells_what_the_script_is_for(browser: Browser) -> None:
    every = [PANEL, NOTE, {"op": "hold", "at": {"role": "button"}}, {"op": "set", "at": {"role": "link"}, "text": "x"}]
    async with opened(browser, *every) as site:
        await site.renders()
        seen = (await site.page.content() + inject.SCRIPT.decode() + json.dumps(inject.options(site.ops))).lower()
    for word in ("intervention", "breakingweb", "perturb", "secret_family", "dispatch", "agent", "mislead", "decoy"):
        assert word not in seen, word
