"""Prints an answer on a terminal: the verdict, the policy's sentences, what to ask next."""

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text

    from privascope.answer.answer import Answer, Candidate, Mark, Quote
    from privascope.errors import PrivascopeError
    from privascope.policy.policy import Policy

_MARK = "black on yellow"
_INDENT = "  "


def print_answer(answer: "Answer", policy: "Policy", *, every: bool, why: bool) -> None:
    """The verdict first, then a few quotes or all of them, then what to ask next."""
    from rich.text import Text

    from privascope.answer.answer import Verdict
    from privascope.answer.wording import choice_line, verdict_lead, verdict_line, verdict_symbol
    from privascope.cli.printing import out, safe
    from privascope.cli.written import print_written

    line = f"{verdict_symbol(answer.verdict)} {verdict_line(answer.verdict)}."
    out().print(Text(line, style="bold"))
    out().print(Text(safe(_origin(answer)), style="dim"))
    for note in answer.notes:
        out().print(Text(safe(note), style="yellow"))
    if why:
        _print_why(answer)
    if answer.written:
        print_written(answer.written)
    out().print()
    lead = verdict_lead(answer)
    if lead and answer.verdict is not Verdict.ANSWERED:
        out().print(f"{lead}\n")
    if every:
        _print_by_section(answer.in_reading_order, policy, why)
    elif answer.written:
        # All that the text may rest on, by the numbers in it.
        _print_quotes(answer.quotes, policy, why, numbered=True)
    else:
        _print_quotes(answer.short, policy, why)
        more = len(answer.quotes) - len(answer.short)
        if more:
            noun = "sentence" if more == 1 else "sentences"
            out().print(Text(f"  more: {more} further {noun} (--all)\n", style="dim"))
    if answer.verdict is not Verdict.OUT_OF_SCOPE and not answer.quotes:
        _print_quotes(answer.nearest, policy, why)
    if answer.choices:
        out().print(Text(choice_line(answer.choices)))
        for choice in answer.choices:
            out().print(Text(f"  {safe(choice.question)}"))
        out().print()
    if answer.suggestions:
        out().print(Text("You could also ask:", style="dim"))
        for suggestion in answer.suggestions:
            out().print(Text(f"  {safe(suggestion)}"))


def print_problem(target: str, error: "PrivascopeError") -> None:
    """Why a target cannot be asked, and where its policy may be."""
    from privascope.cli.printing import err, safe

    is_named = not target or str(error).startswith(Path(target).name)
    name = "" if is_named else f"{safe(target)}: "
    err().print(f"privascope: {name}{safe(str(error))}", soft_wrap=True)
    links = getattr(error, "links", ())
    if links:
        err().print("Its policy may be here:")
    for link in links:
        words = " ".join(safe(link.text).split())[:80]
        err().print(f"  {safe(link.target)}" + (f"  ({words})" if words else ""), soft_wrap=True)


def _origin(answer: "Answer") -> str:
    source = answer.source
    parts = dict.fromkeys((source.title, source.organisation, source.dated))
    return " · ".join(part for part in parts if part)


def _print_why(answer: "Answer") -> None:
    """What was looked for, why the verdict, and the best sentences with their scores."""
    from rich.text import Text

    from privascope.cli.printing import out, safe

    def line(text: str) -> None:
        out().print(Text(safe(text), style="dim"), soft_wrap=True)

    line(f"understood: {answer.understood}")
    found = f"{len(answer.quotes)} quotes, {len(answer.nearest)} near"
    line(f"method {answer.method} · confidence {answer.confidence:.2f} · {found}")
    for part in answer.why:
        if len(answer.why) > 1:
            line(f"part: {part.part}")
        for one in part.looked_for:
            line(f"looked for: {one.word}" + (f" (also {', '.join(one.also)})" if one.also else ""))
        for paraphrase in part.paraphrases:
            line(f"paraphrase: {paraphrase}")
        for reason in part.reasons:
            line(f"verdict: {reason}")
        line(f"read: {part.read} of {part.sentences} sentences by the cross-encoder")
        if part.candidates:
            line("     R     I     A   cos  prac  BM25 score  sentence")
        for candidate in part.candidates:
            _print_candidate(candidate)


def _print_candidate(one: "Candidate") -> None:
    from rich.text import Text

    from privascope.cli.printing import out, safe

    scores = (
        one.relevance,
        one.informativeness,
        one.answerability,
        one.meaning,
        one.practices,
    )
    told = [f"{score:6.2f}" if score is not None else "     –" for score in scores]
    text = " ".join(safe(one.text).split())
    row = f"{''.join(told)}{one.words:6.1f}{one.score:6.2f}  {text}"
    out().print(Text(row, style="dim", overflow="ellipsis", no_wrap=True))


def _print_by_section(quotes: Iterable["Quote"], policy: "Policy", why: bool) -> None:
    from rich.text import Text

    from privascope.cli.printing import out

    for section, group in groupby(quotes, key=lambda quote: quote.section):
        if section:
            out().print(Text(_path(section), style="bold dim"))
        _print_quotes(group, policy, why, with_section=False)


def _print_quotes(
    quotes: Iterable["Quote"],
    policy: "Policy",
    why: bool,
    *,
    with_section: bool = True,
    numbered: bool = False,
) -> None:
    from rich.text import Text

    from privascope.answer.answer import with_context
    from privascope.cli.printing import out

    for number, (quote, before) in enumerate(with_context(quotes), 1):
        for context in before:
            words = _marked(policy, context.start, context.end, ())
            words.stylize("dim")
            _print_indented(words)
        _print_indented(_marked(policy, quote.start, quote.end, quote.marks))
        facts = [f"[{number}]"] if numbered else []
        facts += [_path(quote.section)] if with_section and quote.section else []
        facts += [f"score {quote.score:.2f}"] if why else []
        if facts:
            _print_indented(Text(" · ".join(facts), style="dim"))
        out().print()


def _print_indented(text: "Text") -> None:
    """Each line of the text a little to the right, without blanks behind it."""
    from privascope.cli.printing import out

    console = out()
    for line in text.wrap(console, max(20, console.width - len(_INDENT))):
        line.rstrip()
        console.print(_INDENT, line, sep="")


def _path(section: tuple[str, ...]) -> str:
    from privascope.cli.printing import safe

    return "› " + " › ".join(" ".join(safe(title).split()) for title in section)


def _marked(policy: "Policy", start: int, end: int, marks: Iterable["Mark"]) -> "Text":
    """The policy's own words from `start` to `end`, with some of them marked."""
    from rich.text import Text

    from privascope.cli.printing import safe

    text = Text()
    at = start
    for mark in marks:
        text.append(safe(policy.text[at : max(at, mark.start)]))
        text.append(safe(policy.text[max(at, mark.start) : mark.end]), style=_MARK)
        at = max(at, mark.end)
    text.append(safe(policy.text[at:end]))
    return text
