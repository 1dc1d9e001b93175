from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from privascope.learn.loop import Fitted, Pace, fit  # noqa: E402


def trained(folder: Path, pace: Pace, size: int) -> tuple[Fitted, Any]:
    """A line through points, fitted in batches of a size."""
    torch.manual_seed(0)
    model = torch.nn.Linear(2, 1)
    points = torch.arange(16.0).reshape(8, 2) / 16
    numbers = [list(range(at, at + size)) for at in range(0, 8, size)]

    def loss(own: Any, batch: list[int]) -> Any:
        return ((own(points[batch]).squeeze(-1) - points[batch].sum(-1)) ** 2).mean()

    fitted = fit(
        model,
        lambda _: numbers,
        loss,
        folder=folder,
        recipe={},
        rate=0.01,
        seed=0,
        epochs=3,
        pace=pace,
    )
    return fitted, model


def test_two_batches_make_the_step_of_one(tmp_path: Path) -> None:
    whole, one = trained(tmp_path / "one", Pace(), 4)
    halves, two = trained(tmp_path / "two", Pace(accumulate=2), 2)
    assert whole.steps == halves.steps == 6
    assert torch.allclose(one.weight, two.weight, atol=1e-6)
    assert whole.loss == pytest.approx(halves.loss, abs=1e-6)


def test_half_precision_learns_as_well(tmp_path: Path) -> None:
    pytest.importorskip("accelerate")
    _, exact = trained(tmp_path / "exact", Pace(), 4)
    fitted, half = trained(tmp_path / "half", Pace(precision="bf16"), 4)
    assert fitted.finished
    assert half.weight.dtype == torch.float32
    assert torch.allclose(exact.weight, half.weight, atol=0.02)
