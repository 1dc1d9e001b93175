#!/bin/sh
# Style, types, all tests and the quality gate.
set -eu
cd "$(dirname "$0")/.."
.venv/bin/ruff format --check src tests bench tools examples
.venv/bin/ruff check src tests bench tools examples
.venv/bin/mypy
.venv/bin/pytest --numprocesses auto --maxprocesses 8 --dist worksteal
