"""Lines that are known by their shape: dot leaders, street addresses, headings in a paragraph."""

import re

# "Sign-in sheets ...... 3 years", with spaces between the dots or without any around them.
_LEADER = re.compile(
    r"\w\S{0,3}(?:\s(?:\.{4,}|(?:\.\s){3,}\.|…{2,})\s?|\.{6,}\s?)(?=[\w$£€¥<>~\"'“‘(])"
)
_LONGEST_ROW = 300
_STREET = re.compile(
    r"\d{1,5}[A-Za-z]?\s+(?:(?-i:[A-Z\d])[\w'’.-]*\s+){1,4}?"
    r"(?:(?:street|avenue|boulevard|road)\b\.?(?=\s*(?:[,\d]|$))"
    r"|(?:st|rd|ave|lane|ln|drive|dr|way|terrace|place|pl|square|sq|court|ct|blvd|parkway|pkwy|row|"
    r"quay|close|crescent|highway|hwy|wharf|plaza|gardens|mews|walk|circle|grove|park|house|street|"
    r"avenue|boulevard|road)\b\.?(?=\s*,|\s+(?:(?-i:[NSEW]{1,2})|suite|floor|unit|apt)\b))",
    re.IGNORECASE,
)
# Every word that could have a small letter but the little ones has a capital.
_TITLE_WORD = r"(?:[\"“‘(]?[A-Z][\w’'-]*[\"”’)]?|of|for|and|or|the|to|by|in|on|with|from|a|an|&|/)"
_RUN_IN = re.compile(rf"{_TITLE_WORD}(?:[ ,]+{_TITLE_WORD}){{1,8}}[.:]?\s*")


def is_run_in_heading(sentence: str) -> bool:
    """Whether a sentence is a heading that runs into its paragraph: "Ad Partners."."""
    return _RUN_IN.fullmatch(sentence) is not None


def is_leader_row(line: str) -> bool:
    """Whether dots lead from a name to what is said of it, as in a printed table."""
    if len(line) > _LONGEST_ROW or not ("...." in line or ". . ." in line or "……" in line):
        return False
    return _LEADER.search(line) is not None


def is_street_line(line: str) -> bool:
    """Whether a line begins with the number and name of a street."""
    return _STREET.match(line) is not None
