#!/bin/sh
# Style, types and the quick tests: those that train nothing, open no browser and take no second.
set -eu
cd "$(dirname "$0")/.."
.venv/bin/ruff format --check src tests bench tools examples
.venv/bin/ruff check src tests bench tools examples
.venv/bin/mypy
.venv/bin/pytest --numprocesses auto --maxprocesses 8 --dist worksteal -m "not slow" --ignore tests/learn
