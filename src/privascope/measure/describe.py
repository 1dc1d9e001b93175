"""What the papers' data tables say of a data set: its questions, passages and answers, counted."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from privascope.data.asked import read_asked
from privascope.data.pairs import Question, read_questions
from privascope.data.policyqa import read_paragraphs
from privascope.data.practices import Segment, read_values
from privascope.data.rows import read_rows
from privascope.errors import DataError
from privascope.library.store import Library

Figures = dict[str, object]


def measure(data: Path) -> Figures:
    """The counts of a data set in whichever known form it is, or of a library's folder."""
    if data.is_dir():
        return {"form": "library", **_library(data)}
    form = form_of(data)
    return {"form": form, **_DESCRIBED[form](data)}


def form_of(data: Path) -> str:
    """The form of a file by the fields of its first row; DataError where it is none of them."""
    if data.suffix in (".csv", ".tsv"):
        return "privacyqa"
    row = next(iter(read_rows(data)), None)
    if row is None:
        raise DataError(f"{data}: no rows")
    for form, fields in _FIELDS.items():
        if fields <= row.keys():
            return form
    raise DataError(
        f"{data}: not in the form of {', '.join(_FIELDS)}; it has the fields "
        f"{', '.join(sorted(row))[:200]}"
    )


def _privacyqa(data: Path) -> Figures:
    questions = read_questions(data)
    return {
        "questions": len(questions),
        "policies": len({one.policy for one in questions}),
        "out_of_scope_questions": sum(not one.answerable for one in questions),
        "passages_per_question": _mean([len(one.sentences) for one in questions]),
        "relevant_passages_per_question": _mean([int(one.relevant.sum()) for one in questions]),
        "words_per_question": _mean_words([one.text for one in questions]),
        "words_per_passage": _mean_words(
            [text for own in dict.fromkeys(one.sentences for one in questions) for text in own]
        ),
        "words_per_answer": _mean_words(
            [one.sentences[n] for one in questions for n in np.flatnonzero(one.relevant)]
        ),
        **_disagreement(questions),
    }


def _disagreement(questions: Sequence[Question]) -> Figures:
    """How often annotators differ on the passages that at least one of them marked."""
    several = [one.annotators for one in questions if len(one.annotators) > 1]
    if not several:
        return {"disagreement": "the file has no more than one annotator a question"}
    marked = [marks[:, marks.any(axis=0)] for marks in several]
    differing = sum(int((~own.all(axis=0)).sum()) for own in marked)
    return {
        "questions_with_several_annotators": len(several),
        "disagreement": differing / max(1, sum(own.shape[1] for own in marked)),
        "questions_whose_answerability_is_disputed": _mean(
            [len(np.unique(marks.any(axis=1))) > 1 for marks in several]
        ),
    }


def _policyqa(data: Path) -> Figures:
    paragraphs = read_paragraphs(data)
    asked = [one for paragraph in paragraphs for one in paragraph.asked]
    answers = [
        paragraph.text[span.start : span.end]
        for paragraph in paragraphs
        for one in paragraph.asked
        for span in one.answers
    ]
    return {
        "questions": len({one.question for one in asked}),
        "policies": len({one.policy for one in paragraphs}),
        "question_answer_pairs": len(asked),
        "out_of_scope_questions": sum(not one.answers for one in asked),
        "passages": len(paragraphs),
        "words_per_question": _mean_words([one.question for one in asked]),
        # As the paper counts: a passage as often as it is asked about.
        "words_per_passage": _mean_words(
            [paragraph.text for paragraph in paragraphs for _ in paragraph.asked]
        ),
        "words_per_answer": _mean_words(answers),
    }


def _opp115(data: Path) -> Figures:
    sites = [str(row["site"]) for row in read_rows(data)]
    labelled = [one for one in read_values(data) if one.values is not None]
    counts: dict[str, int] = {}
    for one in labelled:
        for triple in one.values or {}:
            counts[triple[0]] = counts.get(triple[0], 0) + 1
    unspecified = [_unspecified(one) for one in labelled]
    return {
        "policies": len(set(sites)),
        "segments": len(sites),
        "segments_with_labels": len(labelled),
        "values_per_segment": _mean([len(one.values or {}) for one in labelled]),
        "segments_with_something_unspecified": _mean([bool(own) for own in unspecified]),
        "words_per_segment": _mean_words([one.text for one in labelled]),
        "words_per_value": _mean_words(
            [
                one.text[span.start : span.end]
                for one in labelled
                for spans in (one.values or {}).values()
                for span in spans
            ]
        ),
        "values_by_category": dict(sorted(counts.items())),
    }


def _unspecified(segment: Segment) -> int:
    return sum(triple[2] == "Unspecified" for triple in segment.values or {})


def _asked(data: Path) -> Figures:
    policies = list(read_asked(data))
    pairs = [(policy, one) for policy in policies for one in policy.questions]
    verdicts: dict[str, int] = {}
    for _, one in pairs:
        verdicts[one.verdict] = verdicts.get(one.verdict, 0) + 1
    return {
        "questions": len(pairs),
        "policies": len(policies),
        "out_of_scope_questions": verdicts.get("out_of_scope", 0),
        "passages_per_question": _mean([len(policy.sentences) for policy, _ in pairs]),
        "relevant_passages_per_question": _mean([len(one.answers) for _, one in pairs]),
        "words_per_question": _mean_words([one.text for _, one in pairs]),
        "words_per_passage": _mean_words(
            [policy.text[s.start : s.end] for policy in policies for s in policy.sentences]
        ),
        "words_per_answer": _mean_words(
            [
                policy.text[policy.sentences[n].start : policy.sentences[n].end]
                for policy, one in pairs
                for n in one.answers
            ]
        ),
        "written_before_reading": _mean([one.written_before_reading for _, one in pairs]),
        "verdicts": dict(sorted(verdicts.items())),
        "statements_per_policy": _mean([len(one.statements) for one in policies]),
    }


def _library(folder: Path) -> Figures:
    sentences, segments, words = [], [], []
    with Library(folder) as library:
        versions = [one.current_version for one in library.policies()]
        for version in versions:
            policy = library.derived(version).policy
            sentences.append(len(policy.sentences))
            segments.append(len(policy.segments))
            words.append(len(policy.text.split()))
    return {
        "policies": len(versions),
        "passages_per_policy": _mean(sentences),
        "segments_per_policy": _mean(segments),
        "words_per_policy": _mean(words),
        "words_per_passage": sum(words) / max(1, sum(sentences)),
    }


_FIELDS: Mapping[str, frozenset[str]] = {
    "privacyqa": frozenset(("DocID", "QueryID", "SentID", "Query", "Segment")),
    "policyqa": frozenset(("paragraphs",)),
    "asked": frozenset(("policy_id", "sentences", "questions")),
    "opp115": frozenset(("site", "segment", "text", "practices")),
}
_DESCRIBED: Mapping[str, Callable[[Path], Figures]] = {
    "privacyqa": _privacyqa,
    "policyqa": _policyqa,
    "asked": _asked,
    "opp115": _opp115,
}


def _mean(values: Sequence[Any]) -> float:
    return float(np.mean(values)) if len(values) else 0.0


def _mean_words(texts: Sequence[str]) -> float:
    return _mean([len(text.split()) for text in texts])
