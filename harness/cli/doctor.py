"""The verb that says what is missing here, and the command that brings it."""

import asyncio
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version

import typer
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from envs.kit.pages import Pages
from harness.browser.context import chromium
from harness.cli.exits import USER
from harness.cli.output import Extra, Json, show
from harness.corpus import there
from harness.errors import UserError, VoidRun
from harness.sites import SITES

PACKAGES = ("playwright", "mitmproxy", "fastapi", "sqlmodel", "numpy", "scipy", "matplotlib")


@dataclass(frozen=True)
class Finding:
    """One thing that is needed: whether it is there, what was found, and what to do where it is not."""

    what: str
    ok: bool
    found: str
    do: str = ""


def doctor(extra: Extra = None, as_json: Json = False) -> None:
    """What is missing here, and the command that brings it."""
    there(extra or [])
    findings = [*_python(), *_pages(), asyncio.run(_browser())]
    show({"findings": [asdict(one) for one in findings]}, as_json, lambda: _table(findings))
    if not all(one.ok for one in findings):
        raise typer.Exit(USER)


def _python() -> Iterator[Finding]:
    number = ".".join(map(str, sys.version_info[:3]))
    yield Finding("Python 3.12 or newer", sys.version_info >= (3, 12), number, "make setup")
    for name in PACKAGES:
        try:
            yield Finding(name, True, version(name))
        except PackageNotFoundError:
            yield Finding(name, False, "not installed", "make setup")


def _pages() -> Iterator[Finding]:
    for name, site in SITES.items():
        built = Pages(site.ui).built
        yield Finding(f"pages of {name}", built, "built" if built else "not built", "make setup")


async def _browser() -> Finding:
    try:
        async with chromium() as browser:
            return Finding("Chromium", True, browser.version)
    except (UserError, VoidRun) as fault:
        return Finding("Chromium", False, str(fault), "apt-get install chromium, or set BREAKINGWEB_CHROMIUM")


def _table(findings: list[Finding]) -> RenderableType:
    table = Table("", "what", "found", "do", box=None, pad_edge=False)
    for one in findings:
        table.add_row("✓" if one.ok else "✗", one.what, Text(one.found), "" if one.ok else one.do)
    return table
