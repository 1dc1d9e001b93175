"""The logistic function, which turns log-odds into probabilities."""

from typing import Any, overload

import numpy as np
import numpy.typing as npt

# Beyond these log-odds a probability is 0 or 1 in single precision.
_LARGEST = 60.0


@overload
def logistic(odds: float) -> float: ...
@overload
def logistic(odds: npt.NDArray[Any]) -> npt.NDArray[Any]: ...
def logistic(odds: float | npt.NDArray[Any]) -> float | npt.NDArray[Any]:
    """The probability for log-odds; for an array that of each, in the array's precision."""
    found = 1 / (1 + np.exp(-np.clip(odds, -_LARGEST, _LARGEST)))
    return found if isinstance(odds, np.ndarray) else float(found)
