"""Which words are vague: a linear model of each word among its neighbours."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from privascope.logistic import logistic
from privascope.policy.policy import Span

WEIGHTS = Path(__file__).parents[1] / "models" / "vagueness" / "weights.npz"

# Bhatia, Breaux, Reidenberg and Norton, "A Theory of Vagueness and Privacy Risk Perception",
# 2016. A sentence without one of these is not asked about any further.
CUE_WORDS = (
    *"depending necessary appropriate inappropriate sometimes generally mostly widely".split(),
    *"general commonly usually normally typically largely often primarily may might can".split(),
    *"could would likely possible possibly anyone certain everyone numerous some most".split(),
    *"few much many various".split(),
    "as needed",
    "as applicable",
    "otherwise reasonably",
    "from time to time",
    "among other things",
    "not limited to",
)
# Words that point elsewhere and terms that policies define are never vague by themselves.
CO_REFERENCES = tuple("it this they them that these here there you us we following".split())
DEFINED_TERMS = (
    "personal information",
    "personally identifiable information",
    "third party",
    "third parties",
    "third-party",
    "third-parties",
)

_TOKEN = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*|[^\w\s]")
_MARKS = str.maketrans("’“”«»", '\'""""')
# How many places on either side of a word are looked at, and which of them together.
REACH = 3
PAIRS = ((-1, 0), (0, 1), (-2, 0), (0, 2), (-1, 1))

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Tokens:
    """The words and marks of some sentences in one row, with empty places around each sentence.

    `sentence` says to which sentence a place belongs, `candidate` which sentences have a cue
    word; `cue` marks those words, `never` what is not vague whatever stands around it.
    """

    texts: list[str]
    spans: list[Span]
    sentence: Ints
    capital: Flags
    cue: Flags
    never: Flags
    candidate: Flags


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words, endings of words and pairs of words that a model knows, by number."""

    words: dict[str, int]
    endings: dict[str, int]
    pairs: tuple[Ints, ...]


@dataclass(frozen=True, slots=True)
class Model:
    """One weight for every feature of a word, and from which probability a word is vague."""

    vocabulary: Vocabulary
    weights: Floats
    threshold: float

    def probabilities(self, tokens: Tokens) -> Floats:
        """How likely each token is vague, whether its sentence is a candidate or not."""
        likely = np.zeros(len(tokens.texts))
        asked = np.flatnonzero(~tokens.never)
        scores = self.weights[features(self.vocabulary, tokens)[asked]].sum(axis=1)
        likely[asked] = logistic(scores)
        return likely

    def vague(self, tokens: Tokens, likely: Floats) -> Flags:
        """Which tokens are vague: likely ones, in sentences with a cue word."""
        return (likely > self.threshold) & tokens.candidate[tokens.sentence]


@cache
def shipped_model() -> Model:
    """The model that Privascope ships."""
    with np.load(WEIGHTS, allow_pickle=False) as file:
        return Model(read_vocabulary(file), file["weights"].astype(float), float(file["threshold"]))


def read_vocabulary(file: Mapping[str, npt.NDArray[Any]]) -> Vocabulary:
    """The vocabulary that stands in a file of weights."""
    return Vocabulary(
        words=numbered(file["words"].tolist()),
        endings=numbered(file["endings"].tolist()),
        pairs=tuple(file[f"pairs{kind}"].astype(np.int64) for kind in range(len(PAIRS))),
    )


def numbered(texts: Iterable[str]) -> dict[str, int]:
    """The number of each text, from 1; 0 is for all others."""
    return {text: number for number, text in enumerate(texts, 1)}


def tokenise(text: str, sentences: Sequence[Span]) -> Tokens:
    """The tokens of the sentences in small letters, with their places in the text."""
    written = [""] * REACH
    spans = [Span(0, 0)] * REACH
    sentence_of = [0] * REACH
    for number, sentence in enumerate(sentences):
        before = len(written)
        for match in _TOKEN.finditer(text, sentence.start, sentence.end):
            written.append(match[0])
            spans.append(Span(match.start(), match.end()))
        written += [""] * REACH
        spans += [Span(sentence.end, sentence.end)] * REACH
        sentence_of += [number] * (len(written) - before)
    texts = _small(written)
    sentence_numbers = np.array(sentence_of, dtype=np.int64)
    cue = marked(texts, _CUE_PHRASES)
    candidate = np.zeros(len(sentences), dtype=np.bool_)
    candidate[sentence_numbers[cue]] = True
    return Tokens(
        texts=texts,
        spans=spans,
        sentence=sentence_numbers,
        capital=np.array([token[:1].isupper() for token in written]),
        cue=cue,
        never=marked(texts, _NEVER_VAGUE) | np.array([not token[:1].isalpha() for token in texts]),
        candidate=candidate,
    )


def has_cue_word(sentence: str) -> bool:
    """Whether a sentence may be a candidate: it holds a word that a cue begins with."""
    return not _CUE_PHRASES.keys().isdisjoint(_TOKEN.findall(sentence.lower()))


def _small(written: Sequence[str]) -> list[str]:
    """The tokens in small letters; the month of May keeps its capital, for it is no cue word."""
    small = [
        token.lower() if token.isascii() else token.lower().translate(_MARKS) for token in written
    ]
    for at, token in enumerate(written):
        if token == "May" and (written[at - 1].isdigit() or written[at + 1].isdigit()):
            small[at] = token
    return small


def by_first_word(phrases: Iterable[str]) -> dict[str, list[list[str]]]:
    """The words of each phrase, under its first word."""
    found: dict[str, list[list[str]]] = {}
    for phrase in phrases:
        words = phrase.split()
        found.setdefault(words[0], []).append(words)
    return found


_CUE_PHRASES = by_first_word(CUE_WORDS)
_NEVER_VAGUE = by_first_word((*CO_REFERENCES, *DEFINED_TERMS))


def marked(texts: list[str], phrases: Mapping[str, list[list[str]]]) -> Flags:
    """Which tokens belong to one of the phrases."""
    marks = np.zeros(len(texts), dtype=np.bool_)
    for at, token in enumerate(texts):
        for words in phrases.get(token, ()):
            if texts[at : at + len(words)] == words:
                marks[at : at + len(words)] = True
    return marks


def features(vocabulary: Vocabulary, tokens: Tokens) -> Ints:
    """The features of each token by number: one row a token, one column a kind of feature."""
    kinds = _kinds(vocabulary, tokens)
    beginnings = np.cumsum([0, *(size for _, size in kinds[:-1])])
    numbers: Ints = np.stack([numbers for numbers, _ in kinds], axis=1) + beginnings
    return numbers


def feature_count(vocabulary: Vocabulary) -> int:
    """How many features there are in all."""
    return sum(size for _, size in _kinds(vocabulary, tokenise("", [])))


def _kinds(vocabulary: Vocabulary, tokens: Tokens) -> list[tuple[Ints, int]]:
    """The kinds of features: the number of each token's feature, and how many there are."""
    words = word_numbers(vocabulary, tokens)
    ends = np.array([vocabulary.endings.get(ending(token), 0) for token in tokens.texts])
    kinds = [(shifted(words, by), len(vocabulary.words) + 1) for by in range(-REACH, REACH + 1)]
    kinds += [(shifted(ends, by), len(vocabulary.endings) + 1) for by in (-1, 0, 1)]
    for places, known in zip(PAIRS, vocabulary.pairs, strict=True):
        joined = joined_numbers(vocabulary, words, places)
        at = np.minimum(np.searchsorted(known, joined), len(known) - 1)
        kinds.append((np.where(known[at] == joined, at + 1, 0), len(known) + 1))
    return kinds + _surroundings(tokens)


def word_numbers(vocabulary: Vocabulary, tokens: Tokens) -> Ints:
    """The number of each token's word, 0 for an unknown one."""
    return np.array([vocabulary.words.get(token, 0) for token in tokens.texts], dtype=np.int64)


def ending(token: str) -> str:
    """The last letters of a word, which tell much of what kind of word it is."""
    return token[-3:]


def joined_numbers(vocabulary: Vocabulary, words: Ints, places: tuple[int, int]) -> Ints:
    """One number for the two words that stand at two places from each token."""
    first, second = (shifted(words, place) for place in places)
    return first * (len(vocabulary.words) + 1) + second


def shifted(numbers: Ints, by: int) -> Ints:
    """The number that stands so many places further on, for each place."""
    return np.roll(numbers, -by)


def _surroundings(tokens: Tokens) -> list[tuple[Ints, int]]:
    """Features of where a token stands in its sentence, each with how many values it has."""
    counts = np.bincount(tokens.sentence, minlength=len(tokens.candidate))
    starts = np.cumsum(counts) - counts
    place = np.arange(len(tokens.texts)) - starts[tokens.sentence]
    length = counts[tokens.sentence]
    cue = tokens.cue.astype(np.int64)
    so_far = np.cumsum(cue)
    earlier = so_far - cue - (so_far - cue)[starts[tokens.sentence]]
    total = np.bincount(tokens.sentence, cue, minlength=len(counts)).astype(np.int64)
    cue_name = np.array([_CUE_NUMBERS.get(token, 0) for token in tokens.texts], dtype=np.int64)
    return [
        (np.minimum(place, 15) // 2, 8),
        (np.minimum(length // 8, 7) * 2 + cue, 16),
        (cue * (1 + np.minimum(earlier, 3)), 5),
        (cue * np.minimum(total[tokens.sentence], 6), 7),
        (shifted(cue, -1) * 2 + shifted(cue, 1), 4),
        (tokens.capital * (1 + (place > 0)), 3),
        (cue_name * 3 + np.minimum(earlier, 2), 3 * (len(_CUE_NUMBERS) + 1)),
    ]


_CUE_NUMBERS = numbered(word for word in CUE_WORDS if " " not in word)
