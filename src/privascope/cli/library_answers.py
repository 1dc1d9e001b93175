"""Prints the replies of a library's policies: the counts first, then each reply with quotes."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text

    from privascope.answer.answer import Quote
    from privascope.answer.library_answer import LibraryAnswer, PolicyReply

_MARK = "black on yellow"


def print_library_answer(answer: "LibraryAnswer") -> None:
    """Yes first, then no, then the others; for silent policies, the closest sentence."""
    from rich.text import Text

    from privascope.answer.library_wording import put_as, reply_title, says_so, scope, summary
    from privascope.cli.printing import out, safe

    console = out()
    console.print(Text(summary(answer) or scope(answer), style="bold"))
    if answer.read:
        console.print(Text(safe(scope(answer)), style="dim"))
    if line := put_as(answer):
        console.print(Text(safe(line), style="dim"))
    for note in answer.notes:
        console.print(Text(safe(note), style="yellow"))
    for reply, policies in answer.by_reply():
        number = answer.counts.of(reply)
        console.print()
        says = f" ({says_so(answer, reply)})" if says_so(answer, reply) else ""
        console.print(Text(f"{reply_title(reply)}: {number:,}{says}", style="bold"))
        for policy in policies:
            _print_policy(policy)
        if len(policies) < number:
            console.print(Text(f"  {number - len(policies):,} more (--most)", style="dim"))


def _print_policy(policy: "PolicyReply") -> None:
    from rich.text import Text

    from privascope.cli.printing import out, safe

    line = Text(f"  {policy.policy_id[:8]} ", style="cyan")
    line.append(" ".join(safe(policy.title).split()), style="default")
    line.append(f" · {safe(policy.domain)}", style="dim")
    out().print(line)
    for quote in policy.quotes:
        out().print(_quoted(quote, policy.lead if quote is policy.quotes[0] else ""))
    for quote in policy.nearest:
        out().print(Text("    nearest: ", style="dim").append(_quoted(quote, "", indent="")))


def _quoted(quote: "Quote", lead: str, indent: str = "    ") -> "Text":
    """A sentence on its own line, with highlighted words, after its lead-in."""
    from rich.text import Text

    from privascope.cli.printing import safe

    text = Text(indent)
    if lead:
        text.append(f"{_line(lead)} ", style="dim")
    at = quote.start
    for mark in quote.marks:
        text.append(_line(quote.text[at - quote.start : mark.start - quote.start]))
        marked = quote.text[max(at, mark.start) - quote.start : mark.end - quote.start]
        text.append(_line(marked), style=_MARK)
        at = max(at, mark.end)
    text.append(_line(quote.text[at - quote.start :]))
    if quote.section:
        text.append(f"  › {safe(' '.join(quote.section[-1].split()))}", style="dim")
    return text


def _line(text: str) -> str:
    from privascope.cli.printing import safe

    return safe(text).replace("\n", " ")
