"""What can be known of a run in advance: whether it can work, how long it takes, how much disk."""

import shutil
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import torch

from privascope.errors import DataError, PrivascopeError, UnreadablePageError
from privascope.learn.bars import in_words
from privascope.learn.base import positions
from privascope.learn.classifier import Classifier, load_classifier
from privascope.learn.corpus import clean_sentences, documents
from privascope.learn.era_data import Prepared, cut_base
from privascope.learn.era_recipe import EncoderRecipe, Recipe
from privascope.learn.era_rows import Row
from privascope.learn.selector import Example, pair_loss, privacyqa_examples, relevance_of
from privascope.learn.split import Split, to_retrieve_for
from privascope.models.pair_tokens import LONGEST_QUESTION, PairTokenizer

_TRIED_PAIRS, _TRIED_STEPS = 32, 2
# A run needs room beside what it leaves: checkpoints, exports.
_SPARE = 1.2
# What a filter keeps, and what int8 takes beside fp32, for an estimate.
_KEPT, _INT8 = 0.4, 0.5
_TRIED_DOCUMENTS = 5
_MARKS = 4


@dataclass(frozen=True, slots=True)
class Speed:
    """Seconds that an encoder takes to learn from a pair and to read one, and its bytes."""

    learning: float
    reading: float
    bytes: int


@dataclass(frozen=True, slots=True)
class Estimate:
    """How long each row takes, by its name, and what the run writes."""

    rows: Mapping[str, float]
    # Before the first row that retrieves with an encoder: retriever, filter, search.
    stages: Mapping[str, float]
    # Before the first row of all.
    corpus: float
    adaptation: float
    bytes: int

    def seconds(self, splits: int, seeds: int) -> float:
        """The whole run."""
        once = sum(self.rows.values()) + sum(self.stages.values())
        return self.corpus + self.adaptation + splits * seeds * once


def check(recipe: Recipe, prepared: Prepared) -> Estimate:
    """An estimate of a run; an error names what would stop it."""
    documents_cost = _tried_corpus(recipe)
    speeds = {one.name: _tried(one, recipe, prepared) for one in recipe.encoders}
    estimate = _estimate(recipe, prepared, speeds, documents_cost)
    place = next(one for one in (recipe.folder, *recipe.folder.parents) if one.exists())
    free = shutil.disk_usage(place).free
    if free < _SPARE * estimate.bytes:
        raise PrivascopeError(
            f"the run needs about {estimate.bytes / 1e9:.1f} GB and {place} has "
            f"{free / 1e9:.1f} GB free: free some, or take --keep none"
        )
    return estimate


def plan(recipe: Recipe, prepared: Prepared, estimate: Estimate) -> list[str]:
    """The lines that a dry run prints."""
    splits, seeds = len(prepared.splits), len(recipe.seeds)
    width = max(len(row.name) for row in prepared.rows)
    lines = [
        f"protocol {recipe.protocol}: {splits} fold{'s' if splits > 1 else ''}, {seeds} "
        f"seed{'s' if seeds > 1 else ''}",
        *(_of_split(split) for split in prepared.splits),
        "",
        "a fold and seed",
        *(f"  {name:<{width}}  {in_words(cost):>8}" for name, cost in estimate.stages.items()),
        *(
            f"  {row.name:<{width}}  {in_words(estimate.rows[row.name]):>8}"
            for row in prepared.rows
        ),
        "",
        f"{len(prepared.rows)} rows, {len(prepared.rows) * splits * seeds} trainings of a final "
        f"model at most; about {in_words(estimate.seconds(splits, seeds))} and "
        f"{estimate.bytes / 1e6:,.0f} MB, by a short trial",
    ]
    if estimate.adaptation:
        lines.insert(-2, f"adaptation of encoders: {in_words(estimate.adaptation)}")
    lines.insert(-2, f"reading the corpus: {in_words(estimate.corpus)}")
    return lines


def expected_seconds(estimate: Estimate, steps: Sequence[tuple[Split, int, Row]]) -> list[float]:
    """The seconds of each step; the first row that needs an encoder's retriever waits for it."""
    expected = []
    seen: set[tuple[int, int, str]] = set()
    for split, seed, row in steps:
        cost = estimate.rows[row.name]
        for name in row.encoders:
            key = (split.number, seed, name)
            cost += 0.0 if key in seen else estimate.stages.get(_stages_of(name), 0.0)
            seen.add(key)
        expected.append(cost)
    return expected


def _of_split(split: Split) -> str:
    sizes = [
        f"{len(own)} questions on {len({one.policy for one in own})} policies {what}"
        for own, what in (
            (split.learned, "to learn from"),
            (split.tuned, "to tune on"),
            (split.judged, "to judge"),
        )
    ]
    return f"fold {split.number}: {', '.join(sizes)}"


def _stages_of(name: str) -> str:
    return f"retriever, filter and search of {name}"


@dataclass(frozen=True, slots=True)
class _Documents:
    """How long a corpus takes to be read, and about how many sentences it has."""

    seconds: float
    sentences: int


def _tried_corpus(recipe: Recipe) -> _Documents:
    """Read some documents of each file and count the others; a wrong column shows up here."""
    seconds, sentences = 0.0, 0
    for path in dict.fromkeys((*recipe.corpus, *recipe.adapt_corpus)):
        tried, found, count = 0.0, 0, 0
        for text, kind in documents([path], recipe.most_documents):
            count += 1
            if count <= _TRIED_DOCUMENTS:
                began = time.perf_counter()
                with suppress(UnreadablePageError):
                    found += len(clean_sentences(text, kind))
                tried += time.perf_counter() - began
        if not count:
            raise DataError(f"{path}: no documents")
        share = count / min(count, _TRIED_DOCUMENTS)
        seconds += tried * share
        sentences += round(found * share) if path in recipe.corpus else 0
    return _Documents(seconds, sentences)


def _tried(encoder: EncoderRecipe, recipe: Recipe, prepared: Prepared) -> Speed:
    """Load an encoder, learn from a few pairs and read them."""
    how = recipe.stages["final"]
    with tempfile.TemporaryDirectory() as place:
        base = cut_base(encoder, Path(place))
        try:
            model, own = load_classifier(base, frozen_embeddings=how.frozen_embeddings)
        except PrivascopeError as error:
            raise PrivascopeError(f"encoders.{encoder.name}: {error}") from error
    limit, needed = positions(model.encoder), how.longest + LONGEST_QUESTION + _MARKS
    if 0 < limit < needed:
        most = limit - needed + how.longest
        raise DataError(
            f"encoders.{encoder.name} reads {limit} tokens, and pairs may have {needed}: "
            f"set longest of stages.filter and stages.final to at most {most}"
        )
    tokenizer = PairTokenizer(own.tokenizer, how.longest)
    examples = privacyqa_examples(prepared.splits[0].learned, recipe.negatives, 0)
    examples = [replace(one, before="") for one in examples[:: max(1, len(examples) // 64)]]
    examples = examples[:_TRIED_PAIRS]
    learning = _learning_seconds(model, tokenizer, examples)
    began = time.perf_counter()
    asked, said = [one.question for one in examples], [one.sentence for one in examples]
    relevance_of(model, tokenizer, asked, said, None)
    reading = (time.perf_counter() - began) / len(examples)
    size = sum(weight.numel() * 4 for weight in model.parameters())
    return Speed(learning, reading, size)


def _learning_seconds(
    model: Classifier, tokenizer: PairTokenizer, examples: Sequence[Example]
) -> float:
    tokens = tokenizer([e.question for e in examples], [e.sentence for e in examples], None)
    batch = list(zip(examples, tokens, strict=True))
    trained = [weight for weight in model.parameters() if weight.requires_grad]
    optimiser = torch.optim.AdamW(trained, lr=1e-6)
    model.train()
    taken = []
    for _ in range(_TRIED_STEPS):
        began = time.perf_counter()
        optimiser.zero_grad()
        pair_loss(model, batch).backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        taken.append(time.perf_counter() - began)
    # The first step warms up.
    return min(taken) / len(batch)


def _estimate(
    recipe: Recipe, prepared: Prepared, speeds: Mapping[str, Speed], read: _Documents
) -> Estimate:
    split = prepared.splits[0]
    labelled = len(privacyqa_examples(split.learned, recipe.negatives, 0))
    judged = sum(len(one.sentences) for one in (*split.tuned, *split.judged))
    asked = len(to_retrieve_for(split.learned, unanswerable=recipe.unanswerable))
    sentences = min(recipe.most_sentences or read.sentences, read.sentences)
    stages = {}
    for name in recipe.retrieving:
        speed, how = speeds[name], recipe.stages
        drawn = 3 * asked * how["retriever"].epochs * 4
        # A sentence is shorter than a pair.
        stages[_stages_of(name)] = (
            drawn * speed.learning / 2
            + sentences * speed.reading / 2
            + labelled * how["filter"].epochs * speed.learning
            + (judged + asked * max(recipe.ks)) * speed.reading
        )
    rows = {}
    for row in prepared.rows:
        speed = speeds[row.final]
        pairs = labelled * (2 if row.kind in ("twice", "oversampled") else 1)
        if row.encoders:
            share = 1.0 if row.decision == "" else _KEPT
            pairs += int(asked * (row.k or 0) * len(row.encoders) * share)
        times = len(row.encoders) if row.kind == "subset" else 1
        cost = pairs * recipe.stages["final"].epochs * speed.learning
        cost += judged * speed.reading * (1 + _INT8 * recipe.int8)
        rows[row.name] = times * cost
    adaptation = sum(
        one.adapt_steps * recipe.stages["adapt"].batch * speeds[one.name].learning * 2
        + 2 * one.simcse_steps * recipe.stages["simcse"].batch * speeds[one.name].learning / 2
        for one in recipe.encoders
    )
    runs = len(prepared.splits) * len(recipe.seeds)
    needs = any(row.encoders for row in prepared.rows)
    size = runs * sum(speeds[row.final].bytes for row in prepared.rows)
    if needs:
        size += runs * sum(
            3 * speeds[name].bytes + sentences * 2 * 384 for name in recipe.retrieving
        )
    return Estimate(rows, stages if needs else {}, read.seconds, adaptation, size)
