"""privascope learn: from labelled questions and unlabelled policies to trained models."""

import importlib
from pathlib import Path
from time import monotonic
from typing import Annotated, Any

import typer

from privascope.cli.options import JsonOption

app = typer.Typer(
    help="Train the models that Privascope uses, on your own data.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

FolderOption = Annotated[
    Path, typer.Option("--folder", help="Where to write; a stopped run goes on from there.")
]
CorpusOption = Annotated[Path, typer.Option("--corpus", help="A folder that `learn corpus` wrote.")]
BaseOption = Annotated[
    str,
    typer.Option("--base", help="minilm, a folder that a stage wrote, or a Hugging Face model."),
]
LabelsArgument = Annotated[
    Path, typer.Argument(help="Labelled question-sentence pairs in PrivacyQA's columns.")
]
SeedOption = Annotated[int, typer.Option("--seed", help="Another seed, another draw of chance.")]
EpochsOption = Annotated[int, typer.Option("--epochs", min=1, help="Passes over the data.")]
RateOption = Annotated[float, typer.Option("--rate", min=0, help="How far a step goes.")]
WidthOption = Annotated[
    int | None,
    typer.Option(
        "--width", min=1, help="Leave so many neurons in the middle of a layer: it is faster."
    ),
]
MinutesOption = Annotated[
    float | None,
    typer.Option("--minutes", min=0, help="Stop after so long; the same command goes on later."),
]
# One policy in so many is kept apart to tune on.
_PARTS = 5


@app.command("corpus")
def corpus(
    sources: Annotated[
        list[Path],
        typer.Argument(help="JSON Lines with text, markdown or html; plain, gzip or zstd."),
    ],
    folder: FolderOption,
    workers: Annotated[int, typer.Option(min=1, help="Processes that read policies.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Turn unlabelled policies into clean sentences, each of them once."""
    _print(_stage("corpus").build_corpus(sources, folder, workers=workers), as_json)


@app.command("vectors")
def vectors(
    corpus: CorpusOption,
    folder: FolderOption,
    size: Annotated[int, typer.Option(min=2, help="Numbers in a vector.")] = 128,
    words: Annotated[int, typer.Option(min=2, help="How many words to keep.")] = 30_000,
    seed: SeedOption = 0,
    workers: Annotated[
        int, typer.Option(min=1, help="Threads; with more than one no two runs are the same.")
    ] = 1,
    as_json: JsonOption = False,
) -> None:
    """Learn word vectors from a corpus (Priv2Vec)."""
    learned = _stage("vectors").learn_vectors(
        corpus, folder, size=size, words=words, seed=seed, workers=workers
    )
    _print({"words": len(learned.words), "size": learned.table.shape[1]}, as_json)


@app.command("adapt")
def adapt(
    corpus: CorpusOption,
    folder: FolderOption,
    base: BaseOption = "minilm",
    steps: Annotated[int, typer.Option(min=1, help="Batches to learn from.")] = 6000,
    minutes: MinutesOption = None,
    sentences: Annotated[
        bool, typer.Option("--sentences", help="Tell sentences apart (SimCSE) instead of gaps.")
    ] = False,
    train_embeddings: Annotated[
        bool, typer.Option("--train-embeddings", help="Change the words' own vectors as well.")
    ] = False,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Adapt a base encoder to the language of policies."""
    seconds = None if minutes is None else 60 * minutes
    if sentences:
        done = _stage("simcse").adapt_sentences(
            base, corpus, folder, steps=steps, seed=seed, seconds=seconds
        )
    else:
        done = _stage("adapt").adapt(
            base,
            corpus,
            folder,
            steps=steps,
            seed=seed,
            seconds=seconds,
            train_embeddings=train_embeddings,
        )
    _print(done, as_json)


@app.command("retriever")
def retriever(
    labels: LabelsArgument,
    folder: FolderOption,
    base: BaseOption = "minilm",
    epochs: EpochsOption = 3,
    seed: SeedOption = 0,
    minutes: MinutesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Train two towers that find sentences for questions, tuned on a fifth of the policies."""
    learned, tuned = _questions(labels)
    module = _stage("retriever")
    fitted = module.train_retriever(
        base,
        learned,
        folder,
        tuned_on=tuned,
        epochs=epochs,
        seed=seed,
        seconds=None if minutes is None else 60 * minutes,
    )
    figures = {"finished": fitted.finished}
    if fitted.finished:
        figures |= module.ranking(module.load_retriever(str(folder)), tuned)
    _print(figures, as_json)


@app.command("filter")
def train_filter(
    labels: LabelsArgument,
    folder: FolderOption,
    base: BaseOption = "minilm",
    negatives: Annotated[int, typer.Option(min=1, help="Wrong sentences a question.")] = 15,
    epochs: EpochsOption = 2,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Train a cross-encoder that keeps a retrieved pair or drops it."""
    learned, tuned = _questions(labels)
    made = _stage("filter").train_filter(
        base, learned, folder, tuned_on=tuned, negatives=negatives, epochs=epochs, seed=seed
    )
    _print({"threshold": made.threshold}, as_json)


@app.command("augment")
def augment(
    labels: LabelsArgument,
    corpus: CorpusOption,
    folder: FolderOption,
    retrievers: Annotated[
        list[str],
        typer.Option("--retriever", help="A folder that `learn retriever` wrote; repeat for more."),
    ],
    filters: Annotated[
        list[str] | None,
        typer.Option("--filter", help="A filter for each retriever, in their order; or none."),
    ] = None,
    k: Annotated[int, typer.Option("-k", min=1, help="Sentences to retrieve a question.")] = 10,
    most_sentences: Annotated[
        int, typer.Option(min=0, help="Search so many, drawn at random; 0 for the whole corpus.")
    ] = 0,
    as_json: JsonOption = False,
) -> None:
    """Write augmented.jsonl: sentences of the corpus that answer the labelled questions."""
    made = _stage("augment").augment_file(
        labels, corpus, folder, retrievers, filters or [], k=k, most_sentences=most_sentences
    )
    _print(made, as_json)


@app.command("era")
def era(
    recipe: Annotated[
        Path, typer.Argument(help="A TOML file that names labels, corpus, encoders and k.")
    ],
) -> None:
    """Run a whole recipe and write its report, report.html, to the recipe's folder."""
    from privascope.cli.printing import out

    read = importlib.import_module("privascope.learn.era_recipe").read_recipe(recipe)
    out().print(str(_stage("era").write_report(read)))


@app.command("selector")
def selector(
    labels: LabelsArgument,
    folder: FolderOption,
    policyqa: Annotated[
        Path | None, typer.Option(help="PolicyQA in SQuAD's form, to learn from first.")
    ] = None,
    base: BaseOption = "minilm",
    fold: Annotated[
        int | None, typer.Option(help="Leave this third of the policies out, to measure on.")
    ] = None,
    negatives: Annotated[int, typer.Option(min=1, help="Wrong sentences a question.")] = 12,
    hard_from: Annotated[
        str | None,
        typer.Option(help="A trained selector; half of the wrong are those it ranks highest."),
    ] = None,
    epochs: EpochsOption = 1,
    rate: RateOption = 5e-5,
    width: WidthOption = None,
    seed: SeedOption = 0,
    minutes: MinutesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Train the cross-encoder that selects the sentences which answer a question."""
    stages = _stage("selector_stages")
    seconds = None if minutes is None else 60 * minutes
    began = monotonic()
    if policyqa is not None:
        first = folder / "policyqa"
        fitted = stages.train_on_policyqa(policyqa, first, base=base, seed=seed, seconds=seconds)
        if not fitted.finished:
            _print(fitted, as_json)
            return
        base = str(first)
        seconds = None if seconds is None else max(0.0, seconds - (monotonic() - began))
    fitted = stages.train_on_privacyqa(
        labels,
        folder,
        base=base,
        fold=fold,
        negatives=negatives,
        hard_from=hard_from,
        epochs=epochs,
        rate=rate,
        width=width,
        seed=seed,
        seconds=seconds,
    )
    _print(fitted, as_json)


@app.command("spans")
def spans(
    data: Annotated[Path, typer.Argument(help="PolicyQA in SQuAD's form.")],
    folder: FolderOption,
    base: BaseOption = "minilm",
    epochs: EpochsOption = 2,
    seed: SeedOption = 0,
    minutes: MinutesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Train the model that finds the words of a paragraph which answer a question."""
    fitted = _stage("spans").train_spans(
        data,
        folder,
        base=base,
        epochs=epochs,
        seed=seed,
        seconds=None if minutes is None else 60 * minutes,
    )
    _print(fitted, as_json)


@app.command("bilstm")
def bilstm(
    sources: Annotated[
        list[Path],
        typer.Argument(help="Policies with headings: JSON Lines with markdown, html or text."),
    ],
    folder: FolderOption,
    vectors: Annotated[
        Path | None,
        typer.Option(help="A vectors.npz that `learn vectors` wrote; else the shipped one."),
    ] = None,
    epochs: EpochsOption = 4,
    seed: SeedOption = 0,
    minutes: MinutesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Train the attention BiLSTM: headings as questions, their sections as answers."""
    more = {} if vectors is None else {"vectors": vectors}
    seconds = None if minutes is None else 60 * minutes
    figures = _stage("bilstm_stage").train_on_sections(
        sources, folder, epochs=epochs, seed=seed, seconds=seconds, **more
    )
    _print(figures, as_json)


@app.command("practices")
def practices(
    categories: Annotated[
        Path, typer.Argument(help="Segments with their category, one row for each of the two.")
    ],
    values: Annotated[
        Path, typer.Option("--values", help="OPP-115's segments with practices and their words.")
    ],
    folder: FolderOption,
    apart: Annotated[
        Path | None, typer.Option("--apart", help="Segments whose values are not learned.")
    ] = None,
    hold_out_sites: Annotated[
        bool,
        typer.Option(
            "--hold-out-sites", help="Leave out a fifth of the sites and tune thresholds on it."
        ),
    ] = False,
    base: BaseOption = "minilm",
    epochs: EpochsOption = 5,
    rate: RateOption = 2e-4,
    width: WidthOption = None,
    teachers: Annotated[
        list[Path] | None,
        typer.Option(
            "--teacher", help="A trained model whose word on unlabelled policies counts; repeat."
        ),
    ] = None,
    unlabelled: Annotated[
        list[Path] | None,
        typer.Option("--unlabelled", help="JSON Lines of policies for the teachers; repeat."),
    ] = None,
    most_unlabelled: Annotated[
        int, typer.Option(min=1, help="How many segments of them are learned from.")
    ] = 3000,
    seed: SeedOption = 0,
    minutes: MinutesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Train the model that finds what a policy says it does."""
    fitted = _stage("practice_stages").train_practices(
        categories,
        values,
        folder,
        apart=apart,
        hold_out_sites=hold_out_sites,
        base=base,
        epochs=epochs,
        rate=rate,
        width=width,
        teachers=teachers or (),
        unlabelled=unlabelled or (),
        most_unlabelled=most_unlabelled,
        seed=seed,
        seconds=None if minutes is None else 60 * minutes,
    )
    _print(fitted, as_json)


@app.command("export-practices")
def export_practices(
    trained: Annotated[Path, typer.Argument(help="A folder that `learn practices` wrote.")],
    folder: FolderOption,
    thresholds: Annotated[
        Path, typer.Option("--thresholds", help="thresholds.json of a run with held-out sites.")
    ],
    words: Annotated[
        Path, typer.Option("--words", help="An exported model whose vocabulary is kept.")
    ],
    as_json: JsonOption = False,
) -> None:
    """Write a practice model as int8 ONNX that runs without torch."""
    _print(_stage("practice_stages").export_practices(trained, folder, thresholds, words), as_json)


@app.command("mapping")
def mapping(
    labels: Annotated[
        Path, typer.Argument(help="Questions with their categories in PrivacyQA's columns.")
    ],
    folder: FolderOption,
    policyqa: Annotated[
        list[Path] | None,
        typer.Option("--policyqa", help="PolicyQA in SQuAD's form with types; repeat for more."),
    ] = None,
    annotated: Annotated[
        Path | None,
        typer.Option("--annotated", help="OPP-115's segments, for the profiles of the rivals."),
    ] = None,
    glove: Annotated[
        Path | None, typer.Option("--glove", help="Generic word vectors, for one of the rivals.")
    ] = None,
    folds: Annotated[
        int, typer.Option(min=2, help="Parts of the policies, each left out once.")
    ] = 5,
    seeds: Annotated[int, typer.Option(min=1, help="Different ways to part them.")] = 3,
    as_json: JsonOption = False,
) -> None:
    """Learn to map questions onto the taxonomy; prints cross-validated figures."""
    if annotated is not None:
        _stage("mapping_profiles").write_profiles(annotated, glove, folder / "profiles.npz")
    figures = _stage("mapping").learn_mapping(
        labels, folder, policyqa=policyqa or [], folds=folds, seeds=seeds
    )
    _print(figures, as_json)


@app.command("export")
def export(
    trained: Annotated[str, typer.Argument(help="minilm, or a folder that a stage wrote.")],
    folder: FolderOption,
    texts: Annotated[
        list[Path] | None,
        typer.Option("--texts", help="Rows whose words stay in the vocabulary; repeat for more."),
    ] = None,
    rarest: Annotated[
        int, typer.Option(min=1, help="How often a word must occur in them to stay.")
    ] = 20,
    as_json: JsonOption = False,
) -> None:
    """Write a selector, span model or encoder as int8 ONNX that runs without torch."""
    _print(_stage("export").export_trained(trained, folder, texts or [], rarest), as_json)


def _stage(name: str) -> Any:
    """A module of `privascope.learn`; an error that names the extra if it cannot be imported."""
    from privascope.errors import MissingExtraError

    try:
        return importlib.import_module(f"privascope.learn.{name}")
    except ImportError as error:
        raise MissingExtraError("Learning", "train") from error


def _questions(labels: Path) -> tuple[list[Any], list[Any]]:
    """Labelled questions to learn from, and those of other policies to tune on."""
    pairs = _stage("pairs")
    questions = pairs.read_questions(labels)
    tuning = pairs.folds(questions, _PARTS)[0]
    return (
        [question for question in questions if question.policy not in tuning],
        [question for question in questions if question.policy in tuning],
    )


def _print(result: Any, as_json: bool) -> None:
    from privascope.cli.printing import as_json as plain
    from privascope.cli.printing import out, print_json

    if as_json:
        print_json(result)
        return
    for key, value in plain(result).items():
        out().print(f"{key:<24} {value}")
