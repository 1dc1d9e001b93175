"""Words that lost the space between them, such as "informationWe", and what they were."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

# Each half is so many times as frequent as the joined word.
_RATIO = 20
# The share of a joined word's occurrences that show a capital where the second half begins.
_CAPITAL = 0.5
_BORDER = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
# Without a capital inside, only these words are split off: they hardly begin or end other words.
_FIRST = frozenset("the our your and from that this it or of for is are".split())
_SECOND = frozenset(
    "we the our your you this that these from and are when if how what which please other".split()
)
_SHORTEST_REST = 4


def split_words(words: Iterable[str], splits: Mapping[str, tuple[str, str]]) -> Iterator[str]:
    """The words in small letters, joined ones as the two that they were."""
    for word in words:
        small = word.lower()
        if small in splits:
            yield from splits[small]
        else:
            yield small


def joined_words(counts: Mapping[str, int]) -> dict[str, tuple[str, str]]:
    """Each joined word with its two halves, from how often every word occurs as it is written.

    A word of the English lexicon is never split, nor one whose halves are rarer than itself.
    """
    from lemminflect import getAllLemmas

    small: Counter[str] = Counter()
    capitals: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for word, often in counts.items():
        small[word.lower()] += often
        borders = [match.start() for match in _BORDER.finditer(word)]
        if len(borders) == 1:
            capitals[word.lower()][borders[0]] += often
    found = {}
    for word, often in small.items():
        if not word.isalpha() or getAllLemmas(word):
            continue
        shown = capitals.get(word, Counter())
        fitting = [
            (min(small[first], small[second]), (first, second))
            for first, second in _halves(word)
            if min(small[first], small[second]) >= _RATIO * often
            and (shown[len(first)] >= _CAPITAL * often or _splits_off(first, second))
        ]
        if fitting:
            found[word] = max(fitting)[1]
    return found


def _halves(word: str) -> Iterator[tuple[str, str]]:
    return ((word[:cut], word[cut:]) for cut in range(2, len(word) - 1))


def _splits_off(first: str, second: str) -> bool:
    if first in _FIRST and second in _SECOND:
        return True
    return (second in _SECOND and len(first) >= _SHORTEST_REST) or (
        first in _FIRST and len(second) >= _SHORTEST_REST
    )
