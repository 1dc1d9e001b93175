"""Crawls lists of any length: some hundred sites or addresses at a time."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path

from privascope.collect.arrival import Arrival, Refusal
from privascope.collect.companies import read_companies
from privascope.collect.fetch import Fetcher
from privascope.collect.site_lists import company_sites
from privascope.collect.web_source import WebSource
from privascope.library.records import Company

# Few enough to be held at once; hosts are fetched side by side within these.
_AT_ONCE = 256


class ManySites:
    """The sites that `read` yields, each once; rows that name none come as refusals.

    `read` is called anew for each run, so that a list of millions is never held. `left_out` counts
    what was passed over.
    """

    def __init__(
        self,
        read: Callable[[], Iterable[str | Refusal]],
        fetcher: Fetcher,
        name: str,
        validators: Callable[[str], tuple[str, str]] | None = None,
    ) -> None:
        self.name = name
        self.left_out: Counter[str] = Counter()
        self._read = read
        self._fetcher = fetcher
        self._validators = validators
        self._is_taken: Callable[[str], bool] = lambda _: False

    def leave_out(self, is_taken: Callable[[str], bool]) -> None:
        """Does not fetch the items that an earlier, interrupted run has taken, by their keys."""
        self._is_taken = is_taken

    def arrivals(self) -> Iterator[Arrival | Refusal]:
        """A policy or a reason for each site, in the order of the list."""
        self.left_out.clear()
        rows = iter(self._once())
        while some := list(islice(rows, _AT_ONCE)):
            yield from (row for row in some if isinstance(row, Refusal))
            web = WebSource(
                [row for row in some if isinstance(row, str)],
                self._fetcher,
                validators=self._validators,
                name=self.name,
            )
            web.leave_out(self._is_taken)
            yield from web.arrivals()

    def _once(self) -> Iterator[str | Refusal]:
        seen: set[str] = set()
        for row in self._read():
            if isinstance(row, str) and row in seen:
                self.left_out["listed twice"] += 1
                continue
            if isinstance(row, str):
                seen.add(row)
            yield row


class CompanySites(ManySites):
    """The sites of a list of companies; `companies` are the facts that it has of them."""

    def __init__(self, path: Path, fetcher: Fetcher, name: str) -> None:
        super().__init__(lambda: company_sites(path, name), fetcher, name)
        self._path = path

    def companies(self) -> Iterator[Company]:
        """What the list says of each company with a domain."""
        return read_companies(self._path)
