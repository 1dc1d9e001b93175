"""The training loop of all stages: resumable, seeded, with a log and the remaining time."""

import io
import json
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import torch
from torch import nn

from privascope.data.digests import digest as digest
from privascope.errors import DiskFullError, PrivascopeError
from privascope.learn.backend import backend_of
from privascope.learn.bars import progress as progress
from privascope.learn.storing import write_whole

_CHECKPOINT, _BEST, _LOG = "checkpoint.pt", "best.pt", "log.jsonl"
_DECAY = 0.01
_CLIP = 1.0

# A batch, in whatever form the loss takes it.
B = TypeVar("B")


@dataclass(frozen=True, slots=True)
class Pace:
    """How many batches make a step, and in what precision they are read: fp32 or bf16."""

    accumulate: int = 1
    precision: str = "fp32"

    @property
    def settings(self) -> dict[str, Any]:
        """What differs from the usual pace."""
        usual = {"accumulate": 1, "precision": "fp32"}
        own = {"accumulate": self.accumulate, "precision": self.precision}
        return {name: value for name, value in own.items() if value != usual[name]}


PLAIN_PACE = Pace()


@dataclass(frozen=True, slots=True)
class Fitted:
    """How a training ended; `finished` is false if it stopped at its time limit."""

    finished: bool
    step: int
    steps: int
    loss: float
    best: float | None


@dataclass(slots=True)
class _State:
    """The progress of a training run, besides the weights."""

    step: int = 0
    best: float | None = None
    loss_sum: float = 0.0
    loss_count: int = 0
    last_loss: float = math.nan
    seconds: float = 0.0


@dataclass(slots=True)
class _Run:
    """Everything that a checkpoint holds."""

    model: nn.Module
    optimiser: torch.optim.Optimizer
    folder: Path
    recipe: dict[str, Any]
    state: _State = field(default_factory=_State)


def fit(
    model: nn.Module,
    batches: Callable[[int], Sequence[B]],
    loss: Callable[[nn.Module, B], torch.Tensor],
    *,
    folder: Path,
    recipe: Mapping[str, Any],
    rate: float,
    seed: int,
    epochs: int | None = None,
    steps: int | None = None,
    warm_up: float = 0.1,
    pace: Pace = PLAIN_PACE,
    judge: Callable[[nn.Module], float] | None = None,
    judge_every: int | None = None,
    every: float = 120.0,
    log_every: int = 50,
    seconds: float | None = None,
    seconds_in_all: float | None = None,
    title: str = "training",
) -> Fitted:
    """Train `model` in place, going on from a checkpoint in `folder` if there is one.

    `batches(epoch)` gives the batches of an epoch, always the same; `loss(model, batch)` draws
    chance from torch alone. `recipe` holds every setting and the digests of all inputs. With a
    `judge` (more is better; asked every `judge_every` steps, or after each epoch) the best
    weights win. `seconds` ends this call early; a later call goes on. `seconds_in_all` is a limit
    for all calls together.
    """
    first = batches(0)
    # With accumulation a step takes several batches, the last of an epoch what is left.
    backend = backend_of(pace.precision)
    a_step = pace.accumulate * backend.processes
    an_epoch = -(-len(first) // a_step)
    total = steps if steps is not None else an_epoch * (epochs or 1)
    if not first or not total:
        raise PrivascopeError(f"{title}: there is nothing to learn from")
    settings = {"rate": rate, "seed": seed, "steps": total, "warm_up": warm_up, **pace.settings}
    torch.manual_seed(seed)
    optimiser = _optimiser(model, rate)
    run = _Run(model, optimiser, folder, json.loads(json.dumps({**recipe, **settings})))
    _resume(run)
    state, began = run.state, time.monotonic()
    before, saved = state.seconds, began
    judge_every = judge_every or an_epoch
    trained = [weight for weight in model.parameters() if weight.requires_grad]
    epoch, current = 0, first
    stopped = _is_over(before, seconds_in_all)
    model.train()
    with progress() as bar:
        task = bar.add_task(title, total=total, completed=state.step)
        while state.step < total and not stopped:
            if state.step // an_epoch != epoch:
                epoch = state.step // an_epoch
                current = batches(epoch)
            if len(current) != len(first):
                raise PrivascopeError(f"{title}: epoch {epoch} has another number of batches")
            share = _share(state.step, total, warm_up)
            for group in optimiser.param_groups:
                group["lr"] = rate * share
            at = state.step % an_epoch * a_step
            some = current[at : at + a_step][backend.number :: backend.processes] or current[-1:]
            optimiser.zero_grad(set_to_none=True)
            value = sum(backend.backward(model, loss, one, len(some)) for one in some)
            backend.share(trained)
            nn.utils.clip_grad_norm_(trained, _CLIP)
            optimiser.step()
            state.step += 1
            _count(state, value, title)
            if state.step % log_every == 0 or state.step == total:
                _log(run, epoch, rate * share)
            if judge and (state.step % judge_every == 0 or state.step == total):
                _judge(run, judge)
            now = time.monotonic()
            state.seconds = before + now - began
            stopped = _is_over(now - began, seconds) or _is_over(state.seconds, seconds_in_all)
            if now - saved >= every or stopped or state.step == total:
                _save(run)
                saved = time.monotonic()
            bar.update(task, completed=state.step)
    finished = state.step >= total
    if finished and state.best is not None:
        model.load_state_dict(_load(folder / _BEST, model)["model"])
    model.eval()
    return Fitted(finished, state.step, total, state.last_loss, state.best)


def _is_over(taken: float, limit: float | None) -> bool:
    return limit is not None and taken >= limit


def drop_checkpoint(folder: Path) -> None:
    """Delete the checkpoint of a finished training run whose model is stored elsewhere."""
    for name in (_CHECKPOINT, _BEST):
        (folder / name).unlink(missing_ok=True)


def _optimiser(model: nn.Module, rate: float) -> torch.optim.Optimizer:
    trained = [weight for weight in model.parameters() if weight.requires_grad]
    groups = [
        {"params": [weight for weight in trained if weight.ndim > 1], "weight_decay": _DECAY},
        {"params": [weight for weight in trained if weight.ndim <= 1], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW([g for g in groups if g["params"]], lr=rate, fused=True)


def _share(step: int, total: int, warm_up: float) -> float:
    """The share of the full learning rate for a step: up to 1, then down to almost 0."""
    rising = max(1, round(total * warm_up))
    if step < rising:
        return (step + 1) / rising
    return max(0.0, (total - step) / max(1, total - rising))


def _count(state: _State, loss: float, title: str) -> None:
    if not math.isfinite(loss):
        raise PrivascopeError(f"{title}: the loss is {loss} at step {state.step}; lower the rate")
    state.loss_sum += loss
    state.loss_count += 1
    if math.isnan(state.last_loss):
        state.last_loss = loss


def _log(run: _Run, epoch: int, rate: float) -> None:
    state = run.state
    state.last_loss = state.loss_sum / max(1, state.loss_count)
    state.loss_sum, state.loss_count = 0.0, 0
    left = state.seconds / state.step * (run.recipe["steps"] - state.step)
    _write_log(
        run,
        {
            "step": state.step,
            "epoch": epoch,
            "loss": round(state.last_loss, 5),
            "rate": rate,
            "seconds": round(state.seconds, 1),
            "left": round(left, 1),
        },
    )


def _write_log(run: _Run, line: dict[str, Any]) -> None:
    path = run.folder / _LOG
    try:
        run.folder.mkdir(parents=True, exist_ok=True)
        with path.open("a") as file:
            file.write(json.dumps(line) + "\n")
    except OSError as error:
        raise DiskFullError(f"cannot write {path}: {error.strerror}") from error


def _judge(run: _Run, judge: Callable[[nn.Module], float]) -> None:
    """Judges the model without changing the random state of the training."""
    chance = _chance()
    run.model.eval()
    with torch.inference_mode():
        score = judge(run.model)
    run.model.train()
    _set_chance(chance)
    _write_log(run, {"step": run.state.step, "score": round(score, 6)})
    if run.state.best is None or score > run.state.best:
        run.state.best = score
        _write(run.folder / _BEST, {"model": run.model.state_dict()})


def _save(run: _Run) -> None:
    state = run.state
    held = {
        "recipe": run.recipe,
        "model": run.model.state_dict(),
        "optimiser": run.optimiser.state_dict(),
        "chance": _chance(),
        "state": {name: getattr(state, name) for name in _State.__slots__},
    }
    _write(run.folder / _CHECKPOINT, held)


def _write(path: Path, held: dict[str, Any]) -> None:
    buffer = io.BytesIO()
    torch.save(held, buffer)
    write_whole(path, buffer.getvalue())


def _resume(run: _Run) -> None:
    path = run.folder / _CHECKPOINT
    if not path.exists():
        return
    held = _load(path, run.model)
    other = held.get("recipe")
    if other != run.recipe:
        names = sorted(
            name
            for name in {*run.recipe, *(other or {})}
            if run.recipe.get(name) != (other or {}).get(name)
        )
        raise PrivascopeError(
            f"{path} is of another recipe ({', '.join(names)} differ): "
            "name another folder, or delete that one to begin anew"
        )
    run.model.load_state_dict(held["model"])
    run.optimiser.load_state_dict(held["optimiser"])
    _set_chance(held["chance"])
    run.state = _State(**held["state"])
    _cut_log(run)


def _load(path: Path, model: nn.Module) -> dict[str, Any]:
    place = next(model.parameters()).device
    try:
        held: dict[str, Any] = torch.load(path, map_location=place, weights_only=True)
    except Exception as error:
        raise PrivascopeError(f"{path} is damaged ({error}): delete it to begin anew") from error
    return held


def _cut_log(run: _Run) -> None:
    """Removes the lines after the checkpoint from the log, as these steps will run again."""
    path = run.folder / _LOG
    if path.exists():
        lines = path.read_text().splitlines(keepends=True)
        kept = [line for line in lines if _step_of(line) <= run.state.step]
        write_whole(path, "".join(kept).encode())


def _step_of(line: str) -> float:
    try:
        return float(json.loads(line)["step"])
    except (KeyError, TypeError, ValueError):
        return math.inf


def _chance() -> dict[str, Any]:
    cuda = torch.cuda.get_rng_state_all() if torch.cuda.is_available() else []
    return {"cpu": torch.get_rng_state(), "cuda": cuda}


def _set_chance(chance: dict[str, Any]) -> None:
    torch.set_rng_state(chance["cpu"].cpu())
    if chance["cuda"] and torch.cuda.is_available():
        torch.cuda.set_rng_state_all([state.cpu() for state in chance["cuda"]])
