"""A researcher counts what the policies of a library say, by sector.

    python examples/count_practices.py LIBRARY

Prints, for each statement that policies can make, the share of the policies in each sector that
make it, and writes every row to a file with --csv.
"""

import argparse

import pandas as pd

import privascope


def statement_table(library: privascope.OpenLibrary) -> pd.DataFrame:
    """One row for each policy and statement that it makes."""
    rows = []
    for policy in library.policies():
        label = library.label(policy.id)
        rows += [
            {
                "policy": policy.title,
                "sector": label.sector or "unknown",
                "statement": line.name,
                "standing": str(line.standing),
                "places": line.places,
            }
            for part in label.parts
            for line in part.statements
        ]
    return pd.DataFrame(rows, columns=["policy", "sector", "statement", "standing", "places"])


def shares_by_sector(table: pd.DataFrame) -> pd.DataFrame:
    """The share of each sector's policies that make each statement, most common first."""
    said = table[table["standing"] == "stated"]
    policies = table.groupby("sector")["policy"].nunique()
    counts = said.groupby(["statement", "sector"])["policy"].nunique().unstack(fill_value=0)
    shares = counts / policies
    return shares.loc[said["statement"].value_counts().index].round(2)


def main() -> None:
    """Prints the shares, and writes every row to a file if asked to."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("library")
    options.add_argument("--csv", metavar="FILE", help="write one row per policy and statement")
    asked = options.parse_args()
    with privascope.open(asked.library) as library:
        library.enrich()
        table = statement_table(library)
    if asked.csv:
        table.to_csv(asked.csv, index=False)
    print(shares_by_sector(table).to_string())


if __name__ == "__main__":
    main()
