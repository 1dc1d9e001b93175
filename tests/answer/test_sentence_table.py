"""Vectors are made once, and an answer does not hang on whence they come."""

from pathlib import Path

import numpy as np
import pytest

from privascope.answer import ask as asking
from privascope.answer.answer import Source
from privascope.answer.relevance import _sentence_encoder as reader
from privascope.answer.sentence_table import SentenceTable
from privascope.library.vectors import FILE, VersionVectors
from privascope.models import sentence_encoder
from privascope.policy.policy import Policy

TEXTS = ("We sell nothing.", "We keep it for a year.", "Write to us.")


def test_what_one_process_encoded_the_next_one_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = VersionVectors(tmp_path, "v")
    first = SentenceTable(TEXTS, reader(), place)
    some = first.rows([0, 2])
    assert first.known() == [0, 2]
    every = SentenceTable(TEXTS, reader(), place).rows(range(3))

    def refuse(_: object) -> None:
        raise AssertionError("encoded again")

    monkeypatch.setattr(sentence_encoder, "encode", refuse)
    again = SentenceTable(TEXTS, reader(), place)
    assert np.array_equal(again.rows(range(3)), every)
    assert np.array_equal(every[[0, 2]], some)


def test_an_answer_is_the_same_with_and_without_kept_vectors(
    policy: Policy, source: Source, tmp_path: Path
) -> None:
    answers = []
    for place in (None, VersionVectors(tmp_path, "v"), VersionVectors(tmp_path, "v")):
        asking._prepared.clear()
        answers.append(asking.ask(policy, source, "do you sell my photos?", place=place))
    assert answers[0] == answers[1] == answers[2]
    assert (tmp_path / FILE).is_file()
