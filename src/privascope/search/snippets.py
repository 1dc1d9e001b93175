"""The sentences of a policy that show best why it was found."""

import math
import re
from bisect import bisect_right
from collections import Counter, defaultdict
from dataclasses import dataclass

from privascope.library.engines.query import And, Node, Not, Or, Phrase, Prefix, Word
from privascope.library.engines.word_forms import prefix_of_forms, stem
from privascope.policy.policy import Policy, Section, Span

_WORD = re.compile(r"[^\W_]+")
_REST_OF_WORD = re.compile(r"[^\W_]*")
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


@dataclass(frozen=True, slots=True)
class Outline:
    """A policy's text with its sections and where each sentence starts and ends."""

    text: str
    sections: tuple[Section, ...]
    starts: list[int]
    ends: list[int]

    def section_path(self, position: int) -> tuple[str, ...]:
        """The headings above a place, the outermost first."""
        return tuple(
            self.text[section.start : section.heading_end]
            for section in self.sections
            if section.start <= position < section.end
        )


def outline_of(policy: Policy) -> Outline:
    """What of a policy its snippets need."""
    return Outline(
        policy.text,
        policy.sections,
        [sentence.start for sentence in policy.sentences],
        [sentence.end for sentence in policy.sentences],
    )


def find_snippets(policy: Policy, query: Node, limit: int = 2) -> tuple[Snippet, ...]:
    """The sentences with the most of the query's words, in reading order."""
    return best_sentences(outline_of(policy), wanted_words(query), limit)


def best_sentences(policy: Outline, wanted: "WantedWords", limit: int = 2) -> tuple[Snippet, ...]:
    """The sentences with the most of the wanted words, in reading order."""
    marks_of: dict[int, list[tuple[int, int]]] = defaultdict(list)
    found_in: dict[int, set[str]] = defaultdict(set)
    starts, ends = policy.starts, policy.ends
    for start, end, found in wanted.found(policy.text, 0, len(policy.text)):
        number = bisect_right(starts, start) - 1
        if number >= 0 and end <= ends[number]:
            marks_of[number].append((start, end))
            found_in[number].add(found)
    uses = Counter(word for words in found_in.values() for word in words)
    worth = {word: 1 / math.sqrt(count) for word, count in uses.items()}
    chosen: list[int] = []
    told: set[str] = set()
    while len(chosen) < limit and len(chosen) < len(marks_of):
        # Rare words count more, and words told already count less.
        now = {word: 0.3 * value if word in told else value for word, value in worth.items()}
        _, _, before = max(
            (
                math.fsum(map(now.__getitem__, words)),
                # Of equals, a whole sentence tells more than a heading.
                min(ends[number] - starts[number], 160),
                -number,
            )
            for number, words in found_in.items()
            if number not in chosen
        )
        chosen.append(-before)
        told |= found_in[-before]
    return tuple(
        _snippet(policy, starts[number], ends[number], [Span(*mark) for mark in marks_of[number]])
        for number in sorted(chosen)
    )


@dataclass(frozen=True, slots=True)
class WantedWords:
    """What a query asks for, in the forms in which it may stand in a text."""

    stems: frozenset[str] = frozenset()
    prefixes: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Whether there is any word to look for."""
        return bool(self.stems or self.prefixes)

    def marks(self, text: str, start: int, end: int) -> tuple[Span, ...]:
        """Where the wanted words stand between two places of a text."""
        return tuple(Span(at, upto) for at, upto, _ in self.found(text, start, end))

    def found(self, text: str, start: int, end: int) -> list[tuple[int, int, str]]:
        """Where the wanted words start and end in a text, each with its stem."""
        beginnings = {prefix_of_forms(stem) for stem in self.stems} | set(self.prefixes)
        small = _in_small_letters(text, "".join(beginnings).isascii())
        found: dict[int, tuple[int, int, str]] = {}
        stems: dict[str, str | None] = {}
        # Few words begin like a wanted one, and only these are looked at closely.
        for beginning in beginnings:
            at = small.find(beginning, start, end)
            while at >= 0:
                upto = at + len(beginning)
                if at == 0 or not text[at - 1].isalnum():
                    match = _REST_OF_WORD.match(text, upto, end)
                    upto = match.end() if match else upto
                    word = text[at:upto]
                    if word not in stems:
                        stems[word] = self._stem(word.casefold())
                    stemmed = stems[word]
                    if stemmed is not None:
                        found[at] = at, upto, stemmed
                at = small.find(beginning, upto, end)
        return sorted(found.values())

    def _stem(self, word: str) -> str | None:
        """The stem of a word that is wanted."""
        stemmed = stem(word)
        return stemmed if stemmed in self.stems or word.startswith(self.prefixes) else None


def _in_small_letters(text: str, only_ascii: bool) -> str:
    """The text in small letters, every letter in its place; where told, only a to z count."""
    if text.isascii():
        return text.lower()
    if only_ascii:
        # Much quicker than the rules for all alphabets. Whatever else this changes, no letter
        # becomes one from a to z.
        units = text.encode("utf-16-le", "surrogatepass").lower()
        return units.decode("utf-16-le", "surrogatepass")
    small = text.lower()
    if len(small) == len(text):
        return small
    # Few letters become two in small; these stay as they are.
    return "".join(low if len(low := letter.lower()) == 1 else letter for letter in text)


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


def _snippet(policy: Outline, start: int, end: int, marks: list[Span]) -> Snippet:
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
