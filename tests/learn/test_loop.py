import json
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from torch import nn  # noqa: E402

from privascope.errors import DiskFullError, PrivascopeError  # noqa: E402
from privascope.learn import loop  # noqa: E402
from privascope.learn.loop import fit  # noqa: E402


def model() -> nn.Module:
    torch.manual_seed(3)
    return nn.Sequential(nn.Linear(4, 16), nn.Dropout(0.2), nn.Tanh(), nn.Linear(16, 1))


ROWS = torch.randn(64, 4, generator=torch.Generator().manual_seed(1))
WANTED = (ROWS[:, :1] - ROWS[:, 1:2]).tanh()


def batches(epoch: int) -> list[list[int]]:
    order = torch.randperm(64, generator=torch.Generator().manual_seed(epoch)).tolist()
    return [order[at : at + 8] for at in range(0, 64, 8)]


def loss(of: nn.Module, batch: list[int]) -> torch.Tensor:
    return ((of(ROWS[batch]) - WANTED[batch]) ** 2).mean()


def run(folder: Path, **more: object) -> tuple[nn.Module, loop.Fitted]:
    trained = model()
    settings = {"recipe": {"data": "toy"}, "rate": 0.01, "seed": 5, "epochs": 20, **more}
    return trained, fit(trained, batches, loss, folder=folder, log_every=8, **settings)


def weights(of: nn.Module) -> list[float]:
    return torch.cat([weight.detach().flatten() for weight in of.parameters()]).tolist()


def test_a_toy_task_is_learned_and_logged(tmp_path: Path) -> None:
    trained, fitted = run(tmp_path)
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert fitted.finished
    assert fitted.step == fitted.steps == 160
    assert lines[-1]["loss"] < lines[0]["loss"] / 5
    assert [line["step"] for line in lines] == list(range(8, 161, 8))
    assert not trained.training


@pytest.mark.slow
@pytest.mark.parametrize("kill_at", [3, 50, 159])
def test_a_killed_training_ends_as_an_unbroken_one(tmp_path: Path, kill_at: int) -> None:
    whole, _ = run(tmp_path / "whole")
    calls = 0

    def deadly(of: nn.Module, batch: list[int]) -> torch.Tensor:
        nonlocal calls
        calls += 1
        if calls == kill_at:
            raise KeyboardInterrupt
        return loss(of, batch)

    with pytest.raises(KeyboardInterrupt):
        fit(
            model(),
            batches,
            deadly,
            folder=tmp_path / "broken",
            recipe={"data": "toy"},
            rate=0.01,
            seed=5,
            epochs=20,
            every=0.0,
            log_every=8,
        )
    # Work after the last checkpoint is lost and done again.
    with (tmp_path / "broken" / "log.jsonl").open("a") as file:
        file.write('{"step": 9999}\n{"st')
    resumed, fitted = run(tmp_path / "broken")
    assert fitted.finished
    assert weights(resumed) == weights(whole)
    lines = (tmp_path / "broken" / "log.jsonl").read_text().splitlines()
    assert [json.loads(line)["step"] for line in lines] == list(range(8, 161, 8))


def test_a_time_limit_stops_and_a_later_call_goes_on(tmp_path: Path) -> None:
    whole, _ = run(tmp_path / "whole")
    first, fitted = run(tmp_path / "parts", seconds=0.0)
    assert not fitted.finished
    assert fitted.step == 1
    second, fitted = run(tmp_path / "parts")
    assert fitted.finished
    assert weights(second) == weights(whole) != weights(first)


def test_a_limit_for_all_calls_is_not_begun_anew(tmp_path: Path) -> None:
    _, fitted = run(tmp_path, seconds_in_all=1e-9)
    assert fitted.step == 1
    _, fitted = run(tmp_path, seconds_in_all=1e-9)
    assert fitted.step == 1
    _, fitted = run(tmp_path, seconds_in_all=100.0)
    assert fitted.finished


def test_a_finished_training_is_not_repeated(tmp_path: Path) -> None:
    whole, _ = run(tmp_path)

    def never(of: nn.Module, batch: list[int]) -> torch.Tensor:
        raise AssertionError

    again = model()
    settings = {"recipe": {"data": "toy"}, "rate": 0.01, "seed": 5, "epochs": 20}
    assert fit(again, batches, never, folder=tmp_path, **settings).finished
    assert weights(again) == weights(whole)


def test_the_weights_judged_best_are_kept(tmp_path: Path) -> None:
    seen = []

    def judge(of: nn.Module) -> float:
        assert not of.training
        seen.append(weights(of))
        torch.rand(5)
        return -abs(len(seen) - 7)

    trained, fitted = run(tmp_path / "judged", judge=judge)
    assert len(seen) == 20
    assert fitted.best == 0
    assert weights(trained) == seen[6]
    plain, _ = run(tmp_path / "plain")
    assert seen[-1] == weights(plain)


def test_a_checkpoint_of_another_recipe_is_refused(tmp_path: Path) -> None:
    run(tmp_path, seconds=0.0)
    with pytest.raises(
        PrivascopeError, match=r"checkpoint\.pt is of another recipe \(data differ\)"
    ):
        run(tmp_path, recipe={"data": "other"})
    with pytest.raises(PrivascopeError, match="rate differ"):
        run(tmp_path, rate=0.02)


def test_a_damaged_checkpoint_is_named(tmp_path: Path) -> None:
    run(tmp_path, seconds=0.0)
    path = tmp_path / "checkpoint.pt"
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(PrivascopeError, match=r"checkpoint\.pt is damaged"):
        run(tmp_path)


def test_a_full_disk_is_told_and_harms_no_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, _ = run(tmp_path / "whole")
    run(tmp_path / "parts", seconds=0.0)

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(DiskFullError, match=r"checkpoint\.pt: No space left"):
            run(tmp_path / "parts", every=0.0)
    assert weights(run(tmp_path / "parts")[0]) == weights(whole)
    assert not list((tmp_path / "parts").glob("*.partial"))


def test_nothing_to_learn_from_and_a_loss_without_bound_are_errors(tmp_path: Path) -> None:
    with pytest.raises(PrivascopeError, match="nothing to learn"):
        fit(model(), lambda _: [], loss, folder=tmp_path, recipe={}, rate=1.0, seed=0, epochs=1)
    with pytest.raises(PrivascopeError, match="the loss is nan"):
        fit(
            model(),
            batches,
            lambda of, batch: loss(of, batch) * float("nan"),
            folder=tmp_path,
            recipe={},
            rate=1.0,
            seed=0,
            epochs=1,
        )
