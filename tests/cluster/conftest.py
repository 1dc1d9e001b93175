"""Tests on a real cluster: `make test-cluster` starts it and says where it is."""

import importlib.util
import os
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from privascope.library.engines.engine import Fields
from privascope.library.engines.opensearch_client import Cluster, cluster_at
from privascope.library.engines.opensearch_place import OpenSearchIndexes

ADDRESS = os.environ.get("PRIVASCOPE_TEST_CLUSTER", "")
TOOL = Path(__file__).parents[2] / "tools" / "cluster.py"

SECURED = ADDRESS.startswith("https://")

# What does not belong to a cluster of this kind is not there at all: none is ever skipped.
if not ADDRESS:
    collect_ignore_glob = ["test_*.py"]
elif SECURED:
    collect_ignore_glob = ["test_[!s]*.py"]
else:
    collect_ignore = ["test_security.py"]


@pytest.fixture(scope="session")
def tool() -> ModuleType:
    """What starts and stops the nodes."""
    spec = importlib.util.spec_from_file_location("cluster_tool", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def address() -> str:
    """The addresses of all nodes, with commas between them."""
    return ADDRESS


@pytest.fixture(scope="session")
def cluster(address: str) -> Cluster:
    """The cluster, with whatever earlier tests left taken away."""
    found = cluster_at(address)
    for name in found.ask("GET", "/_all/_settings"):
        if name.startswith(("test-", "privascope-")):
            found.ask("DELETE", f"/{name}")
    return found


@pytest.fixture
def indexes(cluster: Cluster) -> Iterator[Callable[..., OpenSearchIndexes]]:
    """Makes the place of a library's indexes; what is in it is taken away afterwards."""
    made: list[OpenSearchIndexes] = []

    def make(fields: Fields, alias: str = "", library: str = "test") -> OpenSearchIndexes:
        alias = alias or f"test-{secrets.token_hex(4)}"
        made.append(OpenSearchIndexes(cluster, alias, library, fields, "form"))
        return made[-1]

    yield make
    for one in made:
        one.remove()
