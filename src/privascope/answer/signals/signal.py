"""The interface of a signal."""

from typing import Protocol

import numpy as np
import numpy.typing as npt

from privascope.answer.passages import Passages

Floats = npt.NDArray[np.float64]


class Signal(Protocol):
    """One thing that can be known of every sentence for a question."""

    @property
    def name(self) -> str:
        """The name under which the signal is weighted, shown and left out."""
        ...

    def is_available(self) -> bool:
        """Whether what it needs is installed."""
        ...

    def score(self, question: str, passages: Passages) -> Floats:
        """A score for every sentence; higher means that it is likelier to answer."""
        ...
