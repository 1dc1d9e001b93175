"""How a cluster is, for whoever looks after it."""

from collections.abc import Iterator

from privascope.errors import PrivascopeError
from privascope.library.engines.choice import IndexPlace
from privascope.library.engines.opensearch_access import address_or
from privascope.library.engines.opensearch_client import Cluster, cluster_at

_LEAST_VERSION = (2, 4)


def cluster_findings(place: IndexPlace) -> Iterator[tuple[bool, str, str]]:
    """Whether each thing is well, what it is, and what to do if it is not."""
    address = address_or(place.address)
    try:
        cluster = cluster_at(address)
        version = cluster.ask("GET", "/")["version"]
        health = cluster.ask("GET", "/_cluster/health")
        yield _version(version)
        yield _health(health, address)
        yield from _blocks(cluster, place.index)
    except PrivascopeError as error:
        yield False, str(error), "check the address, the access and the cluster's own log"


def _version(version: dict[str, str]) -> tuple[bool, str, str]:
    number, kind = version["number"], version.get("distribution", "another program")
    parts = tuple(int(part) for part in number.split(".")[:2])
    good = kind == "opensearch" and parts >= _LEAST_VERSION
    return good, f"{kind} {number}", "" if good else "use OpenSearch 2.4 or newer"


def _health(health: dict[str, object], address: str) -> tuple[bool, str, str]:
    status = health["status"]
    what = f"{address}: {health['number_of_nodes']} nodes, status {status}"
    if status == "red":
        return False, what, "some of the data cannot be read: bring back the nodes that are down"
    if status == "yellow":
        return True, f"{what}: some of the data has one copy only", ""
    return True, what, ""


def _blocks(cluster: Cluster, index: str) -> Iterator[tuple[bool, str, str]]:
    found = cluster.ask(
        "GET", f"/{index}/_settings/index.blocks*", ignore_unavailable=True, flat_settings=True
    )
    for name, one in found.items():
        on = sorted(key for key, value in one["settings"].items() if str(value) == "true")
        if on:
            yield (
                False,
                f"the index {name} may not be written to: {', '.join(on)}",
                "make room on the nodes' disks if they are full, then lift the block",
            )
