"""privascope show: one policy."""

from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

from privascope.cli.options import JsonOption, LibraryOption, TargetArgument

if TYPE_CHECKING:
    from privascope.library.records import StoredPolicy
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
    from privascope.cli.printing import out, print_json, safe
    from privascope.library.store import Library
    from privascope.library.targets import find_policy_id
    from privascope.library.versions import version_on

    with Library(library) as shelf, shelf.snapshot():
        stored = shelf.policy(find_policy_id(shelf, target))
        version = version_on(shelf, stored.id, _day(on)) if on else stored.current_version
        derived = shelf.derived(version)
        company = shelf.company(stored.domain)
    policy = derived.policy
    if as_json:
        print_json(
            {
                "policy": stored,
                "version": version,
                "method": derived.method,
                "company": company,
                "title": policy.title,
                "stated_date": policy.stated_date,
                "text": derived.page_text if page else policy.text,
                "sections": () if page else policy.sections,
                "segments": () if page else policy.segments,
                "sentences": () if page else policy.sentences,
            }
        )
        return
    _print_head(stored, policy)
    if page:
        out().print(safe(derived.page_text))
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


def _print_head(stored: "StoredPolicy", policy: "Policy") -> None:
    from rich.text import Text

    from privascope.cli.printing import out, safe

    out().print(Text(safe(policy.title or stored.service or stored.url), style="bold"))
    facts = [
        stored.id,
        safe(stored.url or stored.service),
        f"stated {policy.stated_date}" if policy.stated_date else "states no date",
        f"{len(policy.text.split()):,} words",
        f"{len(policy.sentences)} sentences",
        f"{stored.versions} version{'s' * (stored.versions != 1)}",
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
