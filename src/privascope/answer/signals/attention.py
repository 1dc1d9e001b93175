"""The attention BiLSTM, which learned from headings and the sentences under them."""

import numpy as np

from privascope.answer.passages import Passages
from privascope.answer.signals.signal import Floats


class Attention:
    """The cosine of question and sentence by the attention BiLSTM."""

    name = "bilstm"

    def is_available(self) -> bool:
        """Whether its weights are installed."""
        from privascope.models.bilstm import FOLDER

        return (FOLDER / "model.onnx").is_file()

    def score(self, question: str, passages: Passages) -> Floats:
        """The cosine of every sentence."""
        from privascope.models.bilstm import score_texts

        return score_texts(question, passages.texts).astype(np.float64)
