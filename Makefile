# make demo    a small paired sweep from a fresh clone: sets everything up, prints the drop table and the report's path
# make test    lint, types, import contracts, the pages' checks and all tests, browser tests included
# make bench   speed beside the peers and the floors; leaves bench/results/latest.json
# make soak    the slow proofs;  make certify  certificates of all pairs;  make lock  pins anew;  make clean
.PHONY: setup demo test bench soak certify lock clean
.DEFAULT_GOAL := help
SHELL := /bin/sh
python := .venv/bin/python
node := PATH="$(CURDIR)/.venv/bin:$$PATH"
pages := $(patsubst %/package.json,%/dist/index.html,$(wildcard envs/sites/*/ui/package.json))
sources := $(shell find envs/kit/ui envs/sites -path '*/node_modules' -prune -o -path '*/dist' -prune -o \
             \( -name '*.ts' -o -name '*.tsx' -o -name '*.css' -o -name '*.html' -o -name '*.svg' \) -print 2>/dev/null)

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

setup: .venv/.ready $(pages) .venv/.browser

.venv/.ready: requirements.lock pyproject.toml scripts/setup-python.sh
	@scripts/setup-python.sh

.venv/.browser: .venv/.ready
	@scripts/setup-browser.sh

node_modules/.ready: .venv/.ready package-lock.json package.json
	@echo 'setup: page packages' >&2
	@$(node) npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(pages) &: node_modules/.ready $(sources)
	@echo 'setup: pages' >&2
	@$(node) npm run --silent build
	@touch $(pages)

demo: setup
	@.venv/bin/breakingweb demo

test: setup
	$(python) -m ruff check .
	$(python) -m ruff format --check .
	$(python) -m mypy
	.venv/bin/lint-imports
	$(node) npm run --silent check
	$(node) npm run --silent test
	$(python) -m pytest -n 2 $(PYTEST)

bench: setup
	$(python) -m bench

soak: setup
	$(python) -m pytest -m soak $(PYTEST)

certify: setup
	.venv/bin/breakingweb certify

lock:
	.uv/bin/uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --python-version 3.12 \
	  pyproject.toml --group dev --output-file requirements.lock

clean:
	rm -rf .venv .uv node_modules envs/sites/*/ui/dist
