"""privascope learn: the models that Privascope ships, and their export."""

from pathlib import Path
from time import monotonic
from typing import Annotated

import typer

from privascope.cli.learn_options import (
    BaseOption,
    EpochsOption,
    FolderOption,
    LabelsArgument,
    MinutesOption,
    RateOption,
    SeedOption,
    WidthOption,
    print_result,
    stage,
)
from privascope.cli.options import JsonOption

AskedArgument = Annotated[
    Path, typer.Argument(help="Policies with labelled questions: JSON Lines, a policy a row.")
]
WORDS = typer.Option("--words", help="An exported model whose vocabulary is kept.")


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
    negatives: Annotated[int, typer.Option(min=1, help="Wrong sentences per question.")] = 12,
    hard_from: Annotated[
        str | None,
        typer.Option(
            help="A trained selector; half of the wrong sentences are its highest ranked ones."
        ),
    ] = None,
    epochs: EpochsOption = 1,
    rate: RateOption = 5e-5,
    width: WidthOption = None,
    seed: SeedOption = 0,
    minutes: MinutesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Train the cross-encoder that selects the sentences which answer a question."""
    stages = stage("selector_stages")
    seconds = None if minutes is None else 60 * minutes
    began = monotonic()
    if policyqa is not None:
        first = folder / "policyqa"
        fitted = stages.train_on_policyqa(policyqa, first, base=base, seed=seed, seconds=seconds)
        if not fitted.finished:
            print_result(fitted, as_json)
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
    print_result(fitted, as_json)


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
    fitted = stage("spans").train_spans(
        data,
        folder,
        base=base,
        epochs=epochs,
        seed=seed,
        seconds=None if minutes is None else 60 * minutes,
    )
    print_result(fitted, as_json)


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
    figures = stage("bilstm_stage").train_on_sections(
        sources, folder, epochs=epochs, seed=seed, seconds=seconds, **more
    )
    print_result(figures, as_json)


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
            "--teacher", help="A trained model that labels unlabelled policies; repeat for more."
        ),
    ] = None,
    unlabelled: Annotated[
        list[Path] | None,
        typer.Option("--unlabelled", help="JSON Lines of policies for the teachers; repeat."),
    ] = None,
    most_unlabelled: Annotated[
        int, typer.Option(min=1, help="How many of their segments to train on.")
    ] = 3000,
    statements: Annotated[
        Path | None,
        typer.Option("--statements", help="Policies with the statements that they make."),
    ] = None,
    sentences: Annotated[
        Path | None,
        typer.Option("--sentences", help="Single sentences that make, deny or miss a statement."),
    ] = None,
    left_out: Annotated[
        list[Path] | None,
        typer.Option("--left-out", help="Ids of policies to leave out; repeat for more."),
    ] = None,
    word_of: Annotated[
        Path | None,
        typer.Option("--word-of", help="An exported model that says what these policies do."),
    ] = None,
    size: Annotated[int, typer.Option(min=1, help="Segments in a batch.")] = 16,
    half: Annotated[
        bool, typer.Option("--half", help="Calculate in bfloat16, where the processor has it.")
    ] = False,
    seed: SeedOption = 0,
    minutes: MinutesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Train the model that finds what a policy says it does, and what its sentences state."""
    fitted = stage("practice_stages").train_practices(
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
        statements=statements,
        sentences=sentences,
        left_out=left_out or (),
        word_of=word_of,
        size=size,
        half=half,
        seed=seed,
        seconds=None if minutes is None else 60 * minutes,
    )
    print_result(fitted, as_json)


def export_practices(
    trained: Annotated[Path, typer.Argument(help="A folder that `learn practices` wrote.")],
    folder: FolderOption,
    thresholds: Annotated[
        Path, typer.Option("--thresholds", help="thresholds.json of a run with held-out sites.")
    ],
    words: Annotated[Path, WORDS],
    as_json: JsonOption = False,
) -> None:
    """Write a practice model as int8 ONNX that runs without torch."""
    print_result(
        stage("practice_stages").export_practices(trained, folder, thresholds, words), as_json
    )


def statement_thresholds(
    folder: Annotated[Path, typer.Argument(help="A model that `learn export-practices` wrote.")],
    statements: Annotated[
        Path, typer.Option("--statements", help="Policies with the statements that they make.")
    ],
    sentences: Annotated[
        Path, typer.Option("--sentences", help="Single sentences; those of held-out sites count.")
    ],
    policies: Annotated[
        Path, typer.Option("--policies", help="Ids of policies that the model was not trained on.")
    ],
    aim: Annotated[
        float, typer.Option(min=0.5, max=1, help="The share of what is shown that is to be right.")
    ] = 0.93,
    as_json: JsonOption = False,
) -> None:
    """Fit the thresholds from which a policy makes a statement; written next to the model."""
    print_result(
        stage("statement_fit").fit_thresholds(folder, statements, sentences, policies, aim), as_json
    )


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
    folds: Annotated[int, typer.Option(min=2, help="Folds of policies, each left out once.")] = 5,
    seeds: Annotated[int, typer.Option(min=1, help="Different divisions into folds.")] = 3,
    as_json: JsonOption = False,
) -> None:
    """Learn to map questions onto the taxonomy; prints cross-validated figures."""
    if annotated is not None:
        stage("mapping_profiles").write_profiles(annotated, glove, folder / "profiles.npz")
    figures = stage("mapping").learn_mapping(
        labels, folder, policyqa=policyqa or [], folds=folds, seeds=seeds
    )
    print_result(figures, as_json)


def reader(
    asked: AskedArgument,
    folder: FolderOption,
    privacyqa: Annotated[
        Path | None, typer.Option(help="Labelled pairs in PrivacyQA's columns, to learn from too.")
    ] = None,
    policyqa: Annotated[
        Path | None, typer.Option(help="PolicyQA in SQuAD's form, to learn from first.")
    ] = None,
    base: BaseOption = "minilm",
    without: Annotated[
        Path | None, typer.Option(help="A file with the ids of policies to leave out.")
    ] = None,
    epochs: EpochsOption = 2,
    rate: RateOption = 5e-5,
    seed: SeedOption = 0,
    minutes: MinutesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Train the reader, which finds the sentences that answer and says how far a policy does."""
    fitted = stage("reader_stages").train_reader(
        asked,
        folder,
        privacyqa=privacyqa,
        policyqa=policyqa,
        base=base,
        without=without,
        epochs=epochs,
        rate=rate,
        seed=seed,
        seconds=None if minutes is None else 60 * minutes,
    )
    print_result(fitted, as_json)


def calibration(
    asked: AskedArgument,
    folder: Annotated[
        Path, typer.Option("--folder", help="An exported reader; its calibration is written there.")
    ],
    only: Annotated[
        Path | None, typer.Option(help="A file with the ids of the policies to fit on.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Fit the calibration from a reader's logits to verdicts; prints cross-validated figures."""
    print_result(stage("calibration").calibrate(asked, folder, only), as_json)


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
    words: Annotated[Path | None, WORDS] = None,
    as_json: JsonOption = False,
) -> None:
    """Write a reader, selector, span model or encoder as int8 ONNX that runs without torch."""
    made = stage("export").export_trained(trained, folder, texts or [], rarest, words)
    print_result(made, as_json)
