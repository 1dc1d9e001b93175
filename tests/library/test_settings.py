"""The text engine is a setting of the library, and one place knows which engines there are."""

from collections.abc import Callable
from pathlib import Path

import pytest

from privascope.cli.rebuild import command
from privascope.errors import EngineError
from privascope.library.engines import choice
from privascope.library.engines.choice import IndexPlace
from privascope.library.engines.engine import Engine, Fields, Indexes
from privascope.library.engines.tantivy_place import TantivyIndexes
from privascope.library.index import catch_up, open_index
from privascope.library.settings import chosen_place, read_engine, write_engine
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter
from tests.conftest import policy_page


def test_the_default_is_tantivy(writer: LibraryWriter) -> None:
    assert read_engine(writer).engine == "tantivy"
    write_engine(writer, chosen_place(writer, "tantivy"))
    assert read_engine(writer).engine == "tantivy"


def test_an_engine_that_there_is_not_is_named(
    writer: LibraryWriter, put: Callable[..., str]
) -> None:
    with pytest.raises(
        EngineError, match=r"'nonesuch'.*--engine tantivy.*there is tantivy, opensearch"
    ):
        chosen_place(writer, "nonesuch")
    assert read_engine(writer).engine == "tantivy"
    # As a newer Privascope, which has more engines, may leave it.
    with writer.transaction():
        writer.write("INSERT INTO meta VALUES ('engine', 'nonesuch')")
    put(policy_page("Cedar"), "https://cedar.example/privacy")
    for use in (open_index, catch_up):
        with pytest.raises(EngineError, match="nonesuch"):
            use(writer)
    folder = writer.folder
    writer.close()
    command(folder, engine="tantivy")
    with Library(folder) as library:
        assert len(open_index(library).ids()) == 1


def test_another_engine_is_used_from_the_setting_on(
    writer: LibraryWriter, put: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Path] = []

    class Other(TantivyIndexes):
        """As if it were another engine, with a folder of its own."""

        def in_use(self) -> Engine:
            opened.append(self._folder)
            return super().in_use()

    def make(place: IndexPlace, fields: Fields, form: str) -> Indexes:
        return Other(place.folder / "other", fields, form)

    put(policy_page("Cedar"), "https://cedar.example/privacy")
    catch_up(writer)
    monkeypatch.setattr(choice, "_ENGINES", {**choice._ENGINES, "other": make})
    ids = open_index(writer).ids()
    assert not opened
    write_engine(writer, chosen_place(writer, "other"))
    assert not open_index(writer).exists()
    catch_up(writer)
    assert opened
    assert open_index(writer).ids() == ids
