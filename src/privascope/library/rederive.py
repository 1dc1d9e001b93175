"""Derives texts again from stored pages with the current methods."""

from collections.abc import Iterator
from dataclasses import dataclass

from privascope.errors import PrivascopeError
from privascope.library.deriving import METHOD, derive_again
from privascope.library.writer import LibraryWriter

_BATCH = 100


@dataclass(frozen=True, slots=True)
class Rederived:
    """A version whose text was derived again; `problem` says why where it could not be."""

    version_id: str
    changed: bool
    problem: str


def rederive(library: LibraryWriter, *, everything: bool = False) -> Iterator[Rederived]:
    """Brings every text made by an older method up to date, in batches; can be run again.

    History does not change by it: versions are fetched contents, and two versions whose texts
    become equal are shown as one.
    """
    done = ""
    while True:
        rows = list(
            library.rows(
                "SELECT v.id, d.text_hash FROM version v JOIN derived d ON d.version_id = v.id "
                "WHERE v.id > ? AND (? OR d.method != ?) ORDER BY v.id LIMIT ?",
                done,
                everything,
                METHOD,
                _BATCH,
            )
        )
        if not rows:
            return
        with library.transaction():
            results = [_rederive_one(library, row["id"], row["text_hash"]) for row in rows]
        yield from results
        done = rows[-1]["id"]


def _rederive_one(library: LibraryWriter, version_id: str, text_hash: bytes) -> Rederived:
    content, content_type, url = library.content(version_id)
    try:
        text = derive_again(content, url, content_type)
    except PrivascopeError as error:
        return Rederived(version_id, False, str(error))
    library.replace_text(version_id, text)
    return Rederived(version_id, text.text_hash != text_hash, "")
