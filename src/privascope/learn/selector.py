"""The answer-sentence selector: a cross-encoder of question and sentence."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from privascope.data.pairs import Question
from privascope.data.policyqa import Pair
from privascope.learn.base import Base, load_base, token_states, write_whole
from privascope.learn.batches import by_length, length_batches, padded
from privascope.learn.classifier import (
    Classifier,
    is_classifier,
    load_classifier,
    save_classifier,
)
from privascope.learn.encoder_files import write_card, write_modules
from privascope.learn.heads import load_heads, save_with_heads
from privascope.learn.loop import PLAIN_PACE, Fitted, Pace, digest, fit
from privascope.learn.narrow import TO_NARROW_BY, narrow
from privascope.models.pair_tokens import LONGEST_SENTENCE, PairTokenizer, PairTokens, leads
from privascope.policy.policy import Span

# How often a pair is shown without the context before its sentence, so that both forms work.
_BARE = 0.5
_SPAN_WEIGHT = 0.5
_CARD = (
    "From 0 on, the sentence answers the question. Pairs are read without what stands before.",
    "",
    "```python",
    "from sentence_transformers import SentenceTransformer",
    'SentenceTransformer("this folder").encode([("How long?", "We keep it a year.")])',
    "```",
    "",
    "`transformers.AutoModel` reads the encoder; `heads.safetensors` has the heads.",
)


@dataclass(frozen=True, slots=True)
class Example:
    """A pair with its label; `answer` is the span in the sentence, where it is known."""

    question: str
    sentence: str
    before: str
    label: float
    answer: Span | None = None
    has_span: bool = False


class PairModel(nn.Module):
    """An encoder with a relevance head and a span head over one pass."""

    def __init__(self, base: Base) -> None:
        super().__init__()
        self.encoder = base.encoder
        self.dropout = nn.Dropout(0.1)
        self.relevance = nn.Linear(2 * base.size, 1)
        self.span = nn.Linear(base.size, 2)
        self.to(next(base.encoder.parameters()).device)

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """The relevance of each pair (a logit), and each token's logits of start and end."""
        states = token_states(self.encoder, input_ids, attention_mask, token_type_ids)
        mask = attention_mask.unsqueeze(-1).to(states.dtype)
        mean = (states * mask).sum(1) / mask.sum(1)
        pooled = torch.cat((states[:, 0], mean), dim=-1)
        relevance = self.relevance(self.dropout(pooled)).squeeze(-1)
        return relevance, self.span(self.dropout(states))


def load_selector(folder: str, *, frozen_embeddings: bool = True) -> tuple[PairModel, Base]:
    """A selector that a stage wrote, or new heads on a base encoder."""
    base = load_base(folder, frozen_embeddings=frozen_embeddings)
    model = PairModel(base)
    load_heads(folder, model, "selector")
    return model, base


def save_selector(folder: Path, model: PairModel, base: Base) -> None:
    """Write a selector so that `load_selector` reads it."""
    _write_for_others(folder, model, base)
    save_with_heads(folder, model, model.encoder, base.tokenizer)


def load_pair_model(folder: str) -> "tuple[PairModel | Classifier, Base]":
    """A trained selector or classifier, whichever the folder holds."""
    return load_classifier(folder) if is_classifier(folder) else load_selector(folder)


def _write_for_others(folder: Path, model: PairModel, base: Base) -> None:
    """The relevance head as modules of sentence-transformers, and the card."""
    from safetensors.torch import save

    head = {f"linear.{key}": own for key, own in model.relevance.state_dict().items()}
    pooling = {
        "word_embedding_dimension": base.size,
        "pooling_mode_cls_token": True,
        "pooling_mode_mean_tokens": True,
    }
    dense = {
        "in_features": 2 * base.size,
        "out_features": 1,
        "bias": True,
        "activation_function": "torch.nn.modules.linear.Identity",
    }
    write_modules(folder, (("Pooling", pooling), ("Dense", dense)))
    plain = {key: own.detach().cpu().contiguous() for key, own in head.items()}
    write_whole(folder / "2_Dense" / "model.safetensors", save(plain))
    write_card(folder, "Question and sentence: does it answer?", _CARD)


def policyqa_examples(pairs: Sequence[Pair]) -> list[Example]:
    """PolicyQA's pairs, each with its label and its span."""
    return [
        Example(pair.question, pair.sentence, pair.before, float(pair.relevant), pair.answer, True)
        for pair in pairs
    ]


def privacyqa_examples(
    questions: Sequence[Question],
    negatives: int,
    seed: int,
    hard: Mapping[str, Sequence[int]] | None = None,
) -> list[Example]:
    """All relevant pairs and so many others (0: all) of each question; half `hard`, if given.

    Two thirds of the others are verbatim where there are enough: all relevant sentences are, and
    the selector must not learn to tell how a sentence was cut.
    """
    generator = random.Random(seed)
    examples = []
    for question in questions:
        before = leads(question.sentences)
        labels = question.relevant if question.likely is None else question.likely
        chosen = (hard or {}).get(question.id, ())[: negatives // 2]
        most = negatives or len(question.sentences)
        drawn = _wrong_sentences(question, most - len(chosen), generator, chosen)
        for number in (*np.flatnonzero(question.relevant).tolist(), *chosen, *drawn):
            sentence, label = question.sentences[number], float(labels[number])
            examples.append(Example(question.text, sentence, before[number], label))
    return examples


def _wrong_sentences(
    question: Question, count: int, generator: random.Random, without: Sequence[int]
) -> list[int]:
    wrong = ~question.relevant
    wrong[list(without)] = False
    as_seen, cut_anew = (
        np.flatnonzero(wrong & (question.verbatim == kind)).tolist() for kind in (True, False)
    )
    verbatim = generator.sample(as_seen, min(len(as_seen), count * 2 // 3))
    rest = sorted({*as_seen, *cut_anew} - {*verbatim})
    if len(cut_anew) >= count - len(verbatim):
        rest = cut_anew
    return verbatim + generator.sample(rest, min(len(rest), count - len(verbatim)))


def train(
    start: str,
    examples: Callable[[int], Sequence[Example]],
    folder: Path,
    *,
    recipe: dict[str, Any],
    epochs: int,
    seed: int = 0,
    rate: float = 5e-5,
    size: int = 32,
    context: bool = True,
    longest: int = LONGEST_SENTENCE,
    right_weight: float = 1.0,
    width: int | None = None,
    classifier: bool = False,
    frozen_embeddings: bool = True,
    pace: Pace = PLAIN_PACE,
    seconds: float | None = None,
    title: str = "selector",
) -> Fitted:
    """Train from a base encoder or an earlier stage on the examples of each epoch, and save.

    A relevant pair counts `right_weight` times in the loss. First the encoder's layers are made
    `width` neurons wide, if given. A `classifier` has transformers' own head instead of ours.
    """
    # New heads are drawn by chance: the same ones, whatever this process did before.
    torch.manual_seed(seed)
    load = load_classifier if classifier else load_selector
    model, base = load(start, frozen_embeddings=frozen_embeddings)
    tokenizer = PairTokenizer(base.tokenizer, longest)

    def batches(epoch: int) -> list[list[tuple[Example, PairTokens]]]:
        rows = examples(epoch)
        generator = random.Random(f"{seed} {epoch}")
        bare = [not context or generator.random() < _BARE for _ in rows]
        before = ["" if b else row.before for row, b in zip(rows, bare, strict=True)]
        tokens = tokenizer([row.question for row in rows], [row.sentence for row in rows], before)
        lengths = [len(pair.ids) for pair in tokens]
        return [
            [(rows[number], tokens[number]) for number in batch]
            for batch in length_batches(lengths, size=size, seed=seed, epoch=epoch)
        ]

    first = examples(0)
    data = digest([(e.question, e.sentence, e.before, e.label, e.answer) for e in first])
    settings = {"base": base.digest, "data": data, "size": size, "context": context}
    if right_weight != 1.0:
        settings["right_weight"] = right_weight
    loss = partial(pair_loss, right_weight=right_weight)
    if classifier:
        settings |= {"classifier": True, "longest": longest, "frozen": frozen_embeddings}
    if width is not None:
        settings["width"] = width
        model.eval()
        narrow(model.encoder, width, (loss(model, batch) for batch in batches(0)[:TO_NARROW_BY]))
    fitted = fit(
        model,
        batches,
        loss,
        folder=folder,
        recipe={**recipe, **settings},
        rate=rate,
        seed=seed,
        epochs=epochs,
        pace=pace,
        seconds=seconds,
        title=title,
    )
    if fitted.finished and isinstance(model, Classifier):
        save_classifier(folder, model, base)
    elif fitted.finished and isinstance(model, PairModel):
        save_selector(folder, model, base)
    return fitted


def pair_loss(
    model: nn.Module, batch: Sequence[tuple[Example, PairTokens]], right_weight: float = 1.0
) -> torch.Tensor:
    """Cross-entropy of the labels, and of the spans of the pairs that have them."""
    place = next(model.parameters()).device
    inputs = pair_inputs([tokens for _, tokens in batch], place)
    relevance, *spans = model(**inputs)
    labels = torch.tensor([example.label for example, _ in batch], device=place)
    weight = torch.tensor(right_weight, device=place)
    loss = functional.binary_cross_entropy_with_logits(relevance, labels, pos_weight=weight)
    marked = [number for number, (example, _) in enumerate(batch) if example.has_span]
    if marked and spans:
        span = spans[0]
        goals = [span_tokens(batch[number][0].answer, batch[number][1]) for number in marked]
        allowed = span_mask([batch[number][1] for number in marked], span.shape[1], place)
        logits = span[marked].masked_fill(~allowed.unsqueeze(-1), -1e4)
        wanted = torch.tensor(goals, device=place)
        places = functional.cross_entropy(logits[..., 0], wanted[:, 0])
        places = places + functional.cross_entropy(logits[..., 1], wanted[:, 1])
        loss = loss + _SPAN_WEIGHT * places / 2
    return loss


def pair_inputs(
    tokens: Sequence[PairTokens], place: torch.device | None
) -> dict[str, torch.Tensor]:
    """The model's inputs of a batch."""
    return {
        "input_ids": padded([pair.ids for pair in tokens], place),
        "attention_mask": padded([[1] * len(pair.ids) for pair in tokens], place),
        "token_type_ids": padded([pair.types for pair in tokens], place),
    }


def span_mask(tokens: Sequence[PairTokens], width: int, place: torch.device | None) -> torch.Tensor:
    """Where a span may start and end: in the sentence, or at the first token for none."""
    allowed = np.zeros((len(tokens), width), dtype=np.bool_)
    allowed[:, 0] = True
    for number, pair in enumerate(tokens):
        allowed[number, pair.first : pair.first + len(pair.offsets)] = True
    return torch.from_numpy(allowed).to(place)


def span_tokens(answer: Span | None, tokens: PairTokens) -> tuple[int, int]:
    """The first and last token of an answer; the first token of all for none."""
    if answer is None:
        return 0, 0
    inside = [
        number
        for number, (start, end) in enumerate(tokens.offsets)
        if start < answer.end and end > answer.start
    ]
    return (tokens.first + inside[0], tokens.first + inside[-1]) if inside else (0, 0)


@torch.inference_mode()
def relevance_of(
    model: "PairModel | Classifier",
    tokenizer: PairTokenizer,
    questions: Sequence[str],
    sentences: Sequence[str],
    before: Sequence[str] | None,
    size: int = 64,
) -> NDArray[np.float64]:
    """The relevance logit of each pair."""
    tokens = tokenizer(questions, sentences, before)
    place = next(model.parameters()).device
    scores = np.zeros(len(tokens))
    model.eval()
    for batch in by_length([len(pair.ids) for pair in tokens], size=size):
        relevance = model(**pair_inputs([tokens[number] for number in batch], place))[0]
        scores[batch] = relevance.float().cpu().numpy()
    return scores
