"""Agreement with the nearest of several annotators."""

import numpy as np
import pytest

from privascope.data.annotators import human_agreement, max_annotator


def test_the_nearest_annotator_counts():
    # Predicted {0, 1}. First annotator {0}: P 1/2, R 1. Second {0, 1, 2}: P 1, R 2/3.
    scores = [np.array([0.9, 0.8, 0.1, 0.1])]
    marks = [np.array([[1, 0, 0, 0], [1, 1, 1, 0]], dtype=bool)]
    report = max_annotator(scores, marks, 0.5)
    assert report["precision"] == 1
    assert report["recall"] == 1
    assert report["f1"] == 1
    assert report["mean_f1"] == pytest.approx(2 * 2 / (2 + 3))


def test_nothing_predicted_where_an_annotator_found_nothing_counts_one():
    scores = [np.array([0.2, 0.1]), np.array([0.2, 0.1])]
    marks = [np.zeros((1, 2), dtype=bool), np.array([[True, False]])]
    report = max_annotator(scores, marks, 0.5)
    assert report["precision"] == report["recall"] == 0.5
    predicted = max_annotator(scores, marks, 0.15)
    assert predicted["precision"] == predicted["recall"] == 0.5
    assert predicted["best_f1"] == 0.5


def test_human_agreement_leaves_each_annotator_out():
    marks = [np.array([[1, 1, 0], [1, 0, 0], [1, 1, 0]], dtype=bool)]
    # First and third agree wholly; the second has P 1, R 1/2 and F1 2/3 against either.
    report = human_agreement(marks)
    assert report["precision"] == 1
    assert report["recall"] == pytest.approx((1 + 1 / 2 + 1) / 3)
    assert report["mean_f1"] == pytest.approx((1 + 2 / 3 + 1) / 3)
    assert human_agreement([marks[0][:1]]) == {}
