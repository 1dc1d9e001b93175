"""The popularity of sites, by published ranks, top lists, or the links of collected pages."""

import json
import math
from array import array
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from privascope.errors import DataError, MissingExtraError
from privascope.unpack import UNPACKING_ERRORS, open_unpacked

# Changes whenever the same ranks would give another popularity.
VERSION = "1"

# A domain and its PageRank, or a score on PageRank's scale.
Scored: TypeAlias = tuple[str, float]

# The first of some hundred million domains holds about a fiftieth of all PageRank, and the n-th
# about an n-th of that.
FIRST_SCORE = 0.02
DAMPING = 0.85

_LONGEST_LINE = 2**16
_POSITION_FIELDS = ("top_list_position", "position", "rank", "crux_bucket")
_TOLERANCE = 1e-10


@dataclass(frozen=True, slots=True)
class Ranks:
    """The PageRank of each domain that is wanted, and the smallest of all that were read."""

    pagerank: dict[str, float]
    smallest: float

    def popularity(self, domain: str) -> float:
        """The popularity of a domain; 1.0 when it is not known."""
        return popularity(self.pagerank.get(domain), self.smallest)


def popularity(pagerank: float | None, smallest: float) -> float:
    """log10(10 x PageRank / the smallest known PageRank); 1.0 when unknown."""
    if pagerank is None or pagerank <= 0 or smallest <= 0:
        return 1.0
    return 1.0 + math.log10(pagerank) - math.log10(smallest)


def position_score(position: float) -> float:
    """A position in a top list on PageRank's scale: 0.02 / position."""
    return FIRST_SCORE / position


def gather_ranks(scored: Iterable[Scored], wanted: Container[str] | None = None) -> Ranks:
    """The best score of each domain; only those of the wanted domains are kept."""
    best: dict[str, float] = {}
    smallest = math.inf
    for domain, score in scored:
        smallest = min(smallest, score)
        if wanted is None or domain in wanted:
            best[domain] = max(score, best.get(domain, 0.0))
    return Ranks(best, smallest if best or smallest < math.inf else 0.0)


def read_scores(path: Path) -> Iterator[Scored]:
    """Each domain with its score, from whichever kind of file the first row shows it to be."""
    first = next(_lines(path), (0, ""))[1]
    if not first:
        raise DataError(f"{path} is empty")
    if first.startswith("{"):
        return read_rank_rows(path)
    if "\t" in first:
        return read_domain_ranks(path)
    if first.lower().startswith("origin,") or "://" in first:
        return read_origins(path)
    return read_top_list(path)


def read_domain_ranks(path: Path) -> Iterator[Scored]:
    """Each domain with its PageRank, from a domain or host rank file of Common Crawl."""

    def scored(line: str) -> Scored | None:
        if line.startswith("#"):
            return None
        columns = line.split("\t")
        if len(columns) < 5:
            raise ValueError(f"{len(columns)} columns, not five or six")
        return _host(".".join(reversed(columns[4].split(".")))), _positive(columns[3])

    return _scored(path, scored)


def read_top_list(path: Path) -> Iterator[Scored]:
    """Each domain with the score of its position, from a list of "position,domain" (Tranco)."""

    def scored(line: str) -> Scored:
        position, comma, domain = line.partition(",")
        if not comma:
            raise ValueError("not position,domain")
        return _host(domain), position_score(_positive(position))

    return _scored(path, scored)


def read_origins(path: Path) -> Iterator[Scored]:
    """Each host with the score of its rank, from a list of "origin,rank" (CrUX)."""

    def scored(line: str) -> Scored | None:
        origin, comma, rank = line.rpartition(",")
        if not comma:
            raise ValueError("not origin,rank")
        if (origin.lower(), rank.lower()) == ("origin", "rank"):
            return None
        return _host(origin), position_score(_positive(rank))

    return _scored(path, scored)


def read_rank_rows(path: Path) -> Iterator[Scored]:
    """Each domain with its score, from JSON Lines; rows without a rank are unknown sites.

    A row has a `domain` and a `pagerank`, or a position: `top_list_position`, `position`,
    `rank` or `crux_bucket`, the first that is not null.
    """

    def scored(line: str) -> Scored | None:
        row = json.loads(line)
        if not isinstance(row, dict) or not isinstance(row.get("domain"), str):
            raise ValueError("no object with a domain")
        domain = _host(row["domain"])
        if row.get("pagerank") is not None:
            return domain, _positive(row["pagerank"])
        position = next((row[name] for name in _POSITION_FIELDS if row.get(name) is not None), None)
        return None if position is None else (domain, position_score(_positive(position)))

    return _scored(path, scored)


def link_pagerank(links: Iterable[tuple[str, str]]) -> dict[str, float]:
    """The PageRank of each domain, from links between domains; they sum to 1.

    A link counts once however often it occurs, and links within a domain do not count.
    """
    try:
        import numpy
        from scipy.sparse import csr_array, eye_array
        from scipy.sparse.linalg import gmres
    except ImportError as error:
        raise MissingExtraError("PageRank from links", "rank") from error
    places: dict[str, int] = {}
    sources, targets = array("q"), array("q")
    for source, target in links:
        start = places.setdefault(source, len(places))
        end = places.setdefault(target, len(places))
        if start != end:
            sources.append(start)
            targets.append(end)
    size = len(places)
    if not sources:
        return dict.fromkeys(places, 1 / size) if size else {}
    ones = numpy.ones(len(sources))
    inward = csr_array((ones, (numpy.array(targets), numpy.array(sources))), shape=(size, size))
    inward.data[:] = 1.0
    outgoing = inward.sum(axis=0)
    # A domain without links hands its rank to all alike. That only scales the solution, so it is
    # left out here and made good by the sum.
    outgoing[outgoing == 0] = 1.0
    inward.data /= outgoing[inward.indices]
    matrix = eye_array(size, format="csr") - DAMPING * inward
    solution, unsolved = gmres(
        matrix, numpy.full(size, 1 / size), rtol=_TOLERANCE, atol=0.0, restart=30, maxiter=100
    )
    if unsolved:
        raise DataError("the links are too tangled to rank")
    ranks = (solution / solution.sum()).tolist()
    return dict(zip(places, ranks, strict=True))


def _scored(path: Path, scored: Callable[[str], Scored | None]) -> Iterator[Scored]:
    for number, line in _lines(path):
        try:
            found = scored(line)
        except (ValueError, RecursionError) as error:
            raise DataError(f"{path}, row {number}: {error}") from error
        if found is not None:
            yield found


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """The rows with their numbers, without the empty ones."""
    number = 0
    try:
        with open_unpacked(path) as file:
            while line := file.readline(_LONGEST_LINE + 1):
                number += 1
                if len(line) > _LONGEST_LINE:
                    raise DataError(f"{path}, row {number}: longer than {_LONGEST_LINE} bytes")
                text = line.decode("utf-8-sig" if number == 1 else "utf-8").strip()
                if text:
                    yield number, text
    except UnicodeDecodeError as error:
        raise DataError(f"{path}, row {number}: not UTF-8") from error
    except UNPACKING_ERRORS as error:
        reason = getattr(error, "strerror", None) or error
        raise DataError(f"{path}: cannot be read beyond row {number} ({reason})") from error


def _positive(value: object) -> float:
    number = float(value) if isinstance(value, str | int | float) else math.nan
    if not 0 < number < math.inf:
        raise ValueError(f"{str(value)[:40]!r} is no positive number")
    return number


def _host(name: str) -> str:
    """The host of an origin or a bare name, in small letters, without "www."."""
    origin = name.strip().strip('"').lower()
    host = origin.rpartition("://")[2].partition("/")[0].partition(":")[0].rstrip(".")
    bare = host.removeprefix("www.")
    if not bare or any(character.isspace() for character in bare):
        raise ValueError(f"{name[:40]!r} is no domain")
    return bare if "." in bare else host
