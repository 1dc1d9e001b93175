"""The names of what results can be narrowed by."""

import dataclasses
import inspect

import pytest

from privascope.cli import search
from privascope.library.facets import FACETS, MENTIONED, RANGES
from privascope.library.indexed import FIELDS
from privascope.library.language_names import LANGUAGES
from privascope.search.exported import ExportedPolicy
from privascope.search.facet_counts import value_name
from privascope.serve.api.parameters import Narrowing


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


def test_what_is_declared_is_an_index_field_an_option_a_parameter_and_a_column() -> None:
    """Whoever declares a facet or a range has nothing else to write."""
    command = inspect.signature(search.command).parameters
    for name, facet in FACETS.items():
        assert name in FIELDS.facets
        assert (facet.option or name) in command
        assert name in Narrowing.model_fields
        assert (name in FIELDS.markers) is facet.may_be_missing
    for name in RANGES:
        assert name in FIELDS.ranges
        assert name in command
        assert name in Narrowing.model_fields
    columns = {field.name for field in dataclasses.fields(ExportedPolicy)}
    assert {facet.trait for facet in MENTIONED.values()} <= columns
