"""privascope search: find policies by what they say and what they are like."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from privascope.cli.filter_options import by_name, with_filter_options
from privascope.cli.options import JsonOption, LibraryOption

if TYPE_CHECKING:
    from rich.text import Text

    from privascope.search.page import Result, SearchPage
    from privascope.search.snippets import Snippet


@with_filter_options
def command(
    library: LibraryOption,
    query: Annotated[
        list[str] | None,
        typer.Argument(help='Words, "phrases", +required, -excluded, OR, title:word, prefix*.'),
    ] = None,
    rank: Annotated[
        str,
        typer.Option(
            help="custom, relevance (BM25 alone), published (PrivaSeer's formula), probability "
            "(of being a policy), popularity, newest, readability, vagueness, or "
            "without-policy (custom without P(policy))."
        ),
    ] = "custom",
    urls: Annotated[bool, typer.Option("--urls", help="Search addresses, not texts.")] = False,
    whole_page: Annotated[
        bool, typer.Option("--whole-page", help="Search menus and footers too.")
    ] = False,
    page: Annotated[int, typer.Option(min=1, help="Which page of results.")] = 1,
    limit: Annotated[int, typer.Option(min=1, max=100, help="Results a page.")] = 10,
    facets: Annotated[bool, typer.Option("--facets", help="Show the facets' counts.")] = False,
    which: Annotated[
        str,
        typer.Option(
            metavar="PRACTICE",
            help="Which of the results say this, which say the opposite, and which are silent.",
        ),
    ] = "",
    as_json: JsonOption = False,
    **filters: Any,
) -> None:
    """Find policies by what they say and what they are like."""
    from privascope import api
    from privascope.cli.printing import print_json
    from privascope.cli.which_lists import print_which
    from privascope.search.page import SearchPage
    from privascope.search.ranking import Ranking

    if rank not in list(Ranking):
        raise typer.BadParameter(f"{rank!r} is none of {', '.join(Ranking)}")
    asked: dict[str, Any] = {
        "query": " ".join(query or ()),
        "rank": rank,
        "page": page,
        "size": limit,
        "in_urls": urls,
        "whole_page": whole_page,
        **by_name(filters),
    }
    with api.open(library) as opened:
        found = opened.which(which, **asked) if which else opened.search(**asked)
    if as_json:
        print_json(found)
    elif isinstance(found, SearchPage):
        _print(found, facets)
    else:
        print_which(found)


def _print(found: "SearchPage", facets: bool) -> None:
    from rich.text import Text

    from privascope.cli.printing import out, safe

    console = out()
    noun = "policy" if found.total == 1 else "policies"
    asked = f" for {safe(found.request.text)}" if found.request.text else ""
    console.print(f"{found.total:,} {noun}{asked}{_with_all_words(found)}\n")
    for note in found.notes:
        console.print(Text(safe(note), style="yellow"))
    if found.suggestion:
        console.print(f"Did you mean: {safe(found.suggestion)}\n")
    for result in found.results:
        console.print(Text(safe(result.title), style="bold"))
        console.print(Text(safe(result.url), style="dim"))
        console.print(Text(" · ".join(_facts(result)), style="dim"))
        if result.missing:
            console.print(Text(f"  missing: {safe(', '.join(result.missing))}", style="yellow"))
        for snippet in result.snippets:
            console.print(marked(snippet))
        console.print()
    if not found.total:
        console.print("Try fewer or different words; `privascope list` shows every policy.")
    if facets:
        _print_facets(found)


def _with_all_words(found: "SearchPage") -> str:
    if found.total_all_words == found.total:
        return ""
    return f"; {f'{found.total_all_words:,}' if found.total_all_words else 'none'} with all words"


def _facts(result: "Result") -> list[str]:

    facts = [result.policy_id[:8], result.sector or "sector not computed yet"]
    facts += [f"dated {result.stated}" if result.stated else "undated"]
    facts += [f"fetched {result.fetched}"] if result.fetched else []
    facts += [f"grade {result.grade:.0f}"] if result.grade is not None else []
    facts += [f"{result.vagueness:.0%} vague"] if result.vagueness is not None else []
    return facts


def _print_facets(found: "SearchPage") -> None:
    from rich.text import Text

    from privascope.cli.printing import bar, out

    for facet in found.facets:
        if not facet.values and facet.known is None:
            continue
        title = Text(facet.title, style="bold")
        if facet.known is not None:
            title.append(f" ({_known(facet.known)})", style="dim")
        out().print(title)
        most = max((value.count for value in facet.values), default=0) or 1
        for value in facet.values:
            line = Text(f"  {value.name[:44]:<44} {value.count:>7,} {value.share:>5.0%} ")
            line.append(bar(value.count / most, 20), style="cyan")
            if facet.name == "practice":
                line.append(f" {value.value}", style="dim")
            out().print(line)


def _known(number: int) -> str:
    if not number:
        return "not computed yet for these policies"
    return f"computed for {number:,} {'policy' if number == 1 else 'policies'}"


def marked(snippet: "Snippet") -> "Text":
    """A snippet with its highlights and its section."""
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
