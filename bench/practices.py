"""Labelling a policy: the shipped model beside the same one in torch, in 32-bit floats.

python bench/practices.py [--segments 120] [--repeats 15] [--torch FOLDER] [--heads]
The policy is made of different segments of the sample library; FOLDER is what was trained. With
--heads each head runs without the others; what is over the time of the categories is its cost.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from privascope.collect.sample_source import SampleSource
from privascope.models.batching import length_batches, token_inputs
from privascope.models.onnx import MODEL, load_session, load_tokenizer, run_batches, thread_count
from privascope.models.practice_windows import windows_of
from privascope.models.practices import FOLDER
from privascope.policy.derive import derive_policy
from privascope.policy.document import Block, BlockKind, lay_out
from privascope.policy.policy import Policy, Span
from privascope.policy.read import read_page
from privascope.policy.sentences import find_sentences
from privascope.traits.practices.find import expected_seconds, find_practices
from privascope.traits.practices.reading_text import passages_to_read


def sample_segments() -> list[str]:
    """The different segments of the sample library's English policies."""
    found: dict[str, None] = {}
    for arrival in SampleSource().arrivals():
        policy = derive_policy(read_page(arrival.content, arrival.url, arrival.content_type))
        if policy.language == "en":
            found.update(dict.fromkeys(policy.quote(segment) for segment in policy.segments))
    return list(found)


def policy_of(segments: list[str]) -> Policy:
    """A policy that has just these segments."""
    text, blocks = lay_out(Block(BlockKind.PARAGRAPH, segment) for segment in segments)
    places = tuple(Span(block.start, block.end) for block in blocks)
    return Policy("", "en", None, text, blocks, (), places, find_sentences(text, blocks))


def torch_labeller(folder: Path) -> Callable[[Policy], object]:
    """Labels a policy's segments with the trained model as it is before export."""
    import torch

    from privascope.learn.practice_model import load_practices
    from privascope.learn.practices import logits_of

    torch.set_num_threads(thread_count())
    model, base, _ = load_practices(folder)

    def label(policy: Policy) -> object:
        return logits_of(model, base, [policy.quote(segment) for segment in policy.segments])

    return label


def one_head(name: str, folder: Path, policy: Policy) -> Callable[[Policy], object]:
    """Runs the encoder and one of the shipped model's heads over a policy's windows."""
    import onnx
    from onnx.utils import Extractor

    whole = onnx.load(str(FOLDER / MODEL))
    inputs = [one.name for one in whole.graph.input]
    onnx.save(Extractor(whole).extract_model(inputs, [name]), str(folder / MODEL))
    session = load_session(folder)
    windows = list(windows_of(passages_to_read(policy), load_tokenizer(FOLDER)))
    batches = [
        token_inputs([windows[number].ids for number in numbers])
        for numbers in length_batches([len(window.ids) for window in windows])
    ]
    return lambda _: list(run_batches(session, batches))


def seconds(label: Callable[[Policy], object], policy: Policy, repeats: int) -> list[float]:
    """The time of each repeat, after one that is not counted."""
    times = []
    for _ in range(repeats + 1):
        start = time.perf_counter()
        label(policy)
        times.append(time.perf_counter() - start)
    return sorted(times[1:])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--segments", type=int, default=120)
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--torch", type=Path)
    parser.add_argument("--heads", action="store_true")
    arguments = parser.parse_args()
    known = sample_segments()
    step = max(1, len(known) // arguments.segments)
    chosen = [
        known[number * step % len(known)] + ("" if number * step < len(known) else f" {number}")
        for number in range(arguments.segments)
    ]
    policy = policy_of(chosen)
    tokens = [len(one.ids) for one in load_tokenizer(FOLDER).encode_batch(chosen)]
    print(
        f"{len(chosen)} segments, {len(policy.text)} characters, "
        f"{statistics.mean(tokens):.0f} tokens a segment, {thread_count()} threads"
    )
    print(f"{'':<18} {'p50':>8} {'fastest':>8} {'slowest':>8}")
    rivals: dict[str, Callable[[Policy], object]] = {"privascope": find_practices}
    if arguments.torch:
        rivals["torch fp32"] = torch_labeller(arguments.torch)
    if arguments.heads:
        for name in ("categories", "values", "statements"):
            place = Path(tempfile.mkdtemp())
            rivals[f"  {name} alone"] = one_head(name, place, policy)
    middle = {}
    for name, label in rivals.items():
        times = seconds(label, policy, arguments.repeats)
        middle[name] = statistics.median(times)
        print(f"{name:<18} {middle[name]:>7.3f}s {times[0]:>7.3f}s {times[-1]:>7.3f}s")
    print(f"expected before it began: {expected_seconds(policy):.2f}s")
    if "torch fp32" in middle:
        print(f"{middle['torch fp32'] / middle['privascope']:.2f} times faster than torch fp32")


if __name__ == "__main__":
    main()
