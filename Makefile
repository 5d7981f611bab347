# `make run` serves Scorekeeper, `make test` checks everything. Both set up what they need in .venv.

# The stamps say for which folder the environment was made: one that was moved, or that lost its
# Python to an upgrade, is made anew. Installing happens again only when pyproject.toml has changed,
# and fonts are cut from the packages that were installed only where that or the way to do it has changed.
# Our own modules are compiled then, as those of packages are: where Python is told to write nothing by itself,
# every start would compile them anew.
AGAIN := $(shell test -x .venv/bin/python && test "$$(cat .venv/installed 2>/dev/null)" = "$$(pwd -P)" || echo again)

.PHONY: run test bench check fmt install clean again

run: .venv/fonts
	@exec .venv/bin/scorekeeper run $(if $(PORT),--port $(PORT))

PYTEST = .venv/bin/python -m pytest
ON_POSTGRES = .venv/bin/python tests/postgres_cluster.py -- $(PYTEST) --ignore=tests/rules --ignore=tests/paper
# Eight at most, for each has connections of its own to PostgreSQL, and a Chromium.
ON_ALL_CORES = --numprocesses auto --maxprocesses 8 --dist worksteal

# On PostgreSQL what touches a database; on SQLite everything. Rules and paper touch none, so once is enough for them.
# All cores share in it; what measures time or wants them all to itself comes last, one test after the other.
test: check
	$(ON_POSTGRES) $(ON_ALL_CORES) -m "not browser and not alone"
	$(PYTEST) $(ON_ALL_CORES) -m "not postgres and not alone"
	$(ON_POSTGRES) -m "alone and not browser"
	$(PYTEST) -m "alone and not postgres"

# How quick it is, beside a server that does as little as one can; no part of the tests.
bench: .venv/installed-dev
	@.venv/bin/python -m tests.bench $(if $(SECONDS),--seconds $(SECONDS))

check: .venv/installed-dev .venv/fonts
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy
	.venv/bin/lint-imports

fmt: .venv/installed-dev
	.venv/bin/ruff format .
	.venv/bin/ruff check --fix .

install: .venv/fonts

clean:
	rm -rf .venv .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist
	find scorekeeper tests -name __pycache__ -type d -prune -exec rm -rf {} +

# Sets up .venv/bin/python with the newest way that works here, or says in one sentence what is missing.
MAKE_VENV = for python in python3 python3.14 python3.13 python3.12 python3.11 none; do \
	  "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; \
	done; \
	if [ "$$python" = none ]; then \
	  echo 'Scorekeeper needs Python 3.11 or newer: sudo apt install python3 python3-venv (Debian, Ubuntu), brew install python (macOS).' >&2; exit 1; \
	fi; \
	if ! "$$python" -c 'import ensurepip, venv' 2>/dev/null; then \
	  version=$$("$$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
	  echo "Python's venv is missing: sudo apt install python$$version-venv (Debian, Ubuntu), brew install python (macOS)." >&2; exit 1; \
	fi; \
	"$$python" -m venv --clear .venv

WARN_PANGO = .venv/bin/python -c 'import weasyprint' >/dev/null 2>&1 || \
	echo 'Pango is missing, which PDF files need; all else works without it: sudo apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 (Debian, Ubuntu), brew install pango (macOS).' >&2

.venv/installed: pyproject.toml $(AGAIN)
	@$(if $(AGAIN),$(MAKE_VENV))
	@echo 'Installing Scorekeeper into .venv (only now, not at the next start) …'
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check --editable .
	@.venv/bin/python -m compileall -q scorekeeper
	@$(WARN_PANGO)
	@pwd -P > $@

# The app is beautiful with its fonts and works without: a failure has said why, and is tried again at the next start.
.venv/fonts: .venv/installed $(wildcard scorekeeper/fonts.py)
	@.venv/bin/python -m scorekeeper.cli fonts >/dev/null && pwd -P > $@ || true

.venv/installed-dev: pyproject.toml .venv/installed
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,postgres]'
	@pwd -P > $@
