#!/bin/sh
# Fills the sample library once, finds the practices of its policies and opens it in the browser.
set -eu
cd "$(dirname "$0")/.."
.venv/bin/privascope sample --library "$1"
.venv/bin/privascope enrich --library "$1"
exec .venv/bin/privascope serve --library "$1"
