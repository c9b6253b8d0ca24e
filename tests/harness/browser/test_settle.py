"""Waiting ends when the page rests, and never waits an injected delay away."""

import time
from typing import Any

import pytest

pytestmark = pytest.mark.browser


async def timed(hand: Any, action: str) -> float:
    begun = time.monotonic()
    await hand.do(action)
    return time.monotonic() - begun


async def test_what_a_click_fetches_is_in_one_of_the_next_two_observations(drive: Any, pages: Any) -> None:
    html = """<button id=b>Load</button><p id=out></p>
    <script>b.onclick = async () => {
      out.textContent = (await (await fetch('/data?delay=1.2&text=Fresh')).json()).text;
    }</script>"""
    hand = await drive(pages.put(html))
    await hand.click("Load")
    if "Fresh" not in hand.text:
        await hand.do("noop()")
    assert "Fresh" in hand.text


async def test_a_later_navigation_does_no_harm(drive: Any, pages: Any) -> None:
    after = pages.put("<h1>After</h1>")
    hand = await drive(pages.put(f"<button onclick=\"setTimeout(()=>location='{after}', 300)\">Go</button>"))
    await hand.click("Go")
    await hand.do("wait(1)")
    assert "After" in hand.text


async def test_a_slow_answer_is_not_waited_for(drive: Any, pages: Any) -> None:
    hand = await drive(pages.put("<button onclick=\"fetch('/data?delay=20')\">Load</button>"))
    assert await timed(hand, f"click({hand.bid('Load')!r})") < 3
    assert hand.seen.loading == ""
    assert hand.find("Load")


async def test_a_slow_document_is_told_with_the_last_tree(drive: Any, pages: Any) -> None:
    hand = await drive(pages.put("<a href='/p/0?delay=20'>On</a><p>Still here</p>"))
    assert await timed(hand, f"click({hand.bid('On')!r})") < 3
    url = f"{pages.origin}/p/0?delay=20"
    assert hand.seen.loading == url
    assert f"\n(loading: {url})\nRootWebArea" in hand.text
    assert "Still here" in hand.text
    shot = await hand.driver.picture()
    assert shot.width == 1280
    assert await timed(hand, f"click({hand.bid('On')!r})") < 3
    assert "loading" in hand.error
    await hand.do(f"goto({pages.put('<h1>Elsewhere</h1>')!r})")
    assert "Elsewhere" in hand.text
    assert hand.seen.loading == ""


async def test_a_slow_frame_leaves_the_page_around_it_readable(drive: Any, pages: Any) -> None:
    begun = time.monotonic()
    hand = await drive(pages.put("<button>Around</button><iframe src='/p/0?delay=20'></iframe>"))
    assert time.monotonic() - begun < 5
    assert hand.find("Around")
    assert hand.seen.loading == f"{pages.origin}/p/0?delay=20"
    assert "(loading: " in hand.text


async def test_streams_and_background_polls_do_not_hold_a_step_up(drive: Any, pages: Any) -> None:
    html = """<button>B</button><script>new EventSource('/events');
    const poll = () => fetch('/data?delay=0.4', {headers: {'x-background': 'poll'}}).then(poll); poll()</script>"""
    hand = await drive(pages.put(html))
    assert await timed(hand, "noop()") < 1.2


async def test_a_page_that_never_rests_is_read_at_the_bound(drive: Any, pages: Any) -> None:
    hand = await drive(pages.put("<p id=t></p><script>setInterval(()=>{t.textContent=performance.now()},5)</script>"))
    assert 1.4 < await timed(hand, "noop()") < 4
