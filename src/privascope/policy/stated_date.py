"""The date that a policy states for itself."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime

_FIRST_YEAR = 1995
# A stated date is at the beginning of a policy, or else at its end.
_HEAD = 3000
_FOOT = 1500
# Only both ends are read of a text that is longer than any policy.
_LONGEST_END = 60_000
# How many characters there may be between the cue and the date.
_REACH = 70

_MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec"
_MONTH = (
    r"(?P<month{n}>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|"
    r"aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DATE = re.compile(
    rf"\b{_MONTH.format(n=1)}[\s-]*(?P<day1>\d{{1,2}})(?:\s?(?:st|nd|rd|th))?\b\s*(?:,|of|-)?\s*"
    r"(?P<year1>(?:19|20)\d\d)(?!\d)"
    rf"|\b(?P<day2>\d{{1,2}})(?:\s?(?:st|nd|rd|th))?\.?[\s-]*(?:day\s+)?(?:of\s+)?"
    rf"{_MONTH.format(n=2)}\s*[,-]?\s*(?:of\s+)?(?P<year2>(?:19|20)\d\d)(?!\d)"
    r"|\b(?P<year3>(?:19|20)\d\d)(?P<mark3>[-/.])(?P<month3>\d{1,2})(?P=mark3)(?P<day3>\d{1,2})\b"
    r"|\b(?P<first>\d{1,2})\s?(?P<mark4>[-/.])\s?(?P<second>\d{1,2})\s?(?P=mark4)\s?"
    r"(?P<year4>(?:19|20)?\d\d)\b"
    rf"|\b{_MONTH.format(n=5)},?\s+(?:of\s+)?(?P<year5>(?:19|20)\d\d)(?!\d)",
    re.IGNORECASE,
)

_YEAR = re.compile(r"(?:19|20)\d\d|\d[/.-]\s?\d\d?\s?[/.-]\s?\d\d")

_UPDATED = (
    r"(?:updated?|revised|revision|modified|modification|amended|amendment|changed?|edited|"
    r"reviewed|refreshed)"
)
_SHORT_MONTH = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_CUE = re.compile(
    rf"\b(?:(?P<updated>(?:last|latest|most\s+recent(?:ly)?|recently|date\s+of(?:\s+last)?)\s+"
    rf"(?:\w+\s+)?{_UPDATED}|{_UPDATED}(?=\s*(?:date\b|on\b|as\s+of\b|in\b|effective\b|[:(\d-]|"
    rf"{_SHORT_MONTH})))"
    r"|(?P<effective>(?:effective|(?:in|into)\s+(?:effect|force))(?:\s+since)?|takes?\s+effect|"
    r"valid\s+(?:from|as)|applies\s+(?:from|as\s+of)|commencement)"
    r"|(?P<titled>(?:privacy|cookie)\s+(?:policy|notice|statement))"
    r"|(?P<dated>version|status|dated?|posted|published|issued|as\s+of|created|rev|v\d[\d.]*)"
    rf"|(?P<agreed>(?:adopted|approved|agreed|ratified)"
    rf"(?=\s+(?:by|at|on|in)\b|\s*(?:[:\d]|{_SHORT_MONTH}))))\b",
    re.IGNORECASE,
)
_WORTH = {"updated": 3.0, "effective": 2.0, "dated": 1.0, "agreed": 1.0, "titled": 0.6}

# Between cue and date nothing else may be dated, named or concluded.
_BREAK = re.compile(
    r"[.!?;]\s+(?=[A-Z])|\n\s*\n.*\n\s*\n|\bprior\b|\bprevious\b|\bbefore\b|\bafter\b", re.DOTALL
)
_OTHER_THING = re.compile(
    r"\b(?:prior|previous(?:ly)?|earlier|older|former|archived?|replaces|supersed\w+|since|until|before|"
    r"GDPR|CCPA|CPRA|regulation|directive|act|law|statute|statistics|born|copyright|brexit|"
    r"registered|incorporated|shield)\b",
    re.IGNORECASE,
)
_THIS_POLICY = re.compile(
    r"\b(?:policy|notice|statement|terms|agreement|document|page|version)\b", re.IGNORECASE
)
_SPAN_OF_TIME = re.compile(r"\s*,?\s*(?:until|through|to)\b", re.IGNORECASE)
# A line of the content management system, which says when the page was edited.
_OF_A_PAGE = re.compile(r"\bpage (?:was|has been)\s*$", re.IGNORECASE)
_NEXT_SENTENCE = re.compile(r"[.!?]\W*\s+(?=[A-Z])")
_SENTENCE_END = re.compile(r"[.!?]\s+")
_LINE_BREAK = re.compile(r"[\r\n]")


@dataclass(frozen=True, slots=True)
class _Found:
    worth: float
    place: int
    stated: date


def find_stated_date(text: str) -> date | None:
    """The date of the last update, else from when the policy is in effect, as it says itself."""
    if len(text) > 2 * _LONGEST_END:
        text = f"{text[:_LONGEST_END]}\n\n{text[-_LONGEST_END:]}"
    found = [*_cued_dates(text), *_bare_dates(text)]
    return max(found, key=lambda one: (one.worth, -one.place)).stated if found else None


def _dates(text: str, start: int = 0, end: int | None = None) -> Iterator[re.Match[str]]:
    """Everything that is written like a date; the search starts from years, which are rare."""
    passed = start
    for year in _YEAR.finditer(text, start, len(text) if end is None else end):
        match = _DATE.search(text, max(passed, year.start() - 24), year.end() + 10)
        if match:
            yield match
            passed = match.end()


def _cued_dates(text: str) -> Iterator[_Found]:
    for match in _dates(text):
        stated = _parsed(match)
        reach = max(0, match.start() - _REACH - 30)
        cues = [
            cue
            for cue in _CUE.finditer(text, reach, match.start() + 3)
            if match.start() - cue.end() <= _REACH and cue.end() <= match.start()
        ]
        if stated is None or not cues:
            continue
        worth, place = max(_worth(text, cue, match) for cue in cues)
        if worth > 0:
            yield _Found(worth, -place, stated)


def _worth(text: str, cue: re.Match[str], match: re.Match[str]) -> tuple[float, int]:
    """How likely a date with such a cue is the policy's own, and its place, negated."""
    reach = max(0, cue.start() - 120)
    line_start = max(text.rfind("\n", reach, cue.start()) + 1, reach)
    line_end = text.find("\n", match.end(), match.end() + 80)
    before = _SENTENCE_END.split(text[line_start : cue.start()])[-1]
    between = text[cue.end() : match.start()]
    after = text[match.end() : line_end if line_end >= 0 else match.end() + 80]
    begins = not before.strip(" (*_")
    if begins and "\n" not in between:
        after = _NEXT_SENTENCE.split(after, maxsplit=1)[0]
    if (
        _SPAN_OF_TIME.match(after)
        or _BREAK.search(between)
        or _OTHER_THING.search(before)
        or _OTHER_THING.search(between)
    ):
        return 0.0, 0
    worth = _WORTH[cue.lastgroup or "dated"]
    near = _near_an_end(text, cue.start())
    named = bool(_THIS_POLICY.search(before) or _THIS_POLICY.search(between))
    if cue["agreed"] and (not near or not (begins or named)):
        # Laws, clauses and decisions are adopted too.
        return 0.0, 0
    alone = len(before) <= 40 and len(after) <= 20
    labelled = begins and re.search(r"\bdate\b|:", between, re.IGNORECASE)
    if alone or labelled:
        worth += 0.5
    elif cue["titled"]:
        return 0.0, 0
    elif named and worth > 1:
        worth += 0.3
    elif not named and not (worth == 3 and near):
        return 0.0, 0
    if _OF_A_PAGE.search(before) or not (near or named):
        worth -= 1.2
    return worth + 0.2 * near, -cue.start()


def _bare_dates(text: str) -> Iterator[_Found]:
    """A date that makes up a whole line near the beginning or the end, if it is the only one."""
    for start, end in ((0, min(600, len(text))), (max(600, len(text) - _FOOT), len(text))):
        found = [
            _Found(0.5, match.start(), stated)
            for match in _dates(text, max(0, start - 400), end)
            if _is_a_line(text, match) and (stated := _parsed(match))
        ]
        # Several are a list of news.
        if len({one.stated for one in found}) == 1 and found[0].place >= start:
            yield found[0]


def _is_a_line(text: str, match: re.Match[str]) -> bool:
    before = _LINE_BREAK.split(text[max(0, match.start() - 20) : match.start()])[-1]
    after = _LINE_BREAK.split(text[match.end() : match.end() + 20])[0]
    return not before.strip(" (") and not after.strip(" ).[")


def _near_an_end(text: str, place: int) -> float:
    return 1.0 if place < _HEAD else 0.5 if place > len(text) - _FOOT else 0.0


def _parsed(match: re.Match[str]) -> date | None:
    """The date that was written, if there is such a day in a plausible year."""
    part = match.groupdict()
    if part["year1"]:
        year, month, day = part["year1"], _month(part["month1"]), int(part["day1"])
    elif part["year2"]:
        year, month, day = part["year2"], _month(part["month2"]), int(part["day2"])
    elif part["year3"]:
        year, month, day = part["year3"], int(part["month3"]), int(part["day3"])
    elif part["year4"]:
        year, month, day = part["year4"], int(part["first"]), int(part["second"])
        if month > 12 or (part["mark4"] == "." and day <= 12):
            month, day = day, month
    else:
        year, month, day = part["year5"], _month(part["month5"]), 1
    full_year = int(year) if len(year) == 4 else 2000 + int(year)
    if not _FIRST_YEAR <= full_year <= datetime.now(UTC).year + 1:
        return None
    try:
        return date(full_year, month, day)
    except ValueError:
        return None


def _month(name: str) -> int:
    return _MONTHS.index(name[:3].lower()) // 3 + 1
