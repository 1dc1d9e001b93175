"""privascope learn: corpus, encoders, retrievers, filters, and a whole ERA run."""

from pathlib import Path
from typing import Annotated, Any

import typer

from privascope.cli.learn_options import (
    BaseOption,
    CorpusOption,
    EpochsOption,
    FolderOption,
    LabelsArgument,
    MinutesOption,
    SeedOption,
    print_result,
    stage,
)
from privascope.cli.options import JsonOption

FoldOption = Annotated[
    int | None, typer.Option("--fold", min=0, help="Use nothing of this part of the policies.")
]
FoldsOption = Annotated[
    int, typer.Option("--folds", min=2, help="In how many parts policies are cut for --fold.")
]
KeepDisplacedOption = Annotated[
    bool,
    typer.Option("--keep-displaced", help="Learn from policies whose labels have slipped as well."),
]


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
    print_result(stage("corpus").build_corpus(sources, folder, workers=workers), as_json)


def vectors(
    corpus: CorpusOption,
    folder: FolderOption,
    size: Annotated[int, typer.Option(min=2, help="Dimensions of a vector.")] = 128,
    words: Annotated[int, typer.Option(min=2, help="How many words to keep.")] = 30_000,
    seed: SeedOption = 0,
    workers: Annotated[
        int, typer.Option(min=1, help="Threads; with more than one no two runs are the same.")
    ] = 1,
    as_json: JsonOption = False,
) -> None:
    """Learn word vectors from a corpus (Priv2Vec)."""
    learned = stage("vectors").learn_vectors(
        corpus, folder, size=size, words=words, seed=seed, workers=workers
    )
    print_result({"words": len(learned.words), "size": learned.table.shape[1]}, as_json)


def adapt(
    corpus: CorpusOption,
    folder: FolderOption,
    base: BaseOption = "minilm",
    steps: Annotated[int, typer.Option(min=1, help="Training batches.")] = 6000,
    minutes: MinutesOption = None,
    sentences: Annotated[
        bool, typer.Option("--sentences", help="Contrast sentences (SimCSE), not gaps.")
    ] = False,
    train_embeddings: Annotated[
        bool, typer.Option("--train-embeddings", help="Train the word embeddings as well.")
    ] = False,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Adapt a base encoder to the language of policies."""
    seconds = None if minutes is None else 60 * minutes
    if sentences:
        done = stage("simcse").adapt_sentences(
            base, corpus, folder, steps=steps, seed=seed, seconds=seconds
        )
    else:
        done = stage("adapt").adapt(
            base,
            corpus,
            folder,
            steps=steps,
            seed=seed,
            seconds=seconds,
            train_embeddings=train_embeddings,
        )
    print_result(done, as_json)


def retriever(
    labels: LabelsArgument,
    folder: FolderOption,
    base: BaseOption = "minilm",
    epochs: EpochsOption = 3,
    fold: FoldOption = None,
    folds: FoldsOption = 3,
    keep_displaced: KeepDisplacedOption = False,
    seed: SeedOption = 0,
    minutes: MinutesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Train two towers that find sentences for questions, tuned on a fifth of the policies."""
    split = _split(labels, fold, folds, keep_displaced)
    learned, tuned = split.learned, split.tuned
    module = stage("retriever")
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
    print_result(figures, as_json)


def filter(  # noqa: A001
    labels: LabelsArgument,
    folder: FolderOption,
    base: BaseOption = "minilm",
    negatives: Annotated[
        int, typer.Option(min=0, help="Wrong sentences per question; 0 for all of them.")
    ] = 15,
    epochs: EpochsOption = 2,
    fold: FoldOption = None,
    folds: FoldsOption = 3,
    keep_displaced: KeepDisplacedOption = False,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Train a cross-encoder that keeps a retrieved pair or drops it."""
    split = _split(labels, fold, folds, keep_displaced)
    made = stage("filter").train_filter(
        base,
        split.learned,
        folder,
        tuned_on=split.tuned,
        negatives=negatives,
        epochs=epochs,
        seed=seed,
    )
    print_result({"threshold": made.threshold}, as_json)


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
        typer.Option(
            "--filter",
            help="A filter or selector for each retriever, in their order; or none.",
        ),
    ] = None,
    decision: Annotated[
        str, typer.Option("--decision", help="What a filter keeps: argmax (as published) or tuned.")
    ] = "argmax",
    k: Annotated[int, typer.Option("-k", min=1, help="Sentences to retrieve per question.")] = 10,
    most_sentences: Annotated[
        int, typer.Option(min=0, help="Search a random sample this large; 0 for the whole corpus.")
    ] = 0,
    fold: FoldOption = None,
    folds: FoldsOption = 3,
    keep_displaced: KeepDisplacedOption = False,
    unanswerable: Annotated[
        bool,
        typer.Option("--unanswerable", help="Retrieve for questions without an answer as well."),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Write augmented.jsonl: sentences of the corpus that answer the labelled questions."""
    made = stage("augment").augment_file(
        labels,
        corpus,
        folder,
        retrievers,
        filters or [],
        k=k,
        most_sentences=most_sentences,
        decision=decision,
        fold=fold,
        folds=folds,
        keep_displaced=keep_displaced,
        unanswerable=unanswerable,
    )
    print_result(made, as_json)


def teach(
    labels: LabelsArgument,
    corpus: CorpusOption,
    folder: FolderOption,
    categories: Annotated[
        Path | None,
        typer.Option("--categories", help="What questions are about, in PrivacyQA's columns."),
    ] = None,
    retriever: Annotated[
        str,
        typer.Option("--retriever", help="The retriever: a base encoder or a trained one."),
    ] = "minilm",
    k: Annotated[int, typer.Option("-k", min=1, help="Sentences to retrieve per question.")] = 10,
    most_sentences: Annotated[
        int, typer.Option(min=0, help="Search a random sample this large; 0 for the whole corpus.")
    ] = 0,
    fold: Annotated[int | None, typer.Option(help="Leave out this third of the policies.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Write taught.jsonl: sentences of the corpus and how likely each answers a question."""
    made = stage("teach").teach_file(
        labels,
        categories,
        corpus,
        folder,
        retriever=retriever,
        k=k,
        most_sentences=most_sentences,
        fold=fold,
    )
    print_result(made, as_json)


def _split(labels: Path, fold: int | None, folds: int, keep_displaced: bool) -> Any:
    """Labelled questions to learn from and those of other policies to tune on, as in the grid."""
    from privascope.data.pairs import read_questions

    numbers = () if fold is None else (fold,)
    (split,) = stage("split").splits_of(
        read_questions(labels), labels, numbers=numbers, count=folds, keep_displaced=keep_displaced
    )
    return split
