from collections import Counter

import pytest

from privascope.learn.joined_words import joined_words, split_words

_FREQUENT = "we it information from the policy cookies user name process or you tube to in".split()
_COUNTS = Counter(dict.fromkeys(_FREQUENT, 5000)) + Counter(
    {
        "informationWe": 60,
        "informationwe": 8,
        "itWe": 3,
        "informationfrom": 2,
        "COOKIESWe": 4,
        "PolicyCookies": 9,
        "username": 90,
        "processor": 90,
        "YouTube": 900,
        "into": 90,
        "Bookwe": 2,
    }
)


@pytest.mark.parametrize(
    ("joined", "halves"),
    [
        ("informationwe", ("information", "we")),
        ("itwe", ("it", "we")),
        ("informationfrom", ("information", "from")),
        ("cookieswe", ("cookies", "we")),
        ("policycookies", ("policy", "cookies")),
    ],
)
def test_joined_words_are_split(joined: str, halves: tuple[str, str]) -> None:
    assert joined_words(_COUNTS)[joined] == halves


@pytest.mark.parametrize("word", ["username", "processor", "youtube", "into", "bookwe", "policy"])
def test_whole_words_stay_whole(word: str) -> None:
    assert word not in joined_words(_COUNTS)


def test_a_text_is_read_as_it_was_meant() -> None:
    splits = joined_words(_COUNTS)
    assert list(split_words(["Our", "informationWe", "collect"], splits)) == [
        "our",
        "information",
        "we",
        "collect",
    ]
