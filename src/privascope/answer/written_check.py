"""Whether a written text says no more than can be checked against the sentences that it cites.

The check finds invented quotations, numbers, addresses and sources, sentences without a source, and
a yes or no that the answer does not give. It cannot tell whether a sentence is rephrased well, so
the policy's own sentences are always shown beside the text.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping

from privascope.answer.answer import Stance

# What a writer replies when the sentences do not answer.
NONE = "NONE"
LONGEST = 1200
_CITATION = re.compile(r"\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\]")
_CITATIONS = re.compile(rf"((?:\s*{_CITATION.pattern.replace('(', '(?:', 1)})+)")
# One sentence ends and another begins, so that the first has no source of its own.
_NEXT_SENTENCE = re.compile(r"[.!?][\"”’')]*\s+[\"“‘'(]*[A-Z0-9]|\w[^\n]*\n+[^\w\n]*\w|[!?]\s+\w")
_QUOTED = re.compile(
    r"“([^”]*)”|\"([^\"]*)\"|«([^»]*)»|`([^`]*)`|(?<!\w)[‘'](\S[^\n]*?)[’'](?!\w)", re.DOTALL
)
_QUOTE_MARKS = re.compile(r"[“”\"«»`]")
_LEFT_OUT = re.compile(r"\s*(?:\[?(?:…|\.\.\.)\]?)\s*")
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
# "One" may stand for anything.
_SPELLED = dict(
    zip(
        "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty "
        "ninety".split(),
        map(str, (*range(2, 21), *range(30, 100, 10))),
        strict=True,
    )
)
_ADDRESS = re.compile(r"https?:|www\.|[\w.+-]+@[\w-]+|\b[\w-]+\.(?:[a-z]{2,24})(?:/|\b)", re.I)
_YES_OR_NO = re.compile(
    r"\W*(yes|no|it depends)\b(?!\s+(?:one|data|personal|information|sentence))", re.I
)
_SAID = {"yes": Stance.YES, "no": Stance.NO, "it depends": Stance.DEPENDS}


def fault_of(text: str, sources: Mapping[int, str], stance: Stance | None) -> str:
    """What is wrong with a text, in plain words; "" where nothing is.

    `sources` are the sentences that may be cited, by number; `stance` is what the answer says.
    """
    if not re.search(r"\w", _CITATION.sub("", text)):
        return "it is empty"
    if len(text) > LONGEST:
        return "it is too long"
    if any(unicodedata.category(one) in ("Cc", "Cf", "Co", "Cs") and one != "\n" for one in text):
        return "it has characters that cannot be seen"
    opening = _YES_OR_NO.match(text)
    if opening and _SAID[opening[1].lower()] is not stance:
        return "it says yes or no where the answer does not"
    for piece, numbers in _pieces(text):
        if not numbers:
            return "a sentence of it has no source"
        if any(number not in sources for number in numbers):
            return "it cites a sentence that was not found"
        if fault := _fault(piece, " ".join(sources[number] for number in numbers)):
            return fault
    return ""


def cited_in(text: str) -> tuple[int, ...]:
    """The numbers that a text cites, in their order."""
    return tuple(sorted({n for match in _CITATION.finditer(text) for n in _numbers(match[0])}))


def _pieces(text: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The stretches of a text, each with the citations behind it; none for one without."""
    parts = _CITATIONS.split(text)
    for piece, citations in zip(parts[::2], (*parts[1::2], ""), strict=True):
        bare = piece.strip(" \n.,;:!?-–—*•)")
        if not bare:
            continue
        yield bare, () if _NEXT_SENTENCE.search(bare) else _numbers(citations)


def _numbers(citations: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", citations)))


def _fault(piece: str, source: str) -> str:
    known = _folded(source)
    quoted = ["".join(groups) for groups in _QUOTED.findall(piece)]
    if _QUOTE_MARKS.search(_QUOTED.sub(" ", piece)):
        return "a quotation in it has no end"
    for words in quoted:
        for part in _LEFT_OUT.split(words):
            if _folded(part).strip(" .,;:!?") not in known:
                return "it quotes words that are not in the sentence it cites"
    if not _figures(piece) <= _figures(source):
        return "it has a number that the sentence it cites has not"
    if any(_folded(found) not in known for found in _ADDRESS.findall(piece)):
        return "it has an address that the sentence it cites has not"
    return ""


def _figures(text: str) -> set[str]:
    """The numbers in a text, in figures."""
    spelled = (_SPELLED.get(word) for word in re.findall(r"[a-z]+", text.casefold()))
    return {*_FIGURE.findall(text), *filter(None, spelled)}


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).translate(_PLAIN_QUOTES)
    return " ".join(plain.split()).casefold()


_PLAIN_QUOTES = str.maketrans("’‘“”", "''\"\"")
