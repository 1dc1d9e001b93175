"""Lists of sites to crawl: companies, as the Free Company Dataset has them, and top sites.

Tranco's list has rows of "position,domain", Majestic's a column of domains under a header, and
CrUX's rows of "origin,rank".
"""

import csv
import re
from collections.abc import Iterator
from enum import Enum, auto
from pathlib import Path

from privascope.collect.arrival import Refusal
from privascope.collect.companies import COLUMN_NAMES, read_companies
from privascope.collect.file_source import shown
from privascope.collect.rows_source import lines
from privascope.errors import SourceError
from privascope.policy.canonical import host_of
from privascope.unpack import UNPACKING_ERRORS, open_unpacked

_LONGEST_LINE = 2**14
_HOST = re.compile(
    r"(?=.{1,253}$)(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.)+(?:[^\W\d_]{2,63}|xn--[a-z0-9-]{1,59})"
)
_POSITION = re.compile(r"[0-9]{1,9},")


class SiteList(Enum):
    """What kind of list a file is."""

    COMPANIES = auto()
    TOP_SITES = auto()


def list_kind(first: str) -> SiteList | None:
    """The kind of list that a file with such a first line is."""
    names = [" ".join(re.split(r"[\W_]+", one)).strip().lower() for one in _fields(first)]
    if names[:2] == ["origin", "rank"] or {"globalrank", "domain"} <= set(names):
        return SiteList.TOP_SITES
    if _POSITION.match(first) and len(names) == 2 and _host(_fields(first)[1]):
        return SiteList.TOP_SITES
    known = [field for field, columns in COLUMN_NAMES.items() if set(columns) & set(names)]
    # Without a column of domains it is a list of companies all the same, and is told what it lacks.
    return SiteList.COMPANIES if len(known) > 2 else None


def company_sites(path: Path, name: str) -> Iterator[str | Refusal]:
    """The domain of each company; a row without a usable one is refused."""
    bad: list[Refusal] = []

    def note(line: int, why: str) -> None:
        bad.append(_refusal(name, line, why))

    for company in read_companies(path, on_bad_row=note):
        yield from bad
        bad.clear()
        if _HOST.fullmatch(company.domain):
            yield company.domain
        else:
            why = f"{company.domain[:60]!r} is not the domain of a site"
            yield Refusal(company.name or company.domain, why, name, f"company {company.domain}")
    yield from bad


def top_sites(path: Path, name: str) -> Iterator[str | Refusal]:
    """The domain of each row of a top list; a row without a usable one is refused."""
    number, place = 0, 1
    try:
        with open_unpacked(path) as file:
            for number, raw in enumerate(lines(file, _LONGEST_LINE), 1):
                text = (raw or b"").decode("utf-8-sig", "replace").strip()
                fields = _fields(text)
                header = [field.strip().lower() for field in fields]
                if number == 1 and not _POSITION.match(text):
                    place = header.index("domain") if "domain" in header else 0
                    if header[:1] == ["origin"] or "domain" in header:
                        continue
                if not text:
                    continue
                site = _host(fields[place]) if place < len(fields) else ""
                yield site or _refusal(name, number, f"no site in {text[:60]!r}")
    except UNPACKING_ERRORS as error:
        reason = getattr(error, "strerror", None) or error
        raise SourceError(f"{name} cannot be read beyond row {number}: {reason}") from error


def list_name(path: Path) -> str:
    """What a list is called in the funnel."""
    return shown(path)


def _fields(line: str) -> list[str]:
    try:
        return next(csv.reader([line[:_LONGEST_LINE]]), [])
    except csv.Error:
        return []


def _host(text: str) -> str:
    host = host_of(text.strip())
    return host if _HOST.fullmatch(host) else ""


def _refusal(name: str, line: int, why: str) -> Refusal:
    return Refusal(f"{name}, row {line}", why, name, f"row {line}")
