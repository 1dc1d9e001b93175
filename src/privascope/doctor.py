"""Looks over an installation, and says what is wrong with it and what to do."""

import importlib.util
import os
import platform
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from privascope.configuration import SETTINGS, configuration_file, read_file
from privascope.errors import NotFoundError, PrivascopeError
from privascope.version import __version__

_LEAST_ROOM = 2**30
_SMALLEST_MODEL = 1024
_EXTRAS = {"opensearch": "opensearchpy", "dask": "distributed", "train": "torch"}


class State(StrEnum):
    """How a part is."""

    GOOD = "ok"
    WARNING = "warning"
    BAD = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """A part of the installation, how it is, and what to do where it is not well."""

    part: str
    state: State
    what: str
    advice: str = ""


def examine_installation(folder: Path) -> list[Finding]:
    """Everything that was looked at, in the order in which one part needs the other."""
    return [
        _programs(),
        _models(),
        _configuration(),
        *_library(folder),
        *_scheduler(),
    ]


def _programs() -> Finding:
    extras = [name for name, module in _EXTRAS.items() if importlib.util.find_spec(module)]
    return Finding(
        "programs",
        State.GOOD,
        f"Privascope {__version__} on Python {platform.python_version()}; "
        f"extras: {', '.join(extras) or 'none'}",
    )


def _models() -> Finding:
    folder = Path(__file__).parent / "models"
    files = sorted(folder.rglob("*.onnx"))
    # What a version control system leaves in the place of a large file is a note of a few lines.
    broken = [path.name for path in files if path.stat().st_size < _SMALLEST_MODEL]
    if broken or not files:
        what = f"damaged: {', '.join(broken)}" if broken else "missing"
        return Finding("models", State.BAD, what, "install Privascope again")
    return Finding("models", State.GOOD, f"{len(files)} models are there")


def _configuration() -> Finding:
    path = configuration_file()
    try:
        read = read_file()
    except PrivascopeError as error:
        return Finding("configuration", State.BAD, str(error), f"mend {path}")
    named = [one.variable for one in SETTINGS if one.variable in os.environ]
    told = f"{len(read)} settings from {path}" if read else f"no settings in {path}"
    return Finding(
        "configuration",
        State.GOOD,
        f"{told}; in the environment: {', '.join(named) or 'none'}",
    )


def _library(folder: Path) -> Iterator[Finding]:
    from privascope.library.connection import COPY
    from privascope.library.store import Library

    try:
        library = Library(folder)
    except NotFoundError as error:
        yield Finding("library", State.WARNING, str(error), "make one, or name another folder")
        return
    except PrivascopeError as error:
        yield Finding("library", State.BAD, str(error), "`privascope restore` a backup")
        return
    with library:
        kind = "a read-only copy" if (folder / COPY).exists() else "a library"
        yield Finding(
            "library",
            State.GOOD,
            f"{folder} is {kind} of {library.count():,} policies, "
            f"{library.count_versions():,} versions",
        )
        room = shutil.disk_usage(folder).free
        little = room < _LEAST_ROOM
        yield Finding(
            "disk",
            State.WARNING if little else State.GOOD,
            f"{room / 2**30:.1f} GB are free",
            "make room: a full disk stops whoever writes" if little else "",
        )
        yield from _index(library)


def _index(library: object) -> Iterator[Finding]:
    from privascope.library.engines.choice import OPENSEARCH
    from privascope.library.engines.opensearch_health import cluster_findings
    from privascope.library.index import is_behind, knows_more, open_index
    from privascope.library.settings import read_engine
    from privascope.library.store import Library

    assert isinstance(library, Library)
    place = read_engine(library)
    if place.engine == OPENSEARCH:
        bad = False
        for good, what, advice in cluster_findings(place):
            bad = bad or not good
            yield Finding("cluster", State.GOOD if good else State.BAD, what, advice)
        if bad:
            return
    try:
        if library.count() and not open_index(library).exists():
            yield Finding("index", State.BAD, "there is none", "`privascope rebuild`")
        elif is_behind(library):
            yield Finding(
                "index",
                State.WARNING,
                "it is behind the store",
                "wait for whoever writes, or `privascope verify --repair`",
            )
        elif knows_more(library):
            yield Finding(
                "index",
                State.WARNING,
                "it is ahead of the store",
                "`privascope backup` again, if this is a copy; else `privascope rebuild`",
            )
        else:
            yield Finding("index", State.GOOD, f"{place.engine}, in step with the store")
    except PrivascopeError as error:
        yield Finding("index", State.BAD, str(error), "`privascope rebuild`")


def _scheduler() -> Iterator[Finding]:
    address = os.environ.get("PRIVASCOPE_SCHEDULER")
    if not address:
        return
    from privascope.collect.scheduler import Scheduler

    try:
        with Scheduler(address) as scheduler:
            what = f"{address} has {scheduler.threads} threads of workers"
    except PrivascopeError as error:
        yield Finding("scheduler", State.BAD, str(error), "start it, or name another")
    else:
        yield Finding("scheduler", State.GOOD, what)
