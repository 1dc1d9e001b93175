"""Writes versions to an OpenSearch index, a few megabytes at a time."""

import json
import random
import time
from collections.abc import Iterable, Iterator
from typing import Any

from privascope.errors import EngineError
from privascope.library.engines.engine import Fields, IndexedVersion
from privascope.library.engines.opensearch_client import Cluster, blocked
from privascope.library.engines.opensearch_mapping import document

_MOST_BYTES = 4 * 2**20
_SECONDS = 60.0
_TRIES = 8
_LONGEST_PAUSE = 10.0
# The cluster has more to do than it can hold, or another copy is taking over: later it will do.
_PASSING = {429, 503}

# One thing to do, as the lines that say so, with the id that it is about.
Action = tuple[str, str]


def write(
    cluster: Cluster,
    index: str,
    versions: Iterable[IndexedVersion],
    gone: Iterable[str],
    fields: Fields,
) -> None:
    """Puts versions in and takes others out; by their ids, so that twice is as good as once."""
    batch: list[Action] = []
    size = 0
    for action in _actions(versions, gone, fields):
        batch.append(action)
        size += len(action[1])
        if size > _MOST_BYTES:
            _send(cluster, index, batch)
            batch, size = [], 0
    if batch:
        _send(cluster, index, batch)


def _actions(
    versions: Iterable[IndexedVersion], gone: Iterable[str], fields: Fields
) -> Iterator[Action]:
    for version_id in gone:
        yield version_id, _line({"delete": {"_id": version_id}})
    for version in versions:
        head = _line({"index": {"_id": version.id}})
        yield version.id, head + _line(document(version, fields))


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _send(cluster: Cluster, index: str, batch: list[Action]) -> None:
    """Sends a batch, and again what the cluster was too busy for."""
    pause = 0.2
    for tries_left in reversed(range(_TRIES)):
        body = "".join(lines for _, lines in batch)
        answer = cluster.ask("POST", f"/{index}/_bulk", lines=body, seconds=_SECONDS)
        if not answer["errors"]:
            return
        turned_away: list[Action] = []
        for action, item in zip(batch, answer["items"], strict=True):
            (result,) = item.values()
            status, error = result["status"], result.get("error")
            if error is None:
                continue
            told = f"{error.get('type')}: {error.get('reason')}"
            if "cluster_block_exception" in told:
                raise blocked(f"the OpenSearch cluster at {cluster.address}", told)
            if status not in _PASSING or not tries_left:
                raise EngineError(
                    f"the OpenSearch cluster at {cluster.address} did not take the version "
                    f"{action[0]} ({told[:300]}): what was stored is safe; "
                    "run the same command again to go on"
                )
            turned_away.append(action)
        batch = turned_away
        time.sleep(pause * random.uniform(0.5, 1.5))
        pause = min(_LONGEST_PAUSE, 2 * pause)
