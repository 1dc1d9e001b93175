"""Learns to map questions onto the taxonomy, with figures on policies not learned from."""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from privascope.answer.mapping.linear import TEMPERATURES, Floats, LinearMap, label_scores, softmax
from privascope.data.mapping_folds import FOLDS, question_digest
from privascope.data.mapping_levels import level_figures
from privascope.data.mapping_questions import AboutQuestion, read_about
from privascope.errors import DataError
from privascope.learn.mapping_examples import common_examples, value_examples
from privascope.learn.mapping_fit import Arrays, Examples, find_temperatures, fit_map

Numbers = npt.NDArray[np.int64]


def learn_mapping(
    labels: Path,
    folder: Path,
    *,
    policyqa: Sequence[Path] = (),
    folds: int = FOLDS,
    seeds: int = 3,
) -> dict[str, object]:
    """Write weights.npz and folds.npz to a folder; returns the cross-validated figures.

    PrivacyQA's questions are split by policy, PolicyQA's by their words. The first of the seeds'
    folds are kept, so that `measure mapping` can judge every question by weights that have not
    seen it.
    """
    examples = read_examples(labels, policyqa)
    rounds: list[dict[str, Any]] = []
    kept: list[Arrays] = []
    places: Numbers = np.zeros(0, dtype=np.int64)
    temperatures = np.ones(2)
    for seed in range(seeds):
        parts = split(examples.questions, folds, seed)
        models = [fit_map(examples.part(parts != part)) for part in range(folds)]
        unseen = examples.part(parts >= 0)
        logits = unseen_logits(unseen, parts[parts >= 0], models)
        if not rounds:
            kept, places = models, parts
            temperatures = find_temperatures(unseen.questions, logits)
        rounds.append(_round(unseen.questions, parts[parts >= 0], logits, temperatures))
    folder.mkdir(parents=True, exist_ok=True)
    shipped = fit_map(examples) | {TEMPERATURES: temperatures}
    np.savez_compressed(folder / "weights.npz", **shipped)  # type: ignore[arg-type]
    _write_folds(folder / "folds.npz", examples.questions, places, kept, temperatures)
    return {"questions": len(examples.questions), "folds": folds, **summary(rounds)}


def read_examples(labels: Path, policyqa: Sequence[Path]) -> Examples:
    """PrivacyQA's questions, PolicyQA's and our own, with their vectors."""
    from privascope.models.sentence_encoder import encode

    asked = read_about(labels)
    if any(one.labels for one in asked):
        raise DataError(f"{labels}: PolicyQA's questions belong to --policyqa")
    typed = merged([one for path in policyqa for one in read_about(path)])
    # What is measured on must not be learned from under another name.
    taken = {one.text for one in (*asked, *typed)}
    own = [one for one in (*common_examples(), *value_examples()) if one.text not in taken]
    questions = (*asked, *typed, *own)
    return Examples(questions, encode([one.text for one in questions]))


def merged(questions: Sequence[AboutQuestion]) -> list[AboutQuestion]:
    """Each question of several files once, with all that it may be about."""
    found: dict[str, AboutQuestion] = {}
    for one in questions:
        known = found.get(one.text)
        found[one.text] = (
            AboutQuestion(
                one.text, one.group, one.categories | known.categories, one.labels | known.labels
            )
            if known
            else one
        )
    return list(found.values())


def split(questions: Sequence[AboutQuestion], folds: int, seed: int) -> Numbers:
    """The part of each question, by group; -1 for our own, which are always learned from."""
    policies = sorted({one.group for one in questions if one.group and not one.labels})
    if len(policies) < folds:
        raise DataError(f"{folds} folds by policy need as many policies, there are {len(policies)}")
    np.random.default_rng(seed).shuffle(policies)
    part_of = {policy: at % folds for at, policy in enumerate(policies)}
    for one in questions:
        if one.group and one.group not in part_of:
            digest = hashlib.blake2b(f"{seed} {one.group}".encode(), digest_size=4).digest()
            part_of[one.group] = int.from_bytes(digest, "big") % folds
    return np.array([part_of.get(one.group, -1) for one in questions])


def unseen_logits(
    examples: Examples, parts: Numbers, models: Sequence[Arrays]
) -> dict[str, Floats]:
    """For each question the logits of the model that has not seen its part."""
    found: dict[str, Floats] = {}
    for part, arrays in enumerate(models):
        numbers = np.flatnonzero(parts == part)
        texts = [examples.questions[number].text for number in numbers]
        logits = LinearMap(arrays).logits(texts, examples.vectors[numbers])
        for name, table in logits.items():
            empty = np.zeros((len(parts), table.shape[1]), dtype=np.float32)
            found.setdefault(name, empty)[numbers] = table
    return found


def _round(
    questions: Sequence[AboutQuestion],
    parts: Numbers,
    logits: Mapping[str, Floats],
    temperatures: npt.NDArray[np.float64],
) -> dict[str, Any]:
    """The figures of one split: PrivacyQA's by fold and in all, PolicyQA's in all."""
    categories = softmax(logits["category"] / np.float32(temperatures[0]))
    labels = softmax(label_scores(logits) / np.float32(temperatures[1]))
    typed = np.array([bool(one.labels) for one in questions])

    def figures(kept: npt.NDArray[np.bool_]) -> dict[str, Any]:
        some = [one for one, keep in zip(questions, kept, strict=True) if keep]
        return level_figures(some, categories[kept], labels[kept])

    return {
        "privacyqa": figures(~typed),
        "by_fold": [figures(~typed & (parts == part)) for part in range(int(parts.max()) + 1)],
        "policyqa": figures(typed) if typed.any() else {},
    }


def summary(rounds: Sequence[Mapping[str, Any]]) -> dict[str, object]:
    """Means over the splits, with the spread over splits and over folds."""
    found: dict[str, object] = {}
    for name in ("top_1", "top_2"):
        of_splits = [one["privacyqa"]["category"][name] for one in rounds]
        of_folds = [fold["category"][name] for one in rounds for fold in one["by_fold"]]
        found[name] = float(np.mean(of_splits))
        found[f"{name}_spread_of_splits"] = float(np.std(of_splits))
        found[f"{name}_of_folds"] = [round(value, 4) for value in of_folds]
        found[f"{name}_spread_of_folds"] = float(np.std(of_folds))
    errors = [one["privacyqa"]["category"]["calibration_error"] for one in rounds]
    found["calibration_error"] = float(np.mean(errors))
    if rounds[0]["policyqa"]:
        found["policyqa"] = {
            level: {
                name: float(np.mean([one["policyqa"][level][name] for one in rounds]))
                for name in ("top_1", "top_2", "calibration_error")
            }
            for level in ("category", "attribute", "value")
        }
    return found


def _write_folds(
    path: Path,
    questions: Sequence[AboutQuestion],
    parts: Numbers,
    models: Sequence[Arrays],
    temperatures: npt.NDArray[np.float64],
) -> None:
    """The models of the folds, and by digest which of them has not seen a question."""
    known = {
        question_digest(question): part
        for question, part in zip(questions, parts.tolist(), strict=True)
        if part >= 0
    }
    arrays: Arrays = {
        "digests": np.array(sorted(known), dtype=np.uint64),
        "parts": np.array([known[digest] for digest in sorted(known)], dtype=np.uint8),
        TEMPERATURES: temperatures,
    }
    for number, model in enumerate(models):
        arrays |= {
            f"{number}_{name}": value for name, value in model.items() if name != TEMPERATURES
        }
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]
