"""privascope search: find policies by their words."""

from typing import TYPE_CHECKING, Annotated

import typer

from privascope.cli.options import JsonOption, LibraryOption

if TYPE_CHECKING:
    from rich.text import Text

    from privascope.search.snippets import Snippet


def command(
    query: Annotated[list[str], typer.Argument(help='Words, "phrases", -exclusions.')],
    library: LibraryOption,
    whole_page: Annotated[
        bool, typer.Option("--whole-page", help="Search menus and footers too.")
    ] = False,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many results.")] = 10,
    as_json: JsonOption = False,
) -> None:
    """Find policies by what they say."""
    from privascope.cli.printing import out, print_json, safe
    from privascope.library.store import Library
    from privascope.search.find import search

    with Library(library) as shelf:
        found = search(shelf, " ".join(query), whole_page=whole_page, limit=limit)
    if as_json:
        print_json(found)
        return
    from rich.text import Text

    console = out()
    noun = "policy" if found.total == 1 else "policies"
    console.print(f"{found.total} {noun} for {safe(found.query)}\n")
    for result in found.results:
        console.print(
            Text(safe(result.policy.title or result.policy.url), style="bold"),
            Text(f"— {safe(result.policy.domain)} · {result.policy.id[:8]}", style="dim"),
        )
        for snippet in result.snippets:
            console.print(_marked(snippet))
        console.print()
    if not found.total:
        console.print("Try fewer or other words; `privascope list` shows what is there.")


def _marked(snippet: "Snippet") -> "Text":
    from rich.text import Text

    from privascope.cli.printing import safe

    text = Text("  ")
    end = 0
    for mark in snippet.marks:
        text.append(safe(snippet.text[end : mark.start]))
        text.append(safe(snippet.text[mark.start : mark.end]), style="black on yellow")
        end = mark.end
    text.append(safe(snippet.text[end:]))
    if snippet.section:
        text.append(f"  › {safe(snippet.section[-1])}", style="dim")
    return text
