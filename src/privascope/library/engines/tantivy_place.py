"""Where the tantivy index of a library is, and up to which change it knows the store."""

import secrets
import shutil
from pathlib import Path

from privascope.library.engines.engine import Engine, Fields
from privascope.library.engines.tantivy import TantivyEngine
from privascope.library.engines.tantivy_errors import writing
from privascope.library.engines.tantivy_schema import FORM

INDEX = "index"
_POSITION = "position"
_FIRST = "tantivy"
# What a kill left half made before there was ever a whole index must not be read as one.
_NONE = "none"


class TantivyIndexes:
    """The folder of a library's indexes; a note in it says which of them is in use.

    An index that is made anew gets a folder of its own, whose name was never used before. The
    note names it when it is done, in one step: whoever reads sees the old index or the new one.
    """

    def __init__(self, library: Path, fields: Fields, form: str) -> None:
        self._folder = library / INDEX
        self._fields = fields
        self._form = f"{FORM}.{form}"

    def in_use(self) -> Engine:
        """The index that is searched; it follows when another takes its place."""
        return TantivyEngine(self._used, self._fields)

    def position(self) -> int | None:
        """The last change that the index knows; None where there is none of today's form."""
        noted = self._noted()
        if noted is None or noted[0] != self._form or not self._used().is_dir():
            return None
        return noted[1]

    def note(self, position: int) -> None:
        """Takes down which change of the store the index in use knows."""
        self._write(position, self._used().name)

    def fresh(self) -> Engine:
        """An empty index beside the one in use."""
        name = f"{_FIRST}-{secrets.token_hex(4)}" if self._folder.exists() else _FIRST
        return TantivyEngine(self._folder / name, self._fields)

    def put_in_use(self, fresh: Engine, position: int) -> None:
        """Lets a fresh index take the place of the one in use."""
        if not isinstance(fresh, TantivyEngine):
            raise TypeError("the index was made by another engine")
        self._write(position, fresh.folder.name)
        self.remove_others()

    def remove_others(self) -> None:
        """Takes away every index but the one in use: older ones, and what a kill left half made."""
        used = self._used()
        if not self._folder.is_dir():
            return
        with writing(self._folder):
            for other in self._folder.iterdir():
                if other.is_dir() and other != used:
                    # Readers look at this file first, and then for the note.
                    (other / "meta.json").unlink(missing_ok=True)
                    shutil.rmtree(other, ignore_errors=True)

    def remove(self) -> None:
        """Takes the index away, its note first: a kill must not leave one without the other."""
        with writing(self._folder):
            (self._folder / _POSITION).unlink(missing_ok=True)
            shutil.rmtree(self._folder, ignore_errors=True)

    def _write(self, position: int, name: str) -> None:
        unfinished = self._folder / f"{_POSITION}.new"
        with writing(self._folder):
            unfinished.write_text(f"{self._form} {position} {name}")
            unfinished.replace(self._folder / _POSITION)

    def _used(self) -> Path:
        """The folder of the index in use, whether it is there or not."""
        noted = self._noted()
        return self._folder / (noted[2] if noted else _NONE)

    def _noted(self) -> tuple[str, int, str] | None:
        """The form, the position and the name of the index in use."""
        try:
            form, number, *name = (self._folder / _POSITION).read_text().split()
            return form, int(number), Path(name[0]).name if name else _FIRST
        except (OSError, ValueError):
            return None
