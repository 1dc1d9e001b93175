"""The one list of settings: each by an environment variable, or in a file that fills these in."""

import os
import tomllib
from dataclasses import dataclass
from pathlib import Path

from privascope.errors import PrivascopeError

FILE_VARIABLE = "PRIVASCOPE_CONFIG"


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: its name in the file, its environment variable, and what it is for.

    A `secret` is read from the environment alone.
    """

    name: str
    variable: str
    about: str
    secret: bool = False


SETTINGS = (
    Setting("library", "PRIVASCOPE_LIBRARY", "The folder of the library."),
    Setting(
        "scheduler",
        "PRIVASCOPE_SCHEDULER",
        "The Dask scheduler on whose workers `add` and `enrich` read, such as tcp://HOST:8786.",
    ),
    Setting(
        "writer",
        "PRIVASCOPE_WRITER",
        "An OpenAI-compatible endpoint that may put the sentences of an answer into a short text.",
    ),
    Setting("writer-model", "PRIVASCOPE_WRITER_MODEL", "The model of that endpoint."),
    Setting(
        "opensearch.address",
        "PRIVASCOPE_OPENSEARCH",
        "The address of the cluster, in the place of the one that the library was made with; "
        "several with commas between them.",
    ),
    Setting("opensearch.user", "PRIVASCOPE_OPENSEARCH_USER", "The user name for the cluster."),
    Setting(
        "opensearch.password",
        "PRIVASCOPE_OPENSEARCH_PASSWORD",
        "The password for the cluster.",
        secret=True,
    ),
    Setting(
        "opensearch.ca",
        "PRIVASCOPE_OPENSEARCH_CA",
        "A PEM file with the certificate of the authority that signed the cluster's own.",
    ),
    Setting(
        "opensearch.certificate",
        "PRIVASCOPE_OPENSEARCH_CERTIFICATE",
        "A PEM file with a client certificate.",
    ),
    Setting("opensearch.key", "PRIVASCOPE_OPENSEARCH_KEY", "A PEM file with the key to it."),
)


def configuration_file() -> Path:
    """The file that settings are read from, whether it is there or not."""
    named = os.environ.get(FILE_VARIABLE)
    folder = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    return Path(named or f"{folder}/privascope/config.toml").expanduser()


def read_file() -> dict[str, str]:
    """The settings in the file, by their variables; an error names what it cannot hold."""
    path = configuration_file()
    try:
        found = tomllib.loads(path.read_text())
    except FileNotFoundError:
        if os.environ.get(FILE_VARIABLE):
            raise PrivascopeError(f"{FILE_VARIABLE} names {path}, which is not there") from None
        return {}
    except (OSError, ValueError) as error:
        raise PrivascopeError(f"the settings in {path} cannot be read: {error}") from error
    known = {setting.name: setting for setting in SETTINGS}
    values = {}
    for name, value in _flat(found):
        setting = known.get(name)
        if setting is None:
            raise PrivascopeError(
                f"{path} sets {name!r}, which is no setting; there are {', '.join(known)}"
            )
        if setting.secret:
            raise PrivascopeError(
                f"{path} sets {name}: a secret is read from {setting.variable} alone"
            )
        if not isinstance(value, str):
            raise PrivascopeError(f"{path}: the value of {name} must be a text in quotes")
        values[setting.variable] = value
    return values


def fill_environment() -> None:
    """Sets each variable that the file has a value for and the environment has not."""
    for variable, value in read_file().items():
        os.environ.setdefault(variable, value)


def _flat(values: dict[str, object], before: str = "") -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = []
    for name, value in values.items():
        if isinstance(value, dict):
            found += _flat(value, f"{before}{name}.")
        else:
            found.append((f"{before}{name}", value))
    return found
