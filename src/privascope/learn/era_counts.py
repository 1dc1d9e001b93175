"""What retrievers brought and filters kept: sizes, overlap, categories and examples."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from privascope.data.pairs import Question
from privascope.learn.augment import Candidate, Variant, chosen, union
from privascope.learn.overlap import mean_bleu, pairs_of, regions

DECISIONS = ("", "argmax", "tuned")
_QUESTIONS_SHOWN, _SENTENCES_SHOWN = 4, 3


def retrieved_sets(ks: Sequence[int], found: Mapping[str, list[Candidate]]) -> list[dict[str, Any]]:
    """For each k, before and after filtering: sizes, overlap and BLEU between encoders."""
    parts = []
    for k in ks:
        for decision in DECISIONS:
            own = {name: chosen(some, k, decision) for name, some in found.items()}
            overlap = regions({name: pairs_of(some) for name, some in own.items()})
            parts.append(
                {
                    "k": k,
                    "decision": decision,
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
    everyone = tuple(found)
    kept = union(found, Variant("ERA", everyone, k, "argmax"))
    retrieved = union(found, Variant("all", everyone, k, ""))
    parts = []
    for name in sorted({one for own in categories.values() for one in own}):
        rows = {}
        for result in results:
            counts = result["fp32"]["counts"]["argmax"]
            own = [count[2:] for count in counts if name in categories.get(count[0], ())]
            sums = np.array(own, dtype=int).reshape(-1, 4).sum(axis=0).tolist()
            rows[result["row"]] = [len(own), *sums]
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
    found: Mapping[str, list[Candidate]], questions: Sequence[Question], k: int
) -> list[dict[str, Any]]:
    """Some questions with their labelled sentences, and what was kept and dropped for them."""
    asked = {question.id: question for question in questions}
    grouped: dict[str, list[tuple[str, Candidate]]] = {}
    for name, own in found.items():
        for one in own:
            if one.rank <= k:
                grouped.setdefault(one.question, []).append((name, one))
    both = [
        name
        for name, own in grouped.items()
        if asked[name].answerable and {one.kept for _, one in own} == {True, False}
    ]
    chance = random.Random(0)
    shown = []
    for name in chance.sample(both, min(_QUESTIONS_SHOWN, len(both))):
        some = grouped[name]
        gold = [asked[name].sentences[place] for place in np.flatnonzero(asked[name].relevant)]
        shown.append(
            {
                "question": asked[name].text,
                "gold": gold[:_SENTENCES_SHOWN],
                "kept": _some(some, chance, kept=True),
                "dropped": _some(some, chance, kept=False),
            }
        )
    return shown


def _some(
    own: Sequence[tuple[str, Candidate]], chance: random.Random, *, kept: bool
) -> list[dict[str, Any]]:
    some = [(name, one) for name, one in own if one.kept is kept]
    return [
        {
            "encoder": name,
            "sentence": one.sentence,
            "rank": one.rank,
            "retriever": round(one.product, 3),
            "filter": round(one.relevance, 2),
        }
        for name, one in chance.sample(some, min(_SENTENCES_SHOWN, len(some)))
    ]
