"""privascope diff: what changed between two versions."""

from typing import TYPE_CHECKING, Annotated

import typer

from privascope.cli.options import JsonOption, LibraryOption, TargetArgument
from privascope.cli.show import _day

if TYPE_CHECKING:
    from rich.text import Text

    from privascope.library.diff import PolicyDiff
    from privascope.policy.policy import Policy


def command(
    target: TargetArgument,
    library: LibraryOption,
    from_: Annotated[
        str, typer.Option("--from", metavar="DATE", help="The earlier day, YYYY-MM-DD.")
    ] = "",
    to: Annotated[str, typer.Option(metavar="DATE", help="The later day, YYYY-MM-DD.")] = "",
    as_json: JsonOption = False,
) -> None:
    """Show what changed, sentence by sentence: by default between the last two versions."""
    from privascope.cli.printing import out, print_json, safe
    from privascope.library.diff import compare_policies
    from privascope.library.store import Library
    from privascope.library.targets import find_policy_id
    from privascope.library.versions import two_versions

    with Library(library) as shelf, shelf.snapshot():
        policy_id = find_policy_id(shelf, target)
        stored = shelf.policy(policy_id)
        earlier, later = two_versions(
            shelf, policy_id, _day(from_) if from_ else None, _day(to) if to else None
        )
        before, after = shelf.derived(earlier).policy, shelf.derived(later).policy
        days = {
            entry.version_id: str(entry.first_seen.date()) for entry in shelf.history(policy_id)
        }
    diff = compare_policies(before, after)
    if as_json:
        print_json(
            {
                "policy_id": policy_id,
                "before": earlier,
                "after": later,
                "summary": diff.summary(),
                "changes": [
                    {
                        "kind": change.kind,
                        "before": change.before,
                        "before_text": before.quote(change.before) if change.before else None,
                        "after": change.after,
                        "after_text": after.quote(change.after) if change.after else None,
                    }
                    for change in diff.changes
                    if change.kind != "same"
                ],
            }
        )
        return
    from rich.text import Text

    console = out()
    console.print(Text(safe(stored.title or stored.service or stored.url), style="bold"))
    console.print(Text(f"{days.get(earlier, earlier)} → {days.get(later, later)}", style="dim"))
    console.print(f"{diff.summary()}\n")
    for line in _lines(diff, before, after):
        console.print(line)


def _lines(diff: "PolicyDiff", before: "Policy", after: "Policy") -> "list[Text]":
    """Each changed sentence, with the section that it stands in where that changes."""
    from rich.text import Text

    from privascope.cli.printing import safe
    from privascope.library.diff import ChangeKind, word_changes

    styles = {ChangeKind.ADDED: "green", ChangeKind.REMOVED: "red", ChangeKind.SAME: ""}
    lines: list[Text] = []
    section: tuple[str, ...] | None = None
    for change in diff.changes:
        if change.kind is ChangeKind.SAME:
            continue
        side, span = (after, change.after) if change.after else (before, change.before)
        assert span is not None
        title = side.section_path(span.start)[-1:]
        if title != section:
            lines.append(Text(f"\n{safe(title[0])}" if title else "", style="bold dim"))
            section = title
        if change.kind is ChangeKind.REWORDED and change.before and change.after:
            line = Text("~ ")
            for kind, words in word_changes(before.quote(change.before), after.quote(change.after)):
                mark = {"added": "+", "removed": "−"}.get(kind, "")
                shown = f"[{mark}{safe(words)}]" if mark else safe(words)
                line.append(shown, style=styles[kind])
                line.append(" ")
        elif change.kind is ChangeKind.MOVED:
            line = Text(f"→ moved: {safe(side.quote(span))}", style="blue")
        else:
            sign = "+" if change.kind is ChangeKind.ADDED else "−"
            line = Text(f"{sign} {safe(side.quote(span))}", style=styles[change.kind])
        lines.append(line)
    return lines
