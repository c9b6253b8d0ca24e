"""Prints the path of the browser that runs will drive; exit 2 with the command that brings one where there is none."""

import os
import sys

from playwright.sync_api import sync_playwright

from harness.browser.context import find_chromium
from harness.errors import UserError


def main() -> int:
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    try:
        print(find_chromium(os.environ, own))
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
