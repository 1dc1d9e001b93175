"""The training stage of the BiLSTM: from sections of policies to a model with its figures."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from privascope.data.digests import digest, file_digest
from privascope.errors import DataError
from privascope.learn.bilstm import load_bilstm, torch_scores, train_bilstm
from privascope.learn.bilstm_figures import mean_scores, method_scores, section_figures
from privascope.learn.section_pairs import by_service, read_sections
from privascope.learn.storing import stored
from privascope.models.vectors import SHIPPED, load_vectors

# Rivals that are judged by the same sections.
_RIVALS = ("bm25", "dense")


def train_on_sections(
    sources: Sequence[Path],
    folder: Path,
    *,
    vectors: Path = SHIPPED,
    epochs: int = 4,
    seed: int = 0,
    seconds: float | None = None,
) -> dict[str, Any]:
    """Train on eight in ten services, tune on one, and tell how the last one's sections are found.

    A call that stops at its time limit tells how far it came.
    """
    policies = read_sections(sources, folder)
    learned, tuned, judged = by_service(policies)
    if not learned or not tuned or not judged:
        raise DataError("too few services with sections: some are needed to tune on and to judge")
    fitted = train_bilstm(
        learned,
        folder,
        tuned_on=tuned,
        vectors=vectors,
        epochs=epochs,
        seed=seed,
        seconds=seconds,
    )
    counts = {
        "finished": fitted.finished,
        "step": fitted.step,
        "steps": fitted.steps,
        "policies": [len(learned), len(tuned), len(judged)],
    }
    if not fitted.finished:
        return counts

    def measured() -> dict[str, Any]:
        table = load_vectors(vectors)
        score = torch_scores(load_bilstm(folder), table)
        ours: dict[str, Any] = dict(section_figures(score, judged))
        # As the report has it: also of policies that it learned from, as many.
        ours["train"] = section_figures(score, learned[: len(judged)])
        rivals = {name: section_figures(method_scores(name), judged) for name in _RIVALS}
        return {**ours, "mean_of_vectors": section_figures(mean_scores(table), judged), **rivals}

    name = digest(file_digest(folder / "bilstm.safetensors"), [policy.service for policy in judged])
    return {**counts, **stored(folder / f"figures-{name}.json", measured)}
