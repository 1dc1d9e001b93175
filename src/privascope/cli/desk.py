"""Where commands take what they are to read: a policy of the library, a file, or an address."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from privascope.errors import AmbiguousError, NotFoundError, SourceError

if TYPE_CHECKING:
    from privascope.answer.subject import Subject
    from privascope.collect.fetch import Fetcher
    from privascope.collect.visit import Visited

_WEB = re.compile(r"https?://", re.IGNORECASE)


class Desk:
    """Brings what is to be read; the library and the web are opened only when needed."""

    def __init__(self, folder: Path, keep: bool, anyway: bool, hosts: frozenset[str]) -> None:
        self._folder = folder
        self._keep = keep
        self._anyway = anyway
        self._hosts = hosts
        self._fetcher: Fetcher | None = None

    def __enter__(self) -> "Desk":
        return self

    def __exit__(self, *_: object) -> None:
        if self._fetcher is not None:
            self._fetcher.close()

    def subject(self, target: str) -> "Subject":
        """What a target names: an address, a file, or a policy of the library."""
        from privascope.answer.subject import stored_subject
        from privascope.collect.file_source import CONTENT_TYPES
        from privascope.collect.sources import looks_like_address, named_like_a_file
        from privascope.collect.visit import visit_file
        from privascope.library.store import Library

        target = target.strip()
        if _WEB.match(target):
            return self._from_web(target)
        path = Path(target).expanduser()
        is_file = "\0" not in target and len(target) < 1000 and path.is_file()
        if is_file and ("/" in target or path.suffix.lower() in CONTENT_TYPES):
            return self._visited(visit_file(path))
        if target.startswith((".", "/", "~")):
            raise SourceError(f"there is no file {target[:200]}")
        try:
            with Library(self._folder) as library:
                return stored_subject(library, target)
        except NotFoundError as error:
            if is_file:
                return self._visited(visit_file(path))
            if named_like_a_file(target):
                raise SourceError(f"there is no file {target[:200]}") from error
            if looks_like_address(target) and not isinstance(error, AmbiguousError):
                return self._from_web(target)
            raise

    def named(self, question: str) -> "Subject":
        """The policy of the library that a question names."""
        from privascope.answer.subject import stored_subject
        from privascope.answer.which import which_policy
        from privascope.library.store import Library

        with Library(self._folder) as library:
            return stored_subject(library, which_policy(library, question))

    def _from_web(self, address: str) -> "Subject":
        from privascope.collect.fetch import Fetcher
        from privascope.collect.visit import visit_address, visit_limits

        if self._fetcher is None:
            self._fetcher = Fetcher(allowed_hosts=self._hosts, limits=visit_limits())
        with _told(f"Fetching {address} …"):
            visited = visit_address(address, self._fetcher, anyway=self._anyway)
        return self._visited(visited)

    def _visited(self, visited: "Visited") -> "Subject":
        from privascope.answer.subject import stored_subject, visited_subject
        from privascope.collect.visit import keep
        from privascope.library.store import Library

        if not self._keep:
            return visited_subject(visited)
        policy_id = keep(visited, self._folder)
        with Library(self._folder) as library:
            return stored_subject(library, policy_id)


@contextmanager
def _told(message: str) -> Iterator[None]:
    """Says what takes a while, on a terminal and only meanwhile."""
    from privascope.cli.printing import err, safe

    console = err()
    if not console.is_terminal:
        yield
        return
    with console.status(safe(message)):
        yield
