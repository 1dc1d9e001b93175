"""Back-translation works with any translator and says so when there is none."""

import subprocess

import pytest

from privascope.answer.expand import translate


class Fake:
    name = "fake"

    def there(self, text: str) -> str:
        return text.replace("sell", "vender")

    def back(self, text: str) -> str:
        return text.replace("vender", "*market")


class Broken(Fake):
    def back(self, text: str) -> str:
        raise subprocess.TimeoutExpired("apertium", 10)


def test_a_question_comes_back_in_other_words() -> None:
    assert translate.translated_back("do you sell it?", Fake()).paraphrases == (
        "do you market it?",
    )


def test_the_same_words_are_no_paraphrase() -> None:
    assert translate.translated_back("do you keep it?", Fake()).paraphrases == ()


def test_a_failing_engine_is_told() -> None:
    assert "skipped: it took over" in translate.translated_back("do you sell it?", Broken()).note


def test_no_engine_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translate, "installed_translator", lambda: None)
    expanded = translate.translated_back("do you sell it?")
    assert expanded.paraphrases == ()
    assert "apertium-eng-spa" in expanded.note
