"""What the practice model's heads are trained by."""

from collections.abc import Sequence

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from privascope.learn.practice_rows import Row
from privascope.learn.statement_data import SAYS, UNKNOWN, UNLISTED

# How much it counts that words outside the marked ones do not say it too.
_OUTSIDE = 0.2
# How much a sentence counts that says something, and one that is not listed where others are.
_SAYS, _UNLISTED = 2.0, 0.4
# How much it counts that of a window's sentences the ones that say it are the likeliest.
_FIRST = 0.5


def category_losses(logits: torch.Tensor, rows: Sequence[Row]) -> torch.Tensor:
    """One loss for each row with categories."""
    wanted = torch.tensor([row.categories for row in rows], device=logits.device)
    return functional.binary_cross_entropy_with_logits(logits, wanted, reduction="none").sum(1)


def value_losses(tokens: torch.Tensor, rows: Sequence[Row]) -> torch.Tensor:
    """That the marked words say a value, the others do not, and nothing says what is not there.

    One loss for each row with values.
    """
    real = np.zeros(tokens.shape[:2], dtype=np.bool_)
    inside = np.zeros(tokens.shape, dtype=np.bool_)
    said_at_all = np.zeros((tokens.shape[0], tokens.shape[2]), dtype=np.float32)
    for number, row in enumerate(rows):
        goal = row.values
        assert goal is not None
        real[number, row.own] = True
        said_at_all[number] = goal.chances
        if goal.tokens is None:
            inside[number, row.own] = True
        else:
            for value, places in goal.tokens.items():
                inside[number, places, value] = True
    place = tokens.device
    wanted, marked = torch.from_numpy(said_at_all).to(place), torch.from_numpy(inside).to(place)
    everywhere = tokens.masked_fill(~torch.from_numpy(real).to(place).unsqueeze(-1), -1e4)
    said = torch.logsumexp(everywhere.masked_fill(~marked, -1e4), dim=1)
    whole = torch.logsumexp(everywhere, dim=1)
    outside = torch.logsumexp(everywhere.masked_fill(marked, -1e4), dim=1)
    loss = wanted * (functional.softplus(-said) + _OUTSIDE * functional.softplus(outside))
    loss = loss + (1 - wanted) * functional.softplus(whole)
    return loss.sum(1)


def statement_loss(tokens: torch.Tensor, rows: Sequence[Row]) -> torch.Tensor:
    """How far each sentence is from its marks: the sum over the heads, the mean over sentences.

    A sentence that is not listed counts less the likelier the model thinks that it should be.
    """
    logits = sentence_logits(tokens, rows)
    marks = torch.from_numpy(np.concatenate([row.marks for row in rows if row.marks is not None]))
    marks = marks.to(tokens.device)
    weights = torch.cat([torch.full((len(row.window.sentences), 1), row.weight) for row in rows])
    says = (marks == SAYS).float()
    weight = torch.where(marks == SAYS, _SAYS, 1.0) * (marks != UNKNOWN)
    doubt = _UNLISTED * (1 - torch.sigmoid(logits.detach()))
    weight = torch.where(marks == UNLISTED, doubt, weight) * weights.to(tokens.device)
    found = functional.binary_cross_entropy_with_logits(logits, says, reduction="none")
    return ((found * weight).sum() + _FIRST * _ranked(logits, says, rows)) / len(logits)


def _ranked(logits: torch.Tensor, says: torch.Tensor, rows: Sequence[Row]) -> torch.Tensor:
    """That sentences which say something come before the others of their window.

    Else what a sentence says makes its neighbours look as if they said it too.
    """
    counts = [len(row.window.sentences) for row in rows]
    if max(counts) == 1:
        return logits.new_zeros(())
    parts, marked = torch.split(logits, counts), torch.split(says, counts)
    every = nn.utils.rnn.pad_sequence(list(parts), batch_first=True, padding_value=-1e4)
    right = nn.utils.rnn.pad_sequence(list(marked), batch_first=True)
    likely = torch.logsumexp(every, dim=1)
    rightly = torch.logsumexp(every.masked_fill(right == 0, -1e4), dim=1)
    some: torch.Tensor = ((likely - rightly) * (right.sum(1) > 0)).sum()
    return some


def sentence_logits(tokens: torch.Tensor, rows: Sequence[Row]) -> torch.Tensor:
    """The logits of each statement in each sentence of all rows."""
    heads = tokens.shape[-1] // 2
    sums = functional.pad(tokens[..., :heads].cumsum(1), (0, 0, 1, 0))
    places = [
        (at, first, mark) for at, row in enumerate(rows) for _, first, mark in row.window.sentences
    ]
    row, first, mark = torch.tensor(places, device=tokens.device).reshape(-1, 3).unbind(1)
    mean = (sums[row, mark] - sums[row, first]) / (mark - first).clamp(min=1).unsqueeze(-1)
    logits: torch.Tensor = mean + tokens[row, mark, heads:]
    return logits
