import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from privascope.errors import NoTextError, TooLargeError, UnreadablePageError
from privascope.policy import pdf_process
from privascope.policy.pdf import pdf_document
from privascope.policy.pdf_process import close_idle, read_pdf
from privascope.policy.read import read_page
from tests.policy.pdf_samples import (
    bomb_pdf,
    divided_words_pdf,
    drawing_pdf,
    locked_pdf,
    many_pages_pdf,
    notice_pdf,
)

NOTICE = notice_pdf()


@pytest.fixture(autouse=True)
def _new_children() -> Iterator[None]:
    close_idle()
    yield
    close_idle()


@pytest.mark.parametrize(
    "content", [NOTICE, divided_words_pdf(), many_pages_pdf(30), bomb_pdf(3)], ids=len
)
def test_a_child_reads_what_this_process_would(content: bytes) -> None:
    assert read_pdf(content) == pdf_document(content)


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        (drawing_pdf(), NoTextError, "OCR"),
        (locked_pdf(), UnreadablePageError, "password"),
        (b"%PDF-1.7\nnothing of the kind", UnreadablePageError, "damaged"),
    ],
)
def test_errors_come_through_as_they_are(
    content: bytes, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message) as caught:
        read_pdf(content)
    assert type(caught.value) is error


def test_a_pdf_that_needs_too_much_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_process, "MEMORY_LIMIT", 2**28)
    bomb = bomb_pdf()
    assert len(bomb) < 8_000
    with pytest.raises(TooLargeError, match=r"too large to read.*0\.25 GiB.*add that"):
        read_page(bomb, "https://acme.example/privacy.pdf", "application/pdf")
    assert read_pdf(NOTICE).title == "Acme Privacy Notice"


def test_a_pdf_that_takes_too_much_computing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_process, "CPU_SECONDS", 1)
    started = time.monotonic()
    with pytest.raises(TooLargeError):
        read_pdf(bomb_pdf())
    assert time.monotonic() - started < 30


def test_a_pdf_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    read_pdf(NOTICE)
    monkeypatch.setattr(pdf_process, "WALL_SECONDS", 0.5)
    with pytest.raises(TooLargeError):
        read_pdf(bomb_pdf())


def test_one_child_reads_many_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_process, "_DOCUMENTS_PER_CHILD", 40)
    expected = pdf_document(NOTICE)
    children = set()
    for _ in range(60):
        assert read_pdf(NOTICE) == expected
        children.update(child.process.pid for child in pdf_process._idle)
    assert len(children) == 2


def test_a_child_killed_between_documents_is_replaced() -> None:
    read_pdf(NOTICE)
    (child,) = pdf_process._idle
    os.kill(child.process.pid, signal.SIGKILL)
    assert read_pdf(NOTICE).title == "Acme Privacy Notice"
    (after,) = pdf_process._idle
    assert after.process.pid != child.process.pid


def test_children_that_cannot_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_process, "_START", "raise SystemExit(1)")
    with pytest.raises(UnreadablePageError, match="does not start"):
        read_pdf(NOTICE)


def test_threads_read_at_the_same_time() -> None:
    expected = pdf_document(NOTICE)
    with ThreadPoolExecutor(8) as threads:
        assert all(found == expected for found in threads.map(read_pdf, [NOTICE] * 40))
    assert 1 <= len(pdf_process._idle) <= 2


def test_workers_of_a_process_pool_have_children_of_their_own() -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert pool.submit(read_pdf, NOTICE).result() == pdf_document(NOTICE)


def test_a_forked_process_leaves_its_parents_children_alone() -> None:
    read_pdf(NOTICE)
    (child,) = pdf_process._idle
    pid = os.fork()
    if pid == 0:
        os._exit(0 if not pdf_process._idle and read_pdf(NOTICE).blocks else 1)
    assert os.waitpid(pid, 0)[1] == 0
    assert read_pdf(NOTICE).title == "Acme Privacy Notice"
    assert [one.process.pid for one in pdf_process._idle] == [child.process.pid]


def test_a_child_ends_with_its_parent() -> None:
    script = (
        "import sys; from pathlib import Path; from privascope.policy import pdf_process as p\n"
        "p.read_pdf(sys.stdin.buffer.read())\n"
        "print(p._idle[0].process.pid, flush=True)\n"
        "import os; os.kill(os.getpid(), 9)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=NOTICE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    child = int(done.stdout)
    for _ in range(100):
        if not _is_running(child):
            return
        time.sleep(0.05)
    pytest.fail("the child outlived its parent")


def _is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
