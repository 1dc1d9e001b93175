"""The order of the packages, and SQL in one of them only; both are read from the source."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import privascope

SRC = Path(privascope.__file__).parent
ROOT = SRC.parents[1]

# A package imports only from those before it, and from the modules beside the packages.
ORDER = (
    "models",
    "policy",
    "traits",
    "library",
    "collect",
    "search",
    "answer",
    "compare",
    "api",
    "data",
    "learn",
    "measure",
    "serve",
    "cli",
)
# The modules beside the packages are below all of them, but for these.
HIGHER = {
    "__init__": "api",
    "api": "api",
    "doctor": "api",
    "open_policy": "api",
    "conversation": "api",
    "__main__": "cli",
}
LOWEST = "modules beside the packages"

LABELLED = frozenset({"data", "learn", "measure"})
# What the order alone would allow.
NEVER = {
    # Whoever reads a library does not fetch pages.
    "search": {"collect"},
    "answer": {"collect"},
    "compare": {"collect"},
    "learn": {"measure"},
    "measure": {"learn"},
    # Between a page and an answer there is nothing that learns or measures.
    "serve": LABELLED,
    "cli": LABELLED,
}
# The commands that exist to learn and to measure.
COMMANDS_WITH_LABELS = re.compile(r"cli/(learn\w*|measure\w*)\.py")

# Keywords in the order of a statement, in capitals as everywhere in `library/`.
SQL = re.compile(
    r"\bSELECT\s.*\bFROM\b|\bSELECT\s+[\d(]|^\s*SELECT\s|\bINSERT\s+(OR\s+\w+\s+)?INTO\b"
    r"|\bUPDATE\s+\w+\s+SET\b|\bDELETE\s+FROM\b|\bCREATE\s+(TABLE|INDEX|VIEW)\b|^\s*PRAGMA\s"
    r"|\bJOIN\s+\w+\s+\w*\s*ON\b|\bWHERE\s+[\w.]+\s*(=|<|>|!=|IN\b|IS\b|LIKE\b|NOT\b)"
    r"|\bGROUP\s+BY\s|\bORDER\s+BY\s",
    re.DOTALL,
)


@dataclass(frozen=True)
class Import:
    """An import of one of our modules, wherever in a file it is."""

    file: str
    line: int
    module: str


def imports(source: Path) -> Iterator[Import]:
    """Every import of our own modules below a folder: lazy ones and those for types as well."""
    known = {_module(path, source) for path in source.rglob("*.py")}
    for path in sorted(source.rglob("*.py")):
        file = path.relative_to(source).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for module in _imported(node, known):
                yield Import(file, node.lineno, module)  # type: ignore[attr-defined]


def _module(path: Path, source: Path) -> str:
    parts = ("privascope", *path.relative_to(source).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(node: ast.AST, known: set[str]) -> set[str]:
    """The modules that a node imports, also by a name in a string."""
    found: set[str] = set()
    if isinstance(node, ast.Import):
        found = {alias.name for alias in node.names}
    elif isinstance(node, ast.ImportFrom):
        assert not node.level, "imports name whole modules"
        whole = {f"{node.module}.{alias.name}" for alias in node.names}
        found = {name if name in known else str(node.module) for name in whole}
    elif isinstance(node, ast.Call) and node.args and "import_module" in ast.unparse(node.func):
        name = node.args[0]
        # Of an f-string, what comes before the first name in braces.
        if isinstance(name, ast.JoinedStr):
            name = name.values[0]  # type: ignore[assignment]
        if isinstance(name, ast.Constant):
            found = {str(name.value).rstrip(".")}
    return {name for name in found if name.split(".")[0] == "privascope"}


def layer_of(file: str) -> str:
    """The package of a file; a file beside the packages has one of its own."""
    first = file.split("/")[0].removesuffix(".py")
    return first if "/" in file else HIGHER.get(first, LOWEST)


def layer_named(module: str) -> str:
    """The package of a module."""
    names = module.split(".")[1:]
    first = names[0] if names else "__init__"
    return HIGHER.get(first, first if first in ORDER else LOWEST)


def violations(source: Path) -> list[str]:
    """The imports that go against the order, one line each."""
    found = []
    places = {name: place for place, name in enumerate((LOWEST, *ORDER))}
    for one in imports(source):
        own, other = layer_of(one.file), layer_named(one.module)
        never = NEVER.get(own, set())
        if COMMANDS_WITH_LABELS.fullmatch(one.file):
            never = set()
        if places[other] > places[own] or other in never:
            found.append(f"{one.file}:{one.line} {own} imports {one.module}")
    return found


def sql_outside(source: Path) -> list[str]:
    """Where a file outside `library/` writes SQL or talks to SQLite, one line each."""
    found = []
    for path in sorted(source.rglob("*.py")):
        file = path.relative_to(source).as_posix()
        if layer_of(file) == "library":
            continue
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        found += [f"{file}:{node.lineno}" for node in nodes if _is_sql(node)]  # type: ignore[attr-defined]
    return found


def _is_sql(node: ast.AST) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and SQL.search(node.value) is not None
    if isinstance(node, ast.Import):
        return any(alias.name == "sqlite3" for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        return node.module == "sqlite3"
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in {"execute", "executemany", "executescript"}
    )


def test_every_package_has_a_place() -> None:
    packages = {path.parent.name for path in SRC.glob("*/__init__.py")}
    assert packages == set(ORDER) - {"api"}


def test_the_architecture_page_has_the_same_order() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| `(\w+)(?:/|\.py)` \|", page, re.MULTILINE)
    assert tuple(named) == ORDER


def test_packages_import_only_from_those_above() -> None:
    assert violations(SRC) == []


def test_the_lazy_names_of_the_package_exist() -> None:
    for home in set(privascope._HOMES.values()):
        assert (SRC / f"{home.replace('.', '/')}.py").is_file(), home


def test_sql_is_written_in_the_library_only() -> None:
    assert sql_outside(SRC) == []


@pytest.mark.parametrize(
    ("file", "code", "complaint"),
    [
        ("library/a.py", "import privascope.search.find", "library/a.py:1 library imports"),
        ("errors.py", "from privascope.policy import read", "errors.py:1"),
        ("models/a.py", "from privascope import policy", "models/a.py:1 models imports"),
        ("library/a.py", "from privascope import open", "library/a.py:1 library imports"),
        ("search/a.py", "from privascope.collect.fetch import Fetcher", "search/a.py:1"),
        ("serve/a.py", "from privascope.data.rows import read_rows", "serve/a.py:1"),
        ("cli/ask.py", "def f():\n  import privascope.learn.loop", "cli/ask.py:2"),
        ("measure/a.py", "from privascope.learn.loop import Fitted", "measure/a.py:1"),
        (
            "traits/a.py",
            "if TYPE_CHECKING:\n  from privascope.library import store",
            "traits/a.py:2",
        ),
        ("search/a.py", "importlib.import_module('privascope.measure.search')", "search/a.py:1"),
        ("search/a.py", "import_module(f'privascope.measure.{name}')", "search/a.py:1"),
    ],
)
def test_an_import_against_the_order_is_found(
    tmp_path: Path, file: str, code: str, complaint: str
) -> None:
    for name in ("privascope/__init__", "policy/__init__", "library/store"):
        _write(tmp_path / f"{name.removeprefix('privascope/')}.py", "")
    _write(tmp_path / file, code)
    (found,) = violations(tmp_path)
    assert found.startswith(complaint)


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("cli/learn_models.py", "import privascope.learn.loop"),
        ("cli/measure.py", "import_module(f'privascope.measure.{name}')"),
        ("measure/a.py", "from privascope.data.rows import read_rows"),
        ("search/a.py", "from privascope.errors import DataError"),
        ("answer/a.py", "from privascope.library.store import Library"),
        ("__main__.py", "from privascope.cli.main import main"),
        ("cli/a.py", "from privascope import __version__"),
    ],
)
def test_an_import_in_the_order_is_not(tmp_path: Path, file: str, code: str) -> None:
    _write(tmp_path / file, code)
    assert violations(tmp_path) == []


@pytest.mark.parametrize(
    ("code", "is_sql"),
    [
        ("rows('SELECT id FROM policy')", True),
        ("rows(f'SELECT {name} FROM policy')", True),
        ("row('SELECT 1')", True),
        ("write('DELETE FROM trait')", True),
        ("x = 'WHERE run_id = ?'", True),
        ("connection.execute(query)", True),
        ("import sqlite3", True),
        ("x = 'Select a policy from the list, where you like'", False),
        ("x = 'FROM the first day ON'", False),
        ("x = 'Update your settings; delete from here'", False),
        ("table.rows(numbers)", False),
    ],
)
def test_sql_is_found(tmp_path: Path, code: str, is_sql: bool) -> None:
    _write(tmp_path / "search/a.py", code)
    _write(tmp_path / "library/a.py", code)
    assert sql_outside(tmp_path) == (["search/a.py:1"] if is_sql else [])


def _write(path: Path, code: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(code, encoding="utf-8")
