#!/bin/sh
# The tests on a real cluster of three nodes: over plain HTTP, then with TLS and passwords.
# The full disk comes last: after it a cluster takes no new index for a while.
set -eu
cd "$(dirname "$0")/.."
python=.venv/bin/python
$python tools/cluster.py check
$python tools/cluster.py wipe
trap '$python tools/cluster.py stop' EXIT
$python tools/cluster.py start
PRIVASCOPE_TEST_CLUSTER=http://127.0.0.1:9200,http://127.0.0.1:9201,http://127.0.0.1:9202
export PRIVASCOPE_TEST_CLUSTER
.venv/bin/pytest tests/cluster -k "not full_disk"
.venv/bin/pytest tests/cluster -k full_disk
unset PRIVASCOPE_TEST_CLUSTER
$python tools/cluster.py wipe
$python tools/cluster.py start --tls
eval "$($python tools/cluster.py environment)"
.venv/bin/pytest tests/cluster -k "not full_disk"
