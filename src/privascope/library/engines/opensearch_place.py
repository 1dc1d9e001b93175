"""Which index of a cluster a library uses, and up to which change it knows the store.

The library's name for it is an alias. An index that is made anew gets a name that was never used,
and the alias moves to it in one step: whoever reads sees the old index or the new one.
"""

import secrets
import time
from collections.abc import Mapping
from typing import Any

from privascope.errors import EngineError
from privascope.library.engines.engine import Engine, Fields
from privascope.library.engines.opensearch import OpenSearchEngine
from privascope.library.engines.opensearch_client import Cluster, IndexGoneError
from privascope.library.engines.opensearch_mapping import FORM, properties, settings

_OURS = "privascope"
# For so many seconds it is taken for granted that an index that was there still is.
_FRESH = 2.0


class OpenSearchIndexes:
    """The indexes of a library, each of which carries the library's id."""

    def __init__(
        self, cluster: Cluster, alias: str, library: str, fields: Fields, form: str
    ) -> None:
        self._cluster = cluster
        self._alias = alias
        self._library = library
        self._fields = fields
        self._form = form
        self._seen = 0.0

    def in_use(self) -> Engine:
        """The index that is searched; it follows when another takes its place."""
        return OpenSearchEngine(self._cluster, self._alias, self._fields, self._is_there)

    def position(self) -> int | None:
        """The last change that the index knows; None where there is none of today's form."""
        found = self._used()
        if found is None or found[1].get("form") != self._form:
            return None
        position = found[1].get("position")
        return position if isinstance(position, int) else None

    def note(self, position: int) -> None:
        """Takes down which change of the store the index in use knows."""
        self._note(self._alias, position)

    def fresh(self) -> Engine:
        """An empty index beside the one in use."""
        self._used()
        name = f"{self._alias}-{secrets.token_hex(4)}"
        body = {
            "settings": settings(),
            "mappings": {
                "dynamic": False,
                "_source": {"includes": ["kept"]},
                "properties": properties(self._fields),
                "_meta": self._meta(None),
            },
        }
        self._cluster.ask("PUT", f"/{name}", body, seconds=90.0)
        return OpenSearchEngine(self._cluster, name, self._fields)

    def put_in_use(self, fresh: Engine, position: int) -> None:
        """Lets a fresh index take the place of the one in use."""
        if not isinstance(fresh, OpenSearchEngine):
            raise TypeError("the index was made by another engine")
        self._note(fresh.index, position)
        used = self._used()
        actions: list[dict[str, Any]] = [{"add": {"index": fresh.index, "alias": self._alias}}]
        if used is not None:
            actions.append({"remove": {"index": used[0], "alias": self._alias}})
        self._cluster.ask("POST", "/_aliases", {"actions": actions})
        self._seen = 0.0
        self.remove_others()

    def remove_others(self) -> None:
        """Takes away every index of this library but the one in use."""
        used = self._used()
        self._remove({name for name in self._own() if used is None or name != used[0]})

    def remove(self) -> None:
        """Takes all of them away."""
        self._used()
        self._remove(self._own())
        self._seen = 0.0

    def _remove(self, names: set[str]) -> None:
        for name in sorted(names):
            self._cluster.ask("DELETE", f"/{name}", ignore_unavailable=True)

    def _own(self) -> set[str]:
        """The indexes that carry this library's id."""
        found = self._cluster.ask(
            "GET", f"/{self._alias}-*/_mapping", ignore_unavailable=True, allow_no_indices=True
        )
        return {
            name for name, one in found.items() if _meta_of(one).get("library") == self._library
        }

    def _is_there(self) -> bool:
        if time.monotonic() - self._seen > _FRESH and self._used() is not None:
            self._seen = time.monotonic()
        return time.monotonic() - self._seen <= _FRESH

    def _used(self) -> tuple[str, Mapping[str, Any]] | None:
        """The index that the alias leads to, and what it says of itself."""
        try:
            found = self._cluster.ask("GET", f"/{self._alias}/_mapping")
        except IndexGoneError:
            return None
        where = f"the index {self._alias} on {self._cluster.address}"
        if len(found) > 1:
            raise EngineError(
                f"{where} is an alias of several indexes ({', '.join(sorted(found))}): leave one"
            )
        ((name, mapping),) = found.items()
        meta = _meta_of(mapping)
        if name == self._alias or meta.get("library") != self._library:
            raise EngineError(
                f"{where} is not this library's: it was made by another library or program. "
                "Choose another name: `privascope rebuild --engine opensearch --index NAME`"
            )
        if meta.get("form_of_fields", 0) > FORM:
            raise EngineError(f"{where} was made by a newer Privascope: install that one here, too")
        return name, meta

    def _meta(self, position: int | None) -> dict[str, Any]:
        return {
            _OURS: {
                "library": self._library,
                "form_of_fields": FORM,
                "form": self._form,
                "position": position,
            }
        }

    def _note(self, index: str, position: int) -> None:
        self._cluster.ask("PUT", f"/{index}/_mapping", {"_meta": self._meta(position)})


def _meta_of(mapping: Mapping[str, Any]) -> Mapping[str, Any]:
    found = mapping["mappings"].get("_meta", {}).get(_OURS, {})
    return found if isinstance(found, dict) else {}
