"""Questions in other languages are known, English ones are not taken for them."""

import pytest

from privascope.answer.foreign_questions import is_foreign


@pytest.mark.parametrize(
    "text",
    [
        "¿venden mis datos?",
        "vendez-vous mes photos ?",
        "Verkauft ihr meine Fotos?",
        "kann ich mein konto löschen",
        "vendete i miei dati?",
        "verkopen jullie mijn gegevens?",
        "Вы продаёте мои фотографии?",
        "你们会出售我的照片吗？",
        "هل تبيعون صوري؟",
    ],
)
def test_other_languages_are_known(text: str) -> None:
    assert is_foreign(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "?!",
        "do you sell my photos?",
        "my son's data",
        "cookies",
        "los angeles office address",
        "can i delete my account",
        "is my data sent to the us",
        "GDPR",
        "does café Müller share my data",
    ],
)
def test_english_is_not_taken_for_another_language(text: str) -> None:
    assert not is_foreign(text)
