"""The charts of what policies say, one for each group of questions."""

from collections.abc import Iterator

from privascope.compare.insights import Named
from privascope.serve.web.charts import Bar, bar_chart
from privascope.serve.web.figures import Figure, search_for
from privascope.serve.web.showing import count, percent, plural
from privascope.traits.practices.statements import Statement, statements

# The groups of questions, by the categories of the taxonomy.
_GROUPS = {
    "What do they collect, and why?": ("First Party Collection/Use",),
    "Who else gets it?": ("Third Party Sharing/Collection",),
    "What can you do?": ("User Choice/Control", "User Access, Edit and Deletion"),
    "How long, how safe, what changes?": (
        "Data Retention",
        "Data Security",
        "Policy Change",
        "Do Not Track",
        "International and Specific Audiences",
    ),
}


def practice_figures(named: Named) -> Iterator[Figure]:
    """How many policies make each statement, of those that were read."""
    counts = {one.value: one.count for one in named.values}
    for number, (title, categories) in enumerate(_GROUPS.items(), 1):
        found = [one for one in statements() if one.category in categories]
        yield _figure(f"practice-{number}", title, found, counts, named.known)


def _figure(
    key: str, title: str, found: list[Statement], counts: dict[str, int], known: int
) -> Figure:
    bars = [
        Bar(
            one.plain,
            counts.get(one.slug, 0),
            _shown(counts.get(one.slug, 0), known),
            search_for(practice=one.slug) if counts.get(one.slug) else None,
        )
        for one in found
    ]
    return Figure(
        key,
        title,
        plural(known, "policy", "policies"),
        bar_chart(
            key, title, "A bar for each, with the number of policies and share.", bars, known
        ),
        ("What policies say", "Policies", "Share"),
        tuple(
            (one.plain, count(number := counts.get(one.slug, 0)), percent(number / known))
            for one in found
        ),
    )


def _shown(number: int, known: int) -> str:
    return f"{count(number)} · {percent(number / known)}"
