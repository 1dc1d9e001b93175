"""Labels that have slipped against their sentences are found."""

import numpy as np

from privascope.learn.displaced import best_shift


def toy(shift: int, noise: float = 0.3) -> tuple[np.ndarray, np.ndarray]:
    """Cosines of 20 questions with 60 sentences, and labels that stand `shift` places off."""
    chance = np.random.default_rng(5)
    labels = np.zeros((20, 60))
    cosines = noise * chance.normal(size=labels.shape)
    for question in range(20):
        place = 10 + 2 * question
        cosines[question, place] += 1
        labels[question, place - shift] = 1
    return cosines, labels


def test_labels_in_their_place_stay():
    assert best_shift(*toy(0)) == 0


def test_slipped_labels_are_found_either_way():
    assert best_shift(*toy(4)) == 4
    assert best_shift(*toy(-7)) == -7


def test_labels_that_fit_nowhere_are_not_called_slipped():
    cosines, labels = toy(0)
    shuffled = np.random.default_rng(1).permutation(labels)
    assert best_shift(np.zeros_like(cosines), shuffled) == 0
