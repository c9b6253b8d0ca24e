"""How Chromium is launched: nothing of its own interface runs beside the page, and Playwright's choices stay."""

from pathlib import Path

import pytest

from harness.browser.context import Look, chromium

FLAG = "--disable-features="


def _features() -> list[set[str]]:
    """The features that each flag of a running browser of ours leaves out, in their order."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_text().split("\0")
        except OSError:
            continue
        if "--headless" in words and not any(word.startswith("--type=") for word in words):
            return [set(word.removeprefix(FLAG).split(",")) for word in words if word.startswith(FLAG)]
    return []


@pytest.mark.browser
async def test_the_features_that_playwright_leaves_out_are_left_out_still() -> None:
    async with chromium():
        first, *_, last = _features()
    assert first < last


@pytest.mark.browser
async def test_a_context_runs_no_page_but_its_own() -> None:
    async with chromium() as browser:
        context = await browser.context(Look())
        await context.new_page()
        session = await browser.browser.new_browser_cdp_session()
        targets = (await session.send("Target.getTargets", {"filter": [{}]}))["targetInfos"]
        assert {target["type"] for target in targets} <= {"tab", "page", "browser"}
        await context.close()
