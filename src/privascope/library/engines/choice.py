"""The choice of a library's text engine: the only module that knows all engines."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from privascope.errors import EngineError
from privascope.library.engines.engine import Fields, Indexes

DEFAULT = "tantivy"
OPENSEARCH = "opensearch"
# Engines that are not in the library's folder, but at an address.
ELSEWHERE = frozenset({OPENSEARCH})


@dataclass(frozen=True, slots=True)
class IndexPlace:
    """By which engine a library is indexed, and where.

    An engine elsewhere has an address, where the library's index has a name; by the library's id
    it knows its own.
    """

    engine: str
    folder: Path
    address: str = ""
    index: str = ""
    library: str = ""


def open_indexes(place: IndexPlace, fields: Fields, form: str) -> Indexes:
    """The indexes of a library, by the engine that it is set to.

    `form` names what else than the fields an index must be made by to be in step.
    """
    return _ENGINES[checked_engine(place.engine, place.folder)](place, fields, form)


def checked_engine(engine: str, folder: Path) -> str:
    """The name of an engine; an error if there is no such engine."""
    if engine not in _ENGINES:
        raise EngineError(
            f"the library {folder} is set to the text engine {engine[:60]!r}, which this "
            f"Privascope does not have: `privascope rebuild --engine {DEFAULT}` makes its index "
            f"with another (there is {', '.join(_ENGINES)})"
        )
    return engine


def _tantivy(place: IndexPlace, fields: Fields, form: str) -> Indexes:
    from privascope.library.engines.tantivy_place import TantivyIndexes

    return TantivyIndexes(place.folder, fields, form)


def _opensearch(place: IndexPlace, fields: Fields, form: str) -> Indexes:
    from privascope.library.engines.opensearch_access import address_or
    from privascope.library.engines.opensearch_client import cluster_at
    from privascope.library.engines.opensearch_place import OpenSearchIndexes

    cluster = cluster_at(address_or(place.address))
    return OpenSearchIndexes(cluster, place.index, place.library, fields, form)


_ENGINES: Mapping[str, Callable[[IndexPlace, Fields, str], Indexes]] = {
    DEFAULT: _tantivy,
    OPENSEARCH: _opensearch,
}
