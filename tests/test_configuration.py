"""The one list of settings: environment before file, secrets from the environment alone."""

import os
from pathlib import Path

import pytest

from privascope.configuration import SETTINGS, fill_environment, read_file
from privascope.errors import PrivascopeError

PAGE = Path(__file__).parents[1] / "docs/guide/configuration.md"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "config.toml"
    monkeypatch.setenv("PRIVASCOPE_CONFIG", str(path))
    for setting in SETTINGS:
        monkeypatch.delenv(setting.variable, raising=False)
    return path


def test_every_setting_is_documented() -> None:
    page = PAGE.read_text()
    for setting in SETTINGS:
        name = "" if setting.secret else f"`{setting.name}`"
        assert f"| {name} | `{setting.variable}` | {setting.about} |" in page


def test_the_environment_comes_before_the_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text('library = "/one"\n[opensearch]\nuser = "me"\naddress = "http://there:9200"\n')
    monkeypatch.setenv("PRIVASCOPE_LIBRARY", "/two")
    # So that what is filled in is taken away again.
    for name in ("PRIVASCOPE_OPENSEARCH", "PRIVASCOPE_OPENSEARCH_USER"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    fill_environment()

    assert os.environ["PRIVASCOPE_LIBRARY"] == "/two"
    assert os.environ["PRIVASCOPE_OPENSEARCH"] == "http://there:9200"
    assert os.environ["PRIVASCOPE_OPENSEARCH_USER"] == "me"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[opensearch]\npassword = 'x'", "PRIVASCOPE_OPENSEARCH_PASSWORD alone"),
        ("libary = 'x'", "'libary', which is no setting; there are library"),
        ("library = 3", "library must be a text"),
        ("library = ", "cannot be read"),
    ],
)
def test_what_a_file_cannot_hold_is_named(file: Path, text: str, told: str) -> None:
    file.write_text(text)
    with pytest.raises(PrivascopeError, match=told):
        read_file()


def test_a_file_that_is_named_must_be_there(file: Path) -> None:
    with pytest.raises(PrivascopeError, match="is not there"):
        read_file()
