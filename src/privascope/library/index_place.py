"""Where a library's index stands, and up to which change it knows the store."""

import contextlib
import secrets
import shutil
from pathlib import Path

INDEX = "index"
_POSITION = "position"
_FIRST = "tantivy"
# What a kill left half made before there was ever a whole index must not be read as one.
_NONE = "none"


class IndexPlace:
    """The folder of a library's index; a note in it says which index in it is in use.

    An index that is made anew gets a folder of its own, whose name was never used before. The
    note names it when it is done, in one step: whoever reads sees the old index or the new one.
    """

    def __init__(self, library: Path, form: str) -> None:
        self._folder = library / INDEX
        self._form = form

    def in_use(self) -> Path:
        """The folder of the index that readers use, whether it is there or not."""
        noted = self._noted()
        return self._folder / (noted[2] if noted else _NONE)

    def position(self) -> int | None:
        """The last change that the index knows; None where there is none of today's form."""
        noted = self._noted()
        if noted is None or noted[0] != self._form or not self.in_use().is_dir():
            return None
        return noted[1]

    def note(self, position: int, index: Path) -> None:
        """Takes down what the index knows, and that it is the one in use."""
        unfinished = self._folder / f"{_POSITION}.new"
        unfinished.write_text(f"{self._form} {position} {index.name}")
        unfinished.replace(self._folder / _POSITION)

    def fresh(self) -> Path:
        """A folder for an index that is made anew, beside the one in use."""
        name = f"{_FIRST}-{secrets.token_hex(4)}" if self._folder.exists() else _FIRST
        return self._folder / name

    def remove_others(self) -> None:
        """Takes away every index but the one in use: older ones, and what a kill left half made."""
        used = self.in_use()
        with contextlib.suppress(FileNotFoundError):
            for other in self._folder.iterdir():
                if other.is_dir() and other != used:
                    # Readers look at this file first, and then for the note.
                    (other / "meta.json").unlink(missing_ok=True)
                    shutil.rmtree(other, ignore_errors=True)

    def remove(self) -> None:
        """Takes the index away, its note first: a kill must not leave one without the other."""
        (self._folder / _POSITION).unlink(missing_ok=True)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _noted(self) -> tuple[str, int, str] | None:
        """The form, the position and the name of the index in use."""
        try:
            form, number, *name = (self._folder / _POSITION).read_text().split()
            return form, int(number), Path(name[0]).name if name else _FIRST
        except (OSError, ValueError):
            return None
