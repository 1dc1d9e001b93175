"""Recognises what a SOURCE is: an address, a file, a folder, an archive."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from privascope.collect.arrival import PageSource
from privascope.collect.file_source import CONTENT_TYPES, FileSource, FolderSource, shown
from privascope.collect.sniffing import Kind, kind_of
from privascope.errors import SourceError

if TYPE_CHECKING:
    from privascope.collect.cdx_source import FetchRange
    from privascope.collect.fetch import Fetcher

WHAT_WORKS = (
    "A source is an address (https://example.org/privacy), a domain (example.org), a document "
    f"({', '.join(sorted(CONTENT_TYPES))}), a folder of documents, a text file with one address "
    "or domain a line, a list of companies or of top sites (CSV), a WARC file, a CDX file that "
    "names WARC files, JSON Lines with one document a row, or a git clone of an Open Terms Archive."
)
_WEB = re.compile(r"https?://[^\s/]", re.IGNORECASE)
_OTHER_SCHEME = re.compile(r"([a-z][a-z0-9+.-]+)://", re.IGNORECASE)
_DOMAIN = re.compile(
    r"(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.)+(?:[^\W\d_]{2,63}|xn--[a-z0-9-]{1,59})\.?(?:[/?#]\S*)?",
    re.IGNORECASE,
)
_ARCHIVE_SUFFIX = re.compile(r"(\.warc|\.jsonl|\.ndjson)(?:\.gz|\.zst)?$", re.IGNORECASE)


def open_source(
    argument: str,
    *,
    fetcher: "Fetcher | None" = None,
    validators: Callable[[str], tuple[str, str]] | None = None,
    candidates_only: bool = False,
    newest_only: bool = False,
    recrawl: bool = False,
    apps: bool = False,
    all_types: bool = False,
    warc_folder: Path | None = None,
    base_url: str = "",
    fetch_range: "FetchRange | None" = None,
) -> PageSource:
    """The source that the argument names; SourceError, with what would work, if it names none.

    `candidates_only` keeps, of a WARC or CDX file, only the addresses that look like a policy's;
    `newest_only` the newest page of each address in a CDX file; `all_types` every document of an
    Open Terms Archive. The WARC files that a CDX file names are sought in `warc_folder`, then
    fetched from `base_url`; with `recrawl` its addresses are fetched from the web as they are now.
    With `apps` the argument is an app, or a list of them: ids or addresses of a store.
    """
    if not argument.strip() or "\0" in argument:
        raise SourceError(f"no source is named. {WHAT_WORKS}")
    if apps:
        return _apps_source(argument, fetcher)
    if _WEB.match(argument.strip()):
        return _web_source([argument.strip()], fetcher, validators)
    path = Path(argument).expanduser()
    name = shown(argument)
    if _exists(path, name):
        if path.is_dir():
            return _folder_source(path, name, all_types, candidates_only)
        if not path.is_file():
            raise SourceError(f"{name} is a pipe or device, not a file. {WHAT_WORKS}")
        kind = _kind_of(path, name)
        if kind is Kind.ADDRESSES:
            from privascope.collect.web_source import read_address_list

            return _web_source(read_address_list(path), fetcher, validators, name)
        if kind in (Kind.COMPANIES, Kind.TOP_SITES):
            return _sites_source(path, name, kind, fetcher)
        if kind is Kind.CDX and recrawl:
            return _recrawl_source(path, name, candidates_only, fetcher, validators)
        if kind is Kind.CDX:
            return _cdx_source(
                path, name, candidates_only, newest_only, warc_folder, base_url, fetch_range
            )
        if kind is Kind.WARC:
            from privascope.collect.warc_source import WarcSource

            return WarcSource(path, name, candidates_only=candidates_only)
        if kind is Kind.ROWS:
            from privascope.collect.rows_source import RowsSource

            return RowsSource(path, name)
        return FileSource(path, name)
    if looks_like_address(argument.strip()) and not named_like_a_file(argument):
        return _web_source([argument.strip()], fetcher, validators)
    raise _not_there(argument, name)


def looks_like_address(text: str) -> bool:
    """Whether a text is an http or https address, or a domain."""
    return bool(_WEB.match(text) or _DOMAIN.fullmatch(text)) and not re.search(r"\s", text)


def _kind_of(path: Path, name: str) -> Kind:
    try:
        kind = kind_of(path, looks_like_address)
    except OSError as error:
        raise SourceError(f"{name} cannot be read: {error.strerror or error}") from error
    if kind is Kind.JSON:
        raise SourceError(
            f"{name} is JSON, but not JSON Lines: each row must be one object on one line, with a "
            "url and html, markdown or text."
        )
    if kind is Kind.UNKNOWN:
        raise SourceError(f"{name} is a binary file of a kind that is not read. {WHAT_WORKS}")
    return kind


def _exists(path: Path, name: str) -> bool:
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError) as error:
        if _DOMAIN.fullmatch(name) or len(name) > 1000:
            return False
        reason = error.strerror if isinstance(error, OSError) else error
        raise SourceError(f"{name} cannot be read: {reason}") from error
    return True


def named_like_a_file(argument: str) -> bool:
    """Whether a name is more likely a file that is missing than a domain: notes.md, ./a.b."""
    suffix = Path(argument).suffix.lower()
    return argument.startswith((".", "~")) or (
        "/" not in argument and (suffix in CONTENT_TYPES or bool(_ARCHIVE_SUFFIX.search(argument)))
    )


def _not_there(argument: str, name: str) -> SourceError:
    scheme = _OTHER_SCHEME.match(argument)
    if scheme:
        return SourceError(f"{name[:200]}: {scheme[1]} addresses are not read. {WHAT_WORKS}")
    also = ""
    # The only suffix of documents that is a top-level domain, too.
    if looks_like_address(argument) and argument.lower().endswith(".md"):
        also = f" If you mean a web site, write https://{name[:200]}."
    return SourceError(f"{name[:200]}: there is no such file or folder.{also} {WHAT_WORKS}")


def _web_source(
    addresses: Iterable[str],
    fetcher: "Fetcher | None",
    validators: Callable[[str], tuple[str, str]] | None,
    name: str = "",
) -> PageSource:
    from privascope.collect.fetch import Fetcher
    from privascope.collect.web_source import WebSource

    return WebSource(addresses, fetcher or Fetcher(), validators=validators, name=name)


def _sites_source(path: Path, name: str, kind: Kind, fetcher: "Fetcher | None") -> PageSource:
    """The sites of a list of companies or of top sites."""
    from privascope.collect.fetch import Fetcher
    from privascope.collect.many_sites import CompanySites, ManySites
    from privascope.collect.site_lists import top_sites

    if kind is Kind.COMPANIES:
        return CompanySites(path, fetcher or Fetcher(), name)
    return ManySites(lambda: top_sites(path, name), fetcher or Fetcher(), name)


def _recrawl_source(
    path: Path,
    name: str,
    candidates_only: bool,
    fetcher: "Fetcher | None",
    validators: Callable[[str], tuple[str, str]] | None,
) -> PageSource:
    """The addresses of a crawl's index, to be fetched anew."""
    from privascope.collect.cdx_source import CdxSource
    from privascope.collect.fetch import Fetcher
    from privascope.collect.many_sites import ManySites

    index = CdxSource(path, name, candidates_only=candidates_only)
    return ManySites(index.addresses, fetcher or Fetcher(), name, validators)


def _apps_source(argument: str, fetcher: "Fetcher | None") -> PageSource:
    """Apps by their listings in a store."""
    from privascope.collect.app_listings import AppListings
    from privascope.collect.fetch import Fetcher
    from privascope.collect.web_source import read_address_list

    path = Path(argument).expanduser()
    if _exists(path, shown(argument)) and path.is_file():
        return AppListings(read_address_list(path), fetcher or Fetcher(), name=shown(argument))
    return AppListings([argument], fetcher or Fetcher())


def _cdx_source(
    path: Path,
    name: str,
    candidates_only: bool,
    newest_only: bool,
    warc_folder: Path | None,
    base_url: str,
    fetch_range: "FetchRange | None",
) -> PageSource:
    from privascope.collect.cdx_source import COMMON_CRAWL_DATA, CdxSource
    from privascope.collect.ranges import RangeFetcher

    return CdxSource(
        path,
        name,
        candidates_only=candidates_only,
        newest_only=newest_only,
        warc_folder=warc_folder,
        base_url=base_url or COMMON_CRAWL_DATA,
        fetch_range=fetch_range or RangeFetcher(),
    )


def _folder_source(path: Path, name: str, all_types: bool, candidates_only: bool) -> PageSource:
    from privascope.collect.archive_source import ArchiveSource, is_archive

    if is_archive(path):
        return ArchiveSource(path, name, all_types)

    def open_archive(file: Path, source: str, label: str) -> PageSource | None:
        found = _ARCHIVE_SUFFIX.search(file.name)
        if found is None:
            return None
        if found[1].lower() == ".warc":
            from privascope.collect.warc_source import WarcSource

            return WarcSource(file, source, label, candidates_only)
        from privascope.collect.rows_source import RowsSource

        return RowsSource(file, source, label)

    return FolderSource(path, name, open_archive)
