"""privascope ask: what a policy says to a question."""

from typing import TYPE_CHECKING, Annotated

import typer

from privascope.answer.answer import LONGEST_SUMMARY
from privascope.answer.risk import COSTS, Risk
from privascope.cli.options import AllowHostOption, JsonOption, LibraryOption
from privascope.errors import NotFoundError, PrivascopeError

if TYPE_CHECKING:
    from privascope.answer.answer import Answer
    from privascope.api import OpenLibrary


_COSTS = "; ".join(f"{risk}: {cost}" for risk, cost in COSTS.items())


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
    risk: Annotated[
        Risk,
        typer.Option(help=f"How much may be wrong. {_COSTS[:1].upper()}{_COSTS[1:]}."),
    ] = Risk.MEDIUM,
    summary: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            max=LONGEST_SUMMARY,
            show_default=False,
            help="A summary instead of a few quotes: the N sentences nearest to the question, in "
            "the policy's order, whatever the verdict.",
        ),
    ] = 0,
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
        bool, typer.Option("--anyway", help="Ask a page even if it does not look like a policy.")
    ] = False,
    allow_host: AllowHostOption = None,
    as_json: JsonOption = False,
) -> None:
    """Ask one or more policies a question in your own words."""
    from privascope import api
    from privascope.cli.answers import print_answer, print_problem
    from privascope.cli.printing import out, print_json, waiting

    *targets, question = words
    answers: list[Answer] = []
    failed = False
    with api.open(library, create=True, allow_hosts=allow_host or ()) as opened:
        if _is_torn(words):
            _check_all(opened, targets, question, anyway)
        for target in targets or [""]:
            try:
                with waiting(f"Reading {target} …"):
                    policy = opened.find(target, anyway=anyway) if target else None
                policy = policy or opened.named_in(question)
                policy = opened.keep(policy) if keep else policy
                answer = policy.ask(question, method=method, risk=risk, summary=summary, why=why)
            except PrivascopeError as error:
                print_problem(target, error)
                failed = True
                continue
            if not as_json:
                if answers:
                    out().print()
                print_answer(answer, policy.content, every=every, why=why)
            answers.append(answer)
    if as_json and answers:
        print_json(answers[0] if len(targets) <= 1 else {"answers": answers})
    if failed:
        raise typer.Exit(1)


def _is_torn(words: list[str]) -> bool:
    """Whether the shell may have torn a question into words."""
    return len(words) > 2 and not any(" " in word for word in words)


def _check_all(library: "OpenLibrary", targets: list[str], question: str, anyway: bool) -> None:
    """Raises unless all targets are some, so that no word of a torn question is taken for one."""
    for target in targets:
        try:
            library.find(target, anyway=anyway)
        except NotFoundError as error:
            written = f"{targets[0]} '{' '.join((*targets[1:], question))}'"
            raise PrivascopeError(
                f"{error} (a question of several words needs quotes: privascope ask {written})"
            ) from error
