"""Prunes the inner neurons of an encoder's layers that matter least for a task."""

from collections.abc import Iterable
from typing import Any

import torch
from torch import nn
from transformers import PreTrainedModel

from privascope.errors import PrivascopeError

# Batches by which the importance of neurons is measured.
TO_NARROW_BY = 30


def narrow(encoder: PreTrainedModel, width: int, losses: Iterable[torch.Tensor]) -> None:
    """Leave this many neurons in the middle of each layer, those that `losses` depend on most.

    Each loss is made by running the encoder anew. A neuron matters as much as its output times
    what a change of it would do to the loss (Molchanov et al. 2017). What is lost comes back by
    going on training.
    """
    layers = _layers(encoder)
    size = int(encoder.config.intermediate_size)
    if not 1 <= width < size:
        raise PrivascopeError(f"the encoder's layers are {size} wide: none can be {width} wide")
    worth = [torch.zeros(size, device=encoder.device) for _ in layers]
    outputs: dict[int, torch.Tensor] = {}

    def remember(number: int, output: torch.Tensor) -> None:
        output.retain_grad()
        outputs[number] = output

    hooks = [
        layer.intermediate.register_forward_hook(
            lambda _module, _inputs, output, number=number: remember(number, output)
        )
        for number, layer in enumerate(layers)
    ]
    try:
        for loss in losses:
            loss.backward()  # type: ignore[no-untyped-call]
            for number, output in outputs.items():
                assert output.grad is not None
                worth[number] += (output * output.grad).detach().abs().sum((0, 1))
            encoder.zero_grad()
    finally:
        for hook in hooks:
            hook.remove()
    with torch.no_grad():
        for layer, own in zip(layers, worth, strict=True):
            kept = torch.topk(own, width).indices.sort().values
            into, out = layer.intermediate.dense, layer.output.dense
            layer.intermediate.dense = _linear(into.weight[kept], into.bias[kept])
            layer.output.dense = _linear(out.weight[:, kept], out.bias)
    encoder.config.intermediate_size = width


def _layers(encoder: PreTrainedModel) -> list[Any]:
    whole: Any = encoder
    try:
        layers = list(whole.encoder.layer)
        for layer in layers:
            layer.intermediate.dense, layer.output.dense  # noqa: B018
    except AttributeError as error:
        kind = encoder.config.model_type
        raise PrivascopeError(f"an encoder of the kind {kind} cannot be narrowed") from error
    return layers


def _linear(weight: torch.Tensor, bias: torch.Tensor) -> nn.Linear:
    made = nn.Linear(weight.shape[1], weight.shape[0], device=weight.device)
    made.weight.copy_(weight)
    made.bias.copy_(bias)
    return made
