"""What the traits without models cost: milliseconds a policy, and policies a second for a core.

python bench/traits.py --data web.jsonl.zst [--policies 2000]
"""

import argparse
import itertools
import time
from collections.abc import Callable
from pathlib import Path

from privascope.data.rows import read_rows
from privascope.policy.derive import derive_policy
from privascope.policy.page import Page
from privascope.policy.plain import plain_document
from privascope.policy.policy import Policy
from privascope.traits.bodies import find_bodies
from privascope.traits.laws import find_laws
from privascope.traits.readability import measure_readability
from privascope.traits.trackers import find_trackers

TRAITS: dict[str, Callable[[Policy], object]] = {
    "trackers": lambda policy: find_trackers(policy.text),
    "bodies": lambda policy: find_bodies(policy.text),
    "laws": lambda policy: find_laws(policy.text),
    "readability": measure_readability,
}


def policies(data: Path, number: int) -> list[Policy]:
    """The first policies of a file of rows with a text."""
    rows = itertools.islice(read_rows(data, ["text"]), number)
    return [
        derive_policy(Page("", "text/plain", "utf-8", "en", plain_document(row["text"])))
        for row in rows
    ]


def seconds(work: Callable[[Policy], object], among: list[Policy]) -> float:
    """The processor time of one pass over the policies, the better of two."""
    passes = []
    for _ in range(2):
        start = time.process_time()
        for policy in among:
            work(policy)
        passes.append(time.process_time() - start)
    return min(passes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--policies", type=int, default=2000)
    arguments = parser.parse_args()
    among = policies(arguments.data, arguments.policies)
    length = sum(len(policy.text) for policy in among) / len(among)
    print(f"{len(among)} policies, {length:.0f} characters on average")
    total = 0.0
    for name, work in TRAITS.items():
        cost = seconds(work, among) / len(among)
        total += cost
        print(f"{name:<12} {cost * 1000:7.2f} ms a policy")
    print(f"{'all':<12} {total * 1000:7.2f} ms a policy, {1 / total:.0f} policies a second")


if __name__ == "__main__":
    main()
