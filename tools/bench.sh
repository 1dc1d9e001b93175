#!/bin/sh
# The benchmark tables, each with its rivals in the same run.
set -eu
cd "$(dirname "$0")/.."
data=${1:?say where the data is: make bench DATA=FOLDER}
.venv/bin/python bench/extraction.py --data "$data/pages/exact.jsonl.zst"
.venv/bin/python bench/sentences.py
.venv/bin/python bench/detection.py --data "$data/pages/pages.jsonl.zst"
.venv/bin/python bench/ingest.py --data "$data/pages/pages.jsonl.zst"
