"""The sentences of a policy that show best why it was found."""

import math
import re
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass

from privascope.library.engines.query import And, Node, Not, Or, Phrase, Prefix, Word
from privascope.library.engines.word_forms import prefix_of_forms, stem
from privascope.policy.policy import Policy, Span

_WORD = re.compile(r"[^\W_]+")
# A sentence longer than this is cut around its marked words.
_LONGEST = 320


@dataclass(frozen=True, slots=True)
class Snippet:
    """A piece of the policy: `policy.text[start:end]` is `text`; marks count from its start."""

    text: str
    start: int
    end: int
    marks: tuple[Span, ...]
    section: tuple[str, ...]


def find_snippets(policy: Policy, query: Node, limit: int = 2) -> tuple[Snippet, ...]:
    """The sentences with the most of the query's words, in reading order."""
    wanted = wanted_words(query)
    if not wanted.stems and not wanted.prefixes:
        return ()
    starts = [sentence.start for sentence in policy.sentences]
    marks_of: dict[int, list[Span]] = {}
    for mark in wanted.marks(policy.text, 0, len(policy.text)):
        number = bisect_right(starts, mark.start) - 1
        if number >= 0 and mark.end <= policy.sentences[number].end:
            marks_of.setdefault(number, []).append(mark)
    found_in = {
        number: {stem(policy.text[mark.start : mark.end].casefold()) for mark in marks}
        for number, marks in marks_of.items()
    }
    uses = Counter(word for words in found_in.values() for word in words)
    chosen: list[int] = []
    told: set[str] = set()
    while len(chosen) < limit and len(chosen) < len(marks_of):
        number = max(
            (number for number in marks_of if number not in chosen),
            key=lambda number: (
                _worth(found_in[number], uses, told),
                # Of equals, a whole sentence tells more than a heading.
                min(policy.sentences[number].end - policy.sentences[number].start, 160),
                -number,
            ),
        )
        chosen.append(number)
        told |= found_in[number]
    return tuple(
        _snippet(policy, policy.sentences[number], tuple(marks_of[number]))
        for number in sorted(chosen)
    )


def _worth(words: set[str], uses: Counter[str], told: set[str]) -> float:
    """How much a sentence tells: rare words count more, and words told already count less."""
    return sum((0.3 if word in told else 1.0) / math.sqrt(uses[word]) for word in words)


@dataclass(frozen=True, slots=True)
class WantedWords:
    """What a query asks for, in the forms in which it may stand in a text."""

    stems: frozenset[str]
    prefixes: tuple[str, ...]

    def marks(self, text: str, start: int, end: int) -> tuple[Span, ...]:
        """Where the wanted words stand between two places of a text."""
        found = []
        # Few words begin like a wanted one, and only these are looked at closely.
        beginnings = {prefix_of_forms(stem) for stem in self.stems} | set(self.prefixes)
        if not beginnings:
            return ()
        likely = re.compile(
            rf"(?<![^\W_])(?:{'|'.join(map(re.escape, sorted(beginnings)))})[^\W_]*", re.IGNORECASE
        )
        for match in likely.finditer(text, start, end):
            word = match.group().casefold()
            if stem(word) in self.stems or (self.prefixes and word.startswith(self.prefixes)):
                found.append(Span(match.start(), match.end()))
        return tuple(found)


def wanted_words(query: Node) -> WantedWords:
    """The words that a query asks for; excluded ones and those of other fields left out."""
    stems: set[str] = set()
    prefixes: list[str] = []
    waiting = [query]
    while waiting:
        node = waiting.pop()
        match node:
            case Word(text, field) | Phrase(text, field):
                if field != "url":
                    stems |= {stem(word) for word in _WORD.findall(text.casefold())}
            case Prefix(text, field):
                if field != "url":
                    prefixes += _WORD.findall(text.casefold())[-1:]
            case And(parts) | Or(parts):
                waiting += parts
            case Not():
                pass
    return WantedWords(frozenset(stems), tuple(prefixes))


def _snippet(policy: Policy, sentence: Span, marks: tuple[Span, ...]) -> Snippet:
    start, end = sentence.start, sentence.end
    if end - start > _LONGEST:
        start = max(start, marks[0].start - _LONGEST // 3)
        end = min(end, start + _LONGEST)
        start = min(start + _to_word(policy.text, start), marks[0].start)
        end = max(policy.text.rfind(" ", marks[0].end, end), marks[0].end)
    inside = tuple(
        Span(mark.start - start, mark.end - start)
        for mark in marks
        if start <= mark.start and mark.end <= end
    )
    return Snippet(policy.text[start:end], start, end, inside, policy.section_path(start))


def _to_word(text: str, start: int) -> int:
    """How far it is to the beginning of the next word, when `start` is inside one."""
    if start == 0 or text[start - 1].isspace():
        return 0
    found = re.compile(r"\s+").search(text, start)
    return found.end() - start if found else 0
