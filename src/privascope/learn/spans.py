"""Trains the span model: which words of a paragraph answer a question, if any."""

import random
from collections.abc import Sequence
from pathlib import Path

from privascope.data.policyqa import Paragraph, by_policy, read_paragraphs
from privascope.learn.loop import Fitted
from privascope.learn.selector import Example, train
from privascope.models.pair_tokens import LONGEST_PARAGRAPH


def span_examples(
    paragraphs: Sequence[Paragraph], silent: float, seed: int, epoch: int
) -> list[Example]:
    """Each question with its paragraph, and with one that does not answer it so often.

    Where a question has several answers, each epoch shows another one.
    """
    generator = random.Random(f"{seed} {epoch}")
    examples, unanswered = [], []
    for others in by_policy(paragraphs):
        for paragraph in others:
            for asked in paragraph.asked:
                answers = asked.answers
                answer = answers[epoch % len(answers)] if answers else None
                examples.append(
                    Example(asked.question, paragraph.text, "", float(bool(answers)), answer, True)
                )
                silents = [other for other in others if not _asks(other, asked.question)]
                if silents:
                    unanswered.append((asked.question, silents))
    # The number does not depend on chance, so that every epoch has as many batches.
    drawn = generator.sample(unanswered, int(silent * len(unanswered)))
    examples += [
        Example(question, generator.choice(silents).text, "", 0.0, None, True)
        for question, silents in drawn
    ]
    return examples


def _asks(paragraph: Paragraph, question: str) -> bool:
    return any(asked.question == question for asked in paragraph.asked)


def train_spans(
    data: Path,
    folder: Path,
    *,
    base: str = "minilm",
    epochs: int = 2,
    seed: int = 0,
    silent: float = 0.2,
    seconds: float | None = None,
) -> Fitted:
    """Train on a file in SQuAD's form, from a base encoder or an earlier stage, and save."""
    paragraphs = read_paragraphs(data)
    return train(
        base,
        lambda epoch: span_examples(paragraphs, silent, seed, epoch),
        folder,
        recipe={"stage": "spans", "silent": silent},
        epochs=epochs,
        seed=seed,
        context=False,
        longest=LONGEST_PARAGRAPH,
        seconds=seconds,
        title="spans",
    )
