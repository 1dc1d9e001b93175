"""The practice model: an encoder with heads for categories, for values and for statements."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn

from privascope.data.practices import Triple
from privascope.errors import DataError
from privascope.learn.base import Base, load_base, token_states, write_whole
from privascope.learn.heads import HEADS, save_with_heads
from privascope.traits.practices.taxonomy import segment_labels

LABELS = "labels.json"
_TYPICAL_LENGTH = 90
# At first no sentence makes a statement.
_RARE = -4.0


@dataclass(frozen=True, slots=True)
class Known:
    """What a practice model tells apart besides the categories."""

    values: tuple[Triple, ...]
    statements: tuple[str, ...] = ()
    denials: tuple[str, ...] = ()

    @property
    def heads(self) -> int:
        """How many columns there are for statements and denials."""
        return len(self.statements) + len(self.denials)


class ValueHead(nn.Module):
    """What each token says.

    A value's weights are the sum of what its category, its attribute and value, and it alone
    give, so that a rare value learns from the same value of other categories.
    """

    def __init__(self, size: int, values: Sequence[Triple]) -> None:
        super().__init__()
        kinds = sorted({triple[0] for triple in values})
        pairs = sorted({triple[1:] for triple in values})
        self.dropout = nn.Dropout(0.1)
        self.of_category = nn.Embedding(len(kinds), size)
        self.of_pair = nn.Embedding(len(pairs), size)
        self.alone = nn.Embedding(len(values), size)
        self.bias = nn.Parameter(torch.full((len(values),), -math.log(_TYPICAL_LENGTH) - 3))
        self.register_buffer("kinds", torch.tensor([kinds.index(t[0]) for t in values]))
        self.register_buffer("pairs", torch.tensor([pairs.index(t[1:]) for t in values]))
        for table in (self.of_category, self.of_pair, self.alone):
            nn.init.normal_(table.weight, std=0.02)

    def forward(self, states: torch.Tensor) -> torch.Tensor:
        """The logit of each value at each token."""
        weights = self.of_category(self.kinds) + self.of_pair(self.pairs) + self.alone.weight
        logits: torch.Tensor = self.dropout(states) @ weights.transpose(0, 1) + self.bias
        return logits


class PracticeModel(nn.Module):
    """An encoder with a head for a segment's categories and others for what each token says.

    Of statements each token has two rows of logits: what it adds as a part of a sentence, the
    mean of which counts, and what it adds as the mark that closes one.
    """

    def __init__(self, base: Base, known: Known) -> None:
        super().__init__()
        self.encoder = base.encoder
        self.dropout = nn.Dropout(0.1)
        self.categories = nn.Linear(2 * base.size, len(segment_labels()))
        self.values = ValueHead(base.size, known.values)
        self.statements: nn.Linear | None = None
        if known.heads:
            self.statements = nn.Linear(base.size, 2 * known.heads)
            with torch.no_grad():
                self.statements.bias.zero_()
                self.statements.bias[: known.heads] = _RARE
        self.to(next(base.encoder.parameters()).device)

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> tuple[torch.Tensor, ...]:
        """The logits of each segment's categories, and of each token's values and statements."""
        states = self.states(input_ids, attention_mask, token_type_ids)
        mask = attention_mask.unsqueeze(-1).to(states.dtype)
        mean = (states * mask).sum(1) / mask.sum(1)
        pooled = torch.cat((states[:, 0], mean), dim=-1)
        found = self.categories(self.dropout(pooled)), self.values(states)
        if self.statements is None:
            return found
        return (*found, self.statements(self.dropout(states)))

    def states(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> torch.Tensor:
        """What the encoder makes of each token."""
        return token_states(self.encoder, input_ids, attention_mask, token_type_ids)


def save_practices(folder: Path, model: PracticeModel, base: Base, known: Known) -> None:
    """Write a practice model so that `load_practices` reads it."""
    labels = {
        "categories": list(segment_labels()),
        "values": [list(triple) for triple in known.values],
        "statements": list(known.statements),
        "denials": list(known.denials),
    }
    write_whole(folder / LABELS, json.dumps(labels, indent=1).encode())
    save_with_heads(folder, model, model.encoder, base.tokenizer)


def load_practices(folder: Path) -> tuple[PracticeModel, Base, Known]:
    """A practice model that `train` wrote, with what it knows."""
    from safetensors.torch import load

    try:
        labels = json.loads((folder / LABELS).read_text())
        known = Known(
            tuple((str(c), str(a), str(v)) for c, a, v in labels["values"]),
            tuple(labels.get("statements", ())),
            tuple(labels.get("denials", ())),
        )
        heads = load((folder / HEADS).read_bytes())
    except (OSError, ValueError, KeyError) as error:
        raise DataError(f"{folder} holds no practice model ({error})") from error
    base = load_base(str(folder))
    model = PracticeModel(base, known)
    model.load_state_dict(heads, strict=False)
    return model, base, known
