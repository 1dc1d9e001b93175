"""Right sentences in other words."""

import subprocess
from pathlib import Path

import pytest

pytest.importorskip("torch")

from privascope.data.pairs import questions_of
from privascope.errors import PrivascopeError
from privascope.learn import back_translation
from privascope.learn.back_translation import back_translated
from tests.learn.tiny import ANSWERS, labelled_rows


class Fake:
    """Says "hold" for "keep", and counts its calls; `joins` loses the breaks between sentences."""

    name = "fake"

    def __init__(self, joins: bool = False) -> None:
        self.joins = joins
        self.calls = 0

    def there(self, text: str) -> str:
        self.calls += 1
        return text.replace("\n\n", " ") if self.joins else text

    def back(self, text: str) -> str:
        return text.replace("keep", "*hold")


class Broken(Fake):
    def back(self, text: str) -> str:
        raise subprocess.TimeoutExpired("fake", 10)


@pytest.mark.parametrize("joins", [False, True])
def test_sentences_that_change_are_added_to_their_questions(tmp_path: Path, joins: bool) -> None:
    questions = questions_of(labelled_rows(3))
    fake = Fake(joins)
    found = back_translated(questions, fake, tmp_path)
    assert found
    for one in found:
        assert one.sentence.startswith("we hold ")
        subject = next(own.text for own in questions if own.id == one.question).split()[2]
        assert ANSWERS[subject] in one.sentence
    kept = sum(
        "keep" in question.sentences[number]
        for question in questions
        for number in question.relevant.nonzero()[0]
    )
    assert len(found) == kept


def test_translations_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(back_translation, "_TOGETHER", 5)
    questions = questions_of(labelled_rows(3))
    first, second = Fake(), Fake()
    found = back_translated(questions, first, tmp_path)
    parts = sorted(tmp_path.glob("translated-*.json"))
    assert len(parts) == first.calls == 2
    parts[0].unlink()
    assert back_translated(questions, second, tmp_path) == found
    assert second.calls == 1


def test_a_translator_that_fails_is_named(tmp_path: Path) -> None:
    with pytest.raises(PrivascopeError, match="translating with fake failed"):
        back_translated(questions_of(labelled_rows(1)), Broken(), tmp_path)
