"""The language of a text."""

import re
from typing import Any

# A longer sample takes more time and seldom changes the result.
_SAMPLE = 2000
_FEWEST_LETTERS = 40
# No other language has so many of these words. The model of all languages is slow to load.
_ENGLISH = frozenset(
    "the and of to your you we our is are for with this that may or not by any be us will have "
    "from".split()
)
_PLAINLY_ENGLISH = 0.2
_FEWEST_ENGLISH_WORDS = 40
_WORDS = re.compile(r"[^\W\d_]+")
# The model's result for text that is in no language, such as code.
_NO_LANGUAGE = "zxx"

_model: Any = None


def find_language(text: str) -> str:
    """The ISO 639-1 code of the text's language, or "" if there is too little of it."""
    global _model
    sample = _sample(text)
    if sum(map(str.isalpha, sample)) < _FEWEST_LETTERS:
        return ""
    if _is_plainly_english(sample):
        return "en"
    if _model is None:
        import py3langid

        _model = py3langid.langid
    language = str(_model.classify(sample)[0])
    return "" if language == _NO_LANGUAGE else language


def _is_plainly_english(sample: str) -> bool:
    words = _WORDS.findall(sample.lower())
    common = sum(word in _ENGLISH for word in words)
    return len(words) >= _FEWEST_ENGLISH_WORDS and common >= _PLAINLY_ENGLISH * len(words)


def _sample(text: str) -> str:
    """Text from the middle, where menus and addresses are rare."""
    start = max(0, (len(text) - _SAMPLE) // 2)
    return text[start : start + _SAMPLE]
