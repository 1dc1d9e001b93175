from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("faiss")

from privascope.data.pairs import questions_of
from privascope.errors import DataError
from privascope.learn import era, era_rows
from privascope.learn.corpus import sentence_key
from privascope.learn.era import write_report
from privascope.learn.era_pictures import line_chart, venn
from privascope.learn.era_recipe import read_recipe
from privascope.learn.era_report import brought, difference
from privascope.learn.heading_pairs import heading_examples
from privascope.learn.section_pairs import read_sections
from tests.learn.tiny import answering_corpus, labelled_rows, sectioned_rows, tiny_base, write_rows

RECIPE = """
labels = "labels.jsonl"
categories = "categories.jsonl"
corpus = ["rows.jsonl"]
folder = "out"
k = [2, 4]
folds = 3
use_folds = [1]
seeds = [0, 1]
deciding = ["no augmentation"]
negatives = 3
epochs = 1
retriever_epochs = 1

[encoders.generic]
base = "base"

[encoders.adapted]
base = "base"
adapt_steps = 3
simcse_steps = 2

[encoders.taught]
base = "base"
retrieves = false
"""


VARIANTS = ("ERA", "ERA-D", "Baseline-E", "generic", "generic unfiltered", "adapted unfiltered")


class Shouting:
    """A translator that makes other words of every sentence."""

    name = "shouting"

    def there(self, text: str) -> str:
        """The text with one word more a sentence."""
        return text.replace(" .", " indeed .")

    def back(self, text: str) -> str:
        """The text as it is, with the mark of an unknown word."""
        return text.replace("indeed", "*indeed")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    rows = labelled_rows()
    write_rows(tmp_path / "labels.jsonl", rows)
    ids = dict.fromkeys(str(row["QueryID"]) for row in rows)
    asked = [{"QueryID": one, "first": str(n % 2), "third": "1"} for n, one in enumerate(ids)]
    write_rows(tmp_path / "categories.jsonl", asked)
    write_rows(tmp_path / "rows.jsonl", [*answering_corpus(), *sectioned_rows()])
    tiny_base(tmp_path / "base")
    (tmp_path / "recipe.toml").write_text(RECIPE)
    return tmp_path


@pytest.mark.slow
def test_a_recipe_becomes_a_report_and_is_not_run_twice(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("privascope.learn.simcse._LONGEST", 32)
    monkeypatch.setattr(era_rows, "installed_translator", Shouting)
    monkeypatch.setattr(era, "adapt_sentences", lambda *a, **k: adapt_sentences(*a, **k, batch=16))
    trained = []
    train = era_rows.train

    def counted(*args: object, **more: object) -> object:
        trained.append(more["title"])
        if len(trained) == 4 and not killed:
            killed.append(1)
            raise KeyboardInterrupt
        return train(*args, **more)

    killed: list[int] = []
    monkeypatch.setattr(era_rows, "train", counted)
    recipe = read_recipe(place / "recipe.toml")
    with pytest.raises(KeyboardInterrupt):
        write_report(recipe)
    path = write_report(recipe)
    page = path.read_text()
    rows = {
        "no augmentation",
        "labels drawn twice",
        "equal sampling",
        "ERA, k=2",
        "ERA-D, k=4",
        "Baseline-E, k=4",
        "generic unfiltered, k=2",
        "back-translated positives",
        "one common filter, k=4",
        "final model as filter, k=4",
        "adapted as final model, k=4",
        "taught as final model, k=4",
        "weighted cross-entropy",
        "ERA with weighted cross-entropy, k=4",
        "hard negatives",
        "headings as questions",
        "taught, k=4",
        "taught with soft labels, k=4",
    }
    assert all(f">{row}<" in page for row in rows)
    assert page.count("<svg") == 2 + 4
    assert "BLEU between" in page
    assert ">third<" in page
    assert {"kept", "dropped"} & {word for word in ("kept", "dropped") if f">{word}<" in page}
    # The row that was killed is trained again, the three before it are not; nor are rows that
    # come to the same pairs.
    assert len(trained) == 1 + len({*trained}) + len(recipe.seeds) - 1
    assert {*trained} <= rows | {f"{name}, k={k}" for k in (2, 4) for name in VARIANTS}
    before = len(trained)
    assert write_report(recipe).read_text() == page
    assert len(trained) == before
    assert not list(place.rglob("fold1-selectors/*/checkpoint.pt"))
    fewer = write_report(replace(recipe, rows=("ERA, k=2", "hard"))).read_text()
    assert all(f">{row}<" in fewer for row in ("no augmentation", "ERA, k=2", "hard negatives"))
    assert not any(f">{row}<" in fewer for row in ("equal sampling", "ERA, k=4", "ERA-D, k=2"))
    assert len(trained) == before
    with pytest.raises(DataError, match="none begins with 'soft'; there are: no augmentation;"):
        write_report(replace(recipe, rows=("soft",)))


adapt_sentences = era.adapt_sentences


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('labels = "labels.jsonl"', "", "no labels"),
        ('labels = "labels.jsonl"', 'labels = "none.jsonl"', "none.jsonl does not exist"),
        ("k = [2, 4]", "k = [0]", "k must be a list of whole numbers from 1 on"),
        ("k = [2, 4]", "k = 5", "k must be a list"),
        ("epochs = 1\n", 'epochs = "many"\n', "epochs must be a whole number"),
        ("folds = 3", "folds = 3\nfinal = 'other'", "final names no encoder"),
        ("use_folds = [1]", "use_folds = [1]\nrows = []", "rows must be a list of texts"),
        ("use_folds = [1]", "use_folds = [3]", "use_folds counts from 0 to 2"),
        ("adapt_steps = 3", "adapt_step = 3", "unknown key adapt_step"),
        ("negatives", "negative", "unknown key negative"),
        ("[encoders.generic]", "[encoders.generic", "not TOML"),
        ('[encoders.generic]\nbase = "base"', "encoders.generic = 1", "generic is no table"),
    ],
)
def test_a_wrong_recipe_is_told_where(place: Path, old: str, new: str, message: str) -> None:
    assert old in RECIPE
    (place / "recipe.toml").write_text(RECIPE.replace(old, new, 1))
    with pytest.raises(DataError, match=message):
        read_recipe(place / "recipe.toml")


def test_a_recipe_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot read"):
        read_recipe(tmp_path / "none.toml")


def test_sentences_of_the_policies_that_judge_are_kept_apart() -> None:
    learned, tuned, judged = (questions_of(labelled_rows(number)) for number in (3, 1, 2))
    known = era_rows.Split(0, learned, tuned, judged).kept_apart()
    assert sentence_key(judged[0].sentences[3].upper()) in known
    assert sentence_key(tuned[0].sentences[0]) in known
    assert sentence_key("We sell nothing.") not in known


def result(seed: int, right: int) -> dict[str, object]:
    counts = [[str(n), f"policy {n % 5}", right, 10, 10] for n in range(20)]
    return {"seed": seed, "counts": counts}


def test_a_difference_is_as_large_as_it_is() -> None:
    gain, low, high = difference([result(0, 8), result(1, 6)], [result(0, 5), result(1, 5)])
    assert gain == pytest.approx(0.2)
    assert low == pytest.approx(0.2)
    assert high == pytest.approx(0.2)
    mixed = result(0, 5)
    mixed["counts"][0][2] = 10  # type: ignore[index]
    gain, low, high = difference([mixed], [result(0, 5)])
    assert low <= 0.0 < gain < high


def test_pictures_show_every_number() -> None:
    regions = {("a",): 11, ("b",): 22, ("a", "b"): 33}
    drawn = venn("both", regions)
    assert all(f">{count}<" in drawn for count in (11, 22, 33))
    assert "a: 44" in drawn
    assert venn("one", {("a",): 1}) == ""
    chart = line_chart("F1", {"<ERA>": [(10, 0.4), (50, 0.5)], "flat": [(10, 0.4)]}, "k", "F1")
    assert chart.count("<polyline") == 2
    assert "&lt;ERA&gt;" in chart
    assert line_chart("none", {}, "k", "F1") == ""


def test_more_encoders_than_circles_are_counted_in_a_table() -> None:
    names = ["a", "b", "c", "d<"]
    some = {
        "k": 10,
        "filtered": False,
        "regions": [[[name], 7] for name in names] + [[["a", "b"], 1234]],
        "sizes": dict.fromkeys(names, 9),
        "bleu": [["a", "b", 0.5]],
    }
    page = brought({"folds": [{"fold": 0, "retrieved": [some]}]})
    assert "<svg" not in page
    assert "d&lt; alone" in page
    assert "a &amp; b" in page
    assert "1,234" in page


def test_headings_become_pairs_of_one_policy(tmp_path: Path) -> None:
    rows = sectioned_rows()
    write_rows(tmp_path / "rows.jsonl", rows)
    policies = read_sections([tmp_path / "rows.jsonl"], tmp_path)
    examples = heading_examples(policies, 12, seed=1)
    assert len(examples) == 12
    assert [one.label for one in examples] == [1.0, 0.0, 0.0] * 4
    own = {
        (section.question, paragraph)
        for policy in policies
        for section in policy.sections
        for paragraph in section.paragraphs
    }
    for one in examples:
        holds = any(one.question == asked and one.sentence in text for asked, text in own)
        assert holds or not one.label
    known = {sentence_key(one.sentence) for one in examples}
    others = heading_examples(policies, 12, seed=1, without=known)
    assert not known & {sentence_key(one.sentence) for one in others}
