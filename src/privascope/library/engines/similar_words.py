"""The words of a library that a misspelt one may stand for."""

from collections.abc import Iterable


def likeliest(word: str, own: int, others: Iterable[tuple[str, int]], limit: int) -> list[str]:
    """Of some words with the numbers of texts that have them, those much like a rarer one.

    `own` is how many texts have the word itself. A slip of the first letter is rare, so words
    that share it are enough; common ones are likelier.
    """
    from rapidfuzz.distance import DamerauLevenshtein

    furthest = 1 if len(word) < 6 else 2
    found = []
    for other, common in others:
        if common <= max(2, 20 * own) or abs(len(other) - len(word)) > furthest:
            continue
        steps = DamerauLevenshtein.distance(word, other, score_cutoff=furthest)
        if 0 < steps <= furthest:
            found.append((steps, -common, other))
    return [other for _, _, other in sorted(found)[:limit]]
