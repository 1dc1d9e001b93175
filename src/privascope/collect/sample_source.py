"""The sample library: policies of fictional organisations, written for Privascope."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from privascope.collect.arrival import Arrival
from privascope.library.records import Company

FOLDER = Path(__file__).parent / "sample_library"
_TYPES = {".html": "text/html", ".md": "text/markdown", ".txt": "text/plain"}


class SampleSource:
    """Every version of every sample policy, oldest first."""

    name = "sample library"

    def arrivals(self) -> Iterator[Arrival]:
        """The pages as if they had been fetched on their dates."""
        for folder, about in _policies():
            for version in about["versions"]:
                path = folder / version["file"]
                yield Arrival(
                    content=path.read_bytes(),
                    content_type=_TYPES[path.suffix],
                    url=about["url"],
                    source=self.name,
                    key=f"{folder.name}/{path.name}",
                    fetched_at=datetime.fromisoformat(version["date"]).replace(tzinfo=UTC),
                )


def sample_companies() -> Iterator[Company]:
    """What is known of the organisations behind the sample policies."""
    for _, about in _policies():
        if about["industry"]:
            yield Company(
                domain=about["domain"],
                name=about["name"],
                industry=about["industry"],
                founded=about["founded"],
                size=about["size"] or "",
                country=about["country"] or "",
                employees=about["employees"],
            )


def _policies() -> Iterator[tuple[Path, dict]]:  # type: ignore[type-arg]
    for path in sorted(FOLDER.glob("*/about.json")):
        yield path.parent, json.loads(path.read_text(encoding="utf-8"))
