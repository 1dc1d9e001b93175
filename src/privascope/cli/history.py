"""privascope history: how a policy changed over time."""

from itertools import pairwise

from privascope.cli.options import JsonOption, LibraryOption, TargetArgument


def command(target: TargetArgument, library: LibraryOption, as_json: JsonOption = False) -> None:
    """Show the versions of a policy, oldest first, with what changed."""
    from privascope.cli.printing import out, print_json, safe
    from privascope.library.diff import compare_policies
    from privascope.library.store import Library
    from privascope.library.targets import find_policy_id

    with Library(library) as shelf, shelf.snapshot():
        stored = shelf.policy(find_policy_id(shelf, target))
        entries = shelf.history(stored.id)
        texts = [shelf.derived(entry.version_id).policy for entry in entries]
    summaries = ["first seen"]
    summaries += [compare_policies(*pair).summary() for pair in pairwise(texts)]
    if as_json:
        print_json(
            {
                "policy": stored,
                "versions": [
                    {"version": entry, "summary": summary}
                    for entry, summary in zip(entries, summaries, strict=True)
                ],
            }
        )
        return
    from rich.text import Text

    out().print(Text(safe(stored.title or stored.service or stored.url), style="bold"))
    out().print(Text(f"{stored.id} · {safe(stored.url or stored.service)}\n", style="dim"))
    for number, (entry, summary) in enumerate(zip(entries, summaries, strict=True)):
        last = number == len(entries) - 1
        seen = f"{entry.first_seen.date()}"
        if entry.last_seen.date() != entry.first_seen.date():
            seen += f" … {entry.last_seen.date()} ({entry.seen} times)"
        stated = f" · states {entry.stated_date}" if entry.stated_date else ""
        out().print(Text(f"{'●' if last else '○'} {seen}", style="bold"), end="")
        out().print(Text(f"  {entry.version_id[:8]} · {entry.words:,} words{stated}", style="dim"))
        out().print(f"{' ' if last else '│'}   {summary}")
