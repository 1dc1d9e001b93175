"""A final model of an ERA table: trained, and judged on policies that it has not seen."""

import io
import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privascope.data.digests import digest
from privascope.data.pairs import Question
from privascope.data.ranking import best_threshold, class_figures, hits, ranking_figures
from privascope.learn.base import base_digest
from privascope.learn.era_examples import ExampleMaker, answerability_examples, wrong_a_right
from privascope.learn.era_recipe import Recipe
from privascope.learn.era_rows import Row
from privascope.learn.era_stages import DONE, Stages, once, settings
from privascope.learn.filter import ARGMAX, Filter, tune_filter
from privascope.learn.retriever import questions_digest
from privascope.learn.selector import Example, train
from privascope.learn.selector_scores import exact_scores, selector_scores
from privascope.learn.storing import say, write_whole

Scores = list[NDArray[np.float64]]
# What a question that is judged unanswerable leaves its sentences with.
_SILENT = -1e4
# Changes whenever the same model would give other figures.
_VERSION = "1"


class Finals:
    """The final models of a fold and a seed; rows that come to the same pairs share one."""

    def __init__(self, stages: Stages) -> None:
        self._stages = stages
        self.used: set[Path] = set()

    @property
    def _recipe(self) -> Recipe:
        return self._stages.recipe

    def folder(self, final: str, examples: Sequence[Example], weighted: bool = False) -> Path:
        """Where a model lies that learns from these examples."""
        how = self._recipe.stages["final"]
        key = digest(
            base_digest(self._stages.bases[final]),
            [(one.question, one.sentence, one.label) for one in examples],
            (self._stages.seed, settings(how), weighted),
        )
        return self._recipe.folder / f"fold{self._stages.split.number}-finals" / key

    def trained(
        self, final: str, examples: Sequence[Example], title: str, weighted: bool = False
    ) -> Path:
        """The folder of a model that has learned from these examples."""
        how, folder = self._recipe.stages["final"], self.folder(final, examples, weighted)
        self.used.add(folder)

        def make() -> None:
            train(
                self._stages.bases[final],
                lambda _: examples,
                folder,
                recipe={"stage": "era final"},
                epochs=how.epochs,
                rate=how.rate,
                size=how.batch,
                longest=how.longest,
                context=False,
                classifier=True,
                frozen_embeddings=how.frozen_embeddings,
                pace=how.pace,
                seed=self._stages.seed,
                right_weight=wrong_a_right(examples) if weighted else 1.0,
                title=title,
            )

        once(folder, make)
        return folder

    def as_filter(self, folder: Path) -> Filter:
        """A final model as a filter."""
        longest = self._recipe.stages["final"].longest
        return tune_filter(str(folder), self._stages.split.tuned, longest)

    def result(self, row: Row, maker: ExampleMaker) -> dict[str, Any]:
        """The figures of a row, and where its scores are kept."""
        examples, added = maker.of(row)
        weighted = row.kind.endswith("weighted")
        folder = self.folder(row.final, examples, weighted)
        split = self._stages.split
        judges = questions_digest([*split.tuned, *split.judged])
        name = digest(judges, _VERSION, row.kind == "answerable", self._recipe.int8)
        path = folder / f"result-{name}.json"
        if not path.exists():
            title = f"{row.name}, fold {split.number}, seed {self._stages.seed}"
            say(f"{title}: {len(examples):,} pairs, {added:,} of them added")
            self.trained(row.final, examples, title, weighted)
            began = time.monotonic()
            scores = self._scores(folder, row)
            figures = judged_figures(split, scores)
            figures["cost"] = {
                "judging_seconds": round(time.monotonic() - began, 1),
                **json.loads((folder / "cost.json").read_bytes()),
            }
            _write_scores(folder / f"scores-{name}.npz", scores)
            write_whole(path, json.dumps(figures).encode())
        self.used.add(folder)
        if row.kind == "answerable":
            self.used.add(self.folder(row.final, answerability_examples(split.learned)))
        return {
            "row": row.name,
            "kind": row.kind,
            "final": row.final,
            "encoders": list(row.encoders),
            "k": row.k,
            "decision": row.decision,
            "seed": self._stages.seed,
            "fold": split.number,
            "pairs": len(examples),
            "added": added,
            "scores": str((folder / f"scores-{name}.npz").relative_to(self._recipe.folder)),
            "model": str(folder.relative_to(self._recipe.folder)),
            **json.loads(path.read_bytes()),
        }

    def _scores(self, folder: Path, row: Row) -> dict[str, tuple[Scores, Scores]]:
        """By precision, the scores of the questions to tune on and of those that judge."""
        split, longest = self._stages.split, self._recipe.stages["final"].longest
        both = (split.tuned, split.judged)
        made = {"fp32": tuple(exact_scores(str(folder), own, longest) for own in both)}
        if self._recipe.int8:
            made["int8"] = tuple(
                selector_scores(str(folder), own, context=False, longest=longest) for own in both
            )
        scores = {name: (tuned, judged) for name, (tuned, judged) in made.items()}
        return self._silenced(scores, row) if row.kind == "answerable" else scores

    def _silenced(
        self, scores: Mapping[str, tuple[Scores, Scores]], row: Row
    ) -> dict[str, tuple[Scores, Scores]]:
        """Scores without answers to questions that another model takes for unanswerable."""
        split = self._stages.split
        examples = answerability_examples(split.learned)
        judge = str(self.trained(row.final, examples, f"{row.name}: which questions"))
        alone = [
            [own > ARGMAX for own in exact_scores(judge, [_bare(one) for one in some])]
            for some in (split.tuned, split.judged)
        ]
        return {
            name: (_gated(tuned, alone[0]), _gated(judged, alone[1]))
            for name, (tuned, judged) in scores.items()
        }


def _bare(question: Question) -> Question:
    """A question by itself, as an answerability model reads it."""
    one = np.zeros(1, dtype=np.bool_)
    return Question(question.policy, question.id, question.text, ("",), one, one, one[:0, None])


def _gated(scores: Scores, answerable: Sequence[NDArray[np.bool_]]) -> Scores:
    return [
        own if bool(may[0]) else np.full(len(own), _SILENT)
        for own, may in zip(scores, answerable, strict=True)
    ]


def judged_figures(split: Any, scores: Mapping[str, tuple[Scores, Scores]]) -> dict[str, Any]:
    """Figures by precision and decision, and each question's counts, to draw policies anew."""
    relevant = [question.relevant for question in split.judged]
    labels = np.concatenate(relevant)
    known = np.concatenate([question.relevant for question in split.tuned])
    figures: dict[str, Any] = {}
    for name, (tuned, judged) in scores.items():
        pooled, apart = np.concatenate(judged), np.concatenate(tuned)
        f1, threshold = best_threshold(apart, known)
        figures[name] = {
            "argmax": class_figures(pooled > ARGMAX, labels),
            "tuned": {"threshold": threshold, **class_figures(pooled >= threshold, labels)},
            "best_f1": best_threshold(pooled, labels)[0],
            **ranking_figures(hits(judged, relevant)),
            # On the policies to tune on: by it the best subset of encoders is chosen.
            "validation": {"argmax": class_figures(apart > ARGMAX, known)["f1"], "tuned": f1},
            "counts": {
                "argmax": _counts(split.judged, judged, ARGMAX, strictly=True),
                "tuned": _counts(split.judged, judged, threshold, strictly=False),
            },
        }
    return figures


def _counts(
    questions: Sequence[Question], scores: Scores, threshold: float, *, strictly: bool
) -> list[list[Any]]:
    """Question, policy, and how many sentences were right, found and wanted, of how many."""
    rows = []
    for question, own in zip(questions, scores, strict=True):
        found = own > threshold if strictly else own >= threshold
        right, wanted = int((found & question.relevant).sum()), int(question.relevant.sum())
        rows.append([question.id, question.policy, right, int(found.sum()), wanted, len(own)])
    return rows


def _write_scores(path: Path, scores: Mapping[str, tuple[Scores, Scores]]) -> None:
    buffer = io.BytesIO()
    arrays: dict[str, Any] = {
        name: np.concatenate(judged).astype(np.float32) for name, (_, judged) in scores.items()
    }
    np.savez(buffer, **arrays)
    write_whole(path, buffer.getvalue())


def drop_models(folders: Sequence[Path]) -> int:
    """Delete the weights of models whose results are kept; returns how many bytes that frees."""
    freed = 0
    for folder in folders:
        for path in (*folder.glob("*.safetensors"), folder / DONE):
            if path.exists():
                freed += path.stat().st_size
                path.unlink()
    return freed
