"""How good search results are, by a judge's verdicts, and how much they differ by query."""

from pathlib import Path

from privascope.library.store import Library
from privascope.measure.judging.figures import judged_share, likeness, precision
from privascope.measure.judging.judgements import read_judgements
from privascope.measure.judging.queries import QUERIES
from privascope.measure.judging.runs import run_all
from privascope.measure.judging.sheet import write_sheet

SHEET = Path("search-judging.html")


def measure(
    library: Path, judgements: Path | None = None, sheet: Path = SHEET
) -> dict[str, object]:
    """Precision by index, ranking and theme; without judgements a sheet is written to make them."""
    judged = read_judgements(judgements) if judgements else None
    with Library(library) as shelf:
        runs = run_all(shelf)
        report: dict[str, object] = {"queries": len(QUERIES), "policies": shelf.count()}
        if judged is None:
            report["to_judge"] = write_sheet(shelf, runs, sheet)
            report["sheet"] = str(sheet)
    if judged is not None:
        report["judgements"] = sum(len(versions) for versions in judged.values())
        report["judged_share"] = judged_share(runs, judged)
    for run in runs:
        figures: dict[str, object] = {"likeness_between_queries": likeness(run)}
        if judged is not None:
            figures |= precision(run, judged)
        own = report.setdefault(f"{run.index}_index", {})
        assert isinstance(own, dict)
        own[str(run.ranking)] = figures
    return report
