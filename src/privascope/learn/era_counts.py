"""What retrievers brought and filters kept: sizes, overlap, categories and examples."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from privascope.data.pairs import Question
from privascope.learn.augment import Candidate, Variant, chosen, union
from privascope.learn.overlap import mean_bleu, pairs_of, regions

_EXAMPLES_SHOWN = 6


def retrieved_sets(ks: Sequence[int], found: Mapping[str, list[Candidate]]) -> list[dict[str, Any]]:
    """For each k, before and after filtering: sizes, overlap and BLEU between encoders."""
    parts = []
    for k in ks:
        for is_filtered in (False, True):
            own = {name: chosen(some, k, filtered=is_filtered) for name, some in found.items()}
            overlap = regions({name: pairs_of(some) for name, some in own.items()})
            parts.append(
                {
                    "k": k,
                    "filtered": is_filtered,
                    "sizes": {name: len(some) for name, some in own.items()},
                    "regions": [[list(names), count] for names, count in overlap.items()],
                    "bleu": [[a, b, mean_bleu(own[a], own[b])] for a in own for b in own if a != b],
                }
            )
    return parts


def by_category(
    results: Sequence[Mapping[str, Any]],
    categories: Mapping[str, list[str]],
    found: Mapping[str, list[Candidate]],
    k: int,
) -> list[dict[str, Any]]:
    """For each category of questions: what was retrieved and kept, and what each row got right."""
    era = Variant("ERA", tuple(found), k, True)
    kept = union(found, era)
    retrieved = union(found, Variant("all", tuple(found), k, False))
    parts = []
    for name in sorted({one for own in categories.values() for one in own}):
        rows = {}
        for result in results:
            own = [c for c in result["counts"] if name in categories.get(c[0], ())]
            sums = np.array([c[2:] for c in own], dtype=int).reshape(-1, 3).sum(axis=0).tolist()
            rows[f"{result['row']}\t{result['seed']}"] = [len(own), *sums]
        parts.append(
            {
                "category": name,
                "retrieved": sum(name in categories.get(one.question, ()) for one in retrieved),
                "kept": sum(name in categories.get(one.question, ()) for one in kept),
                "rows": rows,
            }
        )
    return parts


def shown_examples(
    found: Mapping[str, list[Candidate]], questions: Sequence[Question]
) -> list[dict[str, Any]]:
    """Some pairs that the filter kept and some that it dropped."""
    texts = {question.id: question.text for question in questions}
    chance = random.Random(0)
    shown: list[dict[str, Any]] = []
    for name, own in found.items():
        for kept in (True, False):
            some = [one for one in own if one.kept is kept]
            shown += [
                {
                    "encoder": name,
                    "kept": kept,
                    "question": texts[one.question],
                    "sentence": one.sentence,
                    "relevance": one.relevance,
                }
                for one in chance.sample(some, min(_EXAMPLES_SHOWN, len(some)))
            ]
    return shown
