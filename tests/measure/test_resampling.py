"""Figures of sums and their intervals over policies."""

import numpy as np
import pytest

from privascope.measure.resampling import DRAWS, Sums, mean_of_known, ratio

FIGURES = {"share": ratio(0, 1)}


def test_figures_are_of_all_rows() -> None:
    rows = np.array([[1.0, 1.0], [0.0, 1.0], [0.0, 0.0]])
    assert Sums(rows, ["a", "a", "b"]).figures(FIGURES) == {"share": 0.5}


def test_a_figure_of_nothing_is_none() -> None:
    sums = Sums(np.zeros((2, 2)), ["a", "b"])
    assert sums.figures(FIGURES) == {"share": None}
    assert sums.intervals(FIGURES) == {"share": None}
    assert Sums(np.zeros((0, 2)), []).intervals(FIGURES) == {"share": None}


def test_policies_are_drawn_and_not_rows() -> None:
    # Two policies of fifty questions each, one all right and one all wrong.
    rows = np.array([[1.0, 1.0]] * 50 + [[0.0, 1.0]] * 50)
    by_policy = Sums(rows, ["a"] * 50 + ["b"] * 50).intervals(FIGURES)
    by_row = Sums(rows, [str(number) for number in range(100)]).intervals(FIGURES)
    assert by_policy == {"share": [0.0, 1.0]}
    assert by_row["share"] == pytest.approx([0.4, 0.6], abs=0.02)


def test_draws_are_those_of_a_plain_loop() -> None:
    chance = np.random.default_rng(7)
    rows = np.stack([chance.integers(0, 2, 90), np.ones(90)], axis=1).astype(float)
    policies = [f"p{number // 3}" for number in range(90)]
    sums = Sums(rows, policies)
    (low, high) = sums.intervals(FIGURES)["share"] or []
    members = [rows[3 * number : 3 * number + 3] for number in range(30)]
    shares = []
    for _ in range(4 * DRAWS):
        drawn = np.concatenate([members[number] for number in chance.integers(0, 30, 30)])
        shares.append(drawn[:, 0].sum() / drawn[:, 1].sum())
    assert (low, high) == pytest.approx(np.quantile(shares, (0.025, 0.975)), abs=0.02)
    assert sums.intervals(FIGURES) == sums.intervals(FIGURES)


def test_the_mean_leaves_out_what_is_no_number() -> None:
    found = mean_of_known(np.array([[1.0, np.nan, 0.0], [np.nan, np.nan, np.nan]]))
    assert found[0] == 0.5
    assert np.isnan(found[1])
