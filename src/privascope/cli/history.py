"""privascope history: how a policy changed over time."""

from privascope.cli.options import JsonOption, LibraryOption, TargetArgument


def command(target: TargetArgument, library: LibraryOption, as_json: JsonOption = False) -> None:
    """Show the versions of a policy, oldest first, with what changed."""
    from privascope import api
    from privascope.cli.printing import out, print_json, safe

    with api.open(library) as opened:
        history = opened.history(target)
    if as_json:
        print_json(history)
        return
    from rich.text import Text

    stored = history.policy
    out().print(Text(safe(stored.title or stored.service or stored.url), style="bold"))
    out().print(Text(f"{stored.id} · {safe(stored.url or stored.service)}\n", style="dim"))
    for step in history.versions:
        entry, last = step.version, step is history.versions[-1]
        seen = f"{entry.first_seen.date()}"
        if entry.last_seen.date() != entry.first_seen.date():
            seen += f" … {entry.last_seen.date()} ({entry.seen} times)"
        stated = f" · dated {entry.stated_date}" if entry.stated_date else ""
        out().print(Text(f"{'●' if last else '○'} {seen}", style="bold"), end="")
        out().print(Text(f"  {entry.version_id[:8]} · {entry.words:,} words{stated}", style="dim"))
        out().print(f"{' ' if last else '│'}   {step.summary}")
