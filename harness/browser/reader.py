"""Calls into the reader script (js/page.js) that lives in each document's isolated world."""

import json
from typing import Any

from playwright.async_api import Frame, Locator

from harness.browser.context import ENGINE


class Reader:
    """Asks frames; every call is one round trip and writes nothing to the document."""

    async def call(self, frame: Frame, command: dict[str, Any], seconds: float) -> Any:
        """The command's answer. Raises Playwright's TimeoutError while a navigation of the frame is pending."""
        body = json.dumps(command, separators=(",", ":"))
        text = await frame.locator(f"{ENGINE}={body}").text_content(timeout=max(seconds, 0.001) * 1000)
        return json.loads(text or "null")

    def element(self, frame: Frame, number: int) -> Locator:
        """The element that a bid of this frame names, for Playwright's own actions."""
        return frame.locator(f"{ENGINE}=#{number}")
