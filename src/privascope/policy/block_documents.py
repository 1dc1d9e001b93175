"""Pages that hold several legal documents: which of them are not the privacy policy."""

import re

from privascope.policy.document import BlockKind
from privascope.policy.html_blocks import HtmlBlock

_NUMBER = r"\W*(?:(?:[0-9]{1,2}|[ivx]{1,4}|[a-z])[.)\s]\s*)?"
# Words before a title that make it a section about such a document.
_ABOUT = "to|our|this|the|these|of|about|in|other|your|for|and|with|changes?|privacy"
_NAME = rf"(?:(?!(?:{_ABOUT})\b)\S+\s+)"
_PRIVACY_TITLE = re.compile(
    rf"{_NUMBER}(?:{_NAME}{{0,4}}(?:privacy|data protection)(?: and cookies?)?"
    r"\s+(?:policy|notice|statement|declaration)|privacy)\W*",
    re.IGNORECASE,
)
_OTHER_TITLE = re.compile(
    rf"{_NUMBER}(?:{_NAME}{{0,4}}|general\s+)(?:terms\s+(?:of\s+(?:use|services?|sale)"
    r"|(?:and|&)\s+conditions(?:\s+of\s+\w+)?)|conditions\s+of\s+(?:use|sale)|user\s+agreement"
    r"|community\s+(?:rules|guidelines|standards)|acceptable\s+use(?:\s+policy)?"
    r"|end\s+user\s+licen[cs]e\s+agreement|imprint|legal\s+notice"
    r"|(?:refunds?|returns?|shipping|copyright|dmca|cancellation)\s+policy)\W*",
    re.IGNORECASE,
)
_DATA_WORD = re.compile(
    r"\b(?:privacy|personal|information|data|collect\w*|cookies?|shar(?:e|ed|ing)|process\w*)\b",
    re.IGNORECASE,
)
_LONGEST_TITLE = 60
_LEAST_WORDS = 200
# Shares of words about data: policies have .045 to .12 of them, terms of use .004 to .03.
_POLICY_SHARE = 0.035
_OTHER_SHARE = 0.03


def other_documents(blocks: list[HtmlBlock], main: list[bool]) -> list[range]:
    """The stretches of a page's main text that are another document, such as terms of use."""
    starts: list[tuple[int, bool]] = []
    for place, block in enumerate(blocks):
        if block.kind is BlockKind.HEADING and len(block.text) <= _LONGEST_TITLE:
            if _PRIVACY_TITLE.fullmatch(block.text):
                starts.append((place, True))
            elif _OTHER_TITLE.fullmatch(block.text) and (
                not starts or starts[-1][1] or block.level <= blocks[starts[-1][0]].level
            ):
                starts.append((place, False))
    if all(private for _, private in starts) or not any(private for _, private in starts):
        return []
    ends = [place for place, _ in starts[1:]] + [len(blocks)]
    policies: list[int] = []
    others: list[range] = []
    for (start, private), end in zip(starts, ends, strict=True):
        text = " ".join(blocks[place].text for place in range(start, end) if main[place])
        words = text.count(" ") + 1
        data_share = len(_DATA_WORD.findall(text)) / words
        if words < _LEAST_WORDS:
            continue
        if private and data_share >= _POLICY_SHARE:
            policies.append(start)
        elif not private and data_share < _OTHER_SHARE:
            others.append(range(start, end))
    if not policies:
        return []
    level = min(blocks[start].level for start in policies)
    # Below a policy's own title, "Terms of use" as a lesser heading is a section of the policy.
    return [
        other for other in others if other.start < policies[0] or blocks[other.start].level <= level
    ]
