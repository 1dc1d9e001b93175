"""Augmentation: finds sentences in unlabelled policies that answer labelled questions."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from privascope.data.digests import digest
from privascope.data.pairs import FOLDS, RETRIEVED, Question, read_questions
from privascope.data.rows import read_rows
from privascope.errors import DataError
from privascope.learn.corpus import corpus_sentences, sentence_key
from privascope.learn.corpus_index import index_corpus, nearest
from privascope.learn.filter import ARGMAX, Filter, filter_of
from privascope.learn.retriever import Retriever, load_retriever, questions_digest
from privascope.learn.selector import Example
from privascope.learn.split import is_statement, splits_of, to_retrieve_for
from privascope.learn.storing import write_whole

AUGMENTED = "augmented.jsonl"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence that one retriever found for a question: its rank and the filter's score."""

    question: str
    sentence: str
    rank: int
    product: float
    relevance: float = 0.0
    # By the likelier class, as published, and by the tuned threshold.
    kept: bool = True
    tuned: bool = True


@dataclass(frozen=True, slots=True)
class Variant:
    """Which retrievers' sentences are added, how many of each, and what decides on them.

    `decision` is empty without filter, `argmax` as published, or `tuned`.
    """

    name: str
    encoders: tuple[str, ...]
    k: int
    decision: str


def augment_file(
    labels: Path,
    corpus: Path,
    folder: Path,
    retrievers: Sequence[str],
    filters: Sequence[str],
    *,
    k: int,
    most_sentences: int = 0,
    decision: str = "argmax",
    fold: int | None = None,
    folds: int = FOLDS,
    keep_displaced: bool = False,
    unanswerable: bool = False,
) -> dict[str, int]:
    """Write the rows that retrievers and filters add to a labelled file, and count them.

    They are for the questions that `learn retriever` and `learn filter` learn from.
    """
    if filters and len(filters) != len(retrievers):
        raise DataError(f"{len(retrievers)} retrievers need as many filters, or none")
    if decision not in ("argmax", "tuned"):
        raise DataError(f"decision is {decision}, not argmax or tuned")
    numbers = () if fold is None else (fold,)
    questions = read_questions(labels)
    drawn = corpus_sentences(corpus, most_sentences)
    (split,) = splits_of(
        questions, labels, numbers=numbers, count=folds, keep_displaced=keep_displaced
    )
    asked = to_retrieve_for(split.learned, unanswerable=unanswerable)
    sentences = split.searched(drawn)
    found: dict[str, list[Candidate]] = {}
    for number, name in enumerate(retrievers):
        own = retrieve(load_retriever(name), asked, sentences, folder, k=k)
        if filters:
            judge = filter_of(filters[number], split.tuned)
            own = filtered(judge, own, asked, folder)
        found[name] = own
    decision = decision if filters else ""
    added = union(found, Variant("all", tuple(found), k, decision))
    lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in augmented_rows(added, asked)]
    write_whole(folder / AUGMENTED, "".join(lines).encode())
    return {
        "questions": len(asked),
        "retrieved": sum(len(own) for own in found.values()),
        "kept": sum(len(chosen(own, k, decision)) for own in found.values()),
        "added": len(added),
    }


def retrieve(
    retriever: Retriever,
    questions: Sequence[Question],
    sentences: Sequence[str],
    folder: Path,
    *,
    k: int,
) -> list[Candidate]:
    """The k nearest statements of a corpus for each question, except those it is labelled with."""
    sentences = [sentence for sentence in sentences if is_statement(sentence)]
    name = digest(retriever.digest, questions_digest(questions), digest(list(sentences)), k)
    path = folder / f"retrieved-{name}.jsonl"
    if path.exists():
        return read_candidates(path)
    shards = index_corpus(retriever, sentences, folder)
    # Labelled sentences may stand in the corpus, and more are needed in their stead.
    found = nearest(retriever, [question.text for question in questions], shards, 2 * k)
    candidates = []
    for number, question in enumerate(questions):
        labelled = {sentence_key(sentence) for sentence in question.sentences}
        rank = 0
        for place, product in zip(found.sentences[number], found.products[number], strict=True):
            sentence = sentences[int(place)]
            if rank < k and sentence_key(sentence) not in labelled:
                rank += 1
                candidates.append(Candidate(question.id, sentence, rank, float(product)))
    write_candidates(path, candidates)
    return candidates


def filtered(
    judge: Filter, candidates: Sequence[Candidate], questions: Sequence[Question], folder: Path
) -> list[Candidate]:
    """The same candidates with the filter's scores."""
    name = digest(judge.digest, [(one.question, one.sentence) for one in candidates])
    path = folder / f"filtered-{name}.jsonl"
    if path.exists():
        return read_candidates(path)
    texts = {question.id: question.text for question in questions}
    scores = judge.scores(
        [texts[one.question] for one in candidates], [one.sentence for one in candidates]
    )
    judged = [
        replace(
            one,
            relevance=float(score),
            kept=bool(score > ARGMAX),
            tuned=bool(score >= judge.threshold),
        )
        for one, score in zip(candidates, scores, strict=True)
    ]
    write_candidates(path, judged)
    return judged


def chosen(candidates: Iterable[Candidate], k: int, decision: str) -> list[Candidate]:
    """The candidates among the first k, all or those that the filter keeps."""
    first = [one for one in candidates if one.rank <= k]
    if decision == "tuned":
        return [one for one in first if one.tuned]
    return [one for one in first if one.kept] if decision else first


def union(found: Mapping[str, Sequence[Candidate]], variant: Variant) -> list[Candidate]:
    """The pairs that a variant adds: all pairs of its encoders, each once."""
    unknown = [name for name in variant.encoders if name not in found]
    if unknown:
        raise DataError(f"variant {variant.name}: no encoder {', '.join(unknown)}")
    joined: dict[tuple[str, str], Candidate] = {}
    for name in variant.encoders:
        for one in chosen(found[name], variant.k, variant.decision):
            joined.setdefault((one.question, sentence_key(one.sentence)), one)
    return list(joined.values())


def added_examples(candidates: Sequence[Candidate], questions: Sequence[Question]) -> list[Example]:
    """Candidates as relevant pairs to train on."""
    texts = {question.id: question.text for question in questions}
    return [Example(texts[one.question], one.sentence, "", 1.0) for one in candidates]


def augmented_rows(
    candidates: Sequence[Candidate], questions: Sequence[Question]
) -> list[dict[str, str]]:
    """Candidates as rows in PrivacyQA's columns, to be joined with the labelled ones.

    Each is a question of its own: among the policy's sentences it would stand between ones that
    lean on each other, and questions of one policy would no longer have the same sentences.
    """
    by_id = {question.id: question for question in questions}
    rows = []
    numbers: dict[str, int] = {}
    for one in candidates:
        numbers[one.question] = numbers.get(one.question, 0) + 1
        own_id = f"{one.question}_added_{numbers[one.question]}"
        rows.append(
            {
                "DocID": by_id[one.question].policy,
                "QueryID": own_id,
                "SentID": own_id,
                "Query": by_id[one.question].text,
                "Segment": one.sentence,
                "Label": "Relevant",
                "SegmentSource": RETRIEVED,
            }
        )
    return rows


def write_candidates(path: Path, candidates: Sequence[Candidate]) -> None:
    """Store candidates as JSON Lines."""
    lines = [json.dumps(asdict(one), ensure_ascii=False) + "\n" for one in candidates]
    write_whole(path, "".join(lines).encode())


def read_candidates(path: Path) -> list[Candidate]:
    """Candidates that were stored."""
    names = tuple(Candidate.__slots__)
    return [Candidate(**{name: row[name] for name in names}) for row in read_rows(path, names)]
