"""A cache of the versions shown last, which are shown again when somebody narrows a search."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from privascope.cache import Cache
from privascope.library.facts import Facts, read_many_facts, smallest_pagerank
from privascope.library.outlines import read_outlines
from privascope.library.store import Library
from privascope.policy.outline import Outline

T = TypeVar("T")

# A text with its sentences takes some 25 kB; a server has a few of these.
_MOST = 128


class _Kept(Generic[T]):
    """What was read of some versions, the ones used last."""

    def __init__(self, read: Callable[[Sequence[str]], dict[str, T]]) -> None:
        self._read = read
        self._kept: Cache[str, T] = Cache(_MOST)

    def of(self, version_ids: Sequence[str]) -> dict[str, T]:
        known = {version_id: self._kept.get(version_id) for version_id in version_ids}
        missing = [version_id for version_id, value in known.items() if value is None]
        read = self._read(missing) if missing else {}
        for version_id in known:
            if version_id in read:
                known[version_id] = self._kept.put(version_id, read[version_id])
        return {version_id: value for version_id, value in known.items() if value is not None}

    def clear(self) -> None:
        self._kept.clear()


class RecentVersions:
    """Facts and outlines of versions; all is forgotten as soon as anybody writes to the library."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._state = library.state()
        self._facts = _Kept(self._read_facts)
        self._outlines = _Kept(self._read_outlines)

    def facts(self, version_ids: Sequence[str]) -> dict[str, Facts]:
        """The facts of those versions that the library has."""
        self._forget_what_is_old()
        return self._facts.of(version_ids)

    def outlines(self, version_ids: Sequence[str]) -> dict[str, Outline]:
        """The texts of those versions that the library has, with their sentences."""
        self._forget_what_is_old()
        return self._outlines.of(version_ids)

    def _forget_what_is_old(self) -> None:
        state = self._library.state()
        if state != self._state:
            self._facts.clear()
            self._outlines.clear()
            self._state = state

    def _read_facts(self, version_ids: Sequence[str]) -> dict[str, Facts]:
        return read_many_facts(self._library, version_ids, smallest_pagerank(self._library))

    def _read_outlines(self, version_ids: Sequence[str]) -> dict[str, Outline]:
        return read_outlines(self._library, version_ids)
