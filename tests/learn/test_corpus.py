import json
from pathlib import Path

import pytest

from privascope.errors import DataError
from privascope.learn import corpus
from privascope.learn.corpus import build_corpus, clean_sentences, corpus_sentences, read_corpus
from tests.learn.tiny import corpus_rows, write_rows

ENGLISH = (
    "We collect your name and your e-mail address when you open an account with our shop. "
    "We keep invoices for seven years because tax law asks for it. "
    "You may ask us to delete your personal information at any time. "
)
OTHER = (
    "In our second shop we also store the names of the people who receive your gifts by mail. "
    "Nobody but the carrier sees them, and they are removed after ninety days. "
    "Questions about this are answered by our data protection officer within a month. "
)
GERMAN = (
    "Wir erheben Ihren Namen und Ihre Anschrift, wenn Sie bei uns ein Konto eröffnen. Wir "
    "bewahren Rechnungen sieben Jahre lang auf, weil das Steuerrecht es so verlangt. "
) * 4


def rows(*texts: str | None) -> list[dict[str, object]]:
    return [{"text": text} for text in texts]


def test_sentences_are_clean_english_and_stand_once(tmp_path: Path) -> None:
    path = write_rows(
        tmp_path / "rows.jsonl",
        rows(ENGLISH * 2, GERMAN, "", None, "Too short.", ENGLISH.upper() * 2 + OTHER),
    )
    built = build_corpus([path], tmp_path / "corpus")
    documents = list(read_corpus(tmp_path / "corpus"))
    assert [len(document) for document in documents] == [3, 3]
    assert documents[0][1] == "We keep invoices for seven years because tax law asks for it."
    assert built.documents == 2
    assert built.not_english == 1
    assert built.too_short == 3
    assert built.repeated_sentences == 9
    every = corpus_sentences(tmp_path / "corpus")
    assert built.sentences == len(every) == 6
    some = corpus_sentences(tmp_path / "corpus", 4)
    assert len({*some}) == 4
    assert {*some} < {*every}
    assert some == corpus_sentences(tmp_path / "corpus", 4)


def test_markdown_and_html_are_read_too(tmp_path: Path) -> None:
    paragraphs = "".join(f"<p>{part}</p>" for part in (ENGLISH, OTHER))
    path = write_rows(
        tmp_path / "rows.jsonl",
        [
            {"markdown": f"# Privacy\n\n{ENGLISH}\n\n[{OTHER.strip()}](https://example.org)\n"},
            {"html": f"<!doctype html><main><h1>Privacy policy</h1>{paragraphs}</main>"},
        ],
    )
    build_corpus([path], tmp_path / "corpus")
    found = corpus_sentences(tmp_path / "corpus")
    assert sorted(found) == sorted({*found})
    assert {"You may ask us to delete your personal information at any time."} < set(found)
    assert not any("<" in sentence or "](" in sentence for sentence in found)


def test_a_stopped_build_goes_on_and_ends_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_rows(tmp_path / "rows.jsonl", corpus_rows())
    whole = build_corpus([path], tmp_path / "whole")
    monkeypatch.setattr(corpus, "_CHUNK", 4)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(corpus, "_merge", killed)
        with pytest.raises(KeyboardInterrupt):
            build_corpus([path], tmp_path / "broken")
    parts = sorted((tmp_path / "broken" / "parts").rglob("*.json"))
    assert len(parts) == 3
    parts[1].unlink()
    kept = parts[0].stat().st_mtime_ns
    times = []

    def looked(name: str, paths: list[Path], folder: Path) -> corpus.Corpus:
        times.append(paths[0].stat().st_mtime_ns)
        return merge(name, paths, folder)

    merge = corpus._merge
    monkeypatch.setattr(corpus, "_merge", looked)
    assert build_corpus([path], tmp_path / "broken") == whole
    assert times == [kept]
    assert list(read_corpus(tmp_path / "broken")) == list(read_corpus(tmp_path / "whole"))
    assert not (tmp_path / "broken" / "parts").exists()


def test_a_finished_corpus_is_not_built_again_until_its_sources_change(tmp_path: Path) -> None:
    path = write_rows(tmp_path / "rows.jsonl", rows(ENGLISH * 3))
    first = build_corpus([path], tmp_path / "corpus")
    written = (tmp_path / "corpus" / "sentences.txt.zst").stat().st_mtime_ns
    assert build_corpus([path], tmp_path / "corpus") == first
    assert (tmp_path / "corpus" / "sentences.txt.zst").stat().st_mtime_ns == written
    write_rows(path, rows(ENGLISH * 3, OTHER * 3))
    assert build_corpus([path], tmp_path / "corpus").sentences == 6


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"text": "x"}\n{"words": "x"}\n', "row 2: no field text, markdown, html"),
        ('{"text": 5}\n', "row 1: the document is no text"),
        ('{"text": "x"}\n{"text"', "row 2: not JSON"),
        ('{"text": ""}\n', "no English sentence"),
        ("", "no English sentence"),
    ],
)
def test_bad_sources_are_named(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(content)
    with pytest.raises(DataError, match=message):
        build_corpus([path], tmp_path / "corpus")


def test_a_missing_or_damaged_corpus_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="holds no corpus"):
        list(read_corpus(tmp_path))
    with pytest.raises(DataError, match="cannot read"):
        build_corpus([tmp_path / "none.jsonl"], tmp_path / "corpus")
    path = write_rows(tmp_path / "rows.jsonl", rows(ENGLISH * 3))
    build_corpus([path], tmp_path / "corpus")
    stored = tmp_path / "corpus" / "sentences.txt.zst"
    stored.write_bytes(stored.read_bytes()[:-9])
    with pytest.raises(DataError, match="is damaged"):
        list(read_corpus(tmp_path / "corpus"))
    (tmp_path / "corpus" / "corpus.json").write_text(json.dumps({"digest": 1}))
    with pytest.raises(DataError, match=r"corpus\.json is damaged"):
        build_corpus([path], tmp_path / "corpus")


def test_odd_characters_are_no_reason_to_stop() -> None:
    assert clean_sentences("\ud800\0" + ENGLISH * 3, "text/plain")
