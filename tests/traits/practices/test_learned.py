"""Statements found in sentences: decided for the policy, with contraries, likely ones, denials."""

import math

import numpy as np

from privascope.models.practices import Labels, Reading
from privascope.models.statement_thresholds import Threshold, Thresholds
from privascope.policy.laid_out import laid_out_policy
from privascope.traits.practices.learned import statements_read
from privascope.traits.practices.practice import DENIED, LIKELY, MADE, SENTENCES_READ
from privascope.traits.practices.statements import (
    denials_of,
    likely_statements,
    statements_of,
)

SLUGS = ("shares-data-with-advertisers", "does-not-share-data-with-advertisers", "trains-ai")
SURE = Threshold(1.0, 0.0, 0.8, 0.4)
NONE = np.zeros(0, dtype=np.float32)
POLICY = laid_out_policy("We sell it.\n\nWe sell none. We learn.\n\nWe learn nothing.")


def read(rows: list[list[list[float]]], shown: float = 0.8) -> tuple:
    labels = Labels((), (), NONE, NONE, SLUGS, ("trains-ai",))
    limits = Threshold(1.0, 0.0, shown, 0.4)
    thresholds = Thresholds(dict.fromkeys(SLUGS, limits), {"trains-ai": SURE}, "")
    readings = [Reading(NONE, NONE, {}, np.array(row, dtype=np.float32)) for row in rows]
    return tuple(statements_read(POLICY, (), readings, labels, thresholds))


ROWS = [
    [[3.0, -3.0, -9.0, -9.0]],
    [[2.0, 4.0, -9.0, -9.0], [-9.0, -9.0, 0.5, -9.0]],
    [[-9.0, -9.0, 2.0, 3.0]],
]


def test_each_statement_has_the_sentences_that_make_it() -> None:
    found = read(ROWS)
    assert found[0].attribute == SENTENCES_READ
    found = found[1:]
    said = {(one.attribute, one.value): POLICY.text[one.start : one.end] for one in found}
    assert said == {
        (MADE, "shares-data-with-advertisers"): "We sell it.",
        (MADE, "does-not-share-data-with-advertisers"): "We sell none.",
        (LIKELY, "trains-ai"): "We learn.",
        (DENIED, "trains-ai"): "We learn nothing.",
    }, "a sentence makes a statement or its contrary, and a policy may make both"
    assert [one.segment for one in found] == [0, 1, 1, 2]


def test_they_come_out_as_practices_of_their_category() -> None:
    practices = read(ROWS)
    made = statements_of(practices, POLICY.text)
    assert list(made) == ["shares-data-with-advertisers", "does-not-share-data-with-advertisers"]
    [evidence] = made["shares-data-with-advertisers"]
    assert (evidence.category, evidence.attribute) == ("Third Party Sharing/Collection", "")
    assert list(denials_of(practices)) == ["trains-ai"]
    assert list(likely_statements(practices)) == ["trains-ai"]


def test_what_can_not_be_shown_never_is() -> None:
    assert not [one for one in read(ROWS, math.inf) if one.attribute == MADE]
    unread = [[[-math.inf] * 4], [[-math.inf] * 4] * 2, [[-math.inf] * 4]]
    assert [one.attribute for one in read(unread)] == [SENTENCES_READ]
