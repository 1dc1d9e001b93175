"""The history of files in a git repository that is not trusted, read with the git command."""

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from privascope.collect.file_source import shown
from privascope.errors import SourceError, UnreadablePageError

_LARGEST_TOKEN = 2**22
_CHUNK = 2**16
# A repository's own configuration may name programs to run; what we call must run none of them.
_SAFE_SETTINGS = (
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.pager=cat",
    "core.quotePath=false",
    "diff.external=",
    "i18n.logOutputEncoding=UTF-8",
    "log.mailmap=false",
    "log.showRoot=true",
    "log.showSignature=false",
    "protocol.allow=never",
)
_LOG_OPTIONS = (
    "--first-parent", "--diff-merges=first-parent", "--reverse", "--no-renames", "--no-ext-diff",
    "--no-textconv", "--no-show-signature", "--no-notes", "--no-color", "--raw", "--no-abbrev",
    "-z", "--format=tformat:%x01%H%x00%at%x00%B",
)  # fmt: skip
_FILE_MODES = {"100644", "100755"}


@dataclass(frozen=True, slots=True)
class Change:
    """One file's new content in one commit; `author_time` is None where it cannot be read."""

    commit: str
    author_time: int | None
    message: str
    path: str
    blob: str


class GitRepository:
    """Reads a repository through two git processes at most: one lists, one hands over contents."""

    def __init__(self, path: Path) -> None:
        program = shutil.which("git")
        if program is None:
            raise SourceError(
                f"{shown(path)} is a git repository, and there is no git on this machine to read "
                "it with. Install git (https://git-scm.com)."
            )
        self._path = path
        self._command = [program, "--no-optional-locks", "--no-pager", "--no-replace-objects"]
        # We run nothing that the repository's owner could have set up, so any owner will do.
        for setting in (*_SAFE_SETTINGS, "safe.directory=*"):
            self._command += ["-c", setting]
        kept = ("PATH", "HOME", "SYSTEMROOT", "TMPDIR", "TEMP")
        self._environment = {name: os.environ[name] for name in kept if name in os.environ} | {
            "GIT_ALLOW_PROTOCOL": "none",
            # Where this is no repository, one around it must not be read instead.
            "GIT_CEILING_DIRECTORIES": str(path.resolve().parent),
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_NO_LAZY_FETCH": "1",
            "GIT_TERMINAL_PROMPT": "0",
            "LC_ALL": "C",
        }
        self._contents: subprocess.Popen[bytes] | None = None

    def close(self) -> None:
        """Ends the process that returns contents."""
        if self._contents is not None:
            _end(self._contents)
            self._contents = None

    def changes(self, pathspec: str) -> Iterator[Change]:
        """Every new content of the files, along the main line of history, the oldest first."""
        with tempfile.TemporaryFile() as complaints:
            process = self._run("log", *_LOG_OPTIONS, "HEAD", "--", pathspec, complaints=complaints)
            try:
                assert process.stdout is not None
                yield from _changes(_tokens(process.stdout))
                if process.wait() != 0:
                    complaints.seek(0)
                    said = complaints.read(1000).decode("utf-8", "replace").strip()
                    raise SourceError(f"git cannot read {shown(self._path)}: {said}")
            finally:
                _end(process)

    def content(self, blob: str, limit: int) -> bytes | None:
        """The bytes of a blob; None if there are more than the limit."""
        if self._contents is None:
            self._contents = self._run("cat-file", "--batch")
        process = self._contents
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(blob.encode("ascii") + b"\n")
            process.stdin.flush()
            answer = process.stdout.readline().split()
        except BrokenPipeError:
            answer = []
        if len(answer) != 3 or not answer[2].isdigit():
            if answer[1:] == [b"missing"]:
                raise UnreadablePageError("its content is not in the repository (a partial clone?)")
            self.close()
            raise UnreadablePageError("git could not hand over its content (a partial clone?)")
        size = int(answer[2])
        if size > limit:
            left = size + 1
            while left > 0 and (piece := process.stdout.read(min(left, _CHUNK))):
                left -= len(piece)
            return None
        content = process.stdout.read(size + 1)
        if len(content) <= size:
            self.close()
            raise UnreadablePageError("git broke off in the middle of its content")
        return content[:size]

    def _run(self, *arguments: str, complaints: IO[bytes] | None = None) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [*self._command, "-C", str(self._path), *arguments],
            stdin=subprocess.PIPE if complaints is None else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=complaints or subprocess.DEVNULL,
            env=self._environment,
        )


def _changes(tokens: Iterator[bytes]) -> Iterator[Change]:
    commit, message = "", ""
    author_time: int | None = None
    for token in tokens:
        token = token.lstrip(b"\n")
        if token.startswith(b"\x01"):
            commit = token[1:].decode("ascii", "replace")
            time = next(tokens, b"").decode("ascii", "replace")
            author_time = int(time) if re.fullmatch(r"-?[0-9]{1,15}", time) else None
            message = next(tokens, b"").decode("utf-8", "replace")
        elif token.startswith(b":"):
            path = next(tokens, b"").decode("utf-8", "backslashreplace")
            _, mode, _, blob, _ = token.decode("ascii", "replace").split(" ", 4)
            if mode in _FILE_MODES:
                yield Change(commit, author_time, message, path, blob)


def _tokens(stream: IO[bytes]) -> Iterator[bytes]:
    """The texts between NUL bytes."""
    rest = b""
    while chunk := stream.read(_CHUNK):
        *whole, rest = (rest + chunk).split(b"\0")
        yield from whole
        if len(rest) > _LARGEST_TOKEN:
            raise SourceError("the repository holds a commit message too large to read")
    if rest:
        yield rest


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.kill()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with contextlib.suppress(BrokenPipeError):
                pipe.close()
    process.wait()
