#!/bin/sh
# Style, types, tests, quality gate.
set -eu
cd "$(dirname "$0")/.."
.venv/bin/ruff format --check src tests bench
.venv/bin/ruff check src tests bench
.venv/bin/mypy
.venv/bin/pytest
