"""Prints the three lists of `privascope search --which`."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from privascope.search.which import WhichList, WhichPage


def print_which(found: "WhichPage") -> None:
    """Those that say it, those that say the opposite, the silent ones, and how many are unread."""
    from rich.text import Text

    from privascope.cli.printing import out, safe

    console = out()
    asked = f" for {safe(found.request.text)}" if found.request.text else ""
    noun = "policy" if found.total == 1 else "policies"
    console.print(f"{found.total:,} {noun}{asked}\n")
    for note in found.notes:
        console.print(Text(safe(note), style="yellow"))
    for one in found.lists:
        _print_list(one, found.request.page, found.request.size)
    if found.tally.unread:
        unread = f"{found.tally.unread:,} not read yet, so in no list"
        console.print(Text(f"{unread}: `privascope enrich` reads those in English.", "yellow"))


def _print_list(one: "WhichList", page: int, size: int) -> None:
    from rich.text import Text

    from privascope.cli.printing import out, safe
    from privascope.cli.search import marked
    from privascope.search.which import Standing

    console = out()
    console.print(Text(f"{one.wording}: {one.total:,}", style="bold"))
    for policy in one.policies:
        line = Text(f"  {policy.policy_id[:8]} ", style="cyan")
        line.append(safe(policy.title), style="default")
        line.append(f" · {safe(policy.domain)}", style="dim")
        if policy.both:
            line.append(" · says both", style="yellow")
        console.print(line)
        for number, quote in enumerate(policy.quotes):
            nearest = one.standing is Standing.SILENT and number == 0
            text = marked(quote)
            console.print(Text("  nearest:", style="dim").append(text) if nearest else text)
    shown = (page - 1) * size + len(one.policies)
    if one.policies and shown < one.total:
        console.print(Text(f"  {one.total - shown:,} more: --page {page + 1}", style="dim"))
    console.print()
