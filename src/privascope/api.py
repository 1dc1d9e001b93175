"""The Python API: a library that can be searched, and policies that can be asked and labelled.

>>> import privascope
>>> with privascope.open("policies") as library:
...     library.search("sell personal information").total
...     library.ask("jotharbor", "do you sell my data?").verdict
...     library.which("sells-data").tally
>>> privascope.read("saved-page.html").label()
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeAlias

from privascope.errors import (
    AmbiguousError,
    NotFoundError,
    SourceError,
)
from privascope.open_policy import (
    OpenPolicy,
    file_named,
    is_address,
    is_missing_file,
    is_surely_file,
    visited_policy,
)

if TYPE_CHECKING:
    from privascope.answer.answer import Answer
    from privascope.answer.ask_library import Report
    from privascope.answer.library_answer import LibraryAnswer
    from privascope.answer.writer import AnswerWriter
    from privascope.collect.adding import Added
    from privascope.collect.fetch import Fetcher
    from privascope.collect.intake import Taken
    from privascope.compare.alternatives import Alternatives
    from privascope.compare.comparison import Comparison
    from privascope.compare.label import PolicyLabel
    from privascope.compare.label_changes import LabelledDiff
    from privascope.conversation import Conversation
    from privascope.library.changes import PolicyHistory
    from privascope.library.records import StoredPolicy
    from privascope.library.store import Library
    from privascope.search.find import Searcher
    from privascope.search.page import SearchPage
    from privascope.search.parameters import Filter
    from privascope.search.which import WhichPage

Target: TypeAlias = str | Path | OpenPolicy
_WEB = re.compile(r"https?://", re.IGNORECASE)


def open(  # noqa: A001 - the name that people expect, as in io.open or gzip.open
    folder: str | Path, *, create: bool = False, allow_hosts: Iterable[str] = ()
) -> "OpenLibrary":
    """The library in a folder; with `create`, one that is made when something is added to it.

    `allow_hosts` names private hosts that may be fetched nevertheless.

    >>> library = privascope.open("policies", create=True)
    """
    library = OpenLibrary(Path(folder).expanduser(), allow_hosts)
    if not create:
        _ = library.store
    return library


def read(
    source: str | Path | bytes, *, anyway: bool = False, allow_hosts: Iterable[str] = ()
) -> OpenPolicy:
    """The policy in a file, at a web address, or given as text; nothing is stored.

    A page on the web that does not seem to be a policy is refused, unless `anyway`.

    >>> privascope.read("https://example.org/privacy").ask("do you sell my data?")
    >>> privascope.read("We never sell your data. We keep invoices for seven years.").label()
    """
    from privascope.collect.fetch import Fetcher
    from privascope.collect.visit import (
        visit_address,
        visit_bytes,
        visit_file,
        visit_limits,
        visit_text,
    )

    if isinstance(source, bytes):
        return visited_policy(visit_bytes(source, "document"))
    path = file_named(source)
    if path is not None:
        return visited_policy(visit_file(path))
    text = str(source)
    if isinstance(source, Path) or is_missing_file(text):
        raise SourceError(f"there is no file {text[:200]}")
    if is_address(text):
        with Fetcher(allowed_hosts=frozenset(allow_hosts), limits=visit_limits()) as fetcher:
            return visited_policy(visit_address(text, fetcher, anyway=anyway))
    if not re.search(r"\s", text.strip()):
        raise SourceError(
            f"{text[:200]!r} is not a file, a web address or the text of a policy"
            if text.strip()
            else "there is nothing to read: give a file, a web address or the text of a policy"
        )
    return visited_policy(visit_text(text))


class OpenLibrary:
    """A library of policies, open for searching, asking and adding; close it or use `with`.

    A target is a policy's id or the beginning of it, its domain, its service's name or its address.
    `find`, `ask`, `label` and `compare` also take a file, any web address, or an OpenPolicy.

    >>> with privascope.open("policies") as library:
    ...     library.label("jotharbor")
    """

    def __init__(self, folder: Path, allow_hosts: Iterable[str] = ()) -> None:
        self.folder = folder
        self._hosts = frozenset(allow_hosts)
        self._store: Library | None = None
        self._searcher: Searcher | None = None
        self._fetcher: Fetcher | None = None

    def __repr__(self) -> str:
        return f"<OpenLibrary {str(self.folder)!r}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        """How many policies there are; near-duplicates of others do not count."""
        return self.store.count()

    def close(self) -> None:
        """Closes the files; the next call opens them again."""
        if self._fetcher is not None:
            self._fetcher.close()
        if self._store is not None:
            self._store.close()
        self._store = self._searcher = self._fetcher = None

    @property
    def store(self) -> "Library":
        """The store underneath; NotFoundError where there is no library yet."""
        from privascope.library.store import Library

        if self._store is None:
            self._store = Library(self.folder)
        return self._store

    def policies(self, *, duplicates: bool = False) -> "Iterator[StoredPolicy]":
        """Every policy by domain; near-duplicates of others only if asked for.

        >>> [policy.title for policy in library.policies()]
        """
        return self.store.policies(duplicates=duplicates)

    def policy(self, target: str, *, on: "date | str" = "") -> OpenPolicy:
        """A policy of the library, as it is now, or as it was `on` a day (or in a version, by id).

        >>> library.policy("jotharbor", on="2021-06-01").text
        """
        from privascope.answer.subject import version_subject
        from privascope.library.targets import find_policy_id
        from privascope.library.versions import version_named

        store = self.store
        with store.snapshot():
            stored = store.policy(find_policy_id(store, target))
            version = version_named(store, stored.id, on) if on else stored.current_version
            subject = version_subject(store, stored, version)
            company = store.company(stored.domain)
        return OpenPolicy(
            subject, stored.probability, library=store, stored=stored, company=company
        )

    def find(self, target: Target, *, anyway: bool = False) -> OpenPolicy:
        """The policy that a target means: in the library, in a file, or on the web.

        A page on the web that does not seem to be a policy is refused, unless `anyway`.

        >>> library.find("saved-page.html"), library.find("https://example.org/privacy")
        """
        from privascope.collect.visit import visit_file

        if isinstance(target, OpenPolicy):
            return target
        name = str(target).strip()
        if _WEB.match(name):
            return self.fetch(name, anyway=anyway)
        path = file_named(target)
        if path is not None and (isinstance(target, Path) or is_surely_file(name, path)):
            return visited_policy(visit_file(path), self._known())
        if isinstance(target, Path) or name.startswith((".", "/", "~")):
            raise SourceError(f"there is no file {name[:200]}")
        try:
            return self.policy(name)
        except NotFoundError as error:
            if path is not None:
                return visited_policy(visit_file(path), self._known())
            if is_missing_file(name):
                raise SourceError(f"there is no file {name[:200]}") from error
            if is_address(name) and not isinstance(error, AmbiguousError):
                return self.fetch(name, anyway=anyway)
            raise

    def named_in(self, question: str) -> OpenPolicy:
        """The policy of the library that a question names.

        >>> library.named_in("does Jotharbor sell my notes?").ask("do you sell my notes?")
        """
        from privascope.answer.which import which_policy

        return self.policy(which_policy(self.store, question))

    def fetch(self, address: str, *, anyway: bool = False) -> OpenPolicy:
        """The policy at an address on the web, or of a site whose domain is given; not stored.

        >>> library.fetch("example.org").label()
        """
        from privascope.collect.fetch import Fetcher
        from privascope.collect.visit import visit_address, visit_limits

        if self._fetcher is None:
            self._fetcher = Fetcher(allowed_hosts=self._hosts, limits=visit_limits())
        return visited_policy(visit_address(address, self._fetcher, anyway=anyway), self._known())

    def keep(self, policy: OpenPolicy) -> OpenPolicy:
        """Stores a policy that was only read, and returns the stored one."""
        from privascope.collect.visit import keep

        if policy.visited is None:
            return policy
        return self.policy(keep(policy.visited, self.folder))

    def ask(
        self,
        target: Target,
        question: str,
        *,
        method: str = "default",
        paraphrases: str = "",
        risk: str = "medium",
        summary: int = 0,
        why: bool = False,
        writer: "AnswerWriter | str" = "",
        reader_country: str = "",
    ) -> "Answer":
        """What a policy says to a question, in its own sentences; `OpenPolicy.ask` says more.

        `writer` is the address of an OpenAI-compatible endpoint that may put them into one text.

        >>> answer = library.ask("jotharbor", "how long do you keep my notes?")
        >>> answer.verdict, [quote.text for quote in answer.quotes]
        """
        return self.find(target).ask(
            question,
            method=method,
            paraphrases=paraphrases,
            risk=risk,
            summary=summary,
            why=why,
            writer=writer,
            reader_country=reader_country,
        )

    def is_about_many(self, question: str) -> bool:
        """Whether a question is for `ask_all`: it is about several policies, or names no service.

        >>> library.is_about_many("which of these do not sell data?")
        """
        from privascope.answer.ask_library import is_for_library

        return is_for_library(self.store, question)

    def ask_all(
        self,
        question: str,
        query: str = "",
        *,
        most: int = 20,
        seconds: float = 30.0,
        method: str = "default",
        risk: str = "medium",
        in_urls: bool = False,
        whole_page: bool = False,
        report: "Report | None" = None,
        **filters: "Filter",
    ) -> "LibraryAnswer":
        """Who says yes, who says no and who is silent, of the policies that match.

        Words and filters narrow them as they do a search. A statement that fits the question is
        looked up; else `most` policies are read, those that the search finds likeliest, and none
        is begun after so many `seconds`. `report` is called before each.

        >>> answer = library.ask_all("which of these do not sell data?", sector="Medical")
        >>> [one.title for one in answer.policies if one.stance == "yes"], answer.counts
        """
        from privascope.answer.ask_library import ask_library
        from privascope.answer.verdict_thresholds import risk_called
        from privascope.search.parameters import search_request

        request = search_request(query, filters, in_urls=in_urls, whole_page=whole_page)
        return ask_library(
            self._search(),
            self.store,
            question,
            request,
            most=most,
            seconds=seconds,
            method=method,
            risk=risk_called(risk),
            report=report,
        )

    def talk(self, target: str = "") -> "Conversation":
        """A conversation: `say` takes a turn, which may lean on those before; nothing is stored.

        >>> talk = library.talk("jotharbor")
        >>> talk.say("do you sell my photos?").said, talk.say("and my location?").question
        """
        from privascope.conversation import Conversation

        return Conversation(self, target)

    def label(self, target: Target) -> "PolicyLabel":
        """What a policy says it does, line by line with evidence, beside what its sector does.

        >>> library.label("jotharbor").norms
        """
        return self.find(target).label()

    def compare(self, *targets: "Target | PolicyLabel") -> "Comparison":
        """The labels of two to six policies side by side, differences first.

        >>> [row.wording for row in library.compare("jotharbor", "helixbrook").differences]
        """
        from privascope.compare.comparison import check_number, compare_labels
        from privascope.compare.label import PolicyLabel

        check_number(len(targets))
        return compare_labels(
            [one if isinstance(one, PolicyLabel) else self.label(one) for one in targets]
        )

    def alternatives(
        self, target: str, *, without: Sequence[str] = (), most: int = 10
    ) -> "Alternatives":
        """Services like one of the library, those whose policies suit better first.

        `without` are practices that none of them may state, such as "sells-data".

        >>> [one.name for one in library.alternatives("jotharbor", without=["sells-data"]).policies]
        """
        from privascope.compare.alternatives import alternatives_to

        return alternatives_to(self.store, self._search(), target, without, most)

    def history(self, target: str) -> "PolicyHistory":
        """The versions of a policy, oldest first, each with what changed.

        >>> [step.summary for step in library.history("jotharbor").versions]
        """
        from privascope.library.changes import read_history
        from privascope.library.targets import find_policy_id

        return read_history(self.store, find_policy_id(self.store, target))

    def diff(
        self, target: str, before: "date | str" = "", after: "date | str" = ""
    ) -> "LabelledDiff":
        """What changed between two versions, each given as a day or an id; else the last two.

        >>> library.diff("jotharbor", "2021-06-01").says.statements
        """
        from privascope.compare.label_changes import labelled_diff
        from privascope.library.targets import find_policy_id

        return labelled_diff(self.store, find_policy_id(self.store, target), before, after)

    def search(
        self,
        query: str = "",
        *,
        rank: str = "custom",
        page: int = 1,
        size: int = 10,
        in_urls: bool = False,
        whole_page: bool = False,
        **filters: "Filter",
    ) -> "SearchPage":
        """One page of the policies that match words and filters, with snippets and facets.

        A facet takes a value or several, each with - in front to leave it out; a range takes
        "LOW..HIGH" or a pair of numbers.

        >>> library.search("location", sector=["Medical", "Education"], grade=(None, 12)).results
        """
        from privascope.search.parameters import search_request

        request = search_request(query, filters, rank, page, size, in_urls, whole_page)
        return self._search().search(request)

    def which(
        self,
        statement: str,
        query: str = "",
        *,
        rank: str = "custom",
        page: int = 1,
        size: int = 10,
        in_urls: bool = False,
        whole_page: bool = False,
        **filters: "Filter",
    ) -> "WhichPage":
        """Which policies say something, which say the opposite, and which are silent.

        Words and filters narrow them as they do a search. Policies that were not analysed yet are
        in no list: `enrich` reads them.

        >>> library.which("sells-data", sector="Medical").tally
        """
        from privascope.search.parameters import search_request
        from privascope.search.which import which

        request = search_request(query, filters, rank, page, size, in_urls, whole_page)
        return which(self._search(), self.store, request, statement)

    def add(
        self,
        *sources: str | Path,
        language: str | Iterable[str] = "en",
        anyway: bool = False,
        candidates: bool = False,
        newest: bool = False,
        recrawl: bool = False,
        apps: bool = False,
        all_types: bool = False,
        warc_folder: Path | None = None,
        check_addresses: bool = False,
        workers: int = 1,
        scheduler: str = "",
        delay: float = 1.0,
        contact: str = "",
        report: "Callable[[Taken], None] | None" = None,
    ) -> "Added":
        """Reads sources and keeps the policies in them: addresses, files, folders, archives.

        `anyway` keeps every readable page, policy or not; `workers` are processes, 0 for one per
        core, or those of the Dask `scheduler` at an address; `report` is called for each item.
        The rest is as for `privascope add`.

        >>> library.add("example.org", "saved-page.html").outcomes
        """
        from privascope.collect.adding import add_sources
        from privascope.collect.examine import Criteria
        from privascope.collect.fetch import Fetcher, Limits

        if not sources:
            raise SourceError("no source is named: give an address, a file or a folder")
        languages = language.lower().split(",") if isinstance(language, str) else language
        with Fetcher(
            contact=contact, allowed_hosts=self._hosts, limits=Limits(delay=delay)
        ) as fetcher:
            return add_sources(
                self.folder,
                map(str, sources),
                fetcher,
                Criteria(frozenset(code.strip() for code in languages), anyway=anyway),
                candidates=candidates,
                newest=newest,
                recrawl=recrawl,
                apps=apps,
                all_types=all_types,
                warc_folder=warc_folder,
                check_addresses=check_addresses,
                workers=workers,
                scheduler=scheduler,
                report=report,
            )

    def enrich(self, *, scheduler: str = "", report: "Callable[[str], None] | None" = None) -> int:
        """Finds the traits and practices that are missing; how many versions it analysed.

        The workers of a Dask `scheduler` may do it; `report` is called with "traits" or
        "practices" for each version.

        >>> library.enrich()
        """
        from privascope.collect.enriching import enrich_library

        _ = self.store
        return enrich_library(self.folder, scheduler, report)

    def _known(self) -> "Library | None":
        """The store, if there is a library yet: a page can be read without."""
        try:
            return self.store
        except NotFoundError:
            return None

    def _search(self) -> "Searcher":
        from privascope.search.find import Searcher

        if self._searcher is None:
            self._searcher = Searcher(self.store)
        return self._searcher
