#!/bin/sh
# Finds a Chromium; where there is none, tries Playwright's download, then Debian's package as root.
set -eu
cd "$(dirname "$0")/.."
found() { .venv/bin/python -m harness.browser.find 2>/dev/null; }

if ! path=$(found); then
  echo 'setup: no Chromium yet, trying the download of Playwright' >&2
  .venv/bin/python -m playwright install chromium >/dev/null 2>&1 || true
fi
if ! path=$(found) && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo 'setup: apt-get install chromium' >&2
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
fi
if ! path=$(found); then
  echo 'setup: no Chromium was found. Install one (as root: apt-get install chromium) or set BREAKINGWEB_CHROMIUM to its path.' >&2
  exit 2
fi
echo "setup: Chromium is $path" >&2
touch .venv/.browser
