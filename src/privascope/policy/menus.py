"""Which lines above and below a plain text are the page's menus and footer."""

import re
from dataclasses import replace

from privascope.policy.document import Block, BlockKind

_MENU_WORD = re.compile(
    r"(?:home(?:page)?|about(?: us)?|contact(?: us)?|log ?in|log ?out|sign ?(?:in|up|out)|register|"
    r"search|cart|basket|checkout|my account|account|menu|skip to .*|toggle .*|close|products?|"
    r"services|news|blog|careers|jobs|faqs?|help|support|shop|store|gallery|events|site ?map|"
    r"subscribe|facebook|twitter|instagram|linkedin|youtube|pinterest|press|media|links|forum|"
    r"resources|downloads?|english|donate|advertise|rss|back to top|next|previous|share|print)",
    re.IGNORECASE,
)
_FOOTER = re.compile(
    r"©|\(c\) ?(?:19|20)\d\d|copyright (?:©|\(c\)|(?:19|20)\d\d)|all rights reserved|back to top|"
    r"^(?:follow|connect with|find) us\b|^quick links|^site ?map$|^powered by|^subscribe\b|"
    r"^newsletter|^share this",
    re.IGNORECASE,
)
_OF_THE_POLICY = re.compile(
    r"privacy|policy|notice|statement|data protection|cookie|gdpr|\bterms\b|updated|effective|"
    r"revised|modified|\b(?:19|20)\d\d\b",
    re.IGNORECASE,
)
_CONTACT = re.compile(
    r"@|\bprivacy\b|\d{3}.?\d{4}|\b(?:box|street|suite|road|avenue)\b", re.IGNORECASE
)
_FEWEST_LINES = 4
_SHORTEST_PROSE = 60


def mark_menus(blocks: list[Block]) -> list[Block]:
    """The blocks, with obvious menus before and after the prose marked as not main."""
    prose = [place for place, block in enumerate(blocks) if _is_prose(block.text)]
    if not prose:
        return blocks
    menu = {*_menu_above(blocks, prose[0]), *_menu_below(blocks, prose[-1])}
    return [
        replace(block, main=False) if place in menu else block for place, block in enumerate(blocks)
    ]


def _menu_above(blocks: list[Block], prose: int) -> list[int]:
    """The places of a menu above the first prose, sparing the title and date next to it."""
    top = max(0, prose - 1)
    while top > 0 and _OF_THE_POLICY.search(blocks[top - 1].text):
        top -= 1
    menu = [place for place in range(top) if not _may_be_prose(blocks[place].text)]
    if len(menu) < _FEWEST_LINES or _menu_words(blocks[:top]) < 2:
        return []
    return menu


def _menu_below(blocks: list[Block], prose: int) -> list[int]:
    """The places of a footer below the last prose, sparing whatever looks like a contact."""
    if blocks[prose].text.endswith(":"):
        return []
    below = range(prose + 1, len(blocks))
    signs = [place for place in below if _FOOTER.search(blocks[place].text)]
    if not signs and _menu_words(blocks[prose + 1 :]) >= _FEWEST_LINES:
        signs = [place for place in below if _MENU_WORD.fullmatch(blocks[place].text)]
    if not signs:
        return []
    return [
        place
        for place in range(signs[0], len(blocks))
        if not _CONTACT.search(blocks[place].text) and blocks[place].kind is not BlockKind.ITEM
    ]


def _may_be_prose(text: str) -> bool:
    """Whether a short line could be a sentence of the policy; such lines are never given up."""
    words = text[:1000].split()
    small = sum(word[0].islower() for word in words)
    finished = text[-1] in ".:" or len(words) >= 12
    return len(words) >= 6 and small * 2 > len(words) and finished


def _menu_words(blocks: list[Block]) -> int:
    return sum(_MENU_WORD.fullmatch(block.text) is not None for block in blocks)


def _is_prose(text: str) -> bool:
    if len(text) < _SHORTEST_PROSE or _FOOTER.search(text[:200]):
        return False
    words = text[:1000].split()
    small = sum(word[0].islower() for word in words)
    shouted = text[:1000].isupper()
    return (
        len(words) >= 9
        and (shouted or small * 2 > len(words))
        and any(mark in text for mark in ".!?;:")
    )
