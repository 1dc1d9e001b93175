"""Ranking figures against values worked out by hand."""

import numpy as np
import pytest

from privascope.data.ranking import (
    area_under_curve,
    best_balanced_accuracy,
    best_threshold,
    class_figures,
    hits,
    interval,
    ranking_figures,
    risk_coverage,
)


def flags(marks: str) -> np.ndarray:
    return np.array([mark == "1" for mark in marks])


def test_hits_follow_the_scores_and_ties_keep_reading_order():
    ranked = hits([np.array([0.1, 0.9, 0.9, 0.5])], [flags("1010")])
    assert ranked[0].tolist() == [False, True, False, True]


def test_ranking_of_two_answerable_questions_and_one_that_is_not():
    # Relevant at places 1 and 3 of 12; at place 7 of 12; nowhere in 3.
    figures = ranking_figures([flags("101000000000"), flags("000000100000"), flags("000")])
    assert figures["f_at_5"] == pytest.approx(1 / 3)
    assert figures["f_at_10"] == pytest.approx(2 / 3)
    assert figures["f_at_5_answerable"] == pytest.approx(1 / 2)
    assert figures["f_at_10_answerable"] == 1
    assert figures["p_at_5"] == pytest.approx((2 / 5) / 3)
    assert figures["p_at_10"] == pytest.approx((2 / 10 + 1 / 10) / 3)
    assert figures["mrr"] == pytest.approx((1 + 1 / 7) / 3)
    assert figures["mrr_answerable"] == pytest.approx((1 + 1 / 7) / 2)
    assert figures["recall_at_1"] == pytest.approx((1 / 2 + 0) / 2)
    assert figures["recall_at_3"] == pytest.approx((1 + 0) / 2)
    assert figures["recall_at_7"] == 1


def test_a_ranking_without_answers_is_all_zero():
    assert set(ranking_figures([flags("00")]).values()) == {0.0}


def test_classes():
    figures = class_figures(flags("11100"), flags("10010"))
    # One hit, two false alarms, one miss, one right rejection.
    assert figures["precision"] == pytest.approx(1 / 3)
    assert figures["recall"] == pytest.approx(1 / 2)
    assert figures["f1"] == pytest.approx(2 / 5)
    assert figures["macro_f1"] == pytest.approx((2 / 5 + 2 / 5) / 2)
    assert class_figures(flags("00"), flags("00"))["f1"] == 0


def test_best_threshold_takes_whole_groups_of_equal_scores():
    scores = np.array([3.0, 2.0, 2.0, 1.0])
    best, threshold = best_threshold(scores, flags("1100"))
    assert best == pytest.approx(2 * 2 / (3 + 2))
    assert threshold == 2.0
    assert best_balanced_accuracy(scores, flags("1100")) == pytest.approx((1 + 1 / 2) / 2)


def test_balanced_accuracy_needs_both_classes():
    assert best_balanced_accuracy(np.array([1.0, 2.0]), flags("11")) == 0


def test_area_counts_ties_half():
    assert area_under_curve(np.array([3.0, 2.0, 2.0, 1.0]), flags("1100")) == pytest.approx(3.5 / 4)
    assert area_under_curve(np.array([1.0]), flags("1")) == 0


def test_interval_of_areas_holds_the_area_and_is_the_same_again():
    chance = np.random.default_rng(1)
    positive = chance.random(200) < 0.5
    scores = chance.normal(size=200) + positive
    groups = [str(number % 10) for number in range(200)]
    low, high = interval(scores, positive, groups, 200)
    assert low < area_under_curve(scores, positive) < high
    assert [low, high] == interval(scores, positive, groups, 200)


def test_risk_falls_when_the_sure_questions_are_right():
    curve = risk_coverage(np.arange(10.0), np.arange(10) >= 5)
    assert [point["coverage"] for point in curve] == [n / 10 for n in range(1, 11)]
    assert curve[4]["risk"] == 0
    assert curve[-1] == {"coverage": 1.0, "risk": 0.5, "threshold": 0.0}
