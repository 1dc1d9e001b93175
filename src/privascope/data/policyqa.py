"""PolicyQA: questions answered by a span of a policy's paragraph, as spans and as pairs."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from privascope.data.rows import read_rows
from privascope.errors import DataError
from privascope.models.pair_tokens import leads
from privascope.policy.policy import Span
from privascope.policy.sentences import split_sentences


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and where the paragraph answers it; no answers means that it does not."""

    id: str
    question: str
    answers: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A part of a policy with what was asked about it."""

    policy: str
    text: str
    asked: tuple[Asked, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """A question and a sentence with its context; the answer's place in the sentence."""

    policy: str
    question: str
    sentence: str
    before: str
    answer: Span | None

    @property
    def relevant(self) -> bool:
        """Whether the sentence answers the question."""
        return self.answer is not None


def read_paragraphs(path: Path, without: Iterable[str] = ()) -> list[Paragraph]:
    """The paragraphs of a file in SQuAD's form, without those of some policies."""
    left_out = frozenset(without)
    found = []
    for number, row in enumerate(read_rows(path, ("title", "paragraphs")), 1):
        if row["title"] in left_out:
            continue
        try:
            found += [_paragraph(str(row["title"]), part) for part in row["paragraphs"]]
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise DataError(f"{path}, row {number}: not in SQuAD's form ({error!r})") from error
    if not found:
        raise DataError(f"{path}: no paragraphs")
    return found


def _paragraph(policy: str, part: Mapping[str, Any]) -> Paragraph:
    text = str(part["context"])
    asked = []
    for entry in part["qas"]:
        spans: dict[Span, None] = {}
        for answer in entry["answers"]:
            start, words = int(answer["answer_start"]), str(answer["text"])
            if not words or start < 0 or text[start : start + len(words)] != words:
                raise ValueError(f"the answer of {entry.get('id')} does not stand where it should")
            spans[Span(start, start + len(words))] = None
        asked.append(Asked(str(entry["id"]), str(entry["question"]), tuple(spans)))
    return Paragraph(policy, text, tuple(asked))


def sentence_pairs(
    paragraphs: Sequence[Paragraph], negatives: int, seed: int, most: int | None = None
) -> list[Pair]:
    """Each question with the sentences that answer it, against others of the same policy.

    A sentence that holds an answer to the same question anywhere in the policy is never taken
    for a wrong one. `negatives` wrong sentences go with each right one, half of them from the
    same paragraph where there are any. `most` pairs at most, drawn at random.
    """
    generator = random.Random(seed)
    pairs: list[Pair] = []
    for own in by_policy(paragraphs):
        pairs += _policy_pairs(own, negatives, generator)
    return pairs if most is None or len(pairs) <= most else generator.sample(pairs, most)


def by_policy(paragraphs: Sequence[Paragraph]) -> Iterator[list[Paragraph]]:
    """The paragraphs of each policy."""
    grouped: dict[str, list[Paragraph]] = {}
    for paragraph in paragraphs:
        grouped.setdefault(paragraph.policy, []).append(paragraph)
    yield from grouped.values()


def _policy_pairs(
    paragraphs: Sequence[Paragraph], negatives: int, generator: random.Random
) -> list[Pair]:
    sentences: list[str] = []
    homes: list[int] = []
    right: dict[str, dict[int, Span]] = {}
    for home, paragraph in enumerate(paragraphs):
        spans = split_sentences(paragraph.text)
        for asked in paragraph.asked:
            answered = right.setdefault(asked.question, {})
            for number, answer in _answered_sentences(spans, asked.answers):
                known = answered.get(len(sentences) + number)
                if known is None or answer.end - answer.start > known.end - known.start:
                    answered[len(sentences) + number] = answer
        sentences += [paragraph.text[span.start : span.end] for span in spans]
        homes += [home] * len(spans)

    contexts = leads(sentences)

    def pair(question: str, number: int, answer: Span | None) -> Pair:
        policy = paragraphs[0].policy
        return Pair(policy, question, sentences[number], contexts[number], answer)

    pairs = []
    for question, answered in right.items():
        texts = {sentences[number] for number in answered}
        wrong = [n for n, text in enumerate(sentences) if text not in texts]
        places = {homes[number] for number in answered}
        near = [number for number in wrong if homes[number] in places]
        wanted = negatives * len(answered)
        chosen = set(generator.sample(near, min(len(near), wanted // 2)))
        others = [number for number in wrong if number not in chosen]
        chosen.update(generator.sample(others, min(len(others), wanted - len(chosen))))
        pairs += [pair(question, number, answer) for number, answer in answered.items()]
        pairs += [pair(question, number, None) for number in sorted(chosen)]
    return pairs


def _answered_sentences(
    sentences: Sequence[Span], answers: Iterable[Span]
) -> Iterator[tuple[int, Span]]:
    """The sentences that an answer lies in or begins in, with its place in the sentence."""
    for answer in answers:
        for number, sentence in enumerate(sentences):
            start, end = max(answer.start, sentence.start), min(answer.end, sentence.end)
            if start < end and (end - start) * 2 > min(answer.end - answer.start, 60):
                yield number, Span(start - sentence.start, end - sentence.start)
