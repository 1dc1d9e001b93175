#!/bin/sh
# Fills the sample library once, shows what is in it and answers a first search.
set -eu
cd "$(dirname "$0")/.."
export PRIVASCOPE_LIBRARY="$1"
.venv/bin/privascope sample
.venv/bin/privascope list
echo
.venv/bin/privascope search --limit 3 sell personal information
echo "Go on with: export PRIVASCOPE_LIBRARY=$1; .venv/bin/privascope --help"
