"""A stage that is killed, or runs out of disk, goes on and ends as an unbroken one.

A folder of other inputs is refused.
"""

import multiprocessing
import signal
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("faiss")
pytest.importorskip("gensim")

from tests.learn.stages import (
    FULL_DISK,
    OTHER_RECIPE,
    STAGES,
    TRAINED,
    result,
    run_stage,
    write_inputs,
    write_other_inputs,
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("inputs")
    write_inputs(folder)
    return folder


@pytest.fixture(scope="module")
def other(place: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("other") / "inputs"
    write_other_inputs(place, folder)
    return folder


def run(name: str, place: Path, out: Path, **more: int) -> int | None:
    """How a process of its own that runs the stage ended."""
    # The server loads torch once; each stage is then a fork that has no threads yet.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.learn.stages"])
    process = context.Process(target=run_stage, args=(name, place, out), kwargs=more)
    process.start()
    process.join(300)
    return process.exitcode


@pytest.mark.slow
@pytest.mark.parametrize("name", STAGES)
def test_a_broken_stage_ends_as_an_unbroken_one(
    place: Path, other: Path, name: str, tmp_path: Path
) -> None:
    whole, broken, full = (tmp_path / way for way in ("whole", "broken", "full"))
    assert run(name, place, whole) == 0
    writes = int((tmp_path / "whole.writes").read_text())
    assert writes >= 2
    assert run(name, place, broken, kill_at=writes // 2 + 1) == -signal.SIGKILL
    # Once more, right after it went on.
    assert run(name, place, broken, kill_at=1) == -signal.SIGKILL
    assert run(name, place, broken) == 0
    assert int((tmp_path / "broken.writes").read_text()) <= writes
    assert result(name, broken) == result(name, whole)

    assert run(name, place, full, full_at=writes // 2 + 1) == FULL_DISK
    assert not list(full.rglob("*.partial"))
    assert run(name, place, full) == 0
    assert result(name, full) == result(name, whole)

    if name in TRAINED:
        assert run(name, other, whole) == OTHER_RECIPE
        assert result(name, full) == result(name, whole)
