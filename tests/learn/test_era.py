"""Recipes of a whole run: what is checked before, what comes of it, what is not run twice."""

import csv
import json
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

pytest.importorskip("torch")
pytest.importorskip("faiss")

from privascope.cli.learn import app
from privascope.data.pairs import questions_of
from privascope.errors import DataError, DiskFullError, PrivascopeError
from privascope.learn import era, era_check, era_data, era_results
from privascope.learn.augment import augment_file, read_candidates
from privascope.learn.corpus import sentence_key
from privascope.learn.era import with_rows, write_report
from privascope.learn.era_data import prepare
from privascope.learn.era_pictures import line_chart, venn
from privascope.learn.era_recipe import Recipe, read_recipe
from privascope.learn.era_rows import rows_of
from privascope.learn.era_tables import difference
from privascope.learn.filter import train_filter
from privascope.learn.heading_pairs import heading_examples
from privascope.learn.retriever import train_retriever
from privascope.learn.section_pairs import read_sections
from privascope.learn.split import Split, splits_of
from tests.learn.tiny import answering_corpus, labelled_rows, sectioned_rows, tiny_base, write_rows

PAPER = Path(__file__).parents[2] / "examples" / "era" / "paper.toml"


class Shouting:
    """A translator that makes other words of every sentence."""

    name = "shouting"

    def there(self, text: str) -> str:
        """The text with one word more a sentence."""
        return text.replace(" .", " indeed .")

    def back(self, text: str) -> str:
        """The text as it is, with the mark of an unknown word."""
        return text.replace("indeed", "*indeed")


def as_toml(table: dict[str, Any]) -> str:
    """A table as TOML; JSON's texts, numbers and lists are TOML's as well."""
    plain = {key: value for key, value in table.items() if not isinstance(value, dict)}
    lines = [f"{key} = {json.dumps(value)}" for key, value in plain.items()]
    for name, own in table.items():
        if isinstance(own, dict):
            inner = {key: value for key, value in own.items() if not isinstance(value, dict)}
            lines += [f"[{name}]", *(f"{key} = {json.dumps(v)}" for key, v in inner.items())]
            for part, deeper in own.items():
                if isinstance(deeper, dict):
                    lines.append(f"[{name}.{part}]")
                    lines += [f"{key} = {json.dumps(value)}" for key, value in deeper.items()]
    return "\n".join(lines) + "\n"


def paper(place: Path, **more: Any) -> Recipe:
    """The paper's recipe with tiny encoders in place of the named ones."""
    table = tomllib.loads(PAPER.read_text())
    del table["translator"]
    table |= {
        "labels": "labels.jsonl",
        "test": "test.jsonl",
        "categories": ["categories.jsonl"],
        "corpus": ["rows.jsonl"],
        "adapt_corpus": ["older.jsonl"],
        "k": [2],
        "seeds": [0],
        "negatives": 3,
        "int8": False,
        **more,
    }
    for encoder in table["encoders"].values():
        encoder |= {"base": "base"}
        encoder |= {key: 2 for key in ("adapt_steps", "simcse_steps") if key in encoder}
    for stage in table["stages"].values():
        stage |= {"precision": "fp32", "batch": 8, "rate": 1e-3, "longest": 32}
        stage.pop("accumulate", None)
        if "epochs" in stage:
            stage["epochs"] = 1
    table = {key: value for key, value in table.items() if value is not None}
    (place / "recipe.toml").write_text(as_toml(table))
    return read_recipe(place / "recipe.toml")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(era_data, "translator_of", lambda _: Shouting())
    rows = labelled_rows(6)
    write_rows(tmp_path / "labels.jsonl", [row for row in rows if row["DocID"] < "policy 4"])
    write_rows(tmp_path / "test.jsonl", [row for row in rows if row["DocID"] >= "policy 4"])
    ids = dict.fromkeys(str(row["QueryID"]) for row in rows)
    asked = [{"QueryID": one, "first": str(n % 2), "third": "1"} for n, one in enumerate(ids)]
    write_rows(tmp_path / "categories.jsonl", asked)
    write_rows(tmp_path / "rows.jsonl", [*answering_corpus(), *sectioned_rows()])
    write_rows(tmp_path / "older.jsonl", answering_corpus())
    tiny_base(tmp_path / "base")
    return tmp_path


@pytest.mark.slow
def test_the_papers_recipe_becomes_its_tables(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = paper(place)
    trained = []
    train = era_results.train
    killed: list[int] = []

    def counted(*args: Any, **more: Any) -> Any:
        trained.append(more["title"])
        if len(trained) == 4 and not killed:
            killed.append(1)
            raise KeyboardInterrupt
        return train(*args, **more)

    monkeypatch.setattr(era_results, "train", counted)
    with pytest.raises(KeyboardInterrupt):
        write_report(recipe)
    page = write_report(recipe, keep="all").read_text()
    # The killed model is trained again, those before it are not, nor those of the same pairs.
    assert len(trained) == len({*trained}) + 1
    with (recipe.folder / "tables" / "main.csv").open() as file:
        main = {row["row"]: row for row in csv.DictReader(file)}
    for final in ("bert", "pbert", "simcse"):
        assert {f"no augmentation ({final})", f"ERA k=2 ({final})", f"ERA-D k=2 ({final})"} <= {
            *main
        }
        assert {f"Baseline-E k=2 ({final})", f"ERA k=2 tuned ({final})"} <= {*main}
        for decision in ("", " unfiltered", " tuned"):
            assert f"{final}-R k=2{decision} ({final})" in main
            assert f"{final}-R k=2{decision} (simcse)" in main
    others = (
        *("equal sampling (simcse)", "oversampled positives (simcse)"),
        *("ERA common filter simcse k=2 (simcse)", "ERA final model as filter k=2 (simcse)"),
        *("bert-R filtered by pbert k=2 (bert)", "back-translated positives (simcse)"),
        *("answerability first (bert)", "labels drawn twice (simcse)"),
        *("weighted cross-entropy (simcse)", "hard negatives (simcse)", "best subset k=2 (simcse)"),
        *("taught k=2 (simcse)", "headings as questions (simcse)"),
    )
    assert {*others} <= {*main}
    assert main["no augmentation (bert)"]["F1 in the paper"] == "42.2 ± 1.5"
    assert main["equal sampling (simcse)"]["F1 in the paper"] == "9 points lower"
    report = json.loads((recipe.folder / "report.json").read_text())
    assert report["about"]["protocol"] == "split"
    assert report["about"]["digests"]["labels.jsonl"]
    assert all(own in page for own in ("Protocol <b>split</b>", "By category", "BLEU", "<svg"))
    assert ">Data Collection<" in page
    counts = report["parts"][0]["rows"][0]["fp32"]["counts"]["argmax"]
    assert len(counts) == 16

    # What others read.
    import pyarrow.parquet as pq

    table = pq.read_table(recipe.folder / "predictions.parquet").to_pylist()
    assert len(table) == len(main) * 16 * 8
    import ir_measures

    qrels = list(ir_measures.read_trec_qrels(str(recipe.folder / "trec" / "qrels")))
    run = recipe.folder / "trec" / "no-augmentation-bert-seed0.run"
    figures = ir_measures.calc_aggregate(
        [ir_measures.RR], qrels, ir_measures.read_trec_run(str(run))
    )
    mrr = report["parts"][0]["rows"][0]["fp32"]["mrr"]
    assert figures[ir_measures.RR] == pytest.approx(mrr, abs=1e-4)
    beir = recipe.folder / "beir"
    assert len((beir / "queries.jsonl").read_text().splitlines()) == 16
    assert (beir / "qrels" / "test.tsv").read_text().startswith("query-id\tcorpus-id\tscore\n")
    assert "\\toprule" in (recipe.folder / "tables" / "main.tex").read_text()

    # Nothing is run twice, and the stages by hand find the same pairs.
    before = len(trained)
    assert write_report(with_rows(recipe, ["ERA k=2 (bert)"]), keep="all").exists()
    assert len(trained) == before
    assert_stages_agree(recipe, place)

    # Models go, results stay.
    models = [*recipe.folder.glob("fold0-finals/*/model.safetensors")]
    assert len(models) > 20
    write_report(recipe, keep="none")
    assert not [*recipe.folder.glob("fold0-finals/*/model.safetensors")]
    assert len(trained) == before


def assert_stages_agree(recipe: Recipe, place: Path) -> None:
    """Retriever, filter and augmentation run by hand bring the grid's pairs."""
    (split,) = prepare(recipe).splits
    base = str(place / "base")
    how = {"rate": 1e-3, "batch": 8, "longest": 32, "epochs": 1, "frozen_embeddings": False}
    retriever, judge, out = (place / "hand" / name for name in ("retriever", "filter", "out"))
    train_retriever(base, split.learned, retriever, tuned_on=split.tuned, **how)  # type: ignore[arg-type]
    train_filter(base, split.learned, judge, tuned_on=split.tuned, negatives=3, **how)  # type: ignore[arg-type]
    # Sentences of the test file are no part of a run by hand.
    write_rows(place / "labels.jsonl", labelled_rows(4))
    augment_file(
        place / "labels.jsonl",
        recipe.folder / "corpus",
        out,
        [str(retriever)],
        [str(judge)],
        k=2,
        keep_displaced=True,
        unanswerable=True,
    )
    pairs = [
        {
            (one.question, one.sentence, one.rank, round(one.relevance, 4), one.kept, one.tuned)
            for one in read_candidates(next(folder.glob("filtered-*.jsonl")))
        }
        for folder in (out, recipe.folder / "fold0-seed0-bert")
    ]
    assert pairs[0] == pairs[1]


@pytest.mark.slow
def test_folds_seeds_int8_and_a_dry_run(place: Path) -> None:
    write_rows(place / "labels.jsonl", labelled_rows(6))
    rows = ["no augmentation (bert)", "ERA k=2 (bert)", "best subset"]
    recipe = paper(
        place, test=None, folds=3, use_folds=[1], seeds=[0, 1], int8=True, rows=rows, final="bert"
    )
    answer = CliRunner().invoke(
        app, ["era", str(place / "recipe.toml"), "--dry-run"], catch_exceptions=False
    )
    assert "protocol folds: 1 fold, 2 seeds" in answer.stdout
    assert "ERA k=2 (bert)" in answer.stdout
    assert "3 rows, 6 trainings of a final model at most; about" in answer.stdout
    assert not recipe.folder.exists()
    answer = CliRunner().invoke(
        app, ["era", str(place / "recipe.toml"), "--keep", "none"], catch_exceptions=False
    )
    assert "row 6 of 6, about" in answer.stderr
    assert "final models deleted" in answer.stderr
    with (recipe.folder / "tables" / "main.csv").open() as file:
        main = {row["row"]: row for row in csv.DictReader(file)}
    assert "±" in main["ERA k=2 (bert)"]["F1"]
    assert main["ERA k=2 (bert)"]["runs"] == "2"
    with (recipe.folder / "tables" / "decisions.csv").open() as file:
        head = next(csv.reader(file))
    assert head[1:] == ["fp32, argmax", "fp32, tuned", "int8, argmax", "int8, tuned"]
    places = {path.name for path in recipe.folder.glob("fold1-seed*-bert/retriever-*")}
    assert len(places) == 2
    before = (recipe.folder / "tables" / "main.csv").read_text()
    assert json.loads((recipe.folder / "report.json").read_text())["parts"][0]["rows"][2]["chosen"]
    # A recipe that has changed says so, and what is not touched by that is reused.
    text = (place / "recipe.toml").read_text()
    changed = text.replace("unanswerable = true", "unanswerable = false")
    (place / "recipe.toml").write_text(changed)
    answer = CliRunner().invoke(app, ["era", str(place / "recipe.toml")], catch_exceptions=False)
    assert "the recipe has changed since the last run" in answer.stderr
    assert "(unanswerable)" in answer.stderr
    assert (recipe.folder / "tables" / "main.csv").read_text().count("\n") == before.count("\n")


def test_a_run_that_cannot_work_says_so_at_once(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(message: str, **more: Any) -> None:
        with pytest.raises(PrivascopeError, match=message):
            write_report(paper(place, **more))
        assert not (place / "era").exists()

    # Two rows of one name cannot be told apart, nor can rows be asked for that are not there.
    fails("rows: none is called 'ERA k=3'; there are: no augmentation", rows=["ERA k=3"])
    fails("policies in both the training and the test file: policy 0", test="labels.jsonl")
    fails("cross_filters names no encoder: other", cross_filters=[["bert", "other"]])
    fails("common_filter names no encoder: other", common_filter="other")
    write_rows(place / "silent.jsonl", [row | {"Label": "0"} for row in labelled_rows(4)])
    fails("no question to learn from has a relevant sentence", labels="silent.jsonl")
    write_rows(place / "empty.jsonl", [])
    fails("empty.jsonl: no documents", corpus=["empty.jsonl"])
    with monkeypatch.context() as patch:
        patch.setattr(era_check.shutil, "disk_usage", lambda _: SimpleNamespace(free=1000))
        fails("0.0 GB free: free some, or take --keep none")
    (place / "base" / "tokenizer.json").unlink()
    fails(r"encoders.bert: .*is no base encoder: it has no tokenizer.json")


def test_a_corpus_of_one_sentence_is_refused(place: Path) -> None:
    line = "We keep your name and your email for one year and two months."
    write_rows(place / "rows.jsonl", [{"text": f"{line} " * 8}])
    recipe = paper(place, rows=["bert-R k=2 (bert)"], adapt_corpus=["rows.jsonl"])
    plain = {"adapt_steps", "simcse_steps"}
    table = tomllib.loads((place / "recipe.toml").read_text())
    for encoder in table["encoders"].values():
        for key in plain & {*encoder}:
            del encoder[key]
        encoder["domain"] = encoder["role"] != "BERT"
    (place / "recipe.toml").write_text(as_toml(table))
    recipe = read_recipe(place / "recipe.toml")
    with pytest.raises(DataError, match="the corpus has 1 statements to search, fewer than k = 2"):
        write_report(recipe)


def test_a_full_disk_says_what_to_do(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise DiskFullError("cannot write model.safetensors: No space left on device")

    monkeypatch.setattr(era, "run_era", full)
    with pytest.raises(DiskFullError, match=r"free about \d+ MB and give the same command again"):
        write_report(paper(place, rows=["no augmentation"]))


def test_two_rows_of_one_name_are_refused(place: Path) -> None:
    recipe = paper(place, cross_filters=[["bert", "pbert"], ["bert", "pbert"]])
    with pytest.raises(DataError, match=r"two rows have one name: bert-R filtered by pbert k=2"):
        rows_of(recipe, translator=False)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('labels = "labels.jsonl"', "", "no labels"),
        ('labels = "labels.jsonl"', 'labels = "none.jsonl"', "none.jsonl does not exist"),
        ("k = [2]", "k = [0]", "k must be a list of whole numbers from 1 on"),
        ("k = [2]", "k = 5", "k must be a list"),
        ("k = [2]", "k = [2, 2]", "k has a number twice"),
        ("epochs = 1\n", 'epochs = "many"\n', "epochs must be a whole number"),
        ('final = "simcse"', 'final = "other"', "final names no encoder: other"),
        ("k = [2]", "k = [2]\nrows = []", "rows must be a list of texts"),
        ("adapt_steps = 2", "adapt_step = 3", "unknown key adapt_step"),
        ("negatives", "negative", "unknown key negative"),
        ("[stages.filter]", "[stages.filters]", "unknown stage filters; there are adapt, simcse"),
        ('precision = "fp32"', 'precision = "fp8"', "precision must be fp32 or bf16"),
        ('role = "BERT"', 'role = "GPT"', "role must be BERT or PBERT or SimCSE"),
        ("[encoders.bert]", "[encoders.bert", "not TOML"),
        ("[encoders.bert]", '[encoders."a, b"]', "an encoder's name has no comma"),
    ],
)
def test_a_wrong_recipe_is_told_where(place: Path, old: str, new: str, message: str) -> None:
    paper(place)
    text = (place / "recipe.toml").read_text()
    assert old in text
    (place / "recipe.toml").write_text(text.replace(old, new, 1))
    with pytest.raises(DataError, match=message):
        read_recipe(place / "recipe.toml")


def test_a_recipe_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot read"):
        read_recipe(tmp_path / "none.toml")


def test_sentences_of_the_policies_that_judge_are_kept_apart() -> None:
    learned, tuned, judged = (questions_of(labelled_rows(number)) for number in (3, 1, 2))
    known = Split(0, learned, tuned, judged).kept_apart()
    assert sentence_key(judged[0].sentences[3].upper()) in known
    assert sentence_key(tuned[0].sentences[0]) in known
    assert sentence_key("We sell nothing.") not in known


def test_a_fold_is_that_of_every_stage() -> None:
    questions = questions_of(labelled_rows(6))
    split, other = splits_of(questions, "labels", numbers=(0, 2), keep_displaced=True)
    parts = [{one.policy for one in own} for own in (split.learned, split.tuned, split.judged)]
    assert not parts[0] & parts[1]
    assert not (parts[0] | parts[1]) & parts[2]
    assert {one.policy for one in other.judged}.isdisjoint(parts[2])
    with pytest.raises(DataError, match="there is no fold 3"):
        splits_of(questions, "labels", numbers=(3,), keep_displaced=True)


def result(seed: int, right: int) -> dict[str, Any]:
    counts = [[str(n), f"policy {n % 5}", right, 10, 10, 40] for n in range(20)]
    return {"seed": seed, "fp32": {"counts": {"argmax": counts}}}


def test_a_difference_is_as_large_as_it_is() -> None:
    gain, low, high = difference([result(0, 8), result(1, 6)], [result(0, 5), result(1, 5)])
    assert gain == pytest.approx(0.2)
    assert low == pytest.approx(0.2)
    assert high == pytest.approx(0.2)
    mixed = result(0, 5)
    mixed["fp32"]["counts"]["argmax"][0][2] = 10
    gain, low, high = difference([mixed], [result(0, 5)])
    assert low <= 0.0 < gain < high


def test_pictures_show_every_number() -> None:
    regions = {("a",): 11, ("b",): 22, ("a", "b"): 33}
    drawn = venn("both", regions)
    assert all(f">{count}<" in drawn for count in (11, 22, 33))
    assert "a: 44" in drawn
    assert venn("one", {("a",): 1}) == ""
    chart = line_chart(
        "F1", {"<ERA>": [(10, 0.4), (50, 0.5)], "<ERA> unfiltered": [(10, 0.4)]}, "k", "F1"
    )
    # Two lines, and each again in the legend as it is drawn.
    assert chart.count("<polyline") == 4
    assert chart.count('stroke-dasharray="6 4"') == 2
    assert "&lt;ERA&gt;" in chart
    assert line_chart("none", {}, "k", "F1") == ""
    close = line_chart("F1", {"one": [(1, 0.4001), (2, 0.4002)]}, "k", "F1")
    labels = [part.split("<")[0] for part in close.split('text-anchor="end">')[1:]]
    assert len({*labels}) == len(labels) == 5


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
