"""What the reader learns from labelled questions: windows of sentences, verdicts and stances."""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from privascope.answer.methods import reading_order
from privascope.answer.passages import Passages, passages_of
from privascope.answer.signals.reading import line_of
from privascope.answer.verdict import LONGEST_TOGETHER
from privascope.data.asked import AskedPolicy, AskedQuestion
from privascope.learn.statement_flips import admission, denial
from privascope.models.reader import STANCES, VERDICTS
from privascope.models.window_tokens import LONGEST_WINDOW, Line, Window, WindowTokenizer
from privascope.policy.laid_out import laid_out_policy

# What a sentence on the topic that does not answer is graded.
RELATED = 0.15
# So many of the likeliest sentences by words and meaning are learned from: the hardest ones.
_CANDIDATES = 32
# How often the answers are taken out, so that the policy is silent with all that is near left in.
_SILENCED = 0.35
# How often a sentence is read by itself, and how often the answers are, or one turned around.
_ALONE = 0.3
_ANSWERS_ALONE = 0.8
_TURNED_AROUND = 0.5
# How many sentences are read for the verdict: as many as are read together, or the very best.
_TOGETHER = (5, 6, 7, 8)
_CLOSE = (1, 2, 3, 3, 4)
_CLOSE_SHARE = 0.45
TURNED = {"yes": "no", "no": "yes"}
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
        found += _stance_examples(lesson, tokenizer, generator)
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


def flipped_example(
    question: str,
    lines: Sequence[Line],
    stance: str,
    tokenizer: WindowTokenizer,
    generator: random.Random,
) -> Example | None:
    """One of the sentences that answer, turned into its opposite, with the opposite stance."""
    turned = [
        replace(line, text=text)
        for line in lines
        if (text := admission(line.text) or denial(line.text))
    ]
    if not turned or stance not in TURNED:
        return None
    window = tokenizer.window(question, [generator.choice(turned)])
    if len(window.ids) > LONGEST_WINDOW:
        return None
    return Example(window, (1.0,), NO_LABEL, STANCES.index(TURNED[stance]))


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
    most = generator.choice(_CLOSE if generator.random() < _CLOSE_SHARE else _TOGETHER)
    answers = [] if silenced else list(lesson.answers[: min(6, most)])
    chosen = list(answers)
    chosen += [n for n in dict.fromkeys(near[: generator.randint(0, 5)]) if n not in chosen]
    first = 0 if generator.random() < 0.8 else generator.randint(0, 10)
    others = [n for n in lesson.order[first:] if n not in right]
    # A short policy has nothing so far down.
    others = others or [n for n in lesson.order if n not in right]
    chosen += [n for n in others if n not in chosen]
    if not chosen:
        return []
    chosen = sorted(chosen[: max(most, len(answers))])
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


def _stance_examples(
    lesson: _Lesson, tokenizer: WindowTokenizer, generator: random.Random
) -> list[Example]:
    """The answers without other sentences, and one that says the opposite."""
    asked = lesson.asked
    if asked.stance is None or not lesson.answers:
        return []
    found: list[Example] = []
    if generator.random() < _ANSWERS_ALONE:
        numbers = sorted(lesson.answers[: generator.choice((1, 1, 2, 3))])
        stance = STANCES.index(asked.stance)
        found += [
            replace(one, stance=stance) for one in _window_example(lesson, tokenizer, numbers)
        ]
    if asked.stance in TURNED and generator.random() < _TURNED_AROUND:
        lines = [lesson.lines[number] for number in lesson.answers[:2]]
        flipped = flipped_example(asked.text, lines, asked.stance, tokenizer, generator)
        found += [flipped] if flipped else []
    return found


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
