"""Keeps policies that a model was trained on from being judged by it.

The one place where that is checked. Beside its card, a model has the ids of the policies that it
was trained on in `trained_on.txt`, one a line.
"""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from privascope.data.rows import read_ids
from privascope.errors import DataError
from privascope.measure.model_folds import Fold, folders_in_use

TRAINED_ON = "trained_on.txt"
# Labels and statements do not go by these. A model that is not named here counts for them.
_FOR_ANSWERS_ONLY = frozenset(
    ("reader", "spans", "bilstm", "mapping", "sentence_encoder", "priv2vec")
)

# The models that were trained on a policy, for each policy on which any was.
Seen = dict[str, tuple[str, ...]]


def trained_on(folder: Path) -> frozenset[str]:
    """The policies that the model of a folder was trained on; none where it does not list any."""
    path = folder / TRAINED_ON
    return read_ids(path) if path.is_file() else frozenset()


def find_seen(fold_of: Mapping[str, Fold], *, by_labels: bool = False) -> Seen:
    """The policies that models were trained on by which they would be judged.

    `fold_of` names for each policy the models that judge it. With `by_labels` the models that only
    answers go by do not count.
    """
    known = {
        fold.name: {
            model: trained_on(folder)
            for model, folder in folders_in_use(fold).items()
            if not (by_labels and model in _FOR_ANSWERS_ONLY)
        }
        for fold in fold_of.values()
    }
    found = {
        policy: tuple(model for model, ids in known[fold.name].items() if policy in ids)
        for policy, fold in fold_of.items()
    }
    return {policy: names for policy, names in found.items() if names}


def refuse_seen(seen: Seen, policies: int) -> None:
    """Raises DataError if any of so many policies was seen, and says how many, and by what."""
    if not seen:
        return
    each = Counter(model for names in seen.values() for model in names)
    told = ", ".join(f"{model} on {number}" for model, number in sorted(each.items()))
    raise DataError(
        f"models were trained on {len(seen)} of the {policies} policies that they would be judged "
        f"on ({told}), so the figures would be too good: use --unseen to leave these out, "
        "--only FILE to name others, or --models DIR for models of folds"
    )
