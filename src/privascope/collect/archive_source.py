"""Reads policies with their history from an Open Terms Archive repository of versions."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby, zip_longest
from pathlib import Path

from privascope.collect.arrival import Arrival, Refusal
from privascope.collect.encodings import too_large
from privascope.collect.file_source import read_document, shown
from privascope.collect.git_history import Change, GitRepository
from privascope.errors import PrivascopeError, UnreadablePageError
from privascope.policy.size_limits import LARGEST_DOCUMENT

PRIVACY_POLICY = "Privacy Policy"
# Names that the archive gives to documents; a folder that holds one is taken for an archive.
DOCUMENT_TYPES = frozenset(
    {
        PRIVACY_POLICY,
        "Terms of Service",
        "Trackers Policy",
        "Community Guidelines",
        "Developer Terms",
        "Commercial Terms",
        "Imprint",
        "Parent Organization Privacy Policy",
    }
)
_LARGEST_DECLARATION = 2**20
# The archive lists the addresses of a document that it put together from several pages.
_LOCATION = re.compile(
    r"^(?:\d+\. |x-source-document-location: )(https?://\S+)$", re.MULTILINE | re.IGNORECASE
)

# How the archive's own commits begin when the service changed nothing, in its older and newer form.
_REWORKED = re.compile(r"Refilter |Apply technical or declaration upgrade on ")


def is_archive(folder: Path) -> bool:
    """Whether a folder is a git repository with documents by service and type."""
    if (folder / "HEAD").is_file() and (folder / "objects").is_dir():
        return True
    if not (folder / ".git").exists():
        return False
    try:
        services = [entry for entry in folder.iterdir() if not entry.name.startswith(".")]
        # A clone without a checkout has nothing else in its folder.
        return not services or any(
            (service / f"{kind}.md").is_file() for service in services for kind in DOCUMENT_TYPES
        )
    except OSError:
        return False


@dataclass(frozen=True, slots=True)
class _Version:
    service: str
    kind: str
    change: Change


class ArchiveSource:
    """All versions of the privacy policies in an archive, or of all documents if asked.

    `left_out` counts the versions of other documents, by type.
    """

    def __init__(self, path: Path, name: str = "", all_types: bool = False) -> None:
        self.path = path
        self.name = name or shown(path)
        self.left_out: Counter[str] = Counter()
        self._all_types = all_types

    def arrivals(self) -> Iterator[Arrival | Refusal]:
        """The versions, document by document, of each the oldest first."""
        self.left_out.clear()
        with closing(GitRepository(self.path)) as repository:
            versions = self._versions(repository)
            versions.sort(key=_document)
            for (service, kind), group in groupby(versions, key=_document):
                document = list(group)
                url = _url_in_messages(document) or _declared_url(self.path, service, kind)
                for version, seen in _without_reworked(document):
                    yield self._arrival(repository, version, url, seen)

    def _versions(self, repository: GitRepository) -> list[_Version]:
        versions: list[_Version] = []
        for change in repository.changes(":(glob)*/*.md"):
            service, _, file_name = change.path.partition("/")
            # What follows " #" names one of the pages that make up a document.
            kind = file_name.removesuffix(".md")
            if self._all_types or kind.partition(" #")[0] == PRIVACY_POLICY:
                versions.append(_Version(service, kind, change))
            else:
                self.left_out[kind] += 1
        return versions

    def _arrival(
        self, repository: GitRepository, version: _Version, url: str, seen: int | None
    ) -> Arrival | Refusal:
        change = version.change
        key = f"{change.commit}:{change.path}"
        try:
            content = repository.content(change.blob, LARGEST_DOCUMENT)
            if content is None:
                raise too_large(LARGEST_DOCUMENT)
            if not content.strip():
                raise UnreadablePageError("the version is empty")
            fetched_at = _moment(seen)
        except PrivascopeError as error:
            return Refusal(what=change.path, why=str(error), source=self.name, key=key)
        own = version.kind == PRIVACY_POLICY
        return Arrival(
            content=content,
            content_type="text/markdown; charset=utf-8",
            url=url,
            source=self.name,
            key=key,
            fetched_at=fetched_at,
            # Another document of the same service has a history of its own.
            service=version.service if own else f"{version.service}: {version.kind}",
        )


def _without_reworked(document: list[_Version]) -> Iterator[tuple[_Version, int | None]]:
    """Each text that the service published, as the archive last read it, and when it was seen.

    The archive commits a document again when it reads the same page with better rules: that text
    takes the place of the one before it and keeps its date, else a change would be shown that
    the service never made.
    """
    seen: int | None = None
    for version, following in zip_longest(document, document[1:]):
        if seen is None or not _REWORKED.match(version.change.message):
            seen = version.change.author_time
        if following is None or not _REWORKED.match(following.change.message):
            yield version, seen


def _moment(seconds: int | None) -> datetime:
    try:
        if seconds is not None:
            return datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, ValueError, OSError):
        pass
    raise UnreadablePageError("its commit has no date that can be read")


def _document(version: _Version) -> tuple[str, str]:
    return version.service, version.kind


def _url_in_messages(versions: list[_Version]) -> str:
    """The newest address that the commits name: one for all versions, as they are one policy."""
    for version in reversed(versions):
        location = _LOCATION.search(version.change.message)
        if location:
            return location[1]
    return ""


def _declared_url(repository: Path, service: str, kind: str) -> str:
    """The address of a document, if the archive's declarations lie beside the versions."""
    beside = repository.resolve()
    folders = [beside / "declarations"]
    if beside.name.endswith("-versions"):
        declarations = beside.name.removesuffix("versions") + "declarations"
        folders.append(beside.with_name(declarations) / "declarations")
    for folder in folders:
        try:
            content, _ = read_document(folder / f"{service}.json", _LARGEST_DECLARATION)
            declaration = json.loads(content)
            documents = declaration.get("terms") or declaration.get("documents")
            document = documents[kind.partition(" #")[0]]
            # A document of several pages lists them; the first is used for all.
            page = document["combine"][0] if "combine" in document else document
            url = page["fetch"]
        except (OSError, UnreadablePageError, ValueError, LookupError, TypeError, AttributeError,
                RecursionError):  # fmt: skip
            continue
        if isinstance(url, str) and url.startswith(("http://", "https://")):
            return url
    return ""
