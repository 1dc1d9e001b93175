"""How vague a policy is: which sentences leave open what will happen, and by which words."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from privascope.policy.policy import Policy, Span
from privascope.traits.vague_words import (
    by_first_word,
    has_cue_word,
    marked,
    shipped_model,
    tokenise,
)

# Changes whenever the same policy would get other vague words.
VERSION = "1"

# A sentence is read no further than so many characters, and so many are taken at once.
_LONGEST_SENTENCE = 10_000
_BATCH = 200_000
# What newer policies call personal information, and define; the annotated ones are older.
_DEFINED_SINCE = by_first_word(["personal data"])


@dataclass(frozen=True, slots=True)
class Vagueness:
    """What is vague in a policy.

    `candidates` counts the sentences with a cue word, `vague` those of them with a vague word.
    `words` are the vague words as stretches of the policy's text; `vague_sentences` are indexes
    into the policy's sentences.
    """

    sentences: int
    candidates: int
    vague: int
    words: tuple[Span, ...]
    vague_sentences: tuple[int, ...]

    @property
    def share(self) -> float:
        """The share of all sentences that are vague."""
        return self.vague / self.sentences if self.sentences else 0.0


def measure_vagueness(policy: Policy) -> Vagueness:
    """How many of a policy's sentences are vague, and the words that make them so."""
    model = shipped_model()
    candidates = 0
    words: list[Span] = []
    vague: list[int] = []
    for numbers, sentences in _batches(policy):
        tokens = tokenise(policy.text, sentences)
        candidates += int(tokens.candidate.sum())
        is_vague = model.vague(tokens, model.probabilities(tokens))
        found = np.flatnonzero(is_vague & ~marked(tokens.texts, _DEFINED_SINCE))
        words += [tokens.spans[at] for at in found]
        vague += [numbers[at] for at in np.unique(tokens.sentence[found])]
    return Vagueness(len(policy.sentences), candidates, len(vague), tuple(words), tuple(vague))


def _batches(policy: Policy) -> Iterator[tuple[list[int], list[Span]]]:
    """The numbers and places of sentences that may be candidates, in runs of bounded length."""
    size = 0
    numbers: list[int] = []
    batch: list[Span] = []
    for number, sentence in enumerate(policy.sentences):
        end = min(sentence.end, sentence.start + _LONGEST_SENTENCE)
        if not has_cue_word(policy.text[sentence.start : end]):
            continue
        numbers.append(number)
        batch.append(Span(sentence.start, end))
        size += end - sentence.start
        if size > _BATCH:
            yield numbers, batch
            size, numbers, batch = 0, [], []
    if batch:
        yield numbers, batch
