"""The sentences of a policy that show best why it was found."""

import functools
import math
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from privascope.library.engines.query import And, Bag, Node, Not, Or, Phrase, Prefix, Word
from privascope.library.engines.word_forms import prefix_of_forms, stem
from privascope.policy.outline import Outline, outline_of
from privascope.policy.policy import Policy, Span

_WORD = re.compile(r"[^\W_]+")
_REST_OF_WORD = re.compile(r"[^\W_]*")
# The placeholder for other letters where only ASCII letters are compared.
_NOT_ASCII = "?"
# A sentence longer than this is cut around its marked words.
_LONGEST = 320
# Text of this length counts as a whole sentence.
_WHOLE = 160


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
    return best_sentences(outline_of(policy), wanted_words(query), limit)


def best_sentences(policy: Outline, wanted: "WantedWords", limit: int = 2) -> tuple[Snippet, ...]:
    """The sentences with the most of the wanted words, in reading order."""
    starts, ends = policy.starts, policy.ends
    words = WordsInText(wanted, policy.text)
    return tuple(
        snippet_of(policy, starts[number], ends[number], words.marks(starts[number], ends[number]))
        for number in sorted(_worthiest(words.in_sentences(starts, ends), starts, ends, limit))
    )


def _worthiest(
    words_of: dict[int, tuple[str, ...]], starts: list[int], ends: list[int], limit: int
) -> list[int]:
    """The most informative sentences: rare words count more, words already shown count less."""
    # Sentences with the same words have the same value, and there are few such groups.
    alike: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number in sorted(words_of):
        alike[words_of[number]].append(number)
    uses: dict[str, int] = {}
    for words, numbers in alike.items():
        for word in words:
            uses[word] = uses.get(word, 0) + len(numbers)
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
    """The first of some sentences that is whole, else the longest: a heading says less."""
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
    """The words of a query, in the forms in which a text may have them."""

    stems: frozenset[str] = frozenset()
    prefixes: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Whether there is any word to look for."""
        return bool(self.stems or self.prefixes)

    def marks(self, text: str, start: int, end: int) -> tuple[Span, ...]:
        """The places of the wanted words between two places of a text."""
        # Only the piece is read, with the letter before it, which may belong to its first word.
        before = max(0, start - 1)
        marks = WordsInText(self, text[before:end]).marks(start - before, end - before)
        return tuple(Span(before + mark.start, before + mark.end) for mark in marks)

    def stem(self, word: str) -> str | None:
        """The stem of a word that is wanted."""
        stemmed = stem(word)
        return stemmed if stemmed in self.stems or word.startswith(self.prefixes) else None


@functools.lru_cache(maxsize=64)
def _patterns(wanted: WantedWords) -> tuple[re.Pattern[str], ...]:
    """Words in small letters that begin as the wanted ones do."""
    beginnings = {*map(prefix_of_forms, wanted.stems), *wanted.prefixes}
    # A pattern that begins with fixed letters is found at once; one for all would try each place.
    return tuple(re.compile(f"{beginning}[^\\W_]*") for beginning in sorted(beginnings))


class WordsInText:
    """Finds wanted words in a text. Few begin like one, and only these are looked at closely."""

    def __init__(self, wanted: WantedWords, text: str) -> None:
        self._text = text
        self._stems = _Stems(wanted)
        self._patterns = _patterns(wanted)
        only_ascii = all(pattern.pattern.isascii() for pattern in self._patterns)
        self._small = _in_small_letters(text, only_ascii)

    def marks(self, start: int, end: int) -> list[Span]:
        """The places of wanted words between two places."""
        found = {at: Span(at, upto) for at, upto, _ in self._found(start, end)}
        return [found[at] for at in sorted(found)]

    def in_sentences(self, starts: list[int], ends: list[int]) -> dict[int, tuple[str, ...]]:
        """The stems of the wanted words in each sentence that holds any, by its number."""
        stems_in: dict[int, tuple[str, ...]] = {}
        for at, upto, stemmed in self._found(0, len(self._text)):
            number = bisect_right(starts, at) - 1
            if number >= 0 and upto <= ends[number]:
                stems = stems_in.get(number, ())
                if stemmed not in stems:
                    stems_in[number] = (*stems, stemmed)
        return stems_in

    def _found(self, start: int, end: int) -> Iterator[tuple[int, int, str]]:
        """Where each wanted word starts and ends, and its stem; pattern by pattern."""
        text, small, stems = self._text, self._small, self._stems
        for pattern in self._patterns:
            for match in pattern.finditer(small, start, end):
                at, upto = match.span()
                if at and text[at - 1].isalnum():
                    continue
                if small[upto : upto + 1] == _NOT_ASCII:
                    upto = _end_of_word(text, upto, end)
                stemmed = stems[text[at:upto]]
                if stemmed is not None:
                    yield at, upto, stemmed


class _Stems(dict[str, str | None]):
    """The stems of words as they are written; none for a word that is not wanted."""

    def __init__(self, wanted: WantedWords) -> None:
        self._wanted = wanted

    def __missing__(self, word: str) -> str | None:
        stemmed = self[word] = self._wanted.stem(word.casefold())
        return stemmed


def _end_of_word(text: str, inside: int, end: int) -> int:
    rest = _REST_OF_WORD.match(text, inside, end)
    return rest.end() if rest else inside


def _in_small_letters(text: str, only_ascii: bool) -> str:
    """The text in small letters, every letter in its place.

    Where only ASCII is looked for, a letter that is not in it becomes "?", which is much quicker
    than the rules for all alphabets.
    """
    if text.isascii():
        return text.lower()
    if only_ascii:
        return text.encode("ascii", "replace").lower().decode("ascii")
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
            case And(parts) | Or(parts) | Bag(parts):
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
