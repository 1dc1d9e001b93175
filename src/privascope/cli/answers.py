"""Prints an answer on a terminal: the verdict, the policy's sentences, what to ask next."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text

    from privascope.answer.answer import Answer, Candidate
    from privascope.errors import PrivascopeError
    from privascope.policy.policy import Policy


_BRANCHES = 3


def print_answer(answer: "Answer", policy: "Policy", *, every: bool, why: bool) -> None:
    """The headline and the verdict first, then the policy's sentences, then what to ask next."""
    from rich.text import Text

    from privascope.answer.answer import SHORT, Verdict
    from privascope.answer.verdict_wording import choice_line, try_next, verdict_lead
    from privascope.cli.excerpts import print_by_section, print_excerpts
    from privascope.cli.printing import out, safe
    from privascope.cli.whom import print_whom
    from privascope.cli.written import print_written

    out().print(_first_line(answer))
    out().print(Text(safe(_origin(answer)), style="dim"))
    for note in answer.notes:
        out().print(Text(safe(note), style="yellow"))
    if why:
        _print_why(answer)
    if answer.written:
        print_written(answer.written)
    out().print()
    if lead := verdict_lead(answer):
        out().print(f"{lead}\n")
    numbers = _numbers(answer)
    if answer.summary:
        print_by_section(answer.summary, policy, scores=why, numbers=numbers)
        places = {quote.start for quote in answer.summary}
        unseen = [one for one in answer.quotes if one.start not in places and one.start in numbers]
        print_excerpts(unseen, policy, scores=why, large=False, numbers=numbers)
    elif every:
        print_by_section(answer.in_reading_order, policy, scores=why, numbers=numbers)
    elif answer.written:
        # All sentences that the text may cite, by their numbers.
        print_excerpts(answer.quotes, policy, scores=why, numbers=numbers)
    else:
        more = print_excerpts(answer.quotes, policy, most=SHORT, scores=why)
        if more:
            noun = "sentence" if more == 1 else "sentences"
            out().print(Text(f"  more: {more} further {noun} (--all)\n", style="dim"))
    if not (answer.summary or answer.quotes or answer.verdict is Verdict.OUT_OF_SCOPE):
        print_excerpts(answer.nearest, policy, scores=why, large=False)
    _print_branches(answer, policy, every)
    if answer.choices:
        out().print(Text(choice_line(answer.choices)))
        for choice in answer.choices:
            out().print(Text(f"  {safe(choice.question)}"))
        out().print()
    if following := try_next(answer):
        out().print(Text(following, style="dim"))
    if answer.whom:
        print_whom(answer.whom)
    if answer.suggestions:
        asked = "You could also ask:" if answer.quotes else "This policy can answer:"
        out().print(Text(asked, style="dim"))
        for suggestion in answer.suggestions:
            out().print(Text(f"  {safe(suggestion)}"))


def _print_branches(answer: "Answer", policy: "Policy", every: bool) -> None:
    """The passages behind the label: attributes, values, and the first or all sentences of each."""
    from rich.text import Text

    from privascope.cli.printing import out, safe

    if not answer.branches:
        return
    out().print(Text("What the policy says of it, by kind:", style="bold"))
    shown = answer.branches if every else answer.branches[:_BRANCHES]
    for branch in shown:
        out().print(Text(f"  {branch.plain}"))
        for leaf in branch.leaves:
            noun = "sentence" if len(leaf.marks) == 1 else "sentences"
            out().print(Text(f"    {leaf.plain} · {len(leaf.marks)} {noun}", style="dim"))
            for mark in leaf.marks if every else leaf.marks[:1]:
                quote = " ".join(safe(policy.text[mark.start : mark.end]).split())
                out().print(Text(f"      {quote}"))
    if hidden := len(answer.branches) - len(shown):
        out().print(Text(f"  more: {hidden} further (--all)", style="dim"))
    out().print()


def _numbers(answer: "Answer") -> dict[int, int]:
    """The numbers by which a written text cites quotes, by where these start."""
    if answer.written is None:
        return {}
    return {quote.start: number for number, quote in enumerate(answer.quotes, 1)}


def _first_line(answer: "Answer") -> "Text":
    """The symbol, the headline if there is one, and the verdict."""
    from rich.text import Text

    from privascope.answer.verdict_wording import verdict_line, verdict_symbol

    line = Text(f"{verdict_symbol(answer.verdict)} ", style="bold")
    if answer.headline:
        line.append(f"{answer.headline} ")
    line.append(f"{verdict_line(answer.verdict)}.", style="not bold dim" if answer.headline else "")
    return line


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
    stance = f" · stance {answer.stance}" if answer.stance else ""
    line(f"method {answer.method} · confidence {answer.confidence:.2f}{stance} · {found}")
    for part in answer.why:
        if len(answer.why) > 1:
            line(f"part: {part.part}")
        for one in part.looked_for:
            line(f"looked for: {one.word}" + (f" (also {', '.join(one.also)})" if one.also else ""))
        for paraphrase in part.paraphrases:
            line(f"paraphrase: {paraphrase}")
        for reason in part.reasons:
            line(f"verdict: {reason}")
        line(f"read: the model read {part.read} of {part.sentences} sentences")
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
