"""The ways to rank a policy's sentences for a question, each by its name."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from privascope.answer.best_segment import segments_of
from privascope.answer.bm25 import candidates
from privascope.answer.calibration import calibration
from privascope.answer.expand.expansion import INSTALLED, from_sources, sources_called
from privascope.answer.passages import Passages
from privascope.answer.signals.attention import Attention
from privascope.answer.signals.meaning import Headings, Meaning
from privascope.answer.signals.practices import Practices
from privascope.answer.signals.reading import LEAST_LOGIT, sentence_reader
from privascope.answer.signals.signal import Floats, Signal
from privascope.answer.signals.words import Words
from privascope.errors import PrivascopeError
from privascope.logistic import logistic
from privascope.models.onnx import MODEL

# Sentences of a query-guided summary; the paper shows five or ten.
SUMMARY = 10
# Signals of the default method that are fast enough for every sentence.
FIRST: tuple[Signal, ...] = (Words(), Meaning(), Headings())


@dataclass(frozen=True, slots=True)
class Ranked:
    """A score for every sentence, higher is better; `parts` are the signals it was made of.

    `read` are the numbers of the sentences that the reader read, `shown` those that a published
    method shows as its answer, in its own order. With `is_log_odds` the scores are the log-odds
    that a sentence answers; those of a published method are as published.
    """

    values: Floats
    parts: Mapping[str, Floats]
    read: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()
    is_log_odds: bool = False
    paraphrases: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def best(self, numbers: Sequence[int] | None = None) -> list[int]:
        """Sentences by their numbers, best first, equal ones in reading order."""
        own = np.arange(len(self.values)) if numbers is None else np.array(numbers, dtype=np.int64)
        order: list[int] = own[np.argsort(-self.values[own], kind="stable")].tolist()
        return order


class Method(Protocol):
    """One way to rank sentences."""

    def __call__(self, question: str, passages: Passages) -> Ranked:
        """The scores of all sentences of a policy."""
        ...


def default(question: str, passages: Passages, without: Collection[str] = ()) -> Ranked:
    """The reader over the candidates chosen by words, meaning and headings.

    `without` names signals to leave out.
    """
    first = _first(question, passages, without)
    reader = sentence_reader()
    if reader.name in without:
        return first
    numbers = candidates(first.values, reader.most)
    logits = _logits(passages, numbers, reader.scores(question, passages, numbers))
    parts = {**first.parts, reader.name: logits}
    values = calibration(reader.folder).ranks(parts)
    # What was not read comes behind all that was, in the order of the first signals.
    unread = np.ones(len(passages), dtype=np.bool_)
    unread[numbers] = False
    if unread.any():
        behind = first.values[unread] - first.values[unread].max()
        values[unread] = values[numbers].min() + LEAST_LOGIT + behind
    return Ranked(values, parts, tuple(numbers), is_log_odds=True)


def reading_order(question: str, passages: Passages) -> list[int]:
    """The sentences in the order in which the reader would read them; the first are candidates."""
    return candidates(_first(question, passages, ()).values, len(passages))


def by_reading(question: str, passages: Passages) -> Ranked:
    """A cross-encoder over the candidates: each sentence is read alone with the question."""
    first, numbers, logits = _read_alone(question, passages)
    return Ranked(logits * _weights(passages), {**first.parts, "reading": logits}, tuple(numbers))


def by_reading_and_spans(question: str, passages: Passages) -> Ranked:
    """The published answerability of the candidates: relevance and the best span's information."""
    from privascope.answer.informativeness import informed

    first, numbers, logits = _read_alone(question, passages)
    spans = informed(question, [passages.texts[number] for number in numbers])
    informative = np.zeros(len(passages))
    informative[numbers] = [span.informativeness if span else 0.0 for span in spans]
    values = np.zeros(len(passages))
    values[numbers] = logistic(logits[numbers]) + informative[numbers]
    parts = {**first.parts, "reading": logits, "informativeness": informative}
    return Ranked(values * _weights(passages), parts, tuple(numbers))


def by_practices(question: str, passages: Passages) -> Ranked:
    """The practices that the question maps onto, in the order of their sentences' meaning."""
    stated = Practices().score(question, passages)
    meaning = Meaning().score(question, passages)
    values = np.sqrt(stated) * np.maximum(meaning, 0.0) * _weights(passages)
    return Ranked(values, {"practices": stated, "meaning": meaning})


def by_best_segment(question: str, passages: Passages, *, expanded: bool = True) -> Ranked:
    """The CMU report's open question answering: segments by BM25, the best one's sentences shown.

    Sentences are in the order of their segments; those shown come first.
    """
    from privascope.answer.expand.bm25_words import question_stems

    ranked = segments_of(passages).rank(question_stems(question, expanded=expanded))
    words = np.zeros(len(passages))
    for numbers, score in zip(ranked.segments, ranked.scores, strict=True):
        words[list(numbers)] = score
    values = words.copy()
    # Steps so small that no sentence leaves its segment's place.
    values[list(ranked.sentences)] += np.linspace(1e-6, 1e-7, len(ranked.sentences))
    return Ranked(values, {"words": words}, shown=ranked.sentences)


def query_guided(question: str, passages: Passages, sources: Sequence[str] = INSTALLED) -> Ranked:
    """The query-guided summary of Keymanesh et al.: the best R + I that any wording gives.

    The wordings are the question itself and its paraphrases of the sources; what is shown are the
    ten best sentences.
    """
    expanded = from_sources(question, sources)
    first = _first(question, passages, ())
    numbers = candidates(first.values, sentence_reader().most)
    logits, informative = answerability((question, *expanded.paraphrases), passages, numbers)
    sums = logistic(logits) + informative
    best = sums.argmax(axis=0)
    values = np.zeros(len(passages))
    values[numbers] = sums.max(axis=0)
    information = np.zeros(len(passages))
    information[numbers] = informative[best, np.arange(len(numbers))]
    read = _logits(passages, numbers, logits[best, np.arange(len(numbers))])
    ranked = Ranked(
        values,
        {**first.parts, "reading": read, "informativeness": information},
        tuple(numbers),
        paraphrases=expanded.paraphrases,
        notes=(expanded.note,) if expanded.note else (),
    )
    return replace(ranked, shown=tuple(ranked.best(passages.stating)[:SUMMARY]))


def answerability(
    wordings: Sequence[str], passages: Passages, numbers: Sequence[int]
) -> tuple[Floats, Floats]:
    """The logit of relevance and the informativeness of sentences, a row for each wording."""
    from privascope.answer.informativeness import informed

    texts = [passages.texts[number] for number in numbers]
    logits = np.stack([sentence_reader().alone(text, passages, numbers) for text in wordings])
    informative = np.array(
        [
            [span.informativeness if span else 0.0 for span in informed(text, texts)]
            for text in wordings
        ]
    )
    return logits, informative.reshape(logits.shape)


def with_paraphrases(
    method: Method, question: str, passages: Passages, sources: Sequence[str] = ("rules",)
) -> Ranked:
    """The best score that the question or one of its paraphrases gives each sentence."""
    expanded = from_sources(question, sources)
    found = [method(text, passages) for text in (question, *expanded.paraphrases)]
    values: Floats = np.max([ranked.values for ranked in found], axis=0)
    return replace(
        found[0],
        values=values,
        paraphrases=expanded.paraphrases,
        notes=(expanded.note,) if expanded.note else (),
    )


def _alone(signal: Signal) -> Method:
    """The method that ranks by one signal."""

    def rank(question: str, passages: Passages) -> Ranked:
        own = signal.score(question, passages)
        return Ranked(own * _weights(passages), {signal.name: own})

    return rank


METHODS: Mapping[str, Method] = {
    "default": default,
    "bm25": _alone(Words()),
    "bm25-expanded": by_best_segment,
    "dense": _alone(Meaning()),
    "words+dense": lambda question, passages: _first(question, passages, ()),
    "bilstm": _alone(Attention()),
    "cross-encoder": by_reading,
    "cross-encoder+span": by_reading_and_spans,
    "cross-encoder+dense": default,
    "practices": by_practices,
    "query-guided": query_guided,
    "expansion": partial(with_paraphrases, default),
}
# Those that read a question in other words too.
PARAPHRASING = ("query-guided", "expansion")


# Pair models of the user's own, by their folders.
_OWN: dict[str, Method] = {}


def own_method(folder: str) -> str:
    """Let a pair model that `learn export` wrote rank by its folder's name; returns the name.

    A name that is no such folder stays what it is. For programs and commands: nobody who asks a
    server may name a folder.
    """
    if folder not in METHODS and (Path(folder) / MODEL).is_file():
        _OWN[folder] = partial(_by_pair_model, Path(folder))
    return folder


def _by_pair_model(folder: Path, question: str, passages: Passages) -> Ranked:
    """A pair model over the candidates, each read by itself with the question."""
    from privascope.models.pair_model import read_pairs

    first = _first(question, passages, ())
    numbers = candidates(first.values, sentence_reader().most)
    texts = [passages.texts[number] for number in numbers]
    read = read_pairs(folder, [question] * len(texts), texts)[0].astype(np.float64)
    logits = _logits(passages, numbers, read)
    return Ranked(logits * _weights(passages), {**first.parts, "reading": logits}, tuple(numbers))


def method_called(name: str, paraphrases: str | Sequence[str] = ()) -> Method:
    """The method of a name, with its sources of paraphrases; an error lists the names there are."""
    if name in _OWN and not paraphrases:
        return _OWN[name]
    if name not in METHODS and name not in _OWN:
        raise PrivascopeError(f"there is no method {name[:40]!r}: use {', '.join(METHODS)}")
    if not paraphrases:
        return METHODS[name]
    if name not in PARAPHRASING:
        methods = " and ".join(PARAPHRASING)
        raise PrivascopeError(f"the method {name} uses no paraphrases; {methods} do")
    sources = sources_called(paraphrases)
    if name == "query-guided":
        return partial(query_guided, sources=sources)
    return partial(with_paraphrases, default, sources=sources)


def _first(question: str, passages: Passages, without: Collection[str]) -> Ranked:
    """The weighted sum of the signals that are fast enough for every sentence."""
    weights = calibration(sentence_reader().folder).signals
    parts = {
        signal.name: signal.score(question, passages)
        for signal in FIRST
        if signal.name not in without and signal.is_available()
    }
    zero = np.zeros(len(passages))
    values = sum((weights[name] * part for name, part in parts.items()), zero)
    return Ranked(values, parts)


def _read_alone(question: str, passages: Passages) -> tuple[Ranked, list[int], Floats]:
    first = _first(question, passages, ())
    reader = sentence_reader()
    numbers = candidates(first.values, reader.most)
    return first, numbers, _logits(passages, numbers, reader.alone(question, passages, numbers))


def _logits(passages: Passages, numbers: Sequence[int], read: Floats) -> Floats:
    logits = np.full(len(passages), LEAST_LOGIT)
    logits[list(numbers)] = np.maximum(read, LEAST_LOGIT)
    return logits


def _weights(passages: Passages) -> npt.NDArray[np.float64]:
    return np.array([passage.weight for passage in passages.all])
