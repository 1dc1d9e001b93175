"""The overlap of the sentences that several encoders retrieve."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from privascope.learn.augment import Candidate
from privascope.learn.corpus import sentence_key

Pairs = frozenset[tuple[str, str]]


def pairs_of(candidates: Sequence[Candidate]) -> Pairs:
    """Question and sentence of each candidate, spelling aside."""
    return frozenset((one.question, sentence_key(one.sentence)) for one in candidates)


def regions(found: Mapping[str, Pairs]) -> dict[tuple[str, ...], int]:
    """How many pairs exactly these encoders bring, for every set of encoders: a Venn diagram."""
    counts: Counter[tuple[str, ...]] = Counter()
    for pair in frozenset().union(*found.values()):
        counts[tuple(name for name, own in found.items() if pair in own)] += 1
    names = tuple(found)
    return {
        some: counts[some]
        for size in range(1, len(names) + 1)
        for some in combinations(names, size)
    }


def mean_bleu(ours: Sequence[Candidate], theirs: Sequence[Candidate]) -> float:
    """BLEU-4 of our sentences against all of theirs for the same question, over all questions."""
    references: dict[str, list[list[str]]] = {}
    for one in theirs:
        references.setdefault(one.question, []).append(sentence_key(one.sentence).split())
    scores = [
        bleu(sentence_key(one.sentence).split(), references[one.question])
        for one in ours
        if one.question in references
    ]
    return sum(scores) / len(scores) if scores else 0.0


def bleu(words: Sequence[str], references: Sequence[Sequence[str]]) -> float:
    """BLEU-4 of one sentence against several, counts above single words smoothed by one."""
    if not words or not references:
        return 0.0
    logarithm = 0.0
    for size in range(1, 5):
        own = _grams(words, size)
        allowed: Counter[tuple[str, ...]] = Counter()
        for reference in references:
            allowed |= _grams(reference, size)
        right, total = (own & allowed).total(), own.total()
        if size > 1:
            right, total = right + 1, total + 1
        if not right or not total:
            return 0.0
        logarithm += math.log(right / total) / 4
    nearest = min((len(reference) for reference in references), key=lambda n: abs(n - len(words)))
    return math.exp(logarithm + min(0.0, 1 - nearest / len(words)))


def _grams(words: Sequence[str], size: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(words[at : at + size]) for at in range(len(words) - size + 1))
