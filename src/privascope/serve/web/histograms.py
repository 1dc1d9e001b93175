"""The distribution of a range as bars, each a link that narrows the search to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from urllib.parse import urlencode

from privascope.library.facets import RANGES
from privascope.search.page import Bin, Range, SearchRequest
from privascope.search.parameters import write_range
from privascope.serve.web.showing import plural
from privascope.serve.web.urls import bar_bounds, search_address, search_pairs, to_box, with_range

_MOST_BARS = 32
# So much of all lies in the bars; a long thin tail beyond them is one last bar.
_BULK = 0.98
_WIDTH, _HEIGHT = 240.0, 44.0
_UNITS = {"vagueness": " %", "probability": " %", "words": " words"}


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of the picture."""

    x: float
    y: float
    width: float
    height: float
    inside: bool
    label: str
    address: str


@dataclass(frozen=True, slots=True)
class Histogram:
    """A range: its picture, and the boxes for its two bounds with all else that a form keeps."""

    name: str
    title: str
    unit: str
    width: float
    height: float
    bars: tuple[Bar, ...]
    least: str
    most: str
    low: str
    high: str
    hidden: tuple[tuple[str, str], ...]
    optional: bool = False


def draw(found: Range, request: SearchRequest) -> Histogram:
    """A range with its picture."""
    bins, open_end = _readable(found.bins)
    return Histogram(
        name=found.name,
        title=found.title,
        unit=_UNITS.get(found.name, "").strip(),
        width=_WIDTH,
        height=_HEIGHT,
        bars=_bars(found, bins, open_end, request),
        least=to_box(found.name, bins[0].low) if bins else "",
        most=_most(found.name, bins[-1], open_end) if bins else "",
        low=to_box(found.name, found.low),
        high=to_box(found.name, found.high),
        hidden=tuple(pair for pair in search_pairs(request) if pair[0] != found.name),
        optional=RANGES[found.name].optional,
    )


def bounds_text(name: str, low: float | None, high: float | None) -> str:
    """A range in words, such as "Reading grade up to 12"."""
    unit = _UNITS.get(name, "")
    first, last = (_in_words(name, bound) for bound in (low, high))
    title = "Length" if name == "words" else RANGES[name].title
    if low is None:
        return f"{title} up to {last}{unit}"
    if high is None:
        return f"{title} from {first}{unit}"
    if first == last:
        return f"{title} {first}{unit}"
    return f"{title} {first} to {last}{unit}"


def _in_words(name: str, bound: float | None) -> str:
    return f"{bound:,.0f}" if name == "words" and bound is not None else to_box(name, bound)


def _most(name: str, last: Bin, open_end: bool) -> str:
    if open_end:
        return f"{_in_words(name, last.low)} and more"
    return _in_words(name, bar_bounds(name, last.low, last.high)[1])


def _readable(bins: Sequence[Bin]) -> tuple[list[Bin], bool]:
    """At most so many bars: a thin tail is cut off into the last, then neighbours are joined."""
    total = sum(one.count for one in bins)
    kept, seen = list(bins), 0
    open_end = False
    if len(bins) > _MOST_BARS:
        for place, one in enumerate(bins):
            seen += one.count
            if seen >= _BULK * total and place + 2 < len(bins):
                kept = [*bins[: place + 1], Bin(one.high, bins[-1].high, total - seen)]
                open_end = total > seen
                kept = kept if open_end else kept[:-1]
                break
    tail = kept[-1:] if open_end else []
    body = kept[:-1] if open_end else kept
    step = -(-len(body) // _MOST_BARS)
    if step > 1:
        runs = groupby(enumerate(body), key=lambda entry: entry[0] // step)
        joined = [[one for _, one in run] for _, run in runs]
        body = [Bin(run[0].low, run[-1].high, sum(one.count for one in run)) for run in joined]
    return body + tail, open_end


def _bars(
    found: Range, bins: Sequence[Bin], open_end: bool, request: SearchRequest
) -> tuple[Bar, ...]:
    highest = max((one.count for one in bins), default=0) or 1
    # The labels under the picture stand at its two ends, so the bars fill it.
    width = _WIDTH / max(1, len(bins))
    base = search_address(with_range(request, found.name, None, None))
    joined = f"{base}{'&' if '?' in base else '?'}"
    bars = []
    for number, one in enumerate(bins):
        low, high = bar_bounds(found.name, one.low, one.high)
        last = open_end and number == len(bins) - 1
        bounds = (low, None if last else high)
        # A single policy must still be seen beside thousands.
        height = max(1.5, (_HEIGHT - 2) * one.count / highest) if one.count else 0.0
        bars.append(
            Bar(
                x=round(number * width, 2),
                y=round(_HEIGHT - height, 2),
                width=round(width, 2),
                height=round(height, 2),
                inside=_overlaps(found, low, None if last else high),
                label=f"{bounds_text(found.name, *bounds)}: {_policies(one.count)}",
                address=joined + urlencode([(found.name, write_range(bounds))]),
            )
        )
    return tuple(bars)


def _policies(number: int) -> str:
    return plural(number, "policy", "policies")


def _overlaps(found: Range, low: float, high: float | None) -> bool:
    return (found.high is None or low <= found.high) and (
        found.low is None or high is None or high >= found.low
    )
