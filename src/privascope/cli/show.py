"""privascope show: one policy."""

from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

from privascope.cli.options import JsonOption, LibraryOption, TargetArgument

if TYPE_CHECKING:
    from privascope.open_policy import OpenPolicy
    from privascope.policy.policy import Policy


def command(
    target: TargetArgument,
    library: LibraryOption,
    outline: Annotated[bool, typer.Option("--outline", help="The headings only.")] = False,
    page: Annotated[
        bool, typer.Option("--page", help="The whole page's text, menus and footers included.")
    ] = False,
    on: Annotated[
        str, typer.Option(help="The text as it was on a date, YYYY-MM-DD.", metavar="DATE")
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """Show a policy's text, or its outline."""
    from privascope import api
    from privascope.cli.printing import out, print_json, safe

    with api.open(library) as opened:
        found = opened.policy(target, on=_day(on) if on else "")
        plain = found.to_dict() if as_json else {}
        page_text = found.page_text if page else ""
    if as_json:
        whole = {"text": page_text, "sections": [], "segments": [], "sentences": []}
        print_json({**plain, **(whole if page else {})})
        return
    policy = found.content
    _print_head(found)
    if page:
        out().print(safe(page_text))
    elif outline:
        for section in policy.sections:
            depth = _depth(policy, section.parent)
            out().print("  " * depth + safe(policy.text[section.start : section.heading_end]))
        if not policy.sections:
            out().print("(this policy has no headings)")
    else:
        _print_text(policy)


def _depth(policy: "Policy", parent: int) -> int:
    depth = 0
    while parent >= 0:
        depth, parent = depth + 1, policy.sections[parent].parent
    return depth


def _print_head(found: "OpenPolicy") -> None:
    from rich.text import Text

    from privascope.cli.printing import out, safe

    policy, versions = found.content, found.stored.versions if found.stored else 0
    out().print(Text(safe(found.title), style="bold"))
    facts = [
        found.id,
        safe(found.source.url or found.source.organisation),
        f"dated {policy.stated_date}" if policy.stated_date else "no date given",
        f"{len(policy.text.split()):,} words",
        f"{len(policy.sentences)} sentences",
        f"{versions} version{'s' * (versions != 1)}",
    ]
    out().print(Text(" · ".join(facts), style="dim"))
    out().print()


def _print_text(policy: "Policy") -> None:
    from rich.text import Text

    from privascope.cli.printing import out, safe
    from privascope.policy.document import BlockKind

    console = out()
    end = 0
    for block in policy.blocks:
        console.print(policy.text[end : block.start].replace("\n", "", 1), end="")
        text = safe(policy.quote(block))
        if block.kind is BlockKind.HEADING:
            console.print(Text(text, style="bold"))
        elif block.kind is BlockKind.ITEM:
            console.print(Text("  " * max(0, block.level - 1) + "• " + text))
        elif block.kind is BlockKind.DEFINITION:
            console.print(Text("    " + text))
        else:
            console.print(Text(text))
        end = block.end


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a date of the form YYYY-MM-DD") from None
