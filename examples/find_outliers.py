"""A regulator looks for policies that differ from what most of their sector says.

    python examples/find_outliers.py LIBRARY --sector Medical

Prints each policy with what is unusual about it, the most unusual first.
"""

import argparse

import privascope


def unusual(library: privascope.OpenLibrary, sector: str) -> list[tuple[str, list[str]]]:
    """Policies with the sentences that say how they differ, those that differ most first."""
    found = []
    for result in library.search(sector=sector or None, size=1000).results:
        norms = library.label(result.policy_id).norms
        if norms and norms.unusual:
            found.append((result.title, [norm.sentence for norm in norms.unusual]))
    return sorted(found, key=lambda one: -len(one[1]))


def main() -> None:
    """Prints the outliers of a sector, or of every sector."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("library")
    options.add_argument("--sector", default="", help="only this sector")
    asked = options.parse_args()
    with privascope.open(asked.library) as library:
        library.enrich()
        outliers = unusual(library, asked.sector)
    for title, sentences in outliers:
        print(title)
        for sentence in sentences:
            print(f"  {sentence}")
    if not outliers:
        print("No policy differs from most of its sector, or too few policies are in the library.")


if __name__ == "__main__":
    main()
