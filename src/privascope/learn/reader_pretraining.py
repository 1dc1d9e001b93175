"""What the reader learns first: windows of PrivacyQA's sentences and PolicyQA's paragraphs."""

import random
from collections.abc import Sequence

import numpy as np

from privascope.data.pairs import Question
from privascope.data.policyqa import Paragraph, by_policy
from privascope.learn.reader_examples import LONGEST_EXAMPLE, Example
from privascope.models.window_tokens import LONGEST_WINDOW, Line, Window, WindowTokenizer
from privascope.policy.policy import Span
from privascope.policy.sentences import split_sentences


def privacyqa_examples(
    questions: Sequence[Question], tokenizer: WindowTokenizer, seed: str, windows: int = 1
) -> list[Example]:
    """Windows of each question's relevant sentences, their neighbours and others of the policy."""
    generator = random.Random(seed)
    found = []
    for question in questions:
        for place in range(windows):
            right = np.flatnonzero(question.relevant).tolist() if place == 0 else []
            right = generator.sample(right, min(5, len(right)))
            near = {n + step for n in right for step in (-1, 1) if generator.random() < 0.5}
            size = len(question.sentences)
            others = generator.sample(range(size), min(14, size))
            numbers = {*right, *others, *(n for n in near if 0 <= n < size)}
            lines = [Line(number, question.sentences[number]) for number in sorted(numbers)]
            while lines:
                window = tokenizer.window(question.text, lines)
                if len(window.ids) <= LONGEST_WINDOW:
                    grades = tuple(float(question.relevant[line.number]) for line in lines)
                    found.append(Example(window, grades))
                    break
                wrong = [line for line in lines if not question.relevant[line.number]]
                lines.remove(generator.choice(wrong or lines))
    return found


def policyqa_examples(
    paragraphs: Sequence[Paragraph], tokenizer: WindowTokenizer, seed: str
) -> list[Example]:
    """Each question with its paragraph, mostly beside another one, and the span that answers."""
    generator = random.Random(seed)
    found: list[Example] = []
    for own in by_policy(paragraphs):
        answered: dict[str, set[int]] = {}
        for place, paragraph in enumerate(own):
            for asked in paragraph.asked:
                answered.setdefault(asked.question, set()).add(place)
        for paragraph in own:
            spans: dict[str, list[Span]] = {}
            for asked in paragraph.asked:
                spans.setdefault(asked.question, []).extend(asked.answers)
            for question, answers in spans.items():
                others = [n for n in range(len(own)) if n not in answered[question]]
                beside = own[generator.choice(others)] if others else None
                if generator.random() >= 0.7:
                    beside = None
                example = _span_example(
                    tokenizer, question, paragraph.text, answers, beside, generator
                )
                found += [example] if example else []
    generator.shuffle(found)
    return found


def _span_example(
    tokenizer: WindowTokenizer,
    question: str,
    text: str,
    answers: Sequence[Span],
    beside: Paragraph | None,
    generator: random.Random,
) -> Example | None:
    sentences = split_sentences(text)
    own = [Line(n, text[span.start : span.end]) for n, span in enumerate(sentences)]
    grades = {n: float(any(_answers(a, span) for a in answers)) for n, span in enumerate(sentences)}
    others: list[Line] = []
    if beside is not None:
        spans = split_sentences(beside.text)[:6]
        first = len(own)
        others = [
            Line(first + n, beside.text[span.start : span.end]) for n, span in enumerate(spans)
        ]
    lines = others + own if generator.random() < 0.5 else own + others
    centre = next((at for at, line in enumerate(lines) if grades.get(line.number)), 0)
    window = tokenizer.window(question, lines)
    while len(window.ids) > LONGEST_WINDOW and len(lines) > 1:
        # What is farthest from the answer goes first.
        if centre > len(lines) - 1 - centre:
            del lines[0]
            centre -= 1
        else:
            del lines[-1]
        window = tokenizer.window(question, lines)
    longest = max(answers, key=lambda span: span.end - span.start)
    span = _span_tokens(window, sentences, longest)
    if span is None or len(window.ids) > LONGEST_EXAMPLE:
        return None
    return Example(window, tuple(grades.get(line.number, 0.0) for line in lines), span=span)


def _answers(answer: Span, sentence: Span) -> bool:
    shared = min(answer.end, sentence.end) - max(answer.start, sentence.start)
    return shared > 0 and shared * 2 > min(answer.end - answer.start, 60)


def _span_tokens(window: Window, sentences: Sequence[Span], answer: Span) -> tuple[int, int] | None:
    """The first and the last token of an answer that may go over several sentences."""
    found = [
        place.first + at
        for place in window.places
        if place.number < len(sentences)
        for at, (start, end) in enumerate(place.offsets)
        if sentences[place.number].start + start < answer.end
        and sentences[place.number].start + end > answer.start
    ]
    return (found[0], found[-1]) if found else None
