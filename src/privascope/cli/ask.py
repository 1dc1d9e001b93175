"""privascope ask: what a policy says to a question."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from privascope.answer.answer import LONGEST_SUMMARY
from privascope.answer.verdict_thresholds import COSTS, Risk
from privascope.cli.filter_options import by_name, with_filter_options
from privascope.cli.options import (
    AllowHostOption,
    JsonOption,
    LibraryOption,
    WriterModelOption,
    WriterOption,
)
from privascope.errors import NotFoundError, PrivascopeError

if TYPE_CHECKING:
    from privascope.answer.answer import Answer
    from privascope.answer.library_answer import LibraryAnswer
    from privascope.answer.writer import AnswerWriter
    from privascope.api import OpenLibrary


_COSTS = "; ".join(f"{risk}: {cost}" for risk, cost in COSTS.items())


@with_filter_options
def command(
    given: Annotated[
        list[str],
        typer.Argument(
            metavar="TARGET... QUESTION",
            help="A policy's id, domain or name in the library, an address, or a file; then the "
            "question, in quotes. Without a target, the policy that the question names; if it "
            "names none, the policies of the library that are likeliest to answer.",
        ),
    ],
    library: LibraryOption,
    method: Annotated[
        str,
        typer.Option(
            help="How the answer is found, such as bm25, or a folder that `learn export` wrote."
        ),
    ] = "default",
    paraphrases: Annotated[
        str,
        typer.Option(
            metavar="SOURCES",
            show_default=False,
            help="For the methods query-guided and expansion: where other wordings come from, such "
            "as rules,vectors,translation.",
        ),
    ] = "",
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
    among: Annotated[
        str, typer.Option(metavar="QUERY", help="Ask the policies that this search finds.")
    ] = "",
    most: Annotated[
        int, typer.Option(min=1, max=200, help="How many policies of the library to read.")
    ] = 20,
    seconds: Annotated[
        float, typer.Option(min=0, help="Start no further policy after this time.")
    ] = 60.0,
    reader_country: Annotated[
        str,
        typer.Option(
            metavar="CODE",
            help="Where you live, such as fr, gb or us-ca: for whom to ask if a policy is silent.",
        ),
    ] = "",
    writer: WriterOption = "",
    writer_model: WriterModelOption = "",
    allow_host: AllowHostOption = None,
    as_json: JsonOption = False,
    **filters: Any,
) -> None:
    """Ask one policy, several or a whole library a question in your own words."""
    from privascope import api
    from privascope.answer.methods import method_called, own_method
    from privascope.cli.answers import print_answer, print_problem
    from privascope.cli.printing import out, print_json, waiting

    *targets, question = given
    narrowed = {name: value for name, value in by_name(filters).items() if value}
    if targets and (among or narrowed):
        raise typer.BadParameter("search options cannot be combined with a target")
    writing = _writer(writer, writer_model)
    method = own_method(method)
    method_called(method, paraphrases)
    answers: list[Answer] = []
    failed = False
    with api.open(library, create=True, allow_hosts=allow_host or ()) as opened:
        if not targets and (among or narrowed or opened.is_about_many(question)):
            asked = {"most": most, "seconds": seconds, "method": method, "risk": risk, **narrowed}
            _show_replies(_ask_all(opened, question, among, asked), as_json)
            return
        if _is_torn(given):
            _check_all(opened, targets, question, anyway)
        for target in targets or [""]:
            try:
                with waiting(f"Reading {target} …"):
                    policy = opened.find(target, anyway=anyway) if target else None
                policy = policy or opened.named_in(question)
                policy = opened.keep(policy) if keep else policy
                with waiting(f"Asking {writing.name} …" if writing else "Asking …"):
                    answer = policy.ask(
                        question,
                        method=method,
                        paraphrases=paraphrases,
                        risk=risk,
                        summary=summary,
                        why=why,
                        writer=writing or "",
                        reader_country=reader_country,
                    )
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


def _writer(address: str, model: str) -> "AnswerWriter | None":
    if not address:
        return None
    from privascope.answer.chat_writer import writer_at

    return writer_at(address, model)


def _ask_all(
    library: "OpenLibrary", question: str, among: str, asked: dict[str, Any]
) -> "LibraryAnswer":
    """The library's answer, with a line on the terminal that says which policy is read."""
    from privascope.cli.printing import waiting_line

    with waiting_line("Searching …") as tell:
        return library.ask_all(
            question,
            among,
            report=lambda now: tell(f"Reading {now.done + 1} of {now.chosen}: {now.title[:80]} …"),
            **asked,
        )


def _show_replies(answer: "LibraryAnswer", as_json: bool) -> None:
    from privascope.cli.library_answers import print_library_answer
    from privascope.cli.printing import print_json

    if as_json:
        print_json(answer)
    else:
        print_library_answer(answer)


def _is_torn(given: list[str]) -> bool:
    """Whether the shell may have split a question into words."""
    return len(given) > 2 and not any(" " in word for word in given)


def _check_all(library: "OpenLibrary", targets: list[str], question: str, anyway: bool) -> None:
    """Raises unless all targets exist, so that no word of a split question is taken for one."""
    for target in targets:
        try:
            library.find(target, anyway=anyway)
        except NotFoundError as error:
            written = f"{targets[0]} '{' '.join((*targets[1:], question))}'"
            raise PrivascopeError(
                f"{error} (a question of several words needs quotes: privascope ask {written})"
            ) from error
