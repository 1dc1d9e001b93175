"""The sentences of a policy that show best why it was found."""

import functools
import math
import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from privascope.library.engines.query import And, Node, Not, Or, Phrase, Prefix, Word
from privascope.library.engines.word_forms import prefix_of_forms, stem
from privascope.policy.policy import Policy, Span

_WORD = re.compile(r"[^\W_]+")
_REST_OF_WORD = re.compile(r"[^\W_]*")
# A sentence longer than this is cut around its marked words.
_LONGEST = 320
# So many letters are a whole sentence; what is longer tells no more.
_WHOLE = 160


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
    """A policy's text with its sections and where each sentence starts and ends.

    Of a section there are its start, the end of its heading, and its end.
    """

    text: str
    sections: Sequence[tuple[int, int, int]]
    starts: list[int]
    ends: list[int]

    def section_path(self, position: int) -> tuple[str, ...]:
        """The headings above a place, the outermost first."""
        return tuple(
            self.text[start:heading_end]
            for start, heading_end, end in self.sections
            if start <= position < end
        )


def outline_of(policy: Policy) -> Outline:
    """What of a policy its snippets need."""
    return Outline(
        policy.text,
        [(section.start, section.heading_end, section.end) for section in policy.sections],
        [sentence.start for sentence in policy.sentences],
        [sentence.end for sentence in policy.sentences],
    )


def find_snippets(policy: Policy, query: Node, limit: int = 2) -> tuple[Snippet, ...]:
    """The sentences with the most of the query's words, in reading order."""
    return best_sentences(outline_of(policy), wanted_words(query), limit)


def best_sentences(policy: Outline, wanted: "WantedWords", limit: int = 2) -> tuple[Snippet, ...]:
    """The sentences with the most of the wanted words, in reading order."""
    starts, ends = policy.starts, policy.ends
    return tuple(
        snippet_of(
            policy,
            starts[number],
            ends[number],
            list(wanted.marks(policy.text, starts[number], ends[number])),
        )
        for number in sorted(_worthiest(policy, wanted, limit))
    )


def _worthiest(policy: Outline, wanted: "WantedWords", limit: int) -> list[int]:
    """The sentences that tell most: rare words count more, and words told already count less."""
    starts, ends = policy.starts, policy.ends
    words_of = wanted.in_sentences(policy)
    # Sentences with the same words are worth the same, and there are few such groups.
    alike: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number in sorted(words_of):
        alike[words_of[number]].append(number)
    uses: Counter[str] = Counter()
    for words, numbers in alike.items():
        uses.update(dict.fromkeys(words, len(numbers)))
    worth = {word: 1 / math.sqrt(count) for word, count in uses.items()}
    chosen: list[int] = []
    told: set[str] = set()
    while len(chosen) < min(limit, len(words_of)):
        now = {word: 0.3 * value if word in told else value for word, value in worth.items()}
        values = {words: math.fsum(map(now.__getitem__, words)) for words in alike}
        most = max(values.values())
        number = _tells_most(
            [
                _tells_most(alike[words], starts, ends)
                for words, value in values.items()
                if value == most
            ],
            starts,
            ends,
        )
        chosen.append(number)
        told.update(words_of[number])
        alike[words_of[number]].remove(number)
        if not alike[words_of[number]]:
            del alike[words_of[number]]
    return chosen


def _tells_most(numbers: list[int], starts: list[int], ends: list[int]) -> int:
    """The first of some sentences that is whole, else the longest: a heading tells less."""
    longest = number = -1
    for other in sorted(numbers):
        length = ends[other] - starts[other]
        if length >= _WHOLE:
            return other
        if length > longest:
            longest, number = length, other
    return number


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
        # Only the piece is read, with the letter before it, which may belong to its first word.
        before = max(0, start - 1)
        words = _Words(self, text[before:end])
        found = {}
        for beginning in _beginnings(self):
            word = words.next(beginning, start - before)
            while word:
                found[word[0]] = Span(before + word[0], before + word[1])
                word = words.next(beginning, word[1])
        return tuple(found[at] for at in sorted(found))

    def in_sentences(self, policy: Outline) -> dict[int, tuple[str, ...]]:
        """The stems of the wanted words in each sentence that holds any."""
        starts, ends = policy.starts, policy.ends
        words = _Words(self, policy.text)
        stems_in: dict[int, tuple[str, ...]] = {}
        for beginning, only in _beginnings(self).items():
            number = 0
            word = words.next(beginning, 0) if starts else None
            while word:
                at, upto, stemmed = word
                number = max(0, bisect_right(starts, at, number) - 1)
                if starts[number] <= at and upto <= ends[number]:
                    stems = stems_in.get(number, ())
                    if stemmed not in stems:
                        stems_in[number] = (*stems, stemmed)
                    if only:
                        # No other word begins so: the rest of the sentence tells nothing new.
                        upto = ends[number]
                word = words.next(beginning, upto)
        return stems_in

    def stem(self, word: str) -> str | None:
        """The stem of a word that is wanted."""
        stemmed = stem(word)
        return stemmed if stemmed in self.stems or word.startswith(self.prefixes) else None


@functools.lru_cache(maxsize=64)
def _beginnings(wanted: WantedWords) -> dict[str, bool]:
    """How wanted words begin, and whether words of one stem alone are wanted that do so."""
    stems = Counter(prefix_of_forms(stem) for stem in wanted.stems)
    found = {beginning: stems[beginning] == 1 for beginning in sorted(stems)}
    return found | dict.fromkeys(wanted.prefixes, False)


class _Words:
    """Finds wanted words in a text. Few begin like one, and only these are looked at closely."""

    def __init__(self, wanted: WantedWords, text: str) -> None:
        self._wanted = wanted
        self._text = text
        self._small = _in_small_letters(text, "".join(_beginnings(wanted)).isascii())
        self._stems: dict[str, str | None] = {}

    def next(self, beginning: str, start: int) -> tuple[int, int, str] | None:
        """Where the next wanted word that begins so starts and ends, and its stem."""
        text, small, stems = self._text, self._small, self._stems
        at = small.find(beginning, start)
        while at >= 0:
            upto = at + len(beginning)
            if at == 0 or not text[at - 1].isalnum():
                match = _REST_OF_WORD.match(text, upto)
                upto = match.end() if match else upto
                word = text[at:upto]
                if word not in stems:
                    stems[word] = self._wanted.stem(word.casefold())
                stemmed = stems[word]
                if stemmed is not None:
                    return at, upto, stemmed
            at = small.find(beginning, upto)
        return None


def _in_small_letters(text: str, only_ascii: bool) -> str:
    """The text in small letters, every letter in its place; where told, only a to z count."""
    if text.isascii():
        return text.lower()
    if only_ascii:
        # Much quicker than the rules for all alphabets: of bytes only A to Z are made small.
        return text.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")
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


def snippet_of(policy: Outline, start: int, end: int, marks: list[Span]) -> Snippet:
    """A sentence with its marks; cut around them if it is long."""
    if end - start > _LONGEST:
        first = marks[0] if marks else Span(start, start)
        start = max(start, first.start - _LONGEST // 3)
        end = min(end, start + _LONGEST)
        start = min(start + _to_word(policy.text, start), first.start)
        end = max(policy.text.rfind(" ", first.end, end), first.end)
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
