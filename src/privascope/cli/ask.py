"""privascope ask: what a policy says to a question."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from privascope.cli.options import JsonOption, LibraryOption
from privascope.errors import NotFoundError, PrivascopeError, SourceError

if TYPE_CHECKING:
    from privascope.answer.answer import Answer
    from privascope.answer.subject import Subject
    from privascope.collect.fetch import Fetcher
    from privascope.collect.visit import Visited

_WEB = re.compile(r"https?://", re.IGNORECASE)


def command(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="TARGET... QUESTION",
            help="A policy's id, domain or name in the library, an address, or a file; then the "
            "question, in quotes. Without a target, the policy that the question names.",
        ),
    ],
    library: LibraryOption,
    method: Annotated[str, typer.Option(help="How the answer is found, such as bm25.")] = "default",
    every: Annotated[
        bool, typer.Option("--all", help="All sentences that answer, by section.")
    ] = False,
    why: Annotated[
        bool, typer.Option("--why", help="Show what was looked for, and the scores.")
    ] = False,
    keep: Annotated[
        bool, typer.Option("--keep", help="Store what was fetched in the library.")
    ] = False,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Ask a page even if it seems to be no policy.")
    ] = False,
    allow_host: Annotated[
        list[str] | None, typer.Option(help="A private host that may be fetched, for tests.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Ask one or more policies a question in your own words."""
    from privascope.answer.ask import ask
    from privascope.cli.answers import print_answer, print_problem
    from privascope.cli.printing import out, print_json

    *targets, question = words
    answers: list[Answer] = []
    failed = False
    with _Desk(library, keep, anyway, frozenset(allow_host or ())) as desk:
        if _is_torn(words):
            _check_all(desk, targets, question)
        for target in targets or [""]:
            try:
                subject = desk.subject(target) if target else desk.named(question)
                answer = ask(subject.policy, subject.source, question, method=method)
            except PrivascopeError as error:
                print_problem(target, error)
                failed = True
                continue
            if not as_json:
                if answers:
                    out().print()
                print_answer(answer, subject.policy, every=every, why=why)
            answers.append(answer)
    if as_json and answers:
        print_json(answers[0] if len(targets) <= 1 else {"answers": answers})
    if failed:
        raise typer.Exit(1)


def _is_torn(words: list[str]) -> bool:
    """Whether the shell may have torn a question into words."""
    return len(words) > 2 and not any(" " in word for word in words)


def _check_all(desk: "_Desk", targets: list[str], question: str) -> None:
    """Raises unless all targets are some, so that no word of a torn question is taken for one."""
    for target in targets:
        try:
            desk.subject(target)
        except NotFoundError as error:
            written = f"{targets[0]} '{' '.join((*targets[1:], question))}'"
            raise PrivascopeError(
                f"{error} (a question of several words needs quotes: privascope ask {written})"
            ) from error


class _Desk:
    """Brings what is to be asked; the library and the web are opened only when needed."""

    def __init__(self, folder: Path, keep: bool, anyway: bool, hosts: frozenset[str]) -> None:
        self._folder = folder
        self._keep = keep
        self._anyway = anyway
        self._hosts = hosts
        self._fetcher: Fetcher | None = None

    def __enter__(self) -> "_Desk":
        return self

    def __exit__(self, *_: object) -> None:
        if self._fetcher is not None:
            self._fetcher.close()

    def subject(self, target: str) -> "Subject":
        """What a target names: an address, a file, or a policy of the library."""
        from privascope.answer.subject import stored_subject
        from privascope.collect.file_source import CONTENT_TYPES
        from privascope.collect.sources import looks_like_address
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
            if looks_like_address(target) and " fits " not in str(error):
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
