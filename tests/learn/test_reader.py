"""A tiny reader learns, goes on after a break, is exported, calibrated and asked."""

import json
from datetime import date
from pathlib import Path
from shutil import copytree

import numpy as np
import pytest
from typer.testing import CliRunner

pytest.importorskip("torch")

import torch

from privascope.answer.answer import Source, Verdict
from privascope.answer.ask import ask
from privascope.answer.calibration import calibration
from privascope.answer.signals.reading import sentence_reader
from privascope.cli.learn import app
from privascope.data.asked import read_asked
from privascope.data.digests import file_digest
from privascope.errors import DataError, PrivascopeError
from privascope.learn.base import load_base
from privascope.learn.calibration import calibrate, fit_calibration
from privascope.learn.calibration_fit import left_out
from privascope.learn.export import export, export_trained
from privascope.learn.reader import (
    TRAINED_ON,
    load_reader,
    reader_loss,
    sentence_logits,
    train,
    window_inputs,
)
from privascope.learn.reader_examples import Example, asked_examples, lessons_of
from privascope.learn.reader_stages import train_reader
from privascope.models.onnx import ModelError
from privascope.models.reader import OUTPUTS, read_windows
from privascope.models.window_tokens import WindowTokenizer
from privascope.policy.laid_out import laid_out_policy
from tests.learn import tiny

SOURCE = Source("", "", "Quill", "Quill", "", "")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reader")
    tiny.reader_base(folder / "base")
    tiny.write_rows(folder / "asked.jsonl", tiny.asked_rows())
    return folder


@pytest.fixture(scope="module")
def trained(place: Path) -> Path:
    """A reader that has learned the toy; in small batches, so that it takes many steps."""
    folder = place / "trained"
    lessons = list(lessons_of(read_asked(place / "asked.jsonl")))
    tokenizer = WindowTokenizer(load_base(str(place / "base")).tokenizer)
    fitted = train(
        str(place / "base"),
        lambda epoch: asked_examples(lessons, tokenizer, str(epoch)),
        folder,
        recipe={},
        epochs=8,
        rate=3e-3,
        tokens=600,
    )
    assert fitted.finished
    (folder / TRAINED_ON).write_text("own/0\n")
    return folder


@pytest.fixture(scope="module")
def exported(place: Path, trained: Path) -> Path:
    """The trained reader in fp32 with its calibration, left as a user would leave it."""
    folder = place / "exported"
    model, base = load_reader(str(trained))
    export(model, base.tokenizer, OUTPUTS, folder, int8=False)
    policies = list(read_asked(place / "asked.jsonl"))
    figures = fit_calibration(policies, folder, date(2026, 11, 18), lambda _: None)
    assert figures["questions"] == 9 * len(policies)
    return folder


def examples(place: Path, folder: Path) -> list[Example]:
    tokenizer = WindowTokenizer(load_reader(str(folder))[1].tokenizer)
    return asked_examples(list(lessons_of(read_asked(place / "asked.jsonl"))), tokenizer, "other")


def test_it_learns(place: Path, trained: Path) -> None:
    given = examples(place, trained)
    losses = []
    for folder in (place / "base", trained):
        torch.manual_seed(0)
        model = load_reader(str(folder))[0].eval()
        with torch.no_grad():
            losses.append(float(reader_loss(model, given)))
    assert losses[1] < 0.85 * losses[0]


def test_an_exported_reader_says_the_same(place: Path, trained: Path, tmp_path: Path) -> None:
    given = examples(place, trained)[:40]
    model, base = load_reader(str(trained))
    model.eval()
    with torch.no_grad():
        tokens, verdicts, stances = model(**window_inputs(given))
    export(model, base.tokenizer, OUTPUTS, tmp_path / "exact", int8=False)
    readings = read_windows([example.window for example in given], tmp_path / "exact")
    for row, (example, reading) in enumerate(zip(given, readings, strict=True)):
        logits = sentence_logits(tokens[row], example)
        assert np.abs(reading.relevance - logits.numpy()).max() < 1e-3
        assert np.abs(reading.verdict - verdicts[row].numpy()).max() < 1e-3
        assert np.abs(reading.stance - stances[row].numpy()).max() < 1e-3
    # As a batch it says what it says of each window alone.
    for example, reading in zip(given[:8], readings, strict=False):
        (alone,) = read_windows([example.window], tmp_path / "exact")
        assert np.abs(alone.relevance - reading.relevance).max() < 1e-3
        assert alone.spans == reading.spans


def test_the_small_export_ranks_alike_and_keeps_what_it_learned_from(
    place: Path, trained: Path, exported: Path, tmp_path: Path
) -> None:
    made = export_trained(str(trained), tmp_path)
    assert made["bytes"] > 0
    assert (tmp_path / "trained_on.txt").read_bytes() == (trained / "trained_on.txt").read_bytes()
    given = [example.window for example in examples(place, trained)[:40]]
    exact, small = (read_windows(given, folder) for folder in (exported, tmp_path))
    a, b = (np.concatenate([one.relevance for one in own]) for own in (exact, small))
    assert np.corrcoef(a, b)[0, 1] > 0.98


def test_a_calibrated_reader_answers(
    place: Path, exported: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fitted = calibration(exported)
    assert fitted.reader == file_digest(exported / "model.onnx")
    assert (fitted.made, len(fitted.data)) == ("2026-11-18", 16)
    assert fitted.sentence[0] > 0
    monkeypatch.setattr(sentence_reader(), "folder", exported)
    given = set()
    for policy in list(read_asked(place / "asked.jsonl"))[:4]:
        read = laid_out_policy(policy.text)
        for asked in policy.questions:
            answer = ask(read, SOURCE, asked.text)
            given.add(answer.verdict)
            speaks = answer.verdict in (Verdict.ANSWERED, Verdict.PARTLY)
            assert bool(answer.quotes) is speaks
            for quote in (*answer.quotes, *answer.nearest):
                assert policy.text[quote.start : quote.end] == quote.text
    # However little so small a model has learned, it does not say the same to every question.
    assert len(given) > 1


def test_a_calibration_belongs_to_its_weights(exported: Path, tmp_path: Path) -> None:
    folder = copytree(exported, tmp_path / "other")
    with (folder / "model.onnx").open("ab") as file:
        file.write(b"\0")
    assert calibration(folder).reader != file_digest(folder / "model.onnx")


def test_calibrating_leaves_the_reader_in_use_and_the_folder_as_they_are(
    place: Path, exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = sentence_reader().folder
    folder = copytree(exported, tmp_path / "other")
    held = (folder / "calibration.json").read_bytes()
    monkeypatch.setattr("privascope.learn.calibration._asked", lambda _: [])
    monkeypatch.setattr("privascope.learn.calibration._check", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        calibrate(place / "asked.jsonl", folder)
    assert (folder / "calibration.json").read_bytes() == held
    assert sentence_reader().folder == before


def test_a_run_goes_on_after_its_minutes(place: Path, tmp_path: Path) -> None:
    given = {"base": str(place / "base"), "epochs": 2, "rate": 4e-3}
    first = train_reader(place / "asked.jsonl", tmp_path / "broken", seconds=0, **given)
    assert not first.finished
    assert train_reader(place / "asked.jsonl", tmp_path / "broken", **given).finished
    assert train_reader(place / "asked.jsonl", tmp_path / "whole", **given).finished
    listed = (tmp_path / "whole/trained_on.txt").read_text().split()
    assert listed == [policy["policy_id"] for policy in tiny.asked_rows()]
    for name in ("model.safetensors", "heads.safetensors", "trained_on.txt"):
        assert (tmp_path / "broken" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_weights_fitted_to_two_kinds_or_one_tell_them_apart() -> None:
    rows = np.array([[1.0], [-1.0]] * 10)
    groups = [str(number) for number in range(20)]
    shares = left_out(rows, np.array([2, 0] * 10), groups, 4)
    assert shares.argmax(1).tolist() == [2, 0] * 10
    assert shares[:, 1].max() < 1e-6
    alone = left_out(rows, np.full(20, 3), groups, 4)
    assert alone.argmax(1).tolist() == [3] * 20


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "no policy is left to learn from"),
        ([{"policy_id": "a"}], "row 1: no field source"),
        ([tiny.policy_row(questions=[])], "no question for the reader to learn from"),
    ],
)
def test_a_file_that_teaches_nothing(
    place: Path, tmp_path: Path, rows: list[dict[str, object]], message: str
) -> None:
    asked = tiny.write_rows(tmp_path / "asked.jsonl", rows)
    with pytest.raises(DataError, match=message):
        train_reader(asked, tmp_path / "out", base=str(place / "base"))


def test_policies_to_leave_out_must_be_there(place: Path, tmp_path: Path) -> None:
    without = tmp_path / "without.txt"
    given = {"base": str(place / "base"), "without": without}
    with pytest.raises(DataError, match=r"cannot read .*without\.txt"):
        train_reader(place / "asked.jsonl", tmp_path / "out", **given)
    without.write_text("own/0\nown/none\n")
    with pytest.raises(DataError, match="has no policy own/none"):
        train_reader(place / "asked.jsonl", tmp_path / "out", **given)
    without.write_text("".join(f"own/{number}\n" for number in range(12)))
    with pytest.raises(DataError, match="no policy is left"):
        train_reader(place / "asked.jsonl", tmp_path / "out", **given)
    without.write_text("\n own/0 \r\n\n")
    fitted = train_reader(place / "asked.jsonl", tmp_path / "out", epochs=1, **given)
    assert fitted.finished
    assert "own/0" not in (tmp_path / "out/trained_on.txt").read_text().split()


@pytest.mark.parametrize(
    ("base", "message"),
    [
        ({"types": 1, "positions": 512, "more": (":",)}, "cannot tell a question from a sentence"),
        ({"positions": 160, "more": (":",)}, "reads 160 tokens at once: a reader needs 512"),
        ({"positions": 512}, "must know :"),
    ],
)
def test_a_base_that_cannot_be_a_reader(
    place: Path, tmp_path: Path, base: dict[str, object], message: str
) -> None:
    name = tiny.tiny_base(tmp_path / "base", **base)  # type: ignore[arg-type]
    with pytest.raises(PrivascopeError, match=message):
        train_reader(place / "asked.jsonl", tmp_path / "out", base=name)


def test_another_kind_of_model_is_no_reader(place: Path, tmp_path: Path) -> None:
    from privascope.learn.heads import HEADS
    from privascope.learn.selector import load_selector

    folder = Path(tiny.reader_base(tmp_path / "base"))
    model, _ = load_selector(str(folder))
    from safetensors.torch import save

    heads = {
        name: value.detach().contiguous()
        for name, value in model.state_dict().items()
        if not name.startswith("encoder.")
    }
    (folder / HEADS).write_bytes(save(heads))
    with pytest.raises(PrivascopeError, match="another kind of model than a reader"):
        load_reader(str(folder))


def test_too_little_to_calibrate(place: Path, exported: Path, tmp_path: Path) -> None:
    few = tiny.write_rows(tmp_path / "few.jsonl", tiny.asked_rows(9))
    with pytest.raises(DataError, match="at least 10 policies"):
        calibrate(few, exported)
    only = tmp_path / "only.txt"
    only.write_text("own/1\nown/2\n")
    with pytest.raises(DataError, match="at least 10 policies"):
        calibrate(place / "asked.jsonl", exported, only)
    with pytest.raises(DataError, match=r"cannot read .*model\.onnx"):
        calibrate(place / "asked.jsonl", tmp_path / "nowhere")
    with pytest.raises((DataError, ModelError), match=r"tokenizer\.json"):
        (tmp_path / "half").mkdir()
        (tmp_path / "half/model.onnx").write_bytes(b"no model")
        calibrate(place / "asked.jsonl", tmp_path / "half")


def test_questions_without_silence_calibrate_nothing(
    place: Path, exported: Path, tmp_path: Path
) -> None:
    rows = tiny.asked_rows(10)
    for row in rows:
        row["questions"] = [one for one in row["questions"] if one["answers"]][:1]
    asked = tiny.write_rows(tmp_path / "asked.jsonl", rows)
    held = (exported / "calibration.json").read_bytes()
    with pytest.raises(DataError, match="questions with an answer and others without"):
        calibrate(asked, exported)
    assert (exported / "calibration.json").read_bytes() == held


def test_the_commands(place: Path, exported: Path, tmp_path: Path) -> None:
    out = CliRunner().invoke(
        app,
        [
            *("reader", str(place / "asked.jsonl"), "--folder", str(tmp_path / "out")),
            *("--base", str(place / "base"), "--epochs", "1", "--json"),
        ],
    )
    assert out.exit_code == 0, out.output
    assert json.loads(out.stdout)["finished"] is True
    folder = copytree(exported, tmp_path / "reader")
    out = CliRunner().invoke(
        app, ["calibration", str(place / "asked.jsonl"), "--folder", str(folder), "--json"]
    )
    assert out.exit_code == 0, out.output
    assert 0 <= json.loads(out.stdout)["verdict_accuracy"] <= 1
