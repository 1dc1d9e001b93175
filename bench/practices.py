"""Labelling a policy: the shipped model beside the same one in torch, in 32-bit floats.

python bench/practices.py [--segments 120] [--repeats 15] [--torch FOLDER]
The policy is made of different segments of the sample library; FOLDER is what was trained.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from privascope.collect.sample_source import SampleSource
from privascope.models.onnx import load_tokenizer, thread_count
from privascope.models.practices import FOLDER
from privascope.policy.derive import derive_policy
from privascope.policy.document import Block, BlockKind, lay_out
from privascope.policy.policy import Policy, Span
from privascope.policy.read import read_page
from privascope.policy.sentences import find_sentences
from privascope.traits.practices.find import expected_seconds, find_practices


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
    print(f"{'':<14} {'p50':>8} {'fastest':>8} {'slowest':>8}")
    rivals: dict[str, Callable[[Policy], object]] = {"privascope": find_practices}
    if arguments.torch:
        rivals["torch fp32"] = torch_labeller(arguments.torch)
    middle = {}
    for name, label in rivals.items():
        times = seconds(label, policy, arguments.repeats)
        middle[name] = statistics.median(times)
        print(f"{name:<14} {middle[name]:>7.3f}s {times[0]:>7.3f}s {times[-1]:>7.3f}s")
    print(f"expected before it began: {expected_seconds(policy):.2f}s")
    if "torch fp32" in middle:
        print(f"{middle['torch fp32'] / middle['privascope']:.2f} times faster than torch fp32")


if __name__ == "__main__":
    main()
