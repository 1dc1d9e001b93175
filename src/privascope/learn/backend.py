"""What a training step runs on: plain torch, or accelerate for mixed precision and more devices."""

import os
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

import torch
from torch import nn

from privascope.errors import MissingExtraError, PrivascopeError

B = TypeVar("B")
PRECISIONS = ("fp32", "bf16")


class Backend(Protocol):
    """Adds a batch's gradients to the model's, on its share of the batches of a step."""

    processes: int
    number: int

    def backward(
        self,
        model: nn.Module,
        loss: Callable[[nn.Module, B], torch.Tensor],
        batch: B,
        of: int,
    ) -> float:
        """One of so many batches of a step; returns its part of the step's loss."""
        ...

    def share(self, weights: Sequence[nn.Parameter]) -> None:
        """Make the gradients of all devices the same."""
        ...


class Plain:
    """Torch in fp32 on one device."""

    processes, number = 1, 0

    def backward(
        self,
        model: nn.Module,
        loss: Callable[[nn.Module, B], torch.Tensor],
        batch: B,
        of: int,
    ) -> float:
        """One of so many batches of a step; returns its part of the step's loss."""
        value = loss(model, batch) / of if of > 1 else loss(model, batch)
        value.backward()  # type: ignore[no-untyped-call]
        return float(value.item())

    def share(self, weights: Sequence[nn.Parameter]) -> None:
        """Nothing: there is one device."""


class Accelerated:
    """The same through accelerate; each process reads batches of its own. Several are untested."""

    def __init__(self, precision: str) -> None:
        try:
            from accelerate import Accelerator
        except ImportError as error:
            raise MissingExtraError("Mixed precision or several devices", "accelerate") from error
        try:
            self._on: Any = Accelerator(
                mixed_precision="no" if precision == "fp32" else precision,
                cpu=not torch.cuda.is_available(),
            )
        except ValueError as error:
            raise PrivascopeError(f"precision {precision}: {error}") from error
        self.processes = int(self._on.num_processes)
        self.number = int(self._on.process_index)

    def backward(
        self,
        model: nn.Module,
        loss: Callable[[nn.Module, B], torch.Tensor],
        batch: B,
        of: int,
    ) -> float:
        """One of so many batches of a step; returns its part of the step's loss."""
        with self._on.autocast():
            value = loss(model, batch) / of
        value.float().backward()  # type: ignore[no-untyped-call]
        return float(value.item())

    def share(self, weights: Sequence[nn.Parameter]) -> None:
        """The mean of the gradients over all processes."""
        if self._on.num_processes > 1:
            for weight in weights:
                if weight.grad is not None:
                    weight.grad = self._on.reduce(weight.grad, reduction="mean")


def backend_of(precision: str) -> Backend:
    """Plain torch where that is enough."""
    several = int(os.environ.get("WORLD_SIZE", "1")) > 1
    return Plain() if precision == "fp32" and not several else Accelerated(precision)
