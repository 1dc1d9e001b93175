"""The classifier of question and sentence as transformers builds it: the paper's QA model."""

from pathlib import Path
from typing import Any

import torch
from torch import nn
from transformers import PreTrainedModel

from privascope.learn.base import (
    Base,
    freeze_embeddings,
    has_types,
    load_classifier_base,
    save_base,
)
from privascope.learn.encoder_files import write_card

_CARD = (
    "A cross-encoder: from 0 on, the sentence answers the question.",
    "",
    "```python",
    "from sentence_transformers import CrossEncoder",
    'CrossEncoder("this folder").predict([("How long do you keep it?", "We keep it a year.")])',
    "```",
    "",
    "`transformers.AutoModelForSequenceClassification` reads it, too. Questions were learned with",
    "at most {question} tokens, sentences with {sentence}.",
)


class Classifier(nn.Module):
    """An encoder with its family's own head for one score."""

    def __init__(self, whole: PreTrainedModel) -> None:
        super().__init__()
        self.whole = whole

    @property
    def encoder(self) -> Any:
        """The encoder below the head."""
        return self.whole.base_model

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> tuple[torch.Tensor]:
        """The relevance of each pair (a logit)."""
        inputs = {"input_ids": input_ids, "attention_mask": attention_mask}
        if has_types(self.encoder):
            inputs["token_type_ids"] = token_type_ids
        return (self.whole(**inputs).logits.squeeze(-1),)


def load_classifier(folder: str, *, frozen_embeddings: bool = True) -> tuple[Classifier, Base]:
    """A classifier that was trained, or a new head on a base encoder."""
    base = load_classifier_base(folder)
    if frozen_embeddings:
        freeze_embeddings(base.encoder.base_model)
    return Classifier(base.encoder), base


def is_classifier(folder: str) -> bool:
    """Whether a folder holds a trained classifier."""
    config = Path(folder) / "config.json"
    return config.is_file() and b"ForSequenceClassification" in config.read_bytes()


def save_classifier(folder: Path, model: Classifier, base: Base) -> None:
    """Write a classifier so that transformers and sentence-transformers read it."""
    from privascope.models.pair_tokens import LONGEST_QUESTION, LONGEST_SENTENCE

    lengths = {"question": LONGEST_QUESTION, "sentence": LONGEST_SENTENCE}
    lines = [line.format(**lengths) if "{" in line else line for line in _CARD]
    write_card(folder, "Question and sentence: does it answer?", lines)
    save_base(folder, model.whole, base.tokenizer)
