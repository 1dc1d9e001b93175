"""Statements are learned beside categories, shipped as ONNX, and their thresholds are fitted."""

import json

import numpy as np
import pytest

from tests.learn.tiny import SUBJECTS, tiny_base

pytest.importorskip("torch")

import torch

from privascope.data.practices import Segment
from privascope.errors import DataError
from privascope.learn.practice_losses import sentence_logits, statement_loss
from privascope.learn.practice_rows import Row
from privascope.learn.practice_stages import TRAINED_ON, export_practices
from privascope.learn.practices import train
from privascope.learn.statement_data import (
    SAYS,
    SAYS_NOT,
    UNKNOWN,
    UNLISTED,
    Stated,
    denial_heads,
    statement_heads,
)
from privascope.learn.statement_fit import fit_thresholds
from privascope.learn.statement_singles import macro_f1
from privascope.models.practice_windows import Passage, Window
from privascope.models.practices import load_labels, read_passages
from privascope.models.statement_thresholds import load_thresholds
from privascope.policy.laid_out import laid_out_policy
from privascope.policy.policy import Span
from privascope.traits.practices.find import find_practices_of
from privascope.traits.practices.learned import verdict_at
from privascope.traits.practices.practice import MADE

FIRST = "First Party Collection/Use"
SELLS, NOT_SOLD = "sells-data", "does-not-sell-data"


def toy_segments():
    return [
        Segment(
            f"we collect your {one} .",
            "a.com",
            frozenset({FIRST}),
            {(FIRST, "Purpose", "Basic"): (Span(16, 16 + len(one)),)},
        )
        for one in SUBJECTS
    ]


def toy_stated():
    """Passages of two sentences, of which the second sells something, or does not."""
    heads, size = statement_heads(), len(statement_heads()) + len(denial_heads())
    for one in SUBJECTS:
        for word, slug in (("", SELLS), ("not ", NOT_SOLD)):
            first, second = f"we store your {one} .", f"we do {word}sell your {one} ."
            marks = np.full((2, size), SAYS_NOT, dtype=np.int8)
            marks[1, heads.index(slug)] = SAYS
            places = ((0, len(first)), (len(first) + 1, len(first) + 1 + len(second)))
            yield Stated(Passage(f"{first} {second}", "", places), marks)
            yield Stated(Passage(second), marks[1:])


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    base = tiny_base(tmp_path_factory.mktemp("base"))
    folder = tmp_path_factory.mktemp("stated")
    settings = {"recipe": {}, "epochs": 50, "rate": 2e-3, "size": 8}
    assert train(base, toy_segments(), folder, stated=list(toy_stated()), **settings).finished
    (folder / TRAINED_ON).write_text("a\n")
    return folder


@pytest.fixture(scope="module")
def shipped(trained, tmp_path_factory):
    out = tmp_path_factory.mktemp("shipped")
    (trained / "thresholds.json").write_text('{"categories": 0.5, "values": 0.4}')
    export_practices(trained, out, trained / "thresholds.json", trained)
    return out


def test_the_sentence_that_says_it_is_found(shipped):
    labels = load_labels(shipped)
    assert labels.statements == statement_heads()
    assert labels.denials == denial_heads()
    first = "we store your phone ."
    for second, expected in (
        ("we do sell your phone .", [True, False]),
        ("we do not sell your phone .", [False, True]),
    ):
        text = f"{first} {second}"
        places = ((0, len(first)), (len(first) + 1, len(text)))
        [reading] = read_passages([Passage(text, "", places)], shipped)
        found = reading.statements[:, [labels.statements.index(one) for one in (SELLS, NOT_SOLD)]]
        assert (found > 0).tolist() == [[False, False], expected]
    assert (shipped / TRAINED_ON).read_text() == "a\n"


def test_thresholds_are_fitted_on_other_policies(shipped, tmp_path):
    rows, single = [], []
    for number in range(24):
        subject = SUBJECTS[number % len(SUBJECTS)]
        said = (SELLS, NOT_SOLD, None)[number % 3]
        line = {SELLS: "we do sell", NOT_SOLD: "we do not sell", None: "we store"}[said]
        text = f"we store your email .\n\n{line} your {subject} ."
        rows.append(
            {"policy_id": f"p{number}", "domain": f"p{number}.example", "text": text}
            | {"sentences": [[0, 21], [23, len(text)]], "statements_asked": 60}
            | {"statements": {said: [1]} if said else {}, "questions": []}
            | {"source": "web", "service": "Toy", "url": None}
        )
        label = {SELLS: "says", NOT_SOLD: "denies", None: "neither"}[said]
        single.append(
            {"policy_id": f"s{number}", "domain": f"s{number}.example", "label": label}
            | {"statement": SELLS, "sentence": f"{line} your {subject} .", "source": "web"}
            | {"heading": "", "before": "", "after": ""}
        )
    files = [tmp_path / name for name in ("policies.jsonl", "sentences.jsonl")]
    for file, own in zip(files, (rows, single), strict=True):
        file.write_text("".join(json.dumps(row) + "\n" for row in own))
    ids = tmp_path / "ids.txt"
    ids.write_text("".join(f"p{number}\n" for number in range(24)))
    figures = fit_thresholds(shipped, files[0], files[1], ids, 0.95)
    assert figures["precision"] >= 0.95
    assert figures["statements"][SELLS] == {"right": 8, "shown": 8, "made": 8}
    load_thresholds.cache_clear()
    fitted = load_thresholds(shipped)
    assert 0.5 <= fitted.statements[SELLS].shown < 1
    policy = laid_out_policy("we store your email .\n\nwe do sell your phone .")
    [found] = find_practices_of([policy], shipped)
    [made] = [one for one in found if one.attribute == MADE]
    assert (made.value, policy.quote(made)) == (SELLS, "we do sell your phone .")
    verdicts = [
        verdict_at(laid_out_policy(text), Span(0, len(text)), SELLS, shipped)
        for text in ("we do sell your name .", "we do not sell your name .")
    ]
    assert verdicts == ["says", "denies"]
    with pytest.raises(DataError, match="no policies to fit on"):
        ids.write_text("nobody\n")
        fit_thresholds(shipped, files[0], files[1], ids, 0.95)


def test_a_sentence_is_the_mean_of_its_tokens_and_its_closing_mark():
    tokens = torch.tensor([[9.0, 9.0], [1.0, 9.0], [3.0, 9.0], [9.0, 0.5]])
    window = Window(0, [1, 2, 3, 4], [(-1, -1), (0, 1), (2, 3), (-1, -1)], [(0, 1, 3)])
    assert sentence_logits(tokens.unsqueeze(0), [Row(window)]).tolist() == [[2.5]]


def test_what_is_not_known_costs_nothing_and_what_is_not_listed_little():
    window = Window(0, [1, 2, 3], [(-1, -1), (0, 1), (-1, -1)], [(0, 1, 2)])
    tokens = torch.zeros(1, 3, 2)
    costs = [
        statement_loss(tokens, [Row(window, marks=np.array([[mark]], dtype=np.int8))]).item()
        for mark in (UNKNOWN, UNLISTED, SAYS_NOT, SAYS)
    ]
    assert costs[0] == 0 < costs[1] < costs[2] < costs[3]


def test_macro_f1_counts_each_kind_alike():
    truth, told = ["says", "denies", "neither", "neither"], ["says", "neither", "neither", "says"]
    assert macro_f1(truth, told) == pytest.approx((2 / 3 + 0 + 0.5) / 3)
