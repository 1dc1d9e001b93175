"""The choice of a library's text engine: the only module that knows all engines."""

from collections.abc import Callable, Mapping
from pathlib import Path

from privascope.errors import EngineError
from privascope.library.engines.engine import Fields, Indexes

DEFAULT = "tantivy"


def open_indexes(engine: str, folder: Path, fields: Fields, form: str) -> Indexes:
    """The indexes of the library in a folder, by the engine of that name.

    `form` names what else than the fields an index must be made by to be in step.
    """
    return _ENGINES[checked_engine(engine, folder)](folder, fields, form)


def checked_engine(engine: str, folder: Path) -> str:
    """The name of an engine; an error if there is no such engine."""
    if engine not in _ENGINES:
        raise EngineError(
            f"the library {folder} is set to the text engine {engine[:60]!r}, which this "
            f"Privascope does not have: `privascope rebuild --engine {DEFAULT}` makes its index "
            f"with another (there is {', '.join(_ENGINES)})"
        )
    return engine


def _tantivy(folder: Path, fields: Fields, form: str) -> Indexes:
    from privascope.library.engines.tantivy_place import TantivyIndexes

    return TantivyIndexes(folder, fields, form)


_ENGINES: Mapping[str, Callable[[Path, Fields, str], Indexes]] = {DEFAULT: _tantivy}
