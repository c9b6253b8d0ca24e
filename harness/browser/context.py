"""Chromium: found, launched quietly, and one fresh context a run."""

import os
import secrets
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from playwright.async_api import Browser, BrowserContext, Error, Playwright, async_playwright

from harness.browser.errors import InfraError
from harness.errors import UserError

ENGINE = "reader"
LONGEST_TEMP = 40
"""Bytes of a folder below which Chromium's socket may lie: 104 is the most for a path, we and it add 65."""
_SHORT = ("/tmp", "/var/tmp", "/dev/shm")
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
_FLAGS = (
    "--disable-background-networking",
    "--disable-blink-features=AutomationControlled",
    "--disable-client-side-phishing-detection",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",  # containers give /dev/shm 64 MB; a heavy page would crash its tab
    "--disable-domain-reliability",
    "--disable-sync",
    "--lang=en-GB",
    "--deny-permission-prompts",
    "--metrics-recording-only",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-pings",
    "--no-service-autorun",
    "--password-store=basic",
)
_PLAYWRIGHT_LEAVES_OUT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "TcpPortRandomizationWin",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    "msForceBrowserSignIn",
    "msEdgeUpdateLaunchServicesPreferredVersion",
)
_WE_LEAVE_OUT = (
    # Two hidden pages for the address bar, rendered anew in each context: half of a reset's processor time.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "PreloadTopChromeWebUI",
)
_FEATURES = "--disable-features=" + ",".join((*_PLAYWRIGHT_LEAVES_OUT, *_WE_LEAVE_OUT))
"""Chromium heeds the last flag of this name only, so that Playwright's own list is repeated in ours."""


def find_chromium(env: Mapping[str, str], playwright_own: str = "") -> str:
    """Path of the browser to drive: $BREAKINGWEB_CHROMIUM, Playwright's own, then the system's.

    Raises UserError with the command that brings one.
    """
    named = env.get("BREAKINGWEB_CHROMIUM", "")
    if named:
        if not Path(named).is_file():
            raise UserError(f"BREAKINGWEB_CHROMIUM={named} is no file: point it at a Chromium or unset it")
        return named
    if playwright_own and Path(playwright_own).is_file():
        return playwright_own
    for name in _NAMES:
        found = shutil.which(name, path=env.get("PATH"))
        if found:
            return found
    mac = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
    if mac.is_file():
        return str(mac)
    command = "apt-get install chromium" if sys.platform == "linux" else "playwright install chromium"
    raise UserError(
        f"no Chromium found: run `{command}`, or `.venv/bin/playwright install chromium`, "
        "or set BREAKINGWEB_CHROMIUM to one"
    )


@dataclass(frozen=True)
class Look:
    """What the browser shows of itself; the same in both arms."""

    viewport: tuple[int, int] = (1280, 720)
    device_scale: float = 1.0
    locale: str = "en-GB"
    time_zone: str = "Europe/London"


class Chromium:
    """A running browser that hands out fresh contexts."""

    def __init__(self, browser: Browser, downloads: Path) -> None:
        self.browser, self.downloads = browser, downloads
        self.version = browser.version
        self._secret = secrets.token_hex(12)

    @property
    def secret(self) -> str:
        """Type of the event by which the isolated world asks for click listeners; unknown to pages."""
        return self._secret

    @property
    def alive(self) -> bool:
        """Whether the browser still answers."""
        return self.browser.is_connected()

    async def context(self, look: Look, proxy: str | None = None) -> BrowserContext:
        """A context with nothing in it. `proxy` is the session's listener, `http://127.0.0.1:PORT`.

        Service workers are blocked: their answers would pass the proxy by.
        """
        major = self.version.split(".")[0]
        agent = (
            f"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{major}.0.0.0 Safari/537.36"
        )
        try:
            context = await self.browser.new_context(
                viewport={"width": look.viewport[0], "height": look.viewport[1]},
                device_scale_factor=look.device_scale,
                locale=look.locale,
                timezone_id=look.time_zone,
                service_workers="block",
                accept_downloads=True,
                user_agent=agent,
                proxy={"server": proxy, "bypass": "<-loopback>"} if proxy else None,
            )
            await context.add_init_script(script=f"{_script('listeners.js')}({self._secret!r});")
        except Error as error:
            raise InfraError(f"no browser context: {error.message}") from error
        return context


def _script(name: str) -> str:
    text = (files("harness.browser") / "js" / name).read_text(encoding="utf-8")
    return text.strip().removesuffix(";")


@asynccontextmanager
async def chromium(env: Mapping[str, str] | None = None, *, headless: bool = True) -> AsyncIterator[Chromium]:
    """Launch a browser for as long as the block lasts. Raises UserError where none is found or starts."""
    with tempfile.TemporaryDirectory(prefix="bw-browser-", dir=short_temp(), ignore_cleanup_errors=True) as folder:
        async with async_playwright() as playwright:
            browser = await _launch(playwright, os.environ if env is None else env, Path(folder), headless)
            try:
                yield Chromium(browser, Path(folder))
            finally:
                await browser.close()


def short_temp() -> str:
    """The folder for temporary files, or another one where its path is too long for a socket. UserError for none."""
    usual = tempfile.gettempdir()
    for place in (usual, *_SHORT):
        if len(os.fsencode(place)) <= LONGEST_TEMP and os.access(place, os.W_OK | os.X_OK):
            return place
    raise UserError(f"{usual} is too long a path for Chromium's socket: set TMPDIR to a shorter one")


async def _launch(playwright: Playwright, env: Mapping[str, str], folder: Path, headless: bool) -> Browser:
    executable = find_chromium(env, playwright.chromium.executable_path)
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    await playwright.selectors.register(ENGINE, script=_script("page.js"), content_script=True)
    try:
        return await playwright.chromium.launch(
            executable_path=executable,
            headless=headless,
            args=[*_FLAGS, _FEATURES, *(["--no-sandbox"] if root else [])],
            ignore_default_args=["--enable-automation"],
            downloads_path=folder,
            env={**os.environ, "TMPDIR": str(folder)},  # a browser that is killed leaves its files; they go with ours
            handle_sigint=False,
            handle_sigterm=False,
            handle_sighup=False,
        )
    except Error as error:
        raise UserError(f"{executable} does not start: {error.message.splitlines()[0]}") from error
