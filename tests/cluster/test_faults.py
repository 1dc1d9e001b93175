"""Nodes that die, hang, are slow or full: nothing acknowledged is lost, and searches say why."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType

import pytest

from privascope.errors import EngineError, EngineUnreachableError, IndexFullError
from privascope.library.engines.engine import Engine, Request
from privascope.library.engines.opensearch_client import Cluster
from privascope.library.engines.opensearch_place import OpenSearchIndexes
from privascope.library.engines.query import Word
from tests.cluster.conftest import TOOL
from tests.library.test_engine import FIELDS, version

BATCHES = 12
BATCH = 40
SECONDS = 300.0

pytestmark = pytest.mark.timeout(1200)


def healthy(cluster: Cluster, nodes: int = 3) -> None:
    """Waits until all nodes are back and every copy is."""
    deadline = time.monotonic() + SECONDS
    health: dict[str, object] = {}
    while time.monotonic() < deadline:
        try:
            health = cluster.ask("GET", "/_cluster/health", seconds=5.0)
        except EngineError:
            continue
        if health["number_of_nodes"] == nodes and health["status"] == "green":
            return
        time.sleep(0.5)
    raise AssertionError(f"the cluster did not recover: {health}")


def manager(cluster: Cluster) -> int:
    """The number of the node that manages the cluster."""
    (found,) = cluster.ask("GET", "/_cat/cluster_manager", format="json")
    return int(found["node"].removeprefix("node-"))


class Load:
    """Writes versions and searches them all the while; knows what was acknowledged."""

    def __init__(self, engine: Engine) -> None:
        self.acknowledged: set[str] = set()
        self.written = threading.Event()
        self.answered = 0
        self.refused: list[str] = []
        self.unforeseen: list[BaseException] = []
        self._engine = engine
        self._done = threading.Event()

    def write(self) -> None:
        for start in range(0, BATCHES * BATCH, BATCH):
            made = [version(n, f"data number {n}") for n in range(start + 1, start + BATCH + 1)]
            while True:
                try:
                    self._engine.update(made, ())
                except EngineError as error:
                    # As whoever adds policies would: run it again, it does no harm.
                    self.refused.append(str(error))
                    continue
                break
            self.acknowledged |= {one.id for one in made}
            if start >= 2 * BATCH:
                self.written.set()

    def search(self) -> None:
        before = 0
        while not self._done.is_set():
            try:
                total = self._engine.search(Request(Word("data"))).total
            except EngineUnreachableError as error:
                self.refused.append(str(error))
            except BaseException as error:
                self.unforeseen.append(error)
                return
            else:
                if total < before:
                    self.unforeseen.append(AssertionError(f"{total} after {before}"))
                before, self.answered = total, self.answered + 1
            time.sleep(0.02)

    @contextmanager
    def running(self) -> Iterator[None]:
        threads = [threading.Thread(target=run) for run in (self.write, self.search)]
        for thread in threads:
            thread.start()
        try:
            assert self.written.wait(SECONDS)
            yield
            threads[0].join(2 * SECONDS)
            assert not threads[0].is_alive()
        finally:
            self._done.set()
            threads[1].join(SECONDS)

    def check(self) -> None:
        assert not self.unforeseen, self.unforeseen
        assert self.answered
        assert len(self.acknowledged) == BATCHES * BATCH
        assert self._engine.ids() >= self.acknowledged
        assert self._engine.search(Request(Word("data"))).total == BATCHES * BATCH


@pytest.mark.parametrize("who", ["a node", "the manager"])
def test_a_killed_node_loses_nothing(
    cluster: Cluster, tool: ModuleType, indexes: Callable[..., OpenSearchIndexes], who: str
) -> None:
    engine = indexes(FIELDS).fresh()
    healthy(cluster)
    chosen = manager(cluster) if who == "the manager" else (manager(cluster) + 1) % 3
    load = Load(engine)
    with load.running():
        os.kill(tool.running(chosen), signal.SIGKILL)
    try:
        load.check()
    finally:
        subprocess.run([sys.executable, str(TOOL), "start", str(chosen)], check=True)
        healthy(cluster)
    load.check()


def test_a_node_that_hangs_loses_nothing(
    cluster: Cluster, tool: ModuleType, indexes: Callable[..., OpenSearchIndexes]
) -> None:
    engine = indexes(FIELDS).fresh()
    healthy(cluster)
    halted = tool.running((manager(cluster) + 1) % 3)
    load = Load(engine)
    try:
        with load.running():
            os.kill(halted, signal.SIGSTOP)
    finally:
        os.kill(halted, signal.SIGCONT)
    healthy(cluster)
    load.check()


def test_a_slow_node_only_slows(
    cluster: Cluster, tool: ModuleType, indexes: Callable[..., OpenSearchIndexes]
) -> None:
    engine = indexes(FIELDS).fresh()
    healthy(cluster)
    slow = tool.running((manager(cluster) + 1) % 3)
    done = threading.Event()

    def slow_down() -> None:
        while not done.is_set():
            os.kill(slow, signal.SIGSTOP)
            time.sleep(0.15)
            os.kill(slow, signal.SIGCONT)
            time.sleep(0.05)

    load = Load(engine)
    thread = threading.Thread(target=slow_down)
    try:
        with load.running():
            thread.start()
    finally:
        done.set()
        thread.join()
        os.kill(slow, signal.SIGCONT)
    healthy(cluster)
    load.check()


MARKS = ("low", "high", "flood_stage")
WATERMARK = "cluster.routing.allocation.disk.watermark"


# The last one: until the marks are lifted the cluster takes nothing more.
def test_a_full_disk_is_said_and_nothing_is_lost(
    cluster: Cluster, indexes: Callable[..., OpenSearchIndexes]
) -> None:
    engine = indexes(FIELDS).fresh()
    healthy(cluster)
    engine.update([version(n, "data") for n in range(1, 21)], ())
    more = [version(n, "data again") for n in range(21, 41)]
    full = {f"{WATERMARK}.{mark}": "100000gb" for mark in MARKS}
    try:
        cluster.ask("PUT", "/_cluster/settings", {"transient": full})
        with pytest.raises(IndexFullError, match=r"are full.*make room") as caught:
            deadline = time.monotonic() + SECONDS
            while time.monotonic() < deadline:
                engine.update(more, ())
                time.sleep(0.5)
        assert "reported as stored is safe" in str(caught.value)
        assert engine.search(Request(Word("data"))).total >= 20
    finally:
        none: dict[str, object] = dict.fromkeys(full)
        none["cluster.blocks.create_index"] = None
        cluster.ask("PUT", "/_cluster/settings", {"transient": none, "persistent": none})
        lifted = {"index.blocks.read_only_allow_delete": None}
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            cluster.ask("PUT", "/_all/_settings", lifted)
            try:
                engine.update(more, ())
                break
            except IndexFullError:
                time.sleep(1.0)
    assert len(engine.ids()) == 40
