# For people who work on sarja. Every target does its own set-up in .venv.
# `make play ARGS="--seats 4"`: ARGS goes to the program that a target runs.

.DEFAULT_GOAL := help
.PHONY: help play terminal test check format format-check lint types layers licences generated \
        page page-check screenshots bench soak cluster ray lock build clean
.NOTPARALLEL:  # two targets must not fill .venv at once, and answers come in order

VENV   := .venv
PYTHON := $(VENV)/bin/python
ARGS   ?=

# Two stamps: .venv holds what the game needs, or that and what developing needs.
MAIN := $(VENV)/.main
DEV  := $(VENV)/.dev

LOCK := $(VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

# Only .venv counts, whatever the shell has set.
unexport PYTHONHOME PYTHONPATH

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-13s %s\n", $$1, $$2 }' Makefile

play: $(MAIN) page ## start the server and play in the browser (ARGS="--lan" for all at home)
	@$(VENV)/bin/sarja serve $(ARGS)

terminal: $(MAIN) ## play a game in the terminal (ARGS="--seats 4 --bots casual")
	@$(VENV)/bin/sarja play $(ARGS)

test: $(DEV) page ## run every test (ARGS="-k corner" for some)
	$(PYTHON) -m pytest $(ARGS)

check: format-check lint types layers generated licences page-check ## all that CI asks: the checks below, then the tests
	@$(MAKE) --no-print-directory test

format: $(DEV) ## format the code and sort the imports
	$(PYTHON) -m ruff check --quiet --select I --fix
	$(PYTHON) -m ruff format

format-check: $(DEV) ## is the code formatted?
	$(PYTHON) -m ruff format --check --diff --quiet

lint: $(DEV) ## is the code tidy?
	$(PYTHON) -m ruff check

types: $(DEV) ## do the types agree?
	$(PYTHON) -m mypy

layers: $(DEV) ## does each layer import only what stands below it?
	$(VENV)/bin/lint-imports --no-logo

generated: $(DEV) ## are the generated files up to date?
	$(PYTHON) tools/generate.py --check
	$(PYTHON) tools/protocol_types.py --check

page: $(MAIN) ## build the page of web/ where it has changed
	@$(PYTHON) tools/hatch_build.py

page-check: $(DEV) ## the page's own types and tests
	$(PYTHON) tools/page_check.py

screenshots: $(DEV) page ## take the pictures of docs/img
	$(PYTHON) tools/screenshots.py $(ARGS)

licences: $(DEV) ## are the licences of all dependencies free of GPL and AGPL?
	$(PYTHON) tools/licences.py

bench: $(DEV) ## measure the speed of the rules, of the kernel, and of one server and two
	$(PYTHON) benchmarks/rules.py
	$(PYTHON) benchmarks/kernel.py
	$(PYTHON) benchmarks/journey.py
	$(PYTHON) benchmarks/server.py
	$(PYTHON) benchmarks/scaling.py --tables 20 --every 2 --seconds 15 --rest 5

soak: $(DEV) ## run the long tests: thousands of games where `make test` plays tens
	SARJA_SOAK=1 $(PYTHON) -m pytest -m soak --verbose --durations=10 \
	    -o faulthandler_timeout=0 $(ARGS)

cluster: $(DEV) page ## play at two servers behind nginx, with PostgreSQL and Redis, while things break
	@tools/services.sh
	CI=1 SARJA_SOAK=1 $(PYTHON) -m pytest tests/server/test_cluster.py --verbose -n0 \
	    -o faulthandler_timeout=0 $(ARGS)

ray: $(DEV) ## hold an arena by Ray on two nodes of this machine, if Ray is installed
	$(PYTHON) tools/ray_cluster.py

lock: $(DEV) ## pin the dependencies again (ARGS=--upgrade for the newest)
	$(LOCK) $(ARGS) --extra fast pyproject.toml --output-file requirements/main.txt
	$(LOCK) $(ARGS) requirements/dev.in --output-file requirements/dev.txt

build: $(DEV) ## build the wheel and the source archive in dist/
	$(PYTHON) -m build

clean: ## remove all that make made, .venv too
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(MAIN): tools/setup.sh pyproject.toml requirements/main.txt
	@sh tools/setup.sh main

$(DEV): tools/setup.sh pyproject.toml requirements/main.txt requirements/dev.txt
	@sh tools/setup.sh dev
