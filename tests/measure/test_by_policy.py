"""Which policies are judged, by which models, and that none is judged by what has seen it."""

import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from privascope.errors import DataError
from privascope.measure import model_folds
from privascope.measure.by_policy import Choice, choose, in_silence, judge_all
from privascope.measure.model_folds import SHIPPED, folders_in_use, read_folds, replaceable
from privascope.measure.unseen import find_seen
from privascope.models import practices


@dataclass(frozen=True)
class Named:
    """A policy of which nothing but the id matters."""

    id: str


POLICIES = [Named(name) for name in "abcdef"]


def ids(chosen: Iterable[tuple[Named, object]]) -> str:
    return "".join(policy.id for policy, _ in chosen)


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Shipped models, the reader of which was trained on a and b."""
    folder = tmp_path / "shipped"
    for name in ("reader", "practices", "sector"):
        (folder / name).mkdir(parents=True)
        (folder / name / "model.onnx").touch()
    (folder / "reader/trained_on.txt").write_text("a\nb\n\n")
    monkeypatch.setattr(model_folds, "_SHIPPED", folder)
    return folder


@pytest.fixture
def folds(tmp_path: Path) -> Path:
    """Two folds with a reader each: one left out a, b and c, the other d, e and f."""
    folder = tmp_path / "folds"
    for name, left_out in (("fold-0", "a\nb\nc\n"), ("fold-1", "d\ne\nf\n")):
        (folder / name / "reader").mkdir(parents=True)
        (folder / name / "reader/model.onnx").touch()
        (folder / name / "policies.txt").write_text(left_out)
    (folder / "fold-0/reader/trained_on.txt").write_text("d\ne\nf\n")
    (folder / "fold-1/reader/trained_on.txt").write_text("a\nb\nc\n")
    return folder


def lists(path: Path, names: str) -> Path:
    path.write_text("\n".join(names))
    return path


def test_policies_that_a_model_has_seen_are_refused(shipped: Path, tmp_path: Path) -> None:
    (shipped / "practices/trained_on.txt").write_text("b\nz\n")
    with pytest.raises(
        DataError, match=r"trained on 2 of the 6 .*\(practices on 1, reader on 2\).*--unseen"
    ):
        choose(POLICIES, Choice())
    with pytest.raises(DataError, match=r"trained on 1 of the 2 "):
        choose(POLICIES, Choice(only=lists(tmp_path / "only.txt", "bc")))
    assert ids(choose(POLICIES, Choice(only=lists(tmp_path / "only.txt", "fc"))).policies) == "cf"


def test_they_can_be_left_out(shipped: Path, tmp_path: Path) -> None:
    chosen = choose(POLICIES, Choice(unseen=True, limit=3))
    assert ids(chosen.policies) == "cde"
    assert chosen.about == {"policies": 3, "left_out_as_seen": 2}
    (shipped / "sector/trained_on.txt").write_text("\n".join("abcdef"))
    with pytest.raises(DataError, match="none is left"):
        choose(POLICIES, Choice(unseen=True))


def test_labels_do_not_go_by_the_reader(shipped: Path) -> None:
    assert ids(choose(POLICIES, Choice(), by_labels=True).policies) == "abcdef"
    (shipped / "practices/trained_on.txt").write_text("f")
    with pytest.raises(DataError, match="practices on 1"):
        choose(POLICIES, Choice(), by_labels=True)


def test_a_limit_comes_before_the_check(shipped: Path) -> None:
    (shipped / "reader/trained_on.txt").write_text("f")
    assert ids(choose(POLICIES, Choice(limit=5)).policies) == "abcde"


def test_what_the_package_ships_lists_only_ids() -> None:
    """Each list that is there is beside a card, and has one id a line."""
    for name, folder in folders_in_use(SHIPPED).items():
        if (folder / "trained_on.txt").is_file():
            assert (folder / "CARD.md").is_file(), name
            assert (folder / "trained_on.txt").read_text().split("\n")[0].strip()


def test_each_policy_is_judged_by_a_fold_that_left_it_out(shipped: Path, folds: Path) -> None:
    chosen = choose(POLICIES, Choice(models=folds))
    assert "".join(fold.name[-1] for _, fold in chosen.policies) == "000111"
    assert chosen.about["models"] == {"fold-0": ["reader"], "fold-1": ["reader"]}
    # The shipped reader, which has seen a and b, judges none.
    assert not find_seen({policy.id: fold for policy, fold in chosen.policies})


def test_the_shipped_models_beside_a_fold_count_too(shipped: Path, folds: Path) -> None:
    (shipped / "practices/trained_on.txt").write_text("e")
    with pytest.raises(DataError, match="practices on 1"):
        choose(POLICIES, Choice(models=folds))
    assert ids(choose(POLICIES, Choice(models=folds, unseen=True)).policies) == "abcdf"


def test_a_fold_that_has_seen_what_it_says_it_left_out(shipped: Path, folds: Path) -> None:
    (folds / "fold-1/policies.txt").write_text("a\nd\ne\nf\n")
    with pytest.raises(DataError, match=r"trained on 1 of the 6 .*reader on 1"):
        choose(POLICIES, Choice(models=folds))


def test_each_model_may_have_its_own_list(shipped: Path, folds: Path) -> None:
    for fold, left_out in zip(read_folds(folds), ("abcz", "defz"), strict=True):
        (folds / fold.name / "policies.txt").unlink()
        for name in ("reader", "practices"):
            model = folds / fold.name / name
            model.mkdir(exist_ok=True)
            (model / "model.onnx").touch()
            lists(model / "policies.txt", left_out if name == "reader" else left_out[:3])
    first, second = read_folds(folds)
    assert (first.policies, second.policies) == (frozenset("abc"), frozenset("def"))
    assert set(first.models) == {"reader", "practices"}


def test_wrong_folds(shipped: Path, folds: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="is no folder"):
        read_folds(tmp_path / "nowhere")
    with pytest.raises(DataError, match="has no folders fold-0"):
        read_folds(shipped)
    with pytest.raises(DataError, match="no fold left out 1 policy of the data, such as g"):
        choose([*POLICIES, Named("g")], Choice(models=folds))
    (folds / "fold-1/policies.txt").unlink()
    with pytest.raises(DataError, match="does not say which policies were left out"):
        read_folds(folds)
    (folds / "fold-1/reader/model.onnx").unlink()
    with pytest.raises(DataError, match=r"holds no model\.onnx: export"):
        read_folds(folds)
    shutil.rmtree(folds / "fold-1/reader")
    with pytest.raises(DataError, match="fold-1 holds no model"):
        read_folds(folds)


def test_wrong_lists(shipped: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot read"):
        choose(POLICIES, Choice(only=tmp_path / "nowhere.txt"))
    with pytest.raises(DataError, match="no policy of those that"):
        choose(POLICIES, Choice(only=lists(tmp_path / "only.txt", "z")))
    with pytest.raises(DataError, match="the data holds no policy to judge"):
        choose([], Choice())


def test_the_models_of_answers_and_labels_can_be_replaced() -> None:
    assert {"reader", "practices", "spans", "sentence_encoder"} <= replaceable()


def model_in_use(policy: Named) -> str:
    """Which practice model judges a policy."""
    return f"{policy.id} by {practices.FOLDER.parent.name}"


def who(policy: Named) -> str:
    return policy.id


def test_results_come_in_the_order_of_the_data() -> None:
    chosen = choose(POLICIES, Choice(processes=1))
    assert judge_all(chosen, who, Choice(processes=1), in_silence) == list("abcdef")


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2])
def test_the_models_of_a_fold_are_the_ones_in_use(
    practice_folder: Path, tmp_path: Path, processes: int
) -> None:
    for name, left_out in (("fold-0", "bdf"), ("fold-1", "ace")):
        shutil.copytree(practice_folder, tmp_path / name / "practices")
        lists(tmp_path / name / "policies.txt", left_out)
    choice = Choice(models=tmp_path, processes=processes)
    found = judge_all(choose(POLICIES, choice), model_in_use, choice, in_silence)
    assert found == [
        f"{policy.id} by fold-{number}" for policy, number in zip(POLICIES, (1, 0) * 3, strict=True)
    ]
    # This process goes on with the shipped one.
    assert practices.FOLDER.parent.name == "models"
