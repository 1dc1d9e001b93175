"""Pairs from unlabelled policies with a teacher's soft labels."""

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from privascope.data.digests import digest
from privascope.data.mapping_questions import AboutQuestion, read_about
from privascope.data.pairs import RETRIEVED, Question, check_ids, left_out, read_questions
from privascope.learn.augment import Candidate, retrieve
from privascope.learn.base import MINILM
from privascope.learn.corpus import corpus_sentences, sentence_key
from privascope.learn.displaced import with_sound_labels
from privascope.learn.retriever import load_retriever
from privascope.learn.selector import Example, privacyqa_examples
from privascope.learn.split import is_statement
from privascope.learn.storing import stored, write_whole
from privascope.learn.teacher import Judged, Teacher, fit_teacher

TAUGHT = "taught.jsonl"
_NEGATIVES = 12
# Random sentences per question: similar ones alone do not show what is irrelevant.
_FAR = 6
# The weight of a teacher's soft label relative to a label.
_BESIDE_LABELS = 0.5


def teach_file(
    labels: Path,
    categories: Path | None,
    corpus: Path,
    folder: Path,
    *,
    retriever: str = MINILM,
    k: int,
    most_sentences: int = 0,
    fold: int | None = None,
) -> dict[str, float]:
    """Write pairs of the labelled questions and a corpus with a teacher's word on each.

    Questions that have categories and no labels are taught as well. With a fold, nothing of its
    policies is used: no question, no label, no sentence.
    """
    questions = read_questions(labels)
    check_ids(questions)
    kept_apart = left_out(questions, fold)
    learned = [one for one in questions if one.policy not in kept_apart]
    about = (
        [one for one in read_about(categories) if one.group not in kept_apart] if categories else []
    )
    teacher = teacher_of(
        with_sound_labels(learned, labels),
        {one.text: one.categories for one in about},
        _NEGATIVES,
    )
    known = {
        sentence_key(text)
        for text in {own for one in questions if one.policy in kept_apart for own in one.sentences}
    }
    sentences = [
        one
        for one in corpus_sentences(corpus, most_sentences)
        if is_statement(one) and sentence_key(one) not in known
    ]
    asked = [*learned, *_unlabelled(about, learned)]
    candidates = retrieve(load_retriever(retriever), asked, sentences, folder, k=k)
    pairs = near_and_far(found_by_question(candidates, asked), sentences)
    taught = taught_examples(teacher, pairs, folder)
    policies = {one.text: one.policy for one in reversed(asked)}
    rows = _rows(taught, policies)
    lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in rows]
    write_whole(folder / TAUGHT, "".join(lines).encode())
    names = ("meaning", "words", "practices")
    return {
        "questions": len(policies),
        "pairs": len(taught),
        "likely": sum(one.label >= 0.5 for one in taught),
        **{name: round(own, 3) for name, own in zip(names, teacher.weights, strict=True)},
    }


def teacher_of(
    questions: Sequence[Question],
    categories: Mapping[str, frozenset[str]],
    negatives: int,
    seed: int = 0,
) -> Teacher:
    """The teacher that fits the labels of these questions; `categories` are by their texts."""
    return fit_teacher(
        [
            Judged(one.question, one.sentence, one.label > 0.5)
            for one in privacyqa_examples(questions, negatives, seed)
        ],
        categories,
    )


def near_and_far(
    found: Mapping[str, Sequence[str]], sentences: Sequence[str], seed: int = 0
) -> list[Judged]:
    """Each question with the sentences found for it, and some drawn at random; no pair twice."""
    generator = random.Random(seed)
    return [
        Judged(question, sentence)
        for question, near in found.items()
        for sentence in dict.fromkeys(
            (*near, *generator.sample(sentences, min(_FAR, len(sentences))))
        )
    ]


def taught_examples(teacher: Teacher, pairs: Sequence[Judged], folder: Path) -> list[Example]:
    """Pairs to train on, as relevant as the teacher thinks; its word is kept in `folder`."""
    chances = _chances(teacher, pairs, folder)
    return [
        Example(one.question, one.sentence, "", chance)
        for one, chance in zip(pairs, chances, strict=True)
    ]


def softened(teacher: Teacher, examples: Sequence[Example], folder: Path) -> list[Example]:
    """Labelled pairs, each label halfway to what the teacher thinks of the pair."""
    chances = _chances(teacher, [Judged(one.question, one.sentence) for one in examples], folder)
    return [
        replace(one, label=(1 - _BESIDE_LABELS) * one.label + _BESIDE_LABELS * chance)
        for one, chance in zip(examples, chances, strict=True)
    ]


def found_by_question(
    candidates: Sequence[Candidate], questions: Sequence[Question]
) -> dict[str, list[str]]:
    """The sentences found for each question's text; none for one without any."""
    texts = {question.id: question.text for question in questions}
    found: dict[str, list[str]] = {text: [] for text in texts.values()}
    for one in candidates:
        found[texts[one.question]].append(one.sentence)
    return found


def _unlabelled(about: Sequence[AboutQuestion], learned: Sequence[Question]) -> list[Question]:
    """Questions that are known by their categories alone."""
    known = {one.text for one in learned}
    none = np.zeros(0, dtype=np.bool_)
    return [
        Question(one.group, f"about_{number}", one.text, (), none, none, none)
        for number, one in enumerate(about)
        if one.text not in known
    ]


def _rows(examples: Sequence[Example], policies: Mapping[str, str]) -> list[dict[str, str | float]]:
    """Pairs in PrivacyQA's columns, each a question of its own, to be joined with labelled ones."""
    return [
        {
            "DocID": policies[one.question],
            "QueryID": f"taught_{number}",
            "SentID": f"taught_{number}",
            "Query": one.question,
            "Segment": one.sentence,
            "Label": "Relevant" if one.label >= 0.5 else "Irrelevant",
            "Likely": one.label,
            "SegmentSource": RETRIEVED,
        }
        for number, one in enumerate(examples)
    ]


def _chances(teacher: Teacher, pairs: Sequence[Judged], folder: Path) -> list[float]:
    asked = [(one.question, one.sentence) for one in pairs]
    path = folder / f"taught-{digest(teacher.weights, teacher.bias, asked)}.json"
    held = stored(path, lambda: {"chances": teacher.chances(pairs).round(4).tolist()})
    return [float(chance) for chance in held["chances"]]
