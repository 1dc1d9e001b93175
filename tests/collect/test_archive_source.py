import os
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from privascope.collect import archive_source, git_history
from privascope.collect.archive_source import ArchiveSource, is_archive
from privascope.collect.arrival import Arrival, Refusal
from privascope.errors import SourceError

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


def git(repository: Path, *arguments: str, when: str = "2020-01-01T00:00:00Z") -> str:
    environment = os.environ | {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_AUTHOR_DATE": when,
        "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
        **{f"GIT_{who}_NAME": "Archivist" for who in ("AUTHOR", "COMMITTER")},
        **{f"GIT_{who}_EMAIL": "a@archive.test" for who in ("AUTHOR", "COMMITTER")},
    }
    done = subprocess.run(
        ["git", "-C", str(repository), *arguments],
        env=environment, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return done.stdout.strip()


def commit(repository: Path, when: str, files: dict[str, str | None], message: str = "x") -> str:
    for name, text in files.items():
        path = repository / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if text is None:
            path.unlink()
        else:
            path.write_text(text)
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", message, when=when)
    return git(repository, "rev-parse", "HEAD")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "demo-versions"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    return folder


def versions(repository: Path, **options: bool) -> list[Arrival]:
    items = list(ArchiveSource(repository, **options).arrivals())
    assert all(isinstance(item, Arrival) for item in items), items
    return [item for item in items if isinstance(item, Arrival)]


def test_all_versions_come_oldest_first_with_their_dates(repository: Path) -> None:
    first = commit(repository, "2020-01-02T03:04:05+02:00", {"Zeta/Privacy Policy.md": "z1"})
    commit(repository, "2021-01-01T00:00:00Z", {"Acme Shop/Privacy Policy.md": "a1"})
    commit(repository, "2022-01-01T00:00:00Z", {"Zeta/Privacy Policy.md": "z2", "README.md": "r"})
    commit(repository, "2023-01-01T00:00:00Z", {"Zeta/Privacy Policy.md": None})
    commit(repository, "2024-01-01T00:00:00Z", {"Zeta/Privacy Policy.md": "z3"})
    found = versions(repository)
    assert [(item.service, item.content, item.fetched_at.year) for item in found] == [
        ("Acme Shop", b"a1", 2021),
        ("Zeta", b"z1", 2020),
        ("Zeta", b"z2", 2022),
        ("Zeta", b"z3", 2024),
    ]
    assert found[1].fetched_at == datetime(2020, 1, 2, 1, 4, 5, tzinfo=UTC)
    assert found[1].key == f"{first}:Zeta/Privacy Policy.md"
    assert found[1].content_type == "text/markdown; charset=utf-8"
    assert found == versions(repository)


def test_other_documents_are_left_out_unless_asked_for(repository: Path) -> None:
    files = {"A/Privacy Policy.md": "p", "A/Terms of Service.md": "t", "A/deep/Imprint.md": "i"}
    commit(repository, "2020-01-01T00:00:00Z", files)
    source = ArchiveSource(repository)
    assert [item.key.partition(":")[2] for item in source.arrivals()] == ["A/Privacy Policy.md"]
    assert source.left_out == {"Terms of Service": 1}
    assert [item.service for item in versions(repository, all_types=True)] == [
        "A",
        "A: Terms of Service",
    ]


def test_one_address_for_all_versions_from_the_newest_commit_that_names_it(
    repository: Path,
) -> None:
    policy = "A/Privacy Policy.md"
    snapshot = "https://archive.test/commit/0123456789"
    commit(repository, "2020-01-01T00:00:00Z", {policy: "1"}, f"Start\n\nfrom snapshot {snapshot}")
    commit(
        repository, "2021-01-01T00:00:00Z", {policy: "2"},
        f"Record\n\nassembled:\n1. https://a.test/privacy\n   {snapshot}\n2. https://a.test/more\n",
    )  # fmt: skip
    commit(repository, "2022-01-01T00:00:00Z", {policy: "3"}, "Record")
    assert [item.url for item in versions(repository)] == ["https://a.test/privacy"] * 3


@pytest.mark.parametrize(
    "declaration",
    [
        '{"name": "A", "documents": {"Privacy Policy": {"fetch": "https://a.test/p"}}}',
        '{"name": "A", "terms": {"Privacy Policy": {"fetch": "https://a.test/p"}}}',
        '{"terms": {"Privacy Policy": {"combine": [{"fetch": "https://a.test/p"}, {}]}}}',
    ],
)
def test_else_the_address_comes_from_the_declarations_beside(
    repository: Path, declaration: str
) -> None:
    commit(repository, "2020-01-01T00:00:00Z", {"A/Privacy Policy.md": "1"})
    folder = repository.with_name("demo-declarations") / "declarations"
    folder.mkdir(parents=True)
    (folder / "A.json").write_text(declaration)
    assert versions(repository)[0].url == "https://a.test/p"


@pytest.mark.parametrize(
    "declaration",
    ["", "[]", "{}", '{"terms": []}', '{"terms": {"Privacy Policy": null}}', "[" * 100_000,
     '{"terms": {"Privacy Policy": {"combine": {}}}}',
     '{"terms": {"Privacy Policy": {"fetch": "javascript:1"}}}'],
    ids=lambda text: text[:60],
)  # fmt: skip
def test_a_bad_declaration_is_no_address(repository: Path, declaration: str) -> None:
    commit(
        repository, "2020-01-01T00:00:00Z",
        {"A/Privacy Policy.md": "1", "declarations/A.json": declaration},
    )  # fmt: skip
    assert versions(repository)[0].url == ""


def test_a_merge_counts_once_and_along_the_main_line(repository: Path) -> None:
    policy = "A/Privacy Policy.md"
    commit(repository, "2020-01-01T00:00:00Z", {policy: "1"})
    git(repository, "checkout", "-q", "-b", "side")
    commit(repository, "2020-06-01T00:00:00Z", {policy: "on the side"})
    commit(repository, "2020-07-01T00:00:00Z", {policy: "2"})
    git(repository, "checkout", "-q", "main")
    git(repository, "merge", "-q", "--no-ff", "-m", "m", "side", when="2021-01-01T00:00:00Z")
    assert [(item.content, item.fetched_at.year) for item in versions(repository)] == [
        (b"1", 2020),
        (b"2", 2021),
    ]


def test_a_shallow_clone_gives_what_it_has(repository: Path, tmp_path: Path) -> None:
    for year in (2020, 2021, 2022):
        commit(repository, f"{year}-01-01T00:00:00Z", {"A/Privacy Policy.md": str(year)})
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--depth=2", repository.as_uri(), str(clone))
    assert [item.content for item in versions(clone)] == [b"2021", b"2022"]


def test_a_bare_clone_and_one_without_checkout_are_archives(
    repository: Path, tmp_path: Path
) -> None:
    commit(repository, "2020-01-01T00:00:00Z", {"A/Privacy Policy.md": "1"})
    git(tmp_path, "clone", "-q", "--bare", str(repository), "bare.git")
    git(tmp_path, "clone", "-q", "--no-checkout", str(repository), "unseen")
    for clone in (tmp_path / "bare.git", tmp_path / "unseen"):
        assert is_archive(clone)
        assert len(versions(clone)) == 1


def test_any_other_repository_is_no_archive(repository: Path, tmp_path: Path) -> None:
    commit(repository, "2020-01-01T00:00:00Z", {"docs/guide.md": "x", "README.md": "x"})
    assert not is_archive(repository)
    assert not is_archive(tmp_path)


def test_names_of_any_kind(repository: Path) -> None:
    commit(repository, "2020-01-01T00:00:00Z", {'We "quote"\tand\ntürn/Privacy Policy.md': "1"})
    assert [item.service for item in versions(repository)] == ['We "quote"\tand\ntürn']


@pytest.mark.parametrize("seconds", ["99999999999999", "9" * 30, "never"])
def test_an_absurd_date_is_refused(repository: Path, seconds: str) -> None:
    commit(repository, "2020-01-01T00:00:00Z", {"A/Privacy Policy.md": "1"})
    tree = git(repository, "rev-parse", "HEAD^{tree}")
    absurd = f"tree {tree}\nauthor A <a@b> {seconds} +0000\ncommitter A <a@b> 1 +0000\n\nx\n"
    (repository / "commit").write_text(absurd)
    made = git(repository, "hash-object", "-t", "commit", "-w", "--literally", "commit")
    git(repository, "update-ref", "refs/heads/main", made)
    (item,) = ArchiveSource(repository).arrivals()
    assert isinstance(item, Refusal)
    assert "date" in item.why


def test_empty_missing_and_huge_versions_are_refused_one_by_one(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_source, "LARGEST_DOCUMENT", 1000)
    commit(repository, "2020-01-01T00:00:00Z", {"A/Privacy Policy.md": "x" * 200_001})
    commit(repository, "2021-01-01T00:00:00Z", {"A/Privacy Policy.md": " "})
    commit(repository, "2022-01-01T00:00:00Z", {"A/Privacy Policy.md": "lost"})
    blob = git(repository, "rev-parse", "HEAD:A/Privacy Policy.md")
    commit(repository, "2023-01-01T00:00:00Z", {"A/Privacy Policy.md": "whole"})
    (repository / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    *bad, good = ArchiveSource(repository).arrivals()
    assert isinstance(good, Arrival)
    assert good.content == b"whole"
    assert all(isinstance(item, Refusal) for item in bad)
    assert [item.why.split(" (")[0] for item in bad if isinstance(item, Refusal)] == [
        "the document is larger than 0.000953674 MiB",
        "the version is empty",
        "its content is not in the repository",
    ]


def test_links_and_modules_are_no_documents(repository: Path) -> None:
    (repository / "A").mkdir()
    (repository / "A" / "Privacy Policy.md").symlink_to("/etc/passwd")
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "x")
    assert versions(repository) == []


def test_without_git_the_user_is_told(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git_history.shutil, "which", lambda _: None)
    with pytest.raises(SourceError, match="Install git"):
        list(ArchiveSource(repository).arrivals())


def test_a_repository_without_commits_or_a_broken_one_says_so(repository: Path) -> None:
    with pytest.raises(SourceError, match="git cannot read"):
        list(ArchiveSource(repository).arrivals())
    commit(repository, "2020-01-01T00:00:00Z", {"A/Privacy Policy.md": "1"})
    (repository / "inner" / ".git").mkdir(parents=True)
    with pytest.raises(SourceError, match="git cannot read"):
        list(ArchiveSource(repository / "inner").arrivals())


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell script")
def test_nothing_that_a_hostile_repository_names_is_run(repository: Path, tmp_path: Path) -> None:
    trap = tmp_path / "trap.sh"
    sprung = tmp_path / "sprung"
    trap.write_text(f"#!/bin/sh\necho $0 $* >> '{sprung}'\nexit 1\n")
    trap.chmod(0o755)
    commit(
        repository, "2020-01-01T00:00:00Z",
        {"A/Privacy Policy.md": "1", ".gitattributes": "*.md diff=trap filter=trap\n"},
    )  # fmt: skip
    commit(repository, "2021-01-01T00:00:00Z", {"A/Privacy Policy.md": "2"})
    blob = git(repository, "rev-parse", "HEAD:A/Privacy Policy.md")
    signed = git(repository, "cat-file", "commit", "HEAD").replace(
        "\n\n", "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n -----END PGP SIGNATURE-----\n\n", 1
    )
    (tmp_path / "signed").write_text(signed + "\n")
    made = git(repository, "hash-object", "-t", "commit", "-w", str(tmp_path / "signed"))
    git(repository, "update-ref", "refs/heads/main", made)
    for hook in ("post-index-change", "post-checkout", "fsmonitor-watchman"):
        shutil.copy(trap, repository / ".git" / "hooks" / hook)
    settings = {
        "core.fsmonitor": trap, "core.pager": trap, "pager.log": trap, "core.editor": trap,
        "core.sshCommand": trap, "core.hooksPath": repository / ".git" / "hooks",
        "diff.external": trap, "diff.trap.textconv": trap, "diff.trap.command": trap,
        "filter.trap.smudge": trap, "filter.trap.process": trap, "log.showSignature": "true",
        "gpg.program": trap, "gpg.ssh.program": trap, "credential.helper": f"!{trap}",
        "alias.log": f"!{trap}", "alias.cat-file": f"!{trap}", "protocol.allow": "always",
        "protocol.ext.allow": "always", "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "origin", "remote.origin.promisor": "true",
        "remote.origin.url": f"ext::{trap} %S", "remote.origin.uploadpack": trap,
    }  # fmt: skip
    for name, value in settings.items():
        git(repository, "config", name, str(value))
    (repository / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    sprung.unlink(missing_ok=True)
    first, lost = ArchiveSource(repository).arrivals()
    assert isinstance(first, Arrival)
    assert isinstance(lost, Refusal)
    assert "partial clone" in lost.why
    assert not sprung.exists(), sprung.read_text()


@pytest.mark.parametrize(
    "message", ["Refilter A Privacy Policy", "Apply technical or declaration upgrade on A"]
)
def test_a_page_read_again_by_the_archive_is_no_change_of_the_service(
    repository: Path, message: str
) -> None:
    policy = "A/Privacy Policy.md"
    commit(repository, "2020-01-01T00:00:00Z", {policy: "1 with a menu"}, "Start tracking A")
    commit(repository, "2020-06-01T00:00:00Z", {policy: "1"}, message)
    commit(repository, "2020-07-01T00:00:00Z", {policy: "one"}, message)
    commit(repository, "2021-01-01T00:00:00Z", {policy: "2"}, "Update A Privacy Policy")
    arrivals = [item for item in ArchiveSource(repository).arrivals() if isinstance(item, Arrival)]
    assert [(a.content, a.fetched_at.year, a.fetched_at.month) for a in arrivals] == [
        (b"one", 2020, 1),
        (b"2", 2021, 1),
    ]
