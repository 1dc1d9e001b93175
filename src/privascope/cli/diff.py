"""privascope diff: what changed between two versions."""

from typing import TYPE_CHECKING, Annotated

import typer

from privascope.cli.options import JsonOption, LibraryOption, TargetArgument
from privascope.cli.show import _day

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.text import Text

    from privascope.compare.label_changes import LabelledDiff
    from privascope.library.changes import VersionDiff
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
    from privascope import api
    from privascope.cli.printing import out, print_json, safe

    with api.open(library) as opened:
        diff = opened.diff(target, _day(from_) if from_ else "", _day(to) if to else "")
        before = opened.policy(diff.policy_id, on=diff.before)
        after = opened.policy(diff.policy_id, on=diff.after)
        days = f"{before.first_seen} → {after.first_seen}"
    if as_json:
        print_json(diff)
        return
    from rich.text import Text

    console = out()
    console.print(Text(safe(after.title), style="bold"))
    console.print(Text(days, style="dim"))
    console.print(f"{diff.summary}\n")
    for line in _says(diff):
        console.print(line)
    for line in _lines(diff, before.content, after.content):
        console.print(line)


def _says(diff: "LabelledDiff") -> "Iterator[Text]":
    """What the policy says differently, one line each, before the sentences."""
    from rich.text import Text

    from privascope.cli.printing import safe
    from privascope.compare.label_changes import Turn

    if diff.says is None:
        yield Text("Differences in meaning have not been computed for this policy.\n", style="dim")
        return
    says = diff.says
    if says.answers or says.statements or says.names:
        yield Text(f"Since {diff.since}", style="bold")
    for answer in says.answers:
        yield Text(f"  {answer.question} {answer.before} → {answer.after}")
    for one in says.statements:
        appeared = one.kind is Turn.APPEARED
        sign, style = ("+", "green") if appeared else ("−", "red")
        told = one.wording if appeared else f"no longer: {one.wording}"
        yield Text(f"  {sign} {told}", style=style)
    if says.names:
        yield Text(f"  + names {safe(', '.join(says.names))}", style="green")


def _lines(diff: "VersionDiff", before: "Policy", after: "Policy") -> "list[Text]":
    """Each changed sentence, with its section where that changes."""
    from rich.text import Text

    from privascope.cli.printing import safe
    from privascope.library.diff import ChangeKind, word_changes

    styles = {ChangeKind.ADDED: "green", ChangeKind.REMOVED: "red", ChangeKind.SAME: ""}
    lines: list[Text] = []
    section: tuple[str, ...] | None = None
    for change in diff.changes:
        side, span = (after, change.after) if change.after else (before, change.before)
        assert span is not None
        title = side.section_path(span.start)[-1:]
        if title != section:
            lines.append(Text(f"\n{safe(title[0])}" if title else "", style="bold dim"))
            section = title
        words = change.after_text or change.before_text or ""
        if change.kind is ChangeKind.REWORDED:
            line = Text("~ ")
            for kind, some in word_changes(change.before_text or "", words):
                mark = {"added": "+", "removed": "−"}.get(kind, "")
                shown = f"[{mark}{safe(some)}]" if mark else safe(some)
                line.append(shown, style=styles[kind])
                line.append(" ")
        elif change.kind is ChangeKind.MOVED:
            line = Text(f"→ moved: {safe(words)}", style="blue")
        else:
            sign = "+" if change.kind is ChangeKind.ADDED else "−"
            line = Text(f"{sign} {safe(words)}", style=styles[change.kind])
        lines.append(line)
    return lines
