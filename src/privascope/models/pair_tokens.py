"""The token ids of a question and a sentence for a pair model."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from tokenizers import Encoding, Tokenizer

Ints = npt.NDArray[np.int64]

LONGEST_QUESTION = 48
LONGEST_SENTENCE = 128
# The length of paragraphs in which an answer is searched.
LONGEST_PARAGRAPH = 256
# Only the end of the context before the sentence is read.
LONGEST_BEFORE = 20
# A list's item is short, and its head is not far above.
_LONGEST_ITEM = 200
_FARTHEST_HEAD = 25


@dataclass(frozen=True, slots=True)
class PairTokens:
    """Token ids and types of one pair, and the places of the sentence's tokens."""

    ids: list[int]
    types: list[int]
    # Number of the sentence's first token, and its tokens' places in the sentence's text.
    first: int
    offsets: list[tuple[int, int]]


class PairTokenizer:
    """Puts each question, sentence and its context into one row of tokens."""

    def __init__(self, tokenizer: Tokenizer, longest: int = LONGEST_SENTENCE) -> None:
        self._tokenizer = tokenizer
        self._longest = longest
        self._start, self._between, self._end = pair_marks(tokenizer)

    def __call__(
        self, questions: Sequence[str], sentences: Sequence[str], before: Sequence[str] | None
    ) -> list[PairTokens]:
        """The tokens of each pair; without `before` the sentence stands alone."""
        texts = dict.fromkeys((*questions, *sentences, *(before or ())))
        known = dict(
            zip(
                texts,
                self._tokenizer.encode_batch(list(texts), add_special_tokens=False),
                strict=True,
            )
        )
        contexts = before or [""] * len(sentences)
        return [
            self._joined(known[question], known[sentence], known.get(context))
            for question, sentence, context in zip(questions, sentences, contexts, strict=True)
        ]

    def _joined(
        self, question: Encoding, sentence: Encoding, before: Encoding | None
    ) -> PairTokens:
        asked = question.ids[:LONGEST_QUESTION]
        said = sentence.ids[: self._longest]
        ids = [self._start, *asked, *self._between, *said, self._end]
        first = len(asked) + 1 + len(self._between)
        types = [0] * first + [1] * (len(said) + 1)
        context = before.ids[-LONGEST_BEFORE:] if before else []
        if context:
            ids += [*context, self._end]
            types += [0] * (len(context) + 1)
        return PairTokens(ids, types, first, sentence.offsets[: len(said)])


def pair_marks(tokenizer: Tokenizer) -> tuple[int, tuple[int, ...], int]:
    """The tokens before, between and after the two texts of a pair."""
    start, end = (tokenizer.token_to_id(mark) for mark in ("[CLS]", "[SEP]"))
    if start is not None and end is not None:
        return start, (end,), end
    # RoBERTa's kind has other ones, and two of them between the texts.
    ids = tokenizer.encode("", "").ids
    return (ids[0], tuple(ids[1:-1]), ids[-1]) if len(ids) > 2 else (0, (0,), 0)


def leads(sentences: Sequence[str]) -> list[str]:
    """The context of each sentence: the head of its list, else the sentence before it."""
    found: list[str] = []
    head, since = "", 0
    for number, sentence in enumerate(sentences):
        previous = sentences[number - 1] if number else ""
        if previous.rstrip().endswith((":", ": -")):
            head, since = previous, number
        elif head and not (_is_item(previous) and number - since <= _FARTHEST_HEAD):
            head = ""
        found.append(head if head and _is_item(sentence) else previous)
    return found


def _is_item(sentence: str) -> bool:
    text = sentence.strip()
    if not text or len(text) > _LONGEST_ITEM:
        return False
    return text.endswith((";", ",", "and", "or")) or not text.endswith((".", "?", "!"))
