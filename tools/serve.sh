#!/bin/sh
# Fills the sample library once and opens it in the browser.
set -eu
cd "$(dirname "$0")/.."
.venv/bin/privascope sample --library "$1"
exec .venv/bin/privascope serve --library "$1"
