"""What users get wrong: a clear message each, and no endless trying."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from privascope.errors import EngineError, EngineUnreachableError, IndexReadOnlyError
from privascope.library.engines.engine import Fields, Request, SortKey
from privascope.library.engines.opensearch_client import Cluster, cluster_at
from privascope.library.engines.opensearch_place import OpenSearchIndexes
from privascope.library.engines.query import Word
from privascope.library.index import make_library, move_index, open_index
from privascope.library.settings import chosen_place, read_engine
from privascope.library.writer import LibraryWriter
from tests.library.test_engine import FIELDS, version

NOBODY = "http://127.0.0.1:1"


def test_an_index_of_another_library_is_left_alone(
    indexes: Callable[..., OpenSearchIndexes],
) -> None:
    first = indexes(FIELDS, alias="test-shared", library="one")
    made = first.fresh()
    made.update([version(1, "data")], ())
    first.put_in_use(made, 1)
    second = OpenSearchIndexes(first._cluster, "test-shared", "two", FIELDS, "form")
    for use in (second.position, second.fresh, second.remove, second.remove_others):
        with pytest.raises(EngineError, match=r"not this library's.*--index NAME"):
            use()
    assert first.in_use().search(Request(Word("data"))).total == 1


def test_an_index_of_another_program_is_left_alone(
    cluster: Cluster, indexes: Callable[..., OpenSearchIndexes]
) -> None:
    cluster.ask("PUT", "/test-foreign")
    try:
        places = OpenSearchIndexes(cluster, "test-foreign", "one", FIELDS, "form")
        with pytest.raises(EngineError, match="made by another library or program"):
            places.fresh()
    finally:
        cluster.ask("DELETE", "/test-foreign")


def test_an_index_made_by_a_newer_version_says_so(
    cluster: Cluster, indexes: Callable[..., OpenSearchIndexes]
) -> None:
    places = indexes(FIELDS, alias="test-newer")
    places.put_in_use(places.fresh(), 1)
    newer = {"library": "test", "form_of_fields": 99, "form": "x", "position": 1}
    cluster.ask("PUT", "/test-newer/_mapping", {"_meta": {"privascope": newer}})
    try:
        with pytest.raises(EngineError, match="made by a newer Privascope"):
            places.position()
    finally:
        ours = {**newer, "form_of_fields": 1}
        cluster.ask("PUT", "/test-newer/_mapping", {"_meta": {"privascope": ours}})


def test_fields_that_do_not_fit_say_what_to_do(
    cluster: Cluster, indexes: Callable[..., OpenSearchIndexes]
) -> None:
    engine = indexes(Fields(keys=(SortKey("date", most=1.0),))).fresh()
    other = {"properties": {"facet_sector": {"type": "double"}}}
    cluster.ask("PUT", f"/{engine.index}/_mapping", other)  # type: ignore[attr-defined]
    later = type(engine)(cluster, engine.index, FIELDS)  # type: ignore[call-arg, attr-defined]
    with pytest.raises(EngineError, match=r"do not fit.*privascope rebuild"):
        later.update([version(1, "data", facets={"sector": ("Medical",)})], ())


def test_a_read_only_index_says_so(
    cluster: Cluster, indexes: Callable[..., OpenSearchIndexes]
) -> None:
    engine = indexes(FIELDS).fresh()
    engine.update([version(1, "data")], ())
    name = engine.index  # type: ignore[attr-defined]
    cluster.ask("PUT", f"/{name}/_settings", {"index.blocks.write": True})
    with pytest.raises(IndexReadOnlyError, match="read-only"):
        engine.update([version(2, "data")], ())
    cluster.ask("PUT", f"/{name}/_settings", {"index.blocks.write": None})
    assert engine.search(Request(Word("data"))).total == 1


def test_a_node_that_is_down_at_the_start_is_passed_over(address: str) -> None:
    found = Cluster(f"{NOBODY},{address}", cluster_at(address)._access)
    for _ in range(4):
        assert found.ask("GET", "/_cluster/health")["number_of_nodes"] >= 1


def test_a_library_keeps_its_engine_where_the_other_cannot_be_reached(tmp_path: Path) -> None:
    folder = tmp_path / "library"
    with LibraryWriter(folder) as library:
        place = chosen_place(library, "opensearch", NOBODY)
        start = time.monotonic()
        with pytest.raises(EngineUnreachableError, match=r"127.0.0.1:1 does not answer"):
            move_index(library, place)
        assert time.monotonic() - start < 30
        assert read_engine(library).engine == "tantivy"
        assert not open_index(library).ids()
    with pytest.raises(EngineError, match="--address"):
        make_library(tmp_path / "other", "opensearch")
    with pytest.raises(EngineError, match="not the address of a cluster"):
        make_library(tmp_path / "other", "opensearch", "127.0.0.1:9200")
