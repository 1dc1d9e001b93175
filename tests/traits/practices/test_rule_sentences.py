"""The words of each rule, on the sentences that stand next to them."""

import tomllib
from pathlib import Path

import pytest

from privascope.traits.practices import statements as module
from privascope.traits.practices.practice import Practice
from privascope.traits.practices.statements import by_slug, statements, statements_of

ENTRIES = tomllib.loads(Path(module.__file__).with_suffix(".toml").read_text())["statements"]
CASES = [
    (entry["slug"], sentence, kind == "says")
    for entry in ENTRIES
    for kind in ("says", "not")
    for sentence in entry.get(kind, ())
]


@pytest.mark.parametrize(("slug", "sentence", "expected"), CASES)
def test_words_match_what_they_must_and_nothing_else(
    slug: str, sentence: str, expected: bool
) -> None:
    whole = Practice(by_slug()[slug].category, "", "", 0.9, 0, 0, len(sentence))
    assert (slug in statements_of([whole], sentence)) is expected


def test_every_rule_with_words_has_sentences() -> None:
    with_words = {one.slug for one in statements() if one.words or one.anywhere}
    for kind in (True, False):
        assert with_words == {slug for slug, _, expected in CASES if expected is kind}
