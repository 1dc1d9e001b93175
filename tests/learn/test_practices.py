"""The practice model learns a toy task, keeps offsets under tags, and is the same in ONNX."""

import json

import numpy as np
import pytest

from privascope.errors import DataError, PrivascopeError
from tests.learn.tiny import OTHERS, SUBJECTS, tiny_base

pytest.importorskip("torch")

import torch

from privascope.data.practices import (
    Segment,
    apart_from,
    joined,
    read_categories,
    read_values,
    without_tags,
)
from privascope.learn.base import load_base
from privascope.learn.narrow import narrow
from privascope.learn.practice_model import load_practices
from privascope.learn.practice_stages import (
    common_threshold,
    export_practices,
    is_held_out,
    train_practices,
)
from privascope.learn.practice_teachers import taught_segments
from privascope.learn.practices import known_values, logits_of, train
from privascope.models.onnx import load_session, load_tokenizer, run
from privascope.policy.policy import Span

FIRST, THIRD = "First Party Collection/Use", "Third Party Sharing/Collection"
KEPT, SHARED = (FIRST, "Purpose", "Basic"), (THIRD, "Third Party Entity", "Named")


def toy_segments():
    """Segments that collect (first party) or share with somebody (third party)."""
    segments = []
    for subject in SUBJECTS:
        for other in OTHERS:
            text = f"we collect your {subject} ."
            start = text.index(subject)
            values = {KEPT: (Span(start, start + len(subject)),)}
            segments.append(Segment(text, "a.com", frozenset({FIRST}), values))
            text = f"we share your {subject} with {other} ."
            start = text.index(other)
            values = {SHARED: (Span(start, start + len(other)),)}
            segments.append(Segment(text, "b.com", frozenset({THIRD}), values))
    return segments


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    return tiny_base(tmp_path_factory.mktemp("base"))


@pytest.fixture(scope="module")
def trained(base, tmp_path_factory):
    folder = tmp_path_factory.mktemp("practices")
    settings = {"recipe": {}, "epochs": 30, "rate": 2e-3, "value_weight": 1.0}
    assert train(base, toy_segments(), folder, **settings).finished
    return folder


def test_a_narrower_model_goes_on_from_a_trained_one(trained, tmp_path):
    segments = toy_segments()
    settings = {"recipe": {}, "epochs": 2, "rate": 2e-3, "value_weight": 1.0, "width": 24}
    assert train(str(trained), segments, tmp_path, **settings).finished
    model, base, known = load_practices(tmp_path)
    values = known.values
    assert {layer.intermediate.dense.out_features for layer in base.encoder.encoder.layer} == {24}
    found, said = logits_of(model, base, [segment.text for segment in segments])
    wide, whole, _ = load_practices(trained)
    before, _ = logits_of(wide, whole, [segment.text for segment in segments])
    assert np.mean((found > 0) == (before > 0)) > 0.99
    right = [values.index(KEPT if FIRST in segment.categories else SHARED) for segment in segments]
    assert np.mean(said.argmax(1) == right) > 0.95


def test_the_neurons_that_a_task_hangs_on_are_kept(base):
    encoder = load_base(base).encoder
    layers = encoder.encoder.layer
    with torch.no_grad():
        for layer in layers:
            # What comes out of these has no way on.
            layer.output.dense.weight[:, 10:50] = 0.0
    tokens = torch.arange(5, 25).reshape(2, 10)
    before = encoder(input_ids=tokens).last_hidden_state.detach()
    losses = (encoder(input_ids=tokens).last_hidden_state[..., 0].sum() for _ in range(2))
    narrow(encoder, 24, losses)
    assert encoder.config.intermediate_size == 24
    after = encoder(input_ids=tokens).last_hidden_state
    assert torch.allclose(before, after, atol=1e-5)
    with pytest.raises(PrivascopeError, match="24 wide: none can be 24 wide"):
        narrow(encoder, 24, ())


def test_a_model_of_other_values_is_not_gone_on_from(trained, tmp_path):
    others = [segment for segment in toy_segments() if FIRST in segment.categories]
    with pytest.raises(DataError, match="other values"):
        train(str(trained), others, tmp_path, recipe={}, epochs=1)


def test_toy_task_is_learned(trained):
    model, loaded, known = load_practices(trained)
    values = known.values
    assert values == (KEPT, SHARED)
    texts = ["we collect your phone .", "we share your phone with police ."]
    categories, said = logits_of(model, loaded, texts)
    assert (categories[:, 0] > 0).tolist() == [True, False]
    assert (categories[:, 1] > 0).tolist() == [False, True]
    assert (said > 0).tolist() == [[True, False], [False, True]]


def test_onnx_is_the_same_and_marks_the_words(trained, tmp_path):
    model, loaded, known = load_practices(trained)
    values = known.values
    cuts = {"categories": 0.5, "values": 0.4}
    (tmp_path / "thresholds.json").write_text(json.dumps(cuts))
    out = tmp_path / "out"
    export_practices(trained, out, tmp_path / "thresholds.json", trained)
    text = "we share your phone with police ."
    encoding = load_tokenizer(out).encode(text)
    inputs = {
        "input_ids": np.array([encoding.ids]),
        "attention_mask": np.ones((1, len(encoding.ids)), dtype=np.int64),
        "token_type_ids": np.zeros((1, len(encoding.ids)), dtype=np.int64),
    }
    categories, tokens = run(load_session(out), inputs)
    exact, _ = logits_of(model, loaded, [text])
    assert np.abs(categories - exact).max() < 0.35
    start, end = encoding.offsets[int(tokens[0, 1:-1, values.index(SHARED)].argmax()) + 1]
    assert text[start:end] == "police"
    labels = json.loads((out / "labels.json").read_text())
    assert labels["value_thresholds"] == [0.4, 0.4]
    assert len(labels["category_thresholds"]) == len(_labels())


def _labels():
    from privascope.traits.practices.taxonomy import segment_labels

    return segment_labels()


@pytest.mark.slow
def test_stopped_training_goes_on_to_the_same_end(base, trained, tmp_path):
    settings = {"recipe": {}, "epochs": 30, "rate": 2e-3, "value_weight": 1.0}
    assert not train(base, toy_segments(), tmp_path, seconds=0.2, **settings).finished
    assert train(base, toy_segments(), tmp_path, **settings).finished
    texts = [segment.text for segment in toy_segments()[:6]]
    unbroken = logits_of(*load_practices(trained)[:2], texts)
    resumed = logits_of(*load_practices(tmp_path)[:2], texts)
    assert np.allclose(unbroken[0], resumed[0], atol=1e-5)


def test_tags_are_left_out_and_places_follow():
    marked = "We <b>share</b> it<br>"
    text, places = without_tags(marked)
    assert text == "We  share  it "
    start, end = marked.index("share"), marked.index("share") + 5
    assert text[places[start] : places[end]] == "share"
    assert places[len(marked)] == len(text)
    assert without_tags("") == ("", [0])


def _write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_files_are_read_and_joined(tmp_path):
    categories = read_categories(
        _write(
            tmp_path / "c.jsonl",
            [
                {"text": "We share it.", "category": THIRD},
                {"text": "We share it.", "category": FIRST.upper()},
                {"text": "Other.", "category": FIRST},
            ],
        )
    )
    assert [segment.categories for segment in categories] == [{THIRD, FIRST}, {FIRST}]
    found = {
        "Purpose": {"value": "Basic", "startIndexInSegment": 6, "endIndexInSegment": 11},
        "User Type": {"value": "not-selected"},
        "Identifiability": {"value": "Aggregated", "startIndexInSegment": -1},
    }
    rows = [
        {"site": "a.com", "text": "We <b>share it.", "practices": None},
        {
            "site": "a.com",
            "text": "We <b>share it.",
            "practices": [{"category": THIRD, "attributes": found}],
        },
    ]
    values = read_values(_write(tmp_path / "v.jsonl", rows))
    assert len(values) == 1
    assert values[0].values == {
        (THIRD, "Purpose", "Basic"): (Span(4, 9),),
        (THIRD, "Identifiability", "Aggregated"): (),
    }
    both = joined(categories, values)
    assert both[0].site == "a.com"
    assert both[0].categories == {THIRD, FIRST}
    assert both[1].values is None
    assert apart_from(values, categories) == []


def test_bad_files_name_the_row(tmp_path):
    wrong = _write(tmp_path / "c.jsonl", [{"text": "x", "category": "Nonsense"}])
    with pytest.raises(DataError, match=r"row 1.*Nonsense"):
        read_categories(wrong)
    wrong = _write(tmp_path / "v.jsonl", [{"site": "a", "text": "x", "practices": [{"a": 1}]}])
    with pytest.raises(DataError, match="row 1"):
        read_values(wrong)
    with pytest.raises(DataError, match="no segments"):
        train("minilm", [], tmp_path / "f", recipe={})


def test_rare_values_are_not_learned():
    segments = toy_segments()
    assert known_values(segments, rarest=len(segments)) == ()
    assert known_values(segments) == (KEPT, SHARED)


def test_thresholds_follow_the_scores():
    right = np.zeros((100, 2), dtype=bool)
    right[:40, 0] = True
    right[:3, 1] = True
    chances = np.full((100, 2), 0.02, dtype=np.float32)
    chances[:40, 0] = 0.36
    chances[40:60, 0] = 0.18
    # The other label is never found, so the first one decides for both.
    assert 0.2 <= common_threshold(chances, right) <= 0.35
    # A label that is rarely right says little of all of them together.
    chances[:3, 1] = 0.08
    assert common_threshold(chances, right) < 0.1 < common_threshold(chances, right, pooled=0.9)
    with pytest.raises(DataError, match="no label occurs"):
        common_threshold(chances, np.zeros_like(right))


def test_the_whole_stage_with_held_out_sites(base, tmp_path):
    sites = [f"site{number}.com" for number in range(40)]
    assert 0 < sum(map(is_held_out, sites)) < 20
    categories, values = [], []
    for number, segment in enumerate(toy_segments()):
        text = f"{segment.text} {'one two three four five'.split()[number % 5]} {number}"
        categories += [{"text": text, "category": name} for name in segment.categories]
        (triple, (span,)) = next(iter(segment.values.items()))
        attributes = {
            triple[1]: {
                "value": triple[2],
                "startIndexInSegment": span.start,
                "endIndexInSegment": span.end,
            }
        }
        practices = [{"category": triple[0], "attributes": attributes}]
        values.append({"site": sites[number % 40], "text": text, "practices": practices})
    fitted = train_practices(
        _write(tmp_path / "c.jsonl", categories),
        _write(tmp_path / "v.jsonl", values),
        tmp_path / "out",
        hold_out_sites=True,
        base=base,
        epochs=2,
    )
    assert fitted.finished
    tuned = json.loads((tmp_path / "out" / "thresholds.json").read_text())
    assert set(tuned) == {"categories", "values"}
    assert all(0 < cut < 1 for cut in tuned.values())


@pytest.mark.slow
def test_what_teachers_say_of_unlabelled_policies_is_learned(trained, base, tmp_path):
    said = [f"We share your {one} with {who}. " * 2 for one in SUBJECTS for who in OTHERS]
    said += [
        f"We collect your {one}. We collect your {two}." for one in SUBJECTS for two in SUBJECTS[:5]
    ]
    rows = [{"text": "Privacy policy\n\n" + "\n\n".join(said[at::8])} for at in range(8)]
    source = _write(
        tmp_path / "rows.jsonl", [*rows, {"text": "Wir geben Ihre Daten nicht weiter."}]
    )
    few = [one for one in toy_segments() if "name" in one.text]
    taught = taught_segments(
        [trained, trained], [source], tmp_path, most=40, values=(KEPT, SHARED), without=few
    )
    assert len(taught) == 40
    assert sum("share" in one.text for one in taught) in range(5, 36)
    settings = {"recipe": {}, "epochs": 60, "rate": 2e-3, "value_weight": 1.0}
    assert train(base, [*few, *taught], tmp_path / "student", **settings).finished
    found, stated = logits_of(
        *load_practices(tmp_path / "student")[:2], [one.text for one in taught]
    )
    likely = [one.likely for one in taught]
    for logits, wanted in (
        (found, [one.categories for one in likely]),
        (stated, [one.values for one in likely]),
    ):
        apart = np.abs(1 / (1 + np.exp(-logits)) - wanted)
        by_chance = np.abs(np.mean(wanted, 0) - wanted)
        assert apart.mean() < 0.6 * by_chance.mean()
    with pytest.raises(DataError, match="other values than the data has"):
        taught_segments([trained], [source], tmp_path, most=5, values=(KEPT,))


def test_teachers_need_something_to_read(trained, tmp_path):
    with pytest.raises(DataError, match="teachers need unlabelled policies"):
        train_practices(tmp_path / "c", tmp_path / "v", tmp_path, teachers=[trained])
    source = _write(tmp_path / "rows.jsonl", [{"text": "Wir geben Ihre Daten nicht weiter."}])
    with pytest.raises(DataError, match="no English segment"):
        taught_segments([trained], [source], tmp_path, most=5, values=(KEPT, SHARED))
