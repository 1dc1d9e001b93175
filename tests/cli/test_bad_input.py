"""Bad input gets a clear answer, and the library stays whole."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.conftest import policy_page

GERMAN = (
    "Diese Datenschutzerklärung unterrichtet Sie darüber, welche personenbezogenen Daten wir "
    "verarbeiten, zu welchem Zweck und auf welcher Rechtsgrundlage. Wir speichern Ihre Angaben "
    "nur so lange, wie es für die Erfüllung des Vertrages erforderlich ist. "
) * 8


def _pdf_without_text() -> bytes:
    from fpdf import FPDF

    pdf = FPDF()
    pdf.add_page()
    pdf.rect(20, 20, 100, 100)
    return bytes(pdf.output())


CASES: dict[str, tuple[str, bytes, str]] = {
    "empty": ("a.html", b"", "empty"),
    "white space": ("a.txt", b" \n\t ", "empty"),
    "binary": ("a.html", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20, "could not be read"),
    "50 MB": ("a.html", b"<p>word </p>" * 4_400_000, "larger than 20 MiB"),
    "nested tags": ("a.html", b"<div>" * 100_000 + b"deep" + b"</div>" * 100_000, ""),
    "script only": (
        "a.html",
        b"<html><body><div id=root></div><script src=app.js></script></body></html>",
        "needs a browser",
    ),
    "other language": ("a.html", f"<p>{GERMAN}</p>".encode(), "other language"),
    "no policy": (
        "a.html",
        b"<title>Recipes</title><h1>Plum cake</h1>" + b"<p>Stir flour, butter and sugar.</p>" * 40,
        "not a privacy policy",
    ),
    "scan": ("a.pdf", _pdf_without_text(), "text recognition"),
    "broken PDF": ("a.pdf", b"%PDF-1.7\nbroken", "could not be read"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_a_page_that_cannot_be_taken(run: Run, tmp_path: Path, name: str) -> None:
    file, content, message = CASES[name]
    (tmp_path / file).write_bytes(content)
    done = run("add", tmp_path / file)
    assert done.code == 1
    assert message in done.err
    assert "Traceback" not in done.err
    assert run("verify").code == 0


@pytest.mark.parametrize("charset", ["utf-16", "windows-1252", "utf-8-sig"])
def test_a_charset_that_nobody_declares(run: Run, tmp_path: Path, charset: str) -> None:
    text = policy_page("Café Élan").decode()
    (tmp_path / "page.html").write_bytes(text.encode(charset))
    assert run("add", tmp_path / "page.html").code == 0
    assert "Café Élan" in run("show", "Café").out


def test_a_gzip_bomb_in_an_archive(run: Run, tmp_path: Path) -> None:
    bomb = gzip.compress(b"<p>boom</p>" * 6_000_000)
    head = (
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n"
        b"Content-Length: %d\r\n\r\n" % len(bomb)
    )
    (tmp_path / "bomb.warc").write_bytes(_warc_record("https://b.example/privacy", head + bomb))
    done = run("add", tmp_path / "bomb.warc")
    assert done.code == 1
    assert "20 MiB" in done.err or "larger" in done.err


def test_a_warc_cut_in_the_middle(run: Run, tmp_path: Path) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
    whole = _warc_record("https://quill.example/privacy", head + policy_page("Quill"))
    cut = _warc_record("https://nib.example/privacy", head + policy_page("Nib"))[:-900]
    (tmp_path / "cut.warc").write_bytes(whole + cut)
    done = run("add", tmp_path / "cut.warc")
    assert "new policy: https://quill.example/privacy" in done.err
    assert "could not be fetched or opened" in done.err
    assert len(json.loads(run("list", "--json").out)["policies"]) == 1


def _warc_record(url: str, payload: bytes) -> bytes:
    return (
        (
            f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n"
            "WARC-Date: 2024-03-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
            "Content-Type: application/http; msgtype=response\r\n"
            f"Content-Length: {len(payload)}\r\n\r\n"
        ).encode()
        + payload
        + b"\r\n\r\n"
    )


@pytest.mark.slow
def test_a_folder_without_permission(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    closed = folder / "closed"
    closed.mkdir(parents=True)
    (folder / "quill.html").write_bytes(policy_page("Quill"))
    (closed / "nib.html").write_bytes(policy_page("Nib"))
    closed.chmod(0)
    command = [sys.executable, "-m", "privascope", "add", folder, "-L", tmp_path / "library"]
    if os.geteuid() == 0:
        # The rights of a folder do not bind root, unless root gives this power away.
        powers = "-dac_override,-dac_read_search"
        command = ["setpriv", f"--bounding-set={powers}", f"--inh-caps={powers}", *command]
    done = subprocess.run([*map(str, command)], capture_output=True, text=True)
    closed.chmod(0o700)
    assert done.returncode == 0, done.stderr
    assert "new policy" in done.stderr
    assert "could not be fetched or opened" in done.stderr
    assert "closed" in done.stderr


@pytest.mark.slow
def test_a_disk_that_is_full(tmp_path: Path) -> None:
    """A limit on the size of files stands in for the end of the disk."""
    rows = tmp_path / "rows.jsonl"
    with rows.open("w") as file:
        for n in range(120):
            extra = [f"Sentence {k} of {n} speaks of {k * n} things." for k in range(200)]
            html = policy_page(f"Firm {n}", *extra).decode()
            file.write(json.dumps({"url": f"https://f{n}.example/privacy", "html": html}) + "\n")
    library = tmp_path / "library"
    code = (
        "import resource, signal, sys\n"
        "from privascope.policy.language import find_language\n"
        "find_language('Unpacks its model through a file of its own. ' * 9)\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000))\n"
        "from privascope.cli.main import main\n"
        f"sys.argv = ['privascope', 'add', {str(rows)!r}, '-L', {str(library)!r}, '--anyway',"
        " '--workers', '1']\n"
        "main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr, done.stderr
    assert "full" in done.stderr or "cannot be used" in done.stderr
    again = subprocess.run(
        [sys.executable, "-m", "privascope", "add", str(rows), "-L", str(library), "--anyway",
         "--json"],
        capture_output=True, text=True,
    )  # fmt: skip
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["policies"] >= 1
    check = subprocess.run(
        [sys.executable, "-m", "privascope", "verify", "-L", str(library)], capture_output=True
    )
    assert check.returncode == 0


def test_a_second_writer(run: Run, library: Path, tmp_path: Path) -> None:
    from privascope.library.writer import LibraryWriter

    (tmp_path / "quill.html").write_bytes(policy_page("Quill"))
    with LibraryWriter(library):
        done = run("add", tmp_path / "quill.html")
    assert done.code == 1
    assert "is writing to the library" in done.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["add", "no-such-file.html"], "no such file"),
        (["add", "http://127.0.0.1/privacy"], "127.0.0.1"),
        (["add", "http://169.254.169.254/latest"], "169.254"),
        (["list"], "there is no library"),
        (["show", "x"], "there is no library"),
        (["measure", "extraction"], "needs --data"),
        (["measure", "extraction", "--data", "nowhere.jsonl"], "cannot read"),
        (["measure", "asked"], "needs --data"),
        (["measure", "asked", "--data", "nowhere.jsonl"], "cannot read"),
        (["measure", "statements"], "needs --data FILE or --sentences FILE"),
    ],
)
def test_mistakes_are_told_in_one_line(run: Run, arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert done.code == 1
    assert message in done.err
    assert "Traceback" not in done.err


def test_hostile_text_does_not_reach_the_terminal(run: Run, tmp_path: Path) -> None:
    name = "Evil\x1b[2J\u202egnp.exe"
    (tmp_path / "evil.html").write_bytes(policy_page(name))
    done = run("add", tmp_path / "evil.html")
    shown = "".join(run(*c).out for c in (["list"], ["show", "Evil"], ["history", "Evil"]))
    for text in (done.err, shown):
        assert "\x1b[2J" not in text
        assert "\u202e" not in text
    assert "Evil" in shown
