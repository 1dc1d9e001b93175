"""Trains the attention BiLSTM, which scores how well a paragraph answers a question."""

import random
import tempfile
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from privascope.data.digests import digest, file_digest
from privascope.errors import DataError, PrivascopeError
from privascope.learn.base import device
from privascope.learn.batches import by_length
from privascope.learn.bilstm_figures import TextScores, section_figures
from privascope.learn.loop import Fitted, fit
from privascope.learn.section_pairs import SectionedPolicy
from privascope.learn.storing import write_whole
from privascope.models.bilstm import (
    INPUTS,
    LONGEST_ANSWER,
    LONGEST_QUESTION,
    padded_vectors,
    word_numbers,
)
from privascope.models.onnx import MODEL
from privascope.models.vectors import SHIPPED, PolicyVectors, load_vectors

WEIGHTS = "bilstm.safetensors"
MARGIN = 0.05
DROPOUT = 0.5
HIDDEN = 96
# Sections of one policy in a batch, and all sections in a batch.
_TOGETHER = 8
_BATCH = 64
# Policies on which the weights are judged after each epoch.
_MOST_JUDGED = 60


class AttentionBiLstm(nn.Module):
    """One BiLSTM for both texts; the question says which words of the answer count."""

    def __init__(self, size: int, hidden: int = HIDDEN) -> None:
        super().__init__()
        self.lstm = nn.LSTM(size, hidden, batch_first=True, bidirectional=True)
        self.dropout = nn.Dropout(DROPOUT)
        self.of_answer = nn.Linear(2 * hidden, hidden, bias=False)
        self.of_question = nn.Linear(2 * hidden, hidden)
        self.weight = nn.Linear(hidden, 1, bias=False)

    def forward(
        self,
        question: torch.Tensor,
        question_length: torch.Tensor,
        answer: torch.Tensor,
        answer_length: torch.Tensor,
    ) -> torch.Tensor:
        """The cosine of each answer with its question; one question may stand for all answers.

        Texts are batch x words x size; answers come with the longest first.
        """
        asked = self.asked(question, question_length)
        states, mask = self.read(answer, answer_length)
        return self.cosine(asked, states, self.of_answer(states), mask)

    def read(self, words: torch.Tensor, lengths: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The state at each word from both sides, and where there are words."""
        packed = pack_padded_sequence(words, lengths.cpu(), batch_first=True)
        states, _ = pad_packed_sequence(self.lstm(packed)[0], batch_first=True)
        mask = torch.arange(words.shape[1], device=words.device) < lengths.unsqueeze(-1)
        return self.dropout(states), mask

    def asked(self, words: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
        """The question as the mean of its states."""
        states, mask = self.read(words, lengths)
        return (states * mask.unsqueeze(-1)).sum(-2) / mask.sum(-1, keepdim=True)

    def cosine(
        self, asked: torch.Tensor, states: torch.Tensor, keys: torch.Tensor, mask: torch.Tensor
    ) -> torch.Tensor:
        """How well answers meet questions: `asked` has no axis of words, the others have."""
        wanted = torch.tanh(keys + self.of_question(asked).unsqueeze(-2))
        weights = self.weight(wanted).squeeze(-1).masked_fill(~mask, -1e4).softmax(-1)
        found = (states * weights.unsqueeze(-1)).sum(-2)
        return nn.functional.cosine_similarity(asked.expand_as(found), found, dim=-1)


@dataclass(frozen=True, slots=True)
class _Words:
    """A policy's sections as the numbers of their words."""

    questions: list[list[int]]
    paragraphs: list[list[list[int]]]


# Sections of one policy: its number, theirs, and of each the paragraph that is shown.
_Group = tuple[int, list[int], list[int]]


def train_bilstm(
    policies: Sequence[SectionedPolicy],
    folder: Path,
    *,
    tuned_on: Sequence[SectionedPolicy],
    vectors: Path = SHIPPED,
    epochs: int = 4,
    rate: float = 2e-3,
    hidden: int = HIDDEN,
    seed: int = 0,
    seconds: float | None = None,
) -> Fitted:
    """Train on sections against others of the same policy, and write weights and ONNX to `folder`.

    The weights of the epoch with the best MRR over all sections of `tuned_on` are kept.
    """
    if not policies or not tuned_on:
        raise DataError("the BiLSTM needs policies with sections, to learn from and to tune on")
    table = load_vectors(vectors)
    words = [_words(table, policy) for policy in policies]
    torch.manual_seed(seed)
    model = AttentionBiLstm(table.table.shape[1], hidden).to(device())

    def batches(epoch: int) -> list[list[_Group]]:
        return _batches(words, random.Random(f"{seed} {epoch}"))

    def loss(of: nn.Module, groups: list[_Group]) -> torch.Tensor:
        return _hinge(of, table, words, groups)

    def judge(_: nn.Module) -> float:
        figures = section_figures(torch_scores(model, table), tuned_on[:_MOST_JUDGED])
        return figures["all_sections"]["mrr"]

    fitted = fit(
        model,
        batches,
        loss,
        folder=folder,
        recipe={
            "stage": "bilstm",
            "data": digest([(policy.service, policy.sections) for policy in policies]),
            "tuned_on": digest([(policy.service, policy.sections) for policy in tuned_on]),
            "vectors": file_digest(vectors),
            "hidden": hidden,
            "margin": MARGIN,
            "dropout": DROPOUT,
        },
        rate=rate,
        seed=seed,
        epochs=epochs,
        judge=judge,
        seconds=seconds,
        title="BiLSTM",
    )
    if fitted.finished:
        _save(model, folder)
    return fitted


def load_bilstm(folder: Path) -> AttentionBiLstm:
    """The model that `train_bilstm` wrote."""
    from safetensors.torch import load

    path = folder / WEIGHTS
    try:
        tensors = load(path.read_bytes())
        model = AttentionBiLstm(
            tensors["lstm.weight_ih_l0"].shape[1], tensors["weight.weight"].shape[1]
        )
        model.load_state_dict(tensors)
    except FileNotFoundError as error:
        raise PrivascopeError(f"{folder} holds no BiLSTM: it has no {WEIGHTS}") from error
    except Exception as error:
        raise PrivascopeError(f"{path} is damaged ({error}): train it again") from error
    return model.to(device()).eval()


def torch_scores(model: AttentionBiLstm, table: PolicyVectors) -> TextScores:
    """A function that scores texts for questions, as the exported model does."""

    @torch.inference_mode()
    def score(questions: Sequence[str], texts: Sequence[str]) -> NDArray[np.float32]:
        asked, order = _sorted(table, word_numbers(table, questions, LONGEST_QUESTION))
        wanted = model.asked(*asked)[order]
        rows = word_numbers(table, texts, LONGEST_ANSWER)
        scores = np.zeros((len(questions), len(texts)), dtype=np.float32)
        for numbers in by_length([len(row) for row in rows], size=_BATCH):
            states, mask = model.read(*_tensors(table, [rows[number] for number in numbers]))
            keys = model.of_answer(states)
            for place, one in enumerate(wanted):
                made = model.cosine(one.unsqueeze(0), states, keys, mask)
                scores[place, numbers] = made.cpu().numpy()
        return scores

    return score


def export_bilstm(model: AttentionBiLstm, folder: Path) -> None:
    """Write `model.onnx`, which takes the words' vectors and says one cosine an answer."""
    model = model.cpu().eval()
    size = model.lstm.input_size
    example = (
        torch.zeros(1, 5, size),
        torch.tensor([5]),
        torch.zeros(3, 7, size),
        torch.tensor([7, 6, 2]),
    )
    axes = {
        INPUTS[0]: {1: "asked_words"},
        INPUTS[2]: {0: "answers", 1: "words"},
        INPUTS[3]: {0: "answers"},
        "cosine": {0: "answers"},
    }
    with tempfile.TemporaryDirectory() as place, warnings.catch_warnings():
        # The tracing exporter is called old, and warns of batches of one, which it takes.
        warnings.simplefilter("ignore")
        path = Path(place) / MODEL
        torch.onnx.export(
            model,
            example,
            str(path),
            input_names=list(INPUTS),
            output_names=["cosine"],
            dynamic_axes=axes,
            opset_version=17,
            dynamo=False,
        )
        write_whole(folder / MODEL, path.read_bytes())


def _save(model: AttentionBiLstm, folder: Path) -> None:
    from safetensors.torch import save

    tensors = {key: value.detach().cpu().contiguous() for key, value in model.state_dict().items()}
    export_bilstm(model, folder)
    write_whole(folder / WEIGHTS, save(tensors))


def _words(table: PolicyVectors, policy: SectionedPolicy) -> _Words:
    return _Words(
        word_numbers(table, [one.question for one in policy.sections], LONGEST_QUESTION),
        [word_numbers(table, one.paragraphs, LONGEST_ANSWER) for one in policy.sections],
    )


def _batches(words: Sequence[_Words], chance: random.Random) -> list[list[_Group]]:
    """Every section once with one of its paragraphs, in groups of one policy's."""
    groups: list[_Group] = []
    for number, policy in enumerate(words):
        sections = list(range(len(policy.questions)))
        chance.shuffle(sections)
        for at in range(0, len(sections), _TOGETHER):
            own = sections[at : at + _TOGETHER]
            # A single section has no other to be contrasted with.
            if len(own) == 1:
                own = [*own, sections[0]] if len(sections) > 1 else own
            shown = [chance.randrange(len(policy.paragraphs[section])) for section in own]
            groups.append((number, own, shown))
    chance.shuffle(groups)
    together = max(1, _BATCH // _TOGETHER)
    return [groups[at : at + together] for at in range(0, len(groups), together)]


def _hinge(
    model: Any, table: PolicyVectors, words: Sequence[_Words], groups: Sequence[_Group]
) -> torch.Tensor:
    """The hinge loss of every section's question against the paragraphs of its group."""
    questions = [words[n].questions[section] for n, own, _ in groups for section in own]
    answers = [
        words[n].paragraphs[section][place]
        for n, own, shown in groups
        for section, place in zip(own, shown, strict=True)
    ]
    asked, order = _sorted(table, questions)
    asked = model.asked(*asked)[order]
    read, order = _sorted(table, answers)
    states, mask = model.read(*read)
    states, mask = states[order], mask[order]
    keys = model.of_answer(states)
    losses, start = [], 0
    for _, own, _ in groups:
        end = start + len(own)
        cosines = model.cosine(
            asked[start:end].unsqueeze(1), states[start:end], keys[start:end], mask[start:end]
        )
        short = (MARGIN - cosines.diagonal().unsqueeze(1) + cosines).clamp(min=0)
        wrong = ~torch.eye(len(own), dtype=torch.bool, device=short.device)
        losses.append(short[wrong])
        start = end
    return torch.cat(losses).mean() if sum(map(len, losses)) else asked.sum() * 0


def _sorted(
    table: PolicyVectors, rows: Sequence[list[int]]
) -> tuple[tuple[torch.Tensor, torch.Tensor], torch.Tensor]:
    """Rows with the longest first, and the places in which each row then stands."""
    order = sorted(range(len(rows)), key=lambda number: -len(rows[number]))
    places = torch.empty(len(rows), dtype=torch.int64)
    places[torch.tensor(order)] = torch.arange(len(rows))
    return _tensors(table, [rows[number] for number in order]), places.to(device())


def _tensors(
    table: PolicyVectors, rows: Sequence[Sequence[int]]
) -> tuple[torch.Tensor, torch.Tensor]:
    filled, lengths = padded_vectors(table, rows)
    return torch.from_numpy(filled).to(device()), torch.from_numpy(lengths)
