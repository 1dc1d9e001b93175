"""A journalist shows what a company changed in its policy between two days.

    python examples/diff_versions.py LIBRARY jotharbor --before 2021-06-01

Prints every sentence that was added, removed or reworded, ready to be quoted, and how the answer
to a question changed.
"""

import argparse

import privascope


def main() -> None:
    """Prints the changes, then what each version says to a question."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("library")
    options.add_argument("policy")
    options.add_argument("--before", default="", metavar="DAY", help="the earlier day")
    options.add_argument("--after", default="", metavar="DAY", help="the later day")
    options.add_argument("--question", default="Do you share my data with advertisers?")
    asked = options.parse_args()
    with privascope.open(asked.library) as library:
        diff = library.diff(asked.policy, asked.before, asked.after)
        print(diff.summary)
        for change in diff.changes:
            if change.before_text and change.kind != "moved":
                print(f"- {change.before_text}")
            if change.after_text and change.kind != "moved":
                print(f"+ {change.after_text}")
        print(f"\n{asked.question}")
        for version in (diff.before, diff.after):
            policy = library.policy(diff.policy_id, on=version)
            answer = policy.ask(asked.question)
            print(f"{policy.first_seen}: {answer.verdict}")
            for quote in answer.short:
                print(f"  “{quote.text}”")


if __name__ == "__main__":
    main()
