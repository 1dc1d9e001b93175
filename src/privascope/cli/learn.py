"""privascope learn: from labelled questions and unlabelled policies to trained models."""

import typer

from privascope.cli import learn_augmentation, learn_era, learn_models, learn_traits

app = typer.Typer(
    help="Train the models that Privascope uses, on your own data.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

for _command in (
    learn_augmentation.corpus,
    learn_augmentation.vectors,
    learn_augmentation.adapt,
    learn_augmentation.retriever,
    learn_augmentation.filter,
    learn_augmentation.augment,
    learn_augmentation.teach,
    learn_era.era,
    learn_era.same_meaning,
    learn_models.reader,
    learn_models.calibration,
    learn_models.selector,
    learn_models.spans,
    learn_models.bilstm,
    learn_models.practices,
    learn_models.export_practices,
    learn_models.statement_thresholds,
    learn_models.mapping,
    learn_models.export,
    learn_traits.detector,
    learn_traits.sector,
    learn_traits.vagueness,
):
    app.command(_command.__name__.replace("_", "-"))(_command)
