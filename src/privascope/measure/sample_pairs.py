"""The sample library's questions in PrivacyQA's form: all sentences, and which of them answer."""

from functools import cache

import numpy as np

from privascope.answer.subject import Subject, stored_subject
from privascope.data.pairs import Question
from privascope.library.store import Library
from privascope.measure.answers import sample_library
from privascope.measure.sample_questions import GoldQuestion, read_questions


def sample_pairs() -> list[Question]:
    """Every question with all sentences of its policy; out-of-scope ones have none that answer."""
    with sample_library() as folder, Library(folder) as library:

        @cache
        def subject(target: str) -> Subject:
            return stored_subject(library, target)

        return [
            _pair(number, gold, subject(gold.policy))
            for number, gold in enumerate(read_questions())
        ]


def _pair(number: int, gold: GoldQuestion, subject: Subject) -> Question:
    policy = subject.policy
    answers = {(one.start, one.end) for one in gold.evidence}
    spans = policy.sentences
    return Question(
        policy=gold.policy,
        id=str(number),
        text=gold.question,
        sentences=tuple(map(policy.quote, spans)),
        relevant=np.array([(one.start, one.end) in answers for one in spans], dtype=np.bool_),
        verbatim=np.ones(len(spans), dtype=np.bool_),
        annotators=np.zeros((0, len(spans)), dtype=np.bool_),
    )
