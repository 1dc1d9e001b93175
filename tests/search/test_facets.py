"""The names of what results can be narrowed by."""

import pytest

from privascope.search.facets import value_name
from privascope.search.languages import LANGUAGES


@pytest.mark.parametrize(
    ("facet", "value", "name"),
    [
        ("language", "en", "English"),
        ("language", "nb", "Norwegian Bokmål"),
        ("language", "x-klingon", "x-klingon"),
        ("sector", "Medical", "Medical"),
        ("law", "gdpr", "GDPR (European Union)"),
        ("nonesuch", "en", "en"),
    ],
)
def test_values_have_names(facet: str, value: str, name: str) -> None:
    assert value_name(facet, value) == name


def test_every_language_has_a_code_and_a_name() -> None:
    assert len(LANGUAGES) > 100
    assert all(2 <= len(code) <= 3 and name[0].isupper() for code, name in LANGUAGES.items())
