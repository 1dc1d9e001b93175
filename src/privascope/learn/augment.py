"""Augmentation: finds sentences in unlabelled policies that answer labelled questions."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from privascope.data.digests import digest
from privascope.data.pairs import RETRIEVED, Question, check_ids, read_questions
from privascope.data.rows import read_rows
from privascope.errors import DataError
from privascope.learn.corpus import corpus_sentences, sentence_key
from privascope.learn.corpus_index import index_corpus, nearest
from privascope.learn.filter import Filter, load_filter
from privascope.learn.retriever import Retriever, load_retriever, questions_digest
from privascope.learn.selector import Example
from privascope.learn.storing import write_whole

AUGMENTED = "augmented.jsonl"
_ENDS = (".", "!", ";")
_CLOSING = " \"'”’)]"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence that one retriever found for a question: its rank and the filter's score."""

    question: str
    sentence: str
    rank: int
    product: float
    relevance: float = 0.0
    kept: bool = True


@dataclass(frozen=True, slots=True)
class Variant:
    """Which retrievers' sentences are added, how many of each, and whether filters are used."""

    name: str
    encoders: tuple[str, ...]
    k: int
    filtered: bool


def paper_variants(encoders: Mapping[str, bool], ks: Sequence[int]) -> list[Variant]:
    """The paper's variants for encoders, each of the domain or not, and several k.

    ERA joins all encoders, ERA-D those of the domain, Baseline-E all without a filter; each
    encoder also stands alone, with its filter and without.
    """
    everyone = tuple(encoders)
    domain = tuple(name for name, of_domain in encoders.items() if of_domain)
    variants = []
    for k in ks:
        variants.append(Variant(f"ERA, k={k}", everyone, k, True))
        if domain and domain != everyone:
            variants.append(Variant(f"ERA-D, k={k}", domain, k, True))
        variants.append(Variant(f"Baseline-E, k={k}", everyone, k, False))
        for name in everyone:
            variants.append(Variant(f"{name}, k={k}", (name,), k, True))
            variants.append(Variant(f"{name} unfiltered, k={k}", (name,), k, False))
    return variants


def augment_file(
    labels: Path,
    corpus: Path,
    folder: Path,
    retrievers: Sequence[str],
    filters: Sequence[str],
    *,
    k: int,
    most_sentences: int = 0,
) -> dict[str, int]:
    """Write the rows that retrievers and filters add to a labelled file, and count them."""
    if filters and len(filters) != len(retrievers):
        raise DataError(f"{len(retrievers)} retrievers need as many filters, or none")
    questions = read_questions(labels)
    check_ids(questions)
    sentences = corpus_sentences(corpus, most_sentences)
    found: dict[str, list[Candidate]] = {}
    for number, name in enumerate(retrievers):
        own = retrieve(load_retriever(name), questions, sentences, folder, k=k)
        if filters:
            own = filtered(load_filter(filters[number]), own, questions, folder)
        found[name] = own
    added = union(found, Variant("all", tuple(found), k, bool(filters)))
    lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in augmented_rows(added, questions)]
    write_whole(folder / AUGMENTED, "".join(lines).encode())
    return {
        "questions": len(questions),
        "retrieved": sum(len(own) for own in found.values()),
        "kept": sum(one.kept for own in found.values() for one in own),
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


def is_statement(sentence: str) -> bool:
    """Whether a sentence may be retrieved: headings and questions rank high but answer nothing."""
    return sentence.rstrip(_CLOSING).endswith(_ENDS)


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
        replace(one, relevance=float(score), kept=bool(score >= judge.threshold))
        for one, score in zip(candidates, scores, strict=True)
    ]
    write_candidates(path, judged)
    return judged


def chosen(candidates: Iterable[Candidate], k: int, *, filtered: bool) -> list[Candidate]:
    """The candidates among the first k, all or those that the filter keeps."""
    return [one for one in candidates if one.rank <= k and (one.kept or not filtered)]


def union(found: Mapping[str, Sequence[Candidate]], variant: Variant) -> list[Candidate]:
    """The pairs that a variant adds: all pairs of its encoders, each once."""
    unknown = [name for name in variant.encoders if name not in found]
    if unknown:
        raise DataError(f"variant {variant.name}: no encoder {', '.join(unknown)}")
    joined: dict[tuple[str, str], Candidate] = {}
    for name in variant.encoders:
        for one in chosen(found[name], variant.k, filtered=variant.filtered):
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
