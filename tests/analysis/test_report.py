"""The report: complete, self-contained, inert, and at home on the file system."""

import asyncio
import json
import os
import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, async_playwright

from analysis.errors import InputError
from analysis.load import read_runs
from analysis.report import write
from analysis.testing.runs import HOSTILE, PAIRINGS, write_runs


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("runs")
    return write(write_runs(root), root / "sample" / "report", resamples=300).parent


def test_every_trial_has_a_page_and_the_numbers_lie_beside(report: Path) -> None:
    assert len(list((report / "pairs").rglob("*.html"))) == 2 * len(PAIRINGS)
    assert json.loads((report / "stats.json").read_text())["resamples"] == 300
    assert (report / "runs.csv").read_text().startswith("agent,task,condition,trial,status,passed,score")
    assert (report / "figures" / "headline.png").exists()
    assert "perturbed run void (model)" in (report / "index.html").read_text()


def test_every_link_and_picture_is_in_the_report(report: Path) -> None:
    for page in report.rglob("*.html"):
        text = page.read_text()
        for target in re.findall(r'(?:href|src)="([^"#]+)"', text):
            assert "://" not in target
            file = (page.parent / unquote(target)).resolve()
            assert file.is_relative_to(report.resolve())
            assert file.exists(), f"{page}: {target}"


def test_what_pages_and_models_wrote_is_escaped(report: Path) -> None:
    pages = [page.read_text() for page in report.rglob("*.html")]
    assert any("&lt;script&gt;" in text for text in pages)
    assert all(HOSTILE not in text and "<script>" not in text for text in pages)


def test_a_report_in_the_folder_of_its_runs_can_be_written_again(report: Path) -> None:
    assert len(read_runs(report.parent)) == 4 * len(PAIRINGS)
    stale = report / "pairs" / "stale.html"
    stale.touch()
    before = (report / "index.html").read_bytes()
    write(report.parent, report, resamples=300)
    assert not stale.exists()
    assert (report / "index.html").read_bytes() == before


def test_another_folder_is_never_replaced(report: Path, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(InputError, match="holds something else than a report"):
        write(report.parent, tmp_path)
    assert (tmp_path / "thesis.txt").read_text() == "mine"


def test_too_few_complete_pairs_make_no_headline(tmp_path: Path) -> None:
    root = write_runs(tmp_path, agents=("straight",))
    for number, file in enumerate(sorted(root.rglob("run.json"))):
        run = json.loads(file.read_text())
        if run["key"]["condition"] == "perturbed" and number > 3:
            run |= {"status": "void", "void_kind": "infra", "grade": None, "failure": None, "ending": None}
            file.write_text(json.dumps(run))
    text = write(root, tmp_path / "out", resamples=200).read_text()
    assert "<h1>Too few complete pairs for a headline</h1>" in text
    assert "infra" in text


async def _browser(play: object) -> Browser:
    return await play.chromium.launch(  # type: ignore[attr-defined]
        executable_path=os.environ.get("BREAKINGWEB_CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"]
    )


@pytest.mark.browser
async def test_it_opens_from_disk_inert_and_accessible_in_both_schemes(report: Path) -> None:
    lamp = report / "pairs" / "straight" / "shop.reorder_lamp.reorder_lamp.0.html"
    async with async_playwright() as play:
        browser = await _browser(play)
        for scheme in ("light", "dark"):
            context = await browser.new_context(color_scheme=scheme, viewport={"width": 1280, "height": 800})  # type: ignore[arg-type]
            for file in (report / "index.html", lamp):
                page = await context.new_page()
                faults: list[str] = []
                page.on("console", lambda message, found=faults: found.append(message.text))
                page.on("pageerror", lambda error, found=faults: found.append(str(error)))
                page.on("requestfailed", lambda request, found=faults: found.append(request.url))
                await page.goto(file.as_uri())
                assert "read as markup" not in await page.title()
                assert faults == []
                assert await page.evaluate("document.documentElement.scrollWidth") <= 1280
                found = await Axe().run(page)
                assert [v["id"] for v in found.response["violations"]] == [], found.generate_report()
                await page.close()
            await context.close()
        await browser.close()


@pytest.mark.browser
async def test_the_pair_list_can_be_filtered_and_leads_to_the_pairs(report: Path) -> None:
    async with async_playwright() as play:
        browser = await _browser(play)
        page = await browser.new_page()
        await page.goto((report / "index.html").as_uri())
        await page.get_by_label("Outcome").select_option("lost")
        await page.get_by_label("Words").fill("kettle")
        rows = page.locator("#pair-list tbody tr:visible")
        assert await rows.count() == 1
        await rows.get_by_role("link").click()
        assert await page.get_by_role("heading", level=1).inner_text() == "Passed clean, failed under intervention"
        shown = page.locator(".picture img").first
        await shown.scroll_into_view_if_needed()
        for _ in range(50):
            if await shown.evaluate("image => image.complete && image.naturalWidth > 0"):
                break
            await asyncio.sleep(0.02)
        assert await shown.evaluate("image => image.naturalWidth") == 960
        await browser.close()
