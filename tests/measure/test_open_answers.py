"""The rank of the first segment with an answer."""

import numpy as np

from privascope.answer.methods import Ranked
from privascope.answer.passages import passages_of
from privascope.measure.open_answers import reciprocal_rank
from privascope.measure.sample_questions import Evidence, GoldQuestion
from tests.answer.conftest import make_policy


def test_segments_count_once():
    policy = make_policy("# P\n\nWe keep it. It is safe.\n\nWe sell it.\n\nAsk us.\n")
    passages = passages_of(policy)
    place = next(n for n, text in enumerate(passages.texts) if text == "We sell it.")
    one = passages[place]
    gold = GoldQuestion(
        "p", "tune", "q?", "plain", "answered", (Evidence(one.start, one.end, one.text),), 0
    )
    # Two sentences of one segment come before it.
    values = -np.arange(len(passages), dtype=float)
    before = {passages[n].segment for n in range(place)}
    assert reciprocal_rank(Ranked(values, {}), passages, gold) == 1 / (1 + len(before))
    values[place] = 5
    assert reciprocal_rank(Ranked(values, {}), passages, gold) == 1
