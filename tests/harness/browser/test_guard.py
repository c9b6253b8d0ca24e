"""The browser goes to http and https and nowhere else: by goto, link, redirect, script, new tab, in either harness."""

from pathlib import Path
from typing import Any

import pytest

from harness.browser.errors import ActionError
from harness.browser.guard import allowed, destination

MARKER = "SECRET-MARKER-7391"


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("http://shop.test/a", "http://shop.test/a"),
        ("shop.test/a", "http://shop.test/a"),
        ("localhost:8000/x", "http://localhost:8000/x"),
        ("127.0.0.1:99", "http://127.0.0.1:99"),
        ("/orders?x=1", "http://here.test/orders?x=1"),
        (" https://x.test ", "https://x.test"),
    ],
)
def test_addresses_are_completed(text: str, url: str) -> None:
    assert destination(text, "http://here.test/page") == url


BAD = [
    "file:///etc/passwd",
    "FILE:///etc/passwd",
    " fi\nle:///etc/passwd",
    "view-source:http://x.test",
    "chrome://version",
    "devtools://x",
    "data:text/html,hi",
    "javascript:alert(1)",
    "about:settings",
    "blob:http://x/1",
    "ftp://x.test",
]


@pytest.mark.parametrize("text", BAD)
def test_other_schemes_are_refused(text: str) -> None:
    with pytest.raises(ActionError, match="only http and https"):
        destination(text, "http://here.test")
    assert not allowed(text)


def test_an_address_without_a_host_is_refused() -> None:
    for text in ("http://", "http:///x", "http://[x"):
        with pytest.raises(ActionError, match="no address"):
            destination(text, "http://here.test")


@pytest.mark.browser
class TestInTheBrowser:
    @pytest.fixture
    def secret(self, tmp_path: Path) -> str:
        (tmp_path / "key.html").write_text(f"<h1>{MARKER}</h1>")
        return (tmp_path / "key.html").as_uri()

    async def test_goto(self, drive: Any, pages: Any, secret: str) -> None:
        hand = await drive(pages.put("<p>Start</p>"))
        for url in [secret, f"view-source:{secret}", *BAD]:
            await hand.do(f"goto({url!r})")
            assert hand.error
            assert MARKER not in hand.text
            assert "Start" in hand.text

    @pytest.mark.parametrize(
        "html",
        [
            '<a href="{0}">Go</a>',
            '<a href="{0}" target=_blank>Go</a>',
            '<a href="data:text/html,<h1>{1}</h1>">Go</a>',
            '<a href="view-source:{0}">Go</a>',
            '<a href="/redirect?to={0}">Go</a>',
        ],
    )
    @pytest.mark.parametrize("way", ["click", "press", "pixel"])
    async def test_links(self, drive: Any, pages: Any, secret: str, html: str, way: str) -> None:
        body = html.format(secret, MARKER).replace("<a ", '<a style="position:absolute;left:0;top:0;font-size:60px" ')
        hand = await drive(pages.put(body), harness="hybrid")
        bid = hand.bid("Go")
        action = {"click": f"click({bid!r})", "press": f"press({bid!r}, 'Enter')", "pixel": "mouse_click(20, 30)"}[way]
        await hand.do(action)
        assert hand.error, hand.text
        assert MARKER not in hand.text
        await hand.do("noop()")
        assert MARKER not in hand.text

    @pytest.mark.parametrize(
        "script",
        ["location='{0}'", "window.open('{0}')", "window.open('data:text/html,{1}')", "window.open('view-source:{0}')",
         "location='data:text/html,{1}'"],
    )  # fmt: skip
    async def test_scripts(self, drive: Any, pages: Any, secret: str, script: str) -> None:
        hand = await drive(pages.put(f'<button onclick="{script.format(secret, MARKER)}">Go</button><p>Start</p>'))
        await hand.click("Go")
        await hand.do("noop()")
        assert MARKER not in hand.text
        assert all(allowed(tab.url) for tab in hand.seen.tabs)

    async def test_an_address_that_does_not_answer_is_the_agents_error(self, drive: Any, pages: Any) -> None:
        hand = await drive(pages.put("<a href='http://127.0.0.1:9/'>Dead</a>"))
        await hand.do("goto('http://127.0.0.1:9/')")
        assert "cannot be opened" in hand.error
        hand = await drive(pages.put("<a href='http://127.0.0.1:9/'>Dead</a>"))
        await hand.click("Dead")
        assert "could not be opened" in hand.error
        await hand.do("go_back()")
        assert hand.find("Dead")
