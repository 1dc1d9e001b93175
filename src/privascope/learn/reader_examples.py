"""What the reader learns from: windows of labelled sentences, made of three kinds of labels."""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from privascope.answer.methods import reading_order
from privascope.answer.passages import Passages, passages_of
from privascope.answer.signals.reading import line_of
from privascope.answer.verdict import LONGEST_TOGETHER
from privascope.data.asked import AskedPolicy, AskedQuestion
from privascope.data.pairs import Question
from privascope.data.policyqa import Paragraph, by_policy
from privascope.models.reader import STANCES, VERDICTS
from privascope.models.window_tokens import LONGEST_WINDOW, Line, Window, WindowTokenizer
from privascope.policy.laid_out import laid_out_policy
from privascope.policy.policy import Span
from privascope.policy.sentences import split_sentences

# What a sentence on the topic that does not answer is graded.
RELATED = 0.15
# So many of the likeliest sentences by words and meaning are learned from: the hardest ones.
_CANDIDATES = 32
# How often the answers are taken out, so that the policy is silent with all that is near left in.
_SILENCED = 0.35
# How often a sentence is read by itself.
_ALONE = 0.3
LONGEST_EXAMPLE = 512
NO_LABEL = -100


@dataclass(frozen=True, slots=True)
class Example:
    """A window with the grade of each of its sentences; labels that are missing are NO_LABEL.

    `span` are the first and the last token of the words that answer.
    """

    window: Window
    grades: tuple[float, ...]
    verdict: int = NO_LABEL
    stance: int = NO_LABEL
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class _Lesson:
    """A question on a prepared policy: grades by sentence, candidates by the first signals."""

    asked: AskedQuestion
    lines: Sequence[Line]
    grades: tuple[float, ...]
    answers: tuple[int, ...]
    near: tuple[int, ...]
    traps: tuple[int, ...]
    order: tuple[int, ...]

    @property
    def answering(self) -> list[int]:
        """The numbers of all sentences that answer, repeated ones among them."""
        return [number for number, grade in enumerate(self.grades) if grade == 1.0]


def lessons_of(policies: Iterable[AskedPolicy]) -> Iterator[_Lesson]:
    """The questions of labelled policies, their sentences as the product splits them."""
    for policy in policies:
        passages = passages_of(laid_out_policy(policy.text))
        if not len(passages):
            continue
        lines = [line_of(passages, number) for number in range(len(passages))]
        places = sentence_numbers(policy, passages)
        for asked in policy.questions:
            answers, related, traps = (
                tuple(dict.fromkeys(n for own in numbers for n in places[own]))
                for numbers in (asked.answers, asked.related, asked.traps)
            )
            order = tuple(reading_order(asked.text, passages))
            grades = _grades(passages.texts, answers, related)
            yield _Lesson(asked, lines, grades, answers, (*related, *traps), traps, order)


def asked_examples(
    lessons: Sequence[_Lesson], tokenizer: WindowTokenizer, seed: str, windows: int = 2
) -> list[Example]:
    """For each question its best sentences read together for the verdict, and some candidates.

    Of the candidates' windows one holds an answer, if there is any, and the others hold none.
    """
    generator = random.Random(seed)
    found: list[Example] = []
    for lesson in lessons:
        found += _verdict_example(lesson, tokenizer, generator)
        if generator.random() < _ALONE:
            found += _window_example(lesson, tokenizer, [_any_sentence(lesson, generator)])
        numbers = {*lesson.order[:_CANDIDATES], *lesson.answering[:8], *lesson.traps}
        packed = [
            [place.number for place in window.places]
            for window in tokenizer.windows(
                lesson.asked.text, [lesson.lines[n] for n in sorted(numbers)], LONGEST_WINDOW
            )
        ]
        right = set(lesson.answering)
        with_answer = [own for own in packed if right & set(own)]
        without = [own for own in packed if not right & set(own)]
        generator.shuffle(with_answer)
        generator.shuffle(without)
        chosen = (with_answer[: windows - 1] + without)[: windows if with_answer else windows - 1]
        for own in chosen:
            found += _window_example(lesson, tokenizer, own)
    return found


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


def _grades(
    texts: Sequence[str], answers: Sequence[int], related: Sequence[int]
) -> tuple[float, ...]:
    right = {texts[number] for number in answers}
    near = set(related)
    return tuple(
        1.0 if text in right else RELATED if number in near else 0.0
        for number, text in enumerate(texts)
    )


def sentence_numbers(policy: AskedPolicy, passages: Passages) -> list[tuple[int, ...]]:
    """For each labelled sentence the product's sentences that are mostly the same."""
    found = []
    for span in policy.sentences:
        own = tuple(
            number
            for number, passage in enumerate(passages.all)
            if min(span.end, passage.end) - max(span.start, passage.start)
            > 0.5 * min(span.end - span.start, passage.end - passage.start)
        )
        found.append(own)
    return found


def _verdict_example(
    lesson: _Lesson, tokenizer: WindowTokenizer, generator: random.Random
) -> list[Example]:
    """A few sentences with the verdict; in some the answers are missing, and it is silent."""
    asked, right = lesson.asked, set(lesson.answering)
    silenced = bool(right) and generator.random() < _SILENCED
    near = [number for number in lesson.near if number not in right]
    generator.shuffle(near)
    most = generator.choice((5, 6, 7, 8))
    chosen = [] if silenced else list(lesson.answers[:6])
    chosen += [n for n in dict.fromkeys(near[: generator.randint(0, 5)]) if n not in chosen]
    first = 0 if generator.random() < 0.8 else generator.randint(0, 10)
    others = [n for n in lesson.order[first:] if n not in right]
    # A short policy has nothing so far down.
    others = others or [n for n in lesson.order if n not in right]
    chosen += [n for n in others if n not in chosen]
    if not chosen:
        return []
    chosen = sorted(chosen[: max(most, 0 if silenced else len(lesson.answers[:6]))])
    lines = [lesson.lines[number] for number in chosen]
    while True:
        window = tokenizer.window(asked.text, lines)
        wrong = [line for line in lines if line.number not in right]
        if len(window.ids) <= LONGEST_TOGETHER or not wrong or len(lines) == 1:
            break
        lines.remove(wrong[-1])
    if len(window.ids) > LONGEST_EXAMPLE:
        return []
    stance = NO_LABEL
    if not silenced and asked.verdict in ("answered", "partly"):
        stance = STANCES.index(asked.stance or "none")
    verdict = VERDICTS.index("silent" if silenced else asked.verdict)
    grades = tuple(lesson.grades[line.number] for line in lines)
    return [Example(window, grades, verdict, stance)]


def _window_example(
    lesson: _Lesson, tokenizer: WindowTokenizer, numbers: Sequence[int]
) -> list[Example]:
    window = tokenizer.window(lesson.asked.text, [lesson.lines[number] for number in numbers])
    if len(window.ids) > LONGEST_EXAMPLE:
        return []
    return [Example(window, tuple(lesson.grades[number] for number in numbers))]


def _any_sentence(lesson: _Lesson, generator: random.Random) -> int:
    right = lesson.answering
    if right and generator.random() < 0.5:
        return generator.choice(right)
    wrong = [number for number in lesson.order[:20] if lesson.grades[number] < 1.0]
    return generator.choice(wrong or list(lesson.order[:1]))


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
