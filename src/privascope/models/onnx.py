"""The one loader of shipped ONNX models and their tokenizers."""

import os
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from privascope.errors import PrivascopeError

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

MODEL, TOKENIZER = "model.onnx", "tokenizer.json"
_MOST_THREADS = 4

Inputs = Mapping[str, npt.NDArray[np.int64]]
Outputs = list[npt.NDArray[np.float32]]


class ModelError(PrivascopeError):
    """A model's file is missing or damaged."""


@lru_cache(maxsize=16)
def load_session(folder: Path) -> "InferenceSession":
    """The model of a folder, loaded once; it uses no processor time while it waits."""
    path = _existing(folder / MODEL)
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    from onnxruntime import InferenceSession, SessionOptions

    options = SessionOptions()
    # Each thread reads a batch of its own (`run_batches`), which leaves none waiting for another.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    try:
        return InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:
        raise ModelError(f"the model {path} cannot be loaded: {error}") from error


@lru_cache(maxsize=16)
def load_tokenizer(folder: Path) -> "Tokenizer":
    """The tokenizer of a folder, loaded once."""
    path = _existing(folder / TOKENIZER)
    # Its threads would compete with the model's and warn when the process forks.
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    from tokenizers import Tokenizer

    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:
        raise ModelError(f"the tokenizer {path} cannot be loaded: {error}") from error
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def thread_count() -> int:
    """How many batches are read at once: OMP_NUM_THREADS, else the cores of this process."""
    wanted = os.environ.get("OMP_NUM_THREADS", "")
    if wanted.isascii() and wanted.isdigit() and int(wanted) > 0:
        return min(int(wanted), 64)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return min(cores or 1, _MOST_THREADS)


def run(session: "InferenceSession", inputs: Inputs) -> Outputs:
    """The model's outputs for one batch; encoders without token types are not handed any."""
    wanted = [one.name for one in session.get_inputs()]
    outputs: Outputs = session.run(None, {name: inputs[name] for name in wanted if name in inputs})
    return outputs


def run_batches(session: "InferenceSession", batches: Iterable[Inputs]) -> Iterator[Outputs]:
    """The model's outputs for each batch, in order; as many are read at once as there are threads.

    Batches are taken and outputs held only a few at a time.
    """
    threads = thread_count()
    if threads == 1:
        yield from (run(session, inputs) for inputs in batches)
        return
    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Future[Outputs]] = deque()
        for inputs in batches:
            waiting.append(pool.submit(run, session, inputs))
            if len(waiting) > 2 * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _existing(path: Path) -> Path:
    if not path.is_file():
        raise ModelError(f"the model file {path} is missing; install privascope again")
    return path
