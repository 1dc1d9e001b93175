"""Practices go into the store and come out equal."""

import base64
import hashlib
import json

import pytest
import zstandard

from privascope.errors import LibraryError
from privascope.traits.practices.packing import (
    as_spelled,
    meanings,
    pack_practices,
    unpack_practices,
)
from privascope.traits.practices.practice import LIKELY, MADE, SENTENCES_READ, Practice
from privascope.traits.traits import Traits, pack_traits, unpack_traits

PRACTICES = (
    Practice("Data Retention", "", "", 0.912, 3, 100, 180),
    Practice("Data Retention", "Retention Period", "Stated Period", 0.5, 3, 140, 149),
    Practice("Data Retention", "Retention Period", "Limited", 1.0, 3, 110, 131),
    Practice("Introductory/Generic", "", "", 0.0, 7, 400, 480),
    Practice("", SENTENCES_READ, "", 1.0, 0, 0, 20),
    Practice("", MADE, "sells-data", 0.91, 2, 60, 90),
    Practice("", LIKELY, "trains-ai", 0.5, 3, 100, 140),
)


def test_what_goes_in_comes_out() -> None:
    packed = pack_traits(Traits(practices=PRACTICES))
    assert unpack_traits(packed) == Traits(practices=PRACTICES)
    assert "Retention" not in packed["practices"]


def test_none_found_is_not_the_same_as_not_computed() -> None:
    assert unpack_traits(pack_traits(Traits(practices=()))).practices == ()
    assert "practices" not in pack_traits(Traits())
    assert unpack_traits({}).practices is None


def test_the_numbers_that_are_stored_never_change() -> None:
    digest = hashlib.sha256(json.dumps(meanings()).encode()).hexdigest()[:16]
    assert (len(meanings()), digest) == (270, "5eed964ca12193ab"), (
        "stored libraries would be misread: new meanings go to the end"
    )
    assert len(set(meanings())) == len(meanings())


def test_what_was_kept_before_statements_were_found_in_sentences_is_found_anew() -> None:
    columns = [[3], [500], [0], [0], [4]]
    plain = zstandard.ZstdCompressor().compress(json.dumps(columns).encode())
    old = base64.b85encode(plain).decode()
    assert unpack_practices(old) is None
    assert unpack_traits({"practices": json.dumps(old)}) == Traits()


def test_damage_is_told() -> None:
    packed = pack_practices(PRACTICES)
    assert unpack_practices(packed) == PRACTICES
    columns = [[999], [500], [0], [0], [4], []]
    unknown = zstandard.ZstdCompressor().compress(json.dumps(columns).encode())
    for damaged in (packed[:-9], packed[5:], "", "é", '"', base64.b85encode(unknown).decode()):
        with pytest.raises(LibraryError, match="damaged"):
            unpack_practices(damaged)


def test_the_spellings_of_the_data_are_one() -> None:
    kind = "Personal Information Type"
    third = "Third Party Sharing/Collection"
    assert as_spelled((third, kind, "User Profile")) == (third, kind, "User profile")
    assert as_spelled(("Weather", "Rain", "Much")) == ("Weather", "Rain", "Much")
