"""How usual each answer of the first view is: how many of a library's policies give it."""

from collections.abc import Mapping

from privascope.cache import Cache
from privascope.compare.first_plan import LinePlan, line_plans
from privascope.compare.first_view import Reply, Usual
from privascope.compare.norms import FEWEST
from privascope.errors import LibraryError
from privascope.library.engines.engine import Engine, Filters, Request
from privascope.library.facets import KNOWN
from privascope.library.index import is_behind, open_index
from privascope.library.store import Library

_FACET = "practice"
_Counts = Mapping[str, Mapping[Reply, Usual]]
_known: Cache[tuple[str, int, bool], _Counts] = Cache(4)


def usual_answers(library: Library) -> _Counts:
    """For each line and answer, how many of the current policies that were read give it.

    Nothing where fewer than five were read, or where the index cannot be asked.
    """
    try:
        # What is stored but not indexed yet changes the counts when it is.
        key = str(library.folder), library.newest_change(), is_behind(library)
        return _known.get_or_make(key, lambda: _count(open_index(library)))
    except LibraryError:
        # A label does not need the other policies; searches report that the index needs repair.
        return {}


def filters_of(plan: LinePlan, reply: Reply) -> Filters | None:
    """The search for the policies that give an answer; None for what no search finds."""
    yes, no, only_if = map(tuple, (plan.yes, plan.no, plan.only_if))
    wanted, unwanted = {
        Reply.YES: (yes, no),
        Reply.NO: (no, (*yes, *only_if)),
        Reply.ONLY_IF: (only_if, yes),
        Reply.NOT_STATED: ((), (*yes, *no, *only_if)),
    }.get(reply, ((), ()))
    if not wanted and reply is not Reply.NOT_STATED:
        return None
    return Filters(
        wanted={_FACET: wanted} if wanted else {}, unwanted={_FACET: unwanted} if unwanted else {}
    )


def _count(engine: Engine) -> _Counts:
    if not engine.exists():
        return {}
    facets = engine.search(Request(limit=1, facets=(_FACET,))).facets
    known = facets[_FACET].get(KNOWN, 0)
    if known < FEWEST:
        return {}
    found: dict[str, dict[Reply, Usual]] = {}
    for plan in line_plans():
        counts = {
            reply: engine.search(Request(filters=filters, limit=1)).total
            for reply in Reply
            if (filters := filters_of(plan, reply))
        }
        if counts:
            counts[Reply.BOTH] = known - sum(counts.values())
            found[plan.slug] = {reply: Usual(count, known) for reply, count in counts.items()}
    return found
