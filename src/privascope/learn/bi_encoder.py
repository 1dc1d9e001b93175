"""A sentence encoder as it is exported: the mean of the token vectors, of length 1."""

import torch
from torch import nn
from torch.nn import functional

from privascope.learn.base import Base, token_states


class BiEncoder(nn.Module):
    """The encoder with its pooling."""

    def __init__(self, base: Base) -> None:
        super().__init__()
        self.encoder = base.encoder

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> torch.Tensor:
        """One vector for each row of tokens."""
        states = token_states(self.encoder, input_ids, attention_mask, token_type_ids)
        mask = attention_mask.unsqueeze(-1).to(states.dtype)
        return functional.normalize((states * mask).sum(1) / mask.sum(1), dim=-1)
