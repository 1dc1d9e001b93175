"""Texts cut into windows of whole sentences, as the practice model reads them."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from privascope.models.pair_tokens import pair_marks

if TYPE_CHECKING:
    from tokenizers import Tokenizer

# Tokens that are read at once; a longer text is read in several windows.
LONGEST = 256
# Of what introduces a text only the end is read.
LONGEST_LEAD = 48
# A text is read no further than so many characters.
LONGEST_TEXT = 20_000
# The place in the text of a token that is not part of it.
NOWHERE = (-1, -1)

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Passage:
    """A text to read, what introduces it, and where its sentences start and end.

    Without sentences the whole text is one.
    """

    text: str
    lead: str = ""
    sentences: tuple[Place, ...] = ()

    @property
    def places(self) -> tuple[Place, ...]:
        """Where each sentence starts and ends, of those that are read."""
        places = self.sentences or ((0, min(len(self.text), LONGEST_TEXT)),)
        return tuple((start, min(end, LONGEST_TEXT)) for start, end in places)


@dataclass(frozen=True, slots=True)
class Window:
    """A row of tokens: `[CLS] lead [SEP] sentence [SEP] sentence [SEP]`.

    `offsets` tell for each token its place in the passage's text; `sentences` the number of each
    sentence, its first token and the mark that closes it. A long sentence may be in several
    windows.
    """

    passage: int
    ids: list[int]
    offsets: list[Place]
    sentences: list[tuple[int, int, int]]


def windows_of(passages: Sequence[Passage], tokenizer: "Tokenizer") -> Iterator[Window]:
    """The windows of each passage in order; none of a passage without words."""
    opening, _, closing = pair_marks(tokenizer)
    places = [passage.places for passage in passages]
    texts = [
        passage.text[start:end]
        for passage, own in zip(passages, places, strict=True)
        for start, end in own
    ]
    leads = [passage.lead[-LONGEST_TEXT:] for passage in passages]
    encoded = iter(tokenizer.encode_batch(texts, add_special_tokens=False))
    led = tokenizer.encode_batch(leads, add_special_tokens=False)
    for number, own in enumerate(places):
        before = led[number].ids[-LONGEST_LEAD:]
        head = [opening, *before, closing] if before else [opening]
        room = LONGEST - len(head)
        parts = [
            part
            for sentence, (start, _) in enumerate(own)
            for part in _parts(sentence, start, next(encoded), room - 1)
        ]
        for group in _grouped(parts, room):
            yield _window(number, head, group, closing)


@dataclass(frozen=True, slots=True)
class _Part:
    """Some tokens of a sentence, mostly all of them."""

    sentence: int
    ids: list[int]
    offsets: list[Place]


def _parts(sentence: int, shift: int, encoding: object, longest: int) -> Iterator[_Part]:
    """A sentence in parts of equal length that fit into a window."""
    ids: list[int] = encoding.ids  # type: ignore[attr-defined]
    offsets: list[Place] = encoding.offsets  # type: ignore[attr-defined]
    count = math.ceil(len(ids) / longest)
    for part in range(count):
        start, end = (len(ids) * edge // count for edge in (part, part + 1))
        places = [(first + shift, last + shift) for first, last in offsets[start:end]]
        yield _Part(sentence, ids[start:end], places)


def _grouped(parts: Sequence[_Part], room: int) -> Iterator[list[_Part]]:
    """The parts in as few windows as can be, of about the same length."""
    total = sum(len(part.ids) + 1 for part in parts)
    enough = total / max(1, math.ceil(total / room))
    group: list[_Part] = []
    size = 0
    for part in parts:
        cost = len(part.ids) + 1
        if group and (size >= enough or size + cost > room):
            yield group
            group, size = [], 0
        group.append(part)
        size += cost
    if group:
        yield group


def _window(passage: int, head: list[int], group: Sequence[_Part], closing: int) -> Window:
    ids = list(head)
    offsets = [NOWHERE] * len(head)
    sentences = []
    for part in group:
        sentences.append((part.sentence, len(ids), len(ids) + len(part.ids)))
        ids += [*part.ids, closing]
        offsets += [*part.offsets, NOWHERE]
    return Window(passage, ids, offsets, sentences)
