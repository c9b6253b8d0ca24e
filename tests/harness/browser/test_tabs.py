"""Native dialogs never freeze a step, and there is always one tab in front, by a written rule."""

import asyncio
from typing import Any

import pytest

from harness.browser.actions import parse
from harness.browser.context import Chromium, chromium
from harness.browser.driver import Driver, Setup
from harness.browser.errors import InfraError

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("script", "says", "then"),
    [
        ("confirm('Delete it?') && (document.title='deleted')", "'Delete it?'; it was accepted", "deleted"),
        ("alert('Saved, Maya'); document.title='told'", "'Saved, Maya'; it was accepted", "told"),
        ("document.title = String(prompt('Your name'))", "'Your name'; it was dismissed", "null"),
    ],
)
@pytest.mark.parametrize("harness", ["hybrid", "gui"])
async def test_dialogs_are_answered_and_told(
    drive: Any, pages: Any, script: str, says: str, then: str, harness: str
) -> None:
    html = f'<button style="position:absolute;left:0;top:0;width:200px;height:60px" onclick="{script}">B</button>'
    hand = await drive(pages.put(html), harness=harness)
    await hand.do("mouse_click(50, 30)")
    assert hand.error == ""
    assert await hand.driver.tabs.active.title() == then
    assert says in (hand.seen.last_action_error if harness == "gui" else hand.text)
    assert hand.seen.screenshot.startswith(b"\x89PNG")
    await hand.do("noop()")
    assert says not in hand.text + hand.seen.last_action_error


async def test_an_alert_on_load_and_a_warning_on_leaving(drive: Any, pages: Any) -> None:
    there = pages.put("<h1>There</h1>")
    script = "alert('Welcome'); onbeforeunload = e => e.preventDefault()"
    html = f"<input aria-label=Q><a href='{there}'>Leave</a><script>{script}</script>"
    hand = await drive(pages.put(html))
    assert "'Welcome'" in hand.text
    await hand.do(f"fill({hand.bid('Q')!r}, 'x')")
    await hand.click("Q")
    await hand.click("Leave")
    assert "There" in hand.text
    assert "leaving was accepted" in hand.text


async def test_a_tab_that_opens_is_in_front_and_closing_it_returns(drive: Any, pages: Any) -> None:
    other = pages.put("<h1>Other</h1><button onclick='window.close()'>Shut</button>", title="Other tab")
    hand = await drive(pages.put(f"<a href='{other}' target=_blank>Open</a><button>Here</button>", title="First tab"))
    await hand.click("Open")
    assert "Other" in hand.text
    assert [(t.title, t.active) for t in hand.seen.tabs] == [("First tab", False), ("Other tab", True)]
    assert '## tab 1 (active): "Other tab"' in hand.text
    await hand.do("tab_focus(0)")
    assert hand.find("Here")
    await hand.do("tab_focus(1)")
    await hand.do("tab_close()")
    assert hand.find("Here")
    await hand.do("tab_close()")
    assert "only tab" in hand.error
    await hand.do("tab_focus(4)")
    assert "no tab 4" in hand.error


async def test_a_page_that_closes_itself_gives_way_to_its_opener(drive: Any, pages: Any) -> None:
    other = pages.put("<button onclick='window.close()'>Shut</button>")
    hand = await drive(pages.put(f"<button onclick=\"window.open('{other}')\">Open</button>"))
    await hand.click("Open")
    await hand.click("Shut")
    assert hand.error == ""
    assert hand.find("Open")
    await hand.click("Open")
    assert hand.find("Shut")


async def test_a_new_tab_shares_the_login(drive: Any, pages: Any) -> None:
    url = pages.put("<script>document.write(document.cookie + localStorage.who)</script>")
    hand = await drive(pages.put("<script>document.cookie='in=yes';localStorage.who='maya'</script>"))
    await hand.do("new_tab()")
    await hand.do(f"goto({url!r})")
    assert "in=yesmaya" in hand.text


async def test_a_frame_removed_by_the_click_is_no_error(drive: Any, pages: Any) -> None:
    inner = pages.put("<button onclick='parent.document.querySelector(`iframe`).remove()'>Away</button>")
    hand = await drive(pages.put(f"<p>Around</p><iframe src='{inner}'></iframe>"))
    await hand.click("Away")
    assert hand.error == ""
    assert "Away" not in hand.text
    assert "Around" in hand.text


async def test_a_crashed_tab_voids_the_run_and_the_next_is_unharmed(chrome: Chromium, pages: Any) -> None:
    url = pages.put("<button>B</button>")
    driver = await Driver.start(chrome, Setup())
    await driver.open(url)
    await driver.observe("g", 0)
    session = await driver.tabs.session()
    crash = asyncio.create_task(session.send("Page.crash"))

    async def go_on() -> None:
        for _ in range(10):
            await driver.settle()
            await driver.observe("g", 1)

    with pytest.raises(InfraError) as caught:
        await go_on()
    assert caught.value.kind == "infra"
    crash.cancel()
    await asyncio.gather(crash, return_exceptions=True)
    await driver.close()
    again = await Driver.start(chrome, Setup())
    await again.open(url)
    assert 'button "B"' in (await again.observe("g", 0)).text
    await again.close()


@pytest.mark.parametrize("then", ["click('a2')", "goto('/')", "noop()"])
async def test_a_lost_browser_voids_the_run(pages: Any, then: str) -> None:
    async with chromium() as browser:
        driver = await Driver.start(browser, Setup())
        await driver.open(pages.put("<p><button>B</button>"))
        await driver.observe("g", 0)
        await browser.browser.close()

        async def go_on() -> None:
            await driver.execute(parse(then))
            await driver.settle()
            await driver.observe("g", 1)

        with pytest.raises(InfraError):
            await go_on()
        assert not browser.alive
        await driver.close()


async def test_nothing_carries_over_to_the_next_run(drive: Any, pages: Any) -> None:
    first = pages.put(
        """<script>document.cookie='a=1'; localStorage.a=1; sessionStorage.a=1; indexedDB.open('db');
        (async () => { await navigator.serviceWorker?.register('/sw.js').catch(() => 0);
        document.title = (await navigator.serviceWorker?.getRegistrations() ?? []).length })()</script>"""
    )
    probe = pages.put(
        """<script>(async () => { const r = await navigator.serviceWorker?.getRegistrations() ?? [];
        document.title = JSON.stringify([document.cookie, localStorage.length, sessionStorage.length,
        (await indexedDB.databases()).length, r.length]) })()</script>"""
    )
    hand = await drive(first)
    assert hand.seen.title == "0"
    hand = await drive(probe)
    assert hand.seen.title == '["",0,0,0,0]'
