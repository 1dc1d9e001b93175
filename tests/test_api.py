"""The Python API: what it exports, what it gives, and how it refuses."""

import ast
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

import privascope
from privascope.cli.main import main
from privascope.typed_result import TypedResult
from tests.conftest import policy_page

SRC = Path(privascope.__file__).parent
QUESTION = "how long do you keep my notes?"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from privascope.cli.sample import command

    place = tmp_path_factory.mktemp("api") / "library"
    command(place)
    return place


@pytest.fixture
def library(folder: Path, tiny_practices: Path) -> Iterator[privascope.OpenLibrary]:
    with privascope.open(folder) as opened:
        yield opened


def test_exported_names() -> None:
    """Every exported name is there, sorted, and listed nowhere else."""
    exported = privascope.__all__
    assert exported == sorted(exported)
    assert set(exported) == set(privascope._HOMES)
    assert all(getattr(privascope, name) is not None for name in exported)
    assert set(dir(privascope)) == {*exported, "__version__"}
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = privascope.nonsense  # type: ignore[attr-defined]


def test_the_reference_is_current() -> None:
    root = SRC.parents[1]
    made = subprocess.run(
        [sys.executable, str(root / "tools/python_page.py")],
        capture_output=True,
        text=True,
        check=True,
    )
    written = (root / "docs/guide/python-reference.md").read_text(encoding="utf-8")
    assert made.stdout == written, "run `make docs`"


def test_the_import_is_light() -> None:
    code = (
        "import sys, privascope; privascope.open; "
        "print([m for m in ('numpy', 'onnxruntime', 'tantivy', 'httpx', 'sqlite3', 'fastapi', "
        "'typer', 'rich') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_every_public_method_has_a_line_and_an_example() -> None:
    for kind in (privascope.OpenLibrary, privascope.OpenPolicy):
        assert ">>>" in (kind.__doc__ or "")
        for name, method in vars(kind).items():
            if name.startswith("_"):
                continue
            told = method.__doc__ or ""
            assert told.splitlines()[0].endswith("."), name
    for name in ("search", "which", "ask", "label", "compare", "history", "diff", "add", "policy"):
        assert ">>>" in (getattr(privascope.OpenLibrary, name).__doc__ or ""), name


def test_search_and_which(library: privascope.OpenLibrary) -> None:
    everything = library.search(size=100)
    assert everything.total == len(library) == len(list(library.policies()))
    sector = everything.results[0].sector
    assert sector
    narrowed = library.search("data", sector=sector, grade=(None, 30))
    assert narrowed == _timed(library.search("data", sector=[sector], grade="..30"), narrowed)
    assert {result.sector for result in narrowed.results} == {sector}
    assert sector not in {one.sector for one in library.search(sector=f"-{sector}").results}
    found = library.which("sells-data")
    assert found.total == found.tally.read + found.tally.unread
    assert json.dumps(found.to_dict())


def _timed(page: privascope.SearchPage, like: privascope.SearchPage) -> privascope.SearchPage:
    return replace(page, milliseconds=like.milliseconds)


def test_a_policy_as_it_is_and_as_it_was(library: privascope.OpenLibrary) -> None:
    now = library.policy("jotharbor")
    assert now.id == library.search("jotharbor").results[0].policy_id
    then = library.policy("jotharbor", on=date(2019, 12, 1))
    assert then.version_id != now.version_id
    assert library.policy(now.id, on=then.version_id).text == then.text
    assert then.first_seen is not None
    assert then.first_seen <= date(2019, 12, 1)
    assert now.sentences[3] in now.text
    plain = json.loads(json.dumps(now.to_dict()))
    assert plain["text"] == now.text
    assert plain["policy"]["id"] == now.id
    assert repr(now).startswith(f"<OpenPolicy {now.id} Jotharbor: ")
    assert repr(privascope.read("We sell nothing.")).startswith("<OpenPolicy not stored: ")


def test_ask_quotes_the_policy(library: privascope.OpenLibrary) -> None:
    answer = library.ask("jotharbor", QUESTION)
    policy = library.policy("jotharbor")
    assert answer == policy.ask(QUESTION) == library.ask(policy, QUESTION)
    assert answer.quotes
    for quote in answer.quotes:
        assert policy.text[quote.start : quote.end] == quote.text
    assert answer.why == ()
    assert library.ask("jotharbor", QUESTION, why=True).why
    assert library.named_in("does Jotharbor share my notes?").id == policy.id


def test_label_and_compare(library: privascope.OpenLibrary) -> None:
    label = library.label("jotharbor")
    assert label.source.policy_id == library.policy("jotharbor").id
    assert label == library.policy("jotharbor").label()
    past = library.policy("jotharbor", on="2019-12-01")
    assert past.label().source.version_id == past.version_id
    comparison = library.compare(label, "helixbrook")
    assert comparison.policies[0] == label.source
    assert comparison.differences


def test_history_and_diff(library: privascope.OpenLibrary) -> None:
    history = library.history("jotharbor")
    diff = library.diff("jotharbor")
    assert diff.summary == history.versions[-1].summary
    assert diff.before == history.versions[-2].version.version_id
    first = history.versions[0].version
    since = library.diff("jotharbor", before=first.first_seen.date())
    assert since == library.diff("jotharbor", before=first.version_id)
    assert (since.before, since.after) == (first.version_id, diff.after)


def test_adding_to_a_new_library(tmp_path: Path, tiny_practices: Path) -> None:
    page = tmp_path / "quill.html"
    page.write_bytes(policy_page("Quill"))
    with privascope.open(tmp_path / "new", create=True) as library:
        assert not library.folder.exists()
        added = library.add(page)
        assert (added.outcomes, added.policies) == ({"new": 1}, 1)
        assert library.add(page).outcomes == {"unchanged": 1}
        assert library.search("invoices").total == 1
        assert not library.policy("quill").is_analysed
        assert library.enrich() == 1
        assert library.policy("quill").is_analysed
        assert library.which("uses-cookies").tally.unread == 0
        kept = library.keep(library.find(page))
        assert kept.id == library.policy("quill").id
        with pytest.raises(privascope.PrivascopeError, match="no source"):
            library.add()


@pytest.mark.parametrize("kind", ["text", "bytes", "file", "path"])
def test_reading_without_a_library(tmp_path: Path, tiny_practices: Path, kind: str) -> None:
    page = tmp_path / "quill.html"
    page.write_bytes(policy_page("Quill"))
    text = "Privacy policy\n\nWe keep invoices for seven years. We collect your name."
    source = {"text": text, "bytes": page.read_bytes(), "file": str(page), "path": page}[kind]
    policy = privascope.read(source)  # type: ignore[arg-type]
    assert (policy.id, policy.stored, policy.first_seen) == ("", None, None)
    answer = policy.ask("how long are invoices kept?")
    assert "seven years" in answer.quotes[0].text
    assert any(line.name == "Contact" for line in policy.label().parts[0].lines) or kind == "text"
    assert policy.to_dict()["policy"] is None


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("./nowhere.html", "there is no file"),
        ("/nowhere/at/all", "there is no file"),
        (Path("nowhere"), "there is no file"),
        ("nowhere.md", "there is no file"),
        ("nonsense", "not a file, a web address"),
        ("  ", "nothing to read"),
        ("http://10.0.0.1/privacy", "private address"),
    ],
)
def test_what_cannot_be_read(source: str | Path, told: str) -> None:
    with pytest.raises(privascope.PrivascopeError, match=told):
        privascope.read(source)


def test_errors_say_what_to_do(library: privascope.OpenLibrary, tmp_path: Path) -> None:
    from privascope.errors import AmbiguousError, NotFoundError

    for expected, told, call in (
        (NotFoundError, "no library in", lambda: privascope.open(tmp_path / "none")),
        (NotFoundError, "no policy is called 'nobody'", lambda: library.policy("nobody")),
        (NotFoundError, "no policy is named", lambda: library.label(" ")),
        (AmbiguousError, "policies: ", lambda: library.label("privacy")),
        (AmbiguousError, "policies: ", lambda: library.history("privacy")),
        (privascope.PrivascopeError, "question is empty", lambda: library.ask("jotharbor", " ")),
        (privascope.PrivascopeError, "2 to 6", lambda: library.compare("jotharbor")),
        (privascope.PrivascopeError, "'colour' is not a filter", lambda: library.search(colour=1)),
        (privascope.PrivascopeError, "not a ranking", lambda: library.search(rank="best")),
        (privascope.PrivascopeError, "at least 1", lambda: library.search(page=0)),
        (privascope.PrivascopeError, "no practice 'sels'", lambda: library.which("sels")),
        (privascope.PrivascopeError, "not a range", lambda: library.search(grade=(1, 2, 3))),
    ):
        with pytest.raises(expected, match=told):
            call()


def test_a_closed_library_opens_again(folder: Path) -> None:
    library = privascope.open(str(folder))
    count = len(library)
    library.close()
    assert len(library) == count
    library.close()


# What a command may import beside the API: how to print, and the types of what it prints.
_WORK = (
    "privascope.answer.ask",
    "privascope.collect.visit",
    "privascope.compare.labelling",
    "privascope.library.store",
    "privascope.library.targets",
    "privascope.library.versions",
    "privascope.library.writer",
    "privascope.search.find",
    "privascope.search.which",
)


@pytest.mark.parametrize("name", ["add", "search", "ask", "label", "compare", "history", "diff"])
def test_commands_go_through_the_api(name: str) -> None:
    tree = ast.parse((SRC / "cli" / f"{name}.py").read_text())
    imports = {
        f"{node.module}.{alias.name}" if node.module == "privascope" else node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert "privascope.api" in imports
    assert not imports & {*_WORK}


@pytest.mark.parametrize(
    ("arguments", "call"),
    [
        (("search", "data"), lambda library: library.search("data")),
        (("search", "--which", "sells-data"), lambda library: library.which("sells-data")),
        (("ask", "jotharbor", QUESTION), lambda library: library.ask("jotharbor", QUESTION)),
        (("label", "jotharbor"), lambda library: library.label("jotharbor")),
        (
            ("compare", "jotharbor", "helixbrook"),
            lambda library: library.compare("jotharbor", "helixbrook"),
        ),
        (("history", "jotharbor"), lambda library: library.history("jotharbor")),
        (("diff", "jotharbor"), lambda library: library.diff("jotharbor")),
        (("show", "jotharbor"), lambda library: library.policy("jotharbor")),
    ],
)
def test_json_on_the_command_line_is_to_dict(
    library: privascope.OpenLibrary,
    arguments: tuple[str, ...],
    call: Callable[[privascope.OpenLibrary], TypedResult],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = str(library.folder)
    monkeypatch.setattr("sys.argv", ["privascope", *arguments, "--library", folder, "--json"])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert not stopped.value.code
    printed = json.loads(capsys.readouterr().out)
    expected = call(library).to_dict()
    for one in (printed, expected):
        one.pop("milliseconds", None)
    assert printed == json.loads(json.dumps(expected))
