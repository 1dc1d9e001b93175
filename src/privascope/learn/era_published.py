"""The paper's figures (Parvez et al., Tables 2, 3 and 8 and section 3.4)."""

from privascope.learn.era_recipe import Recipe
from privascope.learn.era_rows import Row

# Precision, recall and F1 with their standard deviations, where they are given.
Figures = tuple[float, float, float, float | None]

_PLAIN: dict[str, Figures] = {
    "BERT": (48.0, 37.7, 42.2, 1.5),
    "PBERT": (51.2, 42.7, 46.6, 0.4),
    "SimCSE": (48.4, 41.4, 44.7, 0.7),
}
# By retriever, filter and k; the final model is the retriever's own encoder.
_SINGLE: dict[tuple[str, str, int], Figures] = {
    ("BERT", "", 10): (39.0, 52.4, 44.7, 0.4),
    ("BERT", "argmax", 10): (48.1, 44.7, 46.3, 0.5),
    ("PBERT", "", 10): (48.7, 44.1, 46.3, 1.6),
    ("PBERT", "argmax", 10): (49.2, 44.9, 47.0, 1.2),
    ("SimCSE", "", 10): (47.0, 44.5, 45.7, 1.9),
    ("SimCSE", "argmax", 10): (48.6, 43.9, 46.1, 1.6),
    ("PBERT", "", 50): (47.8, 45.5, 46.7, None),
    ("PBERT", "argmax", 50): (49.5, 46.3, 47.8, None),
    ("SimCSE", "", 100): (42.1, 41.3, 41.7, None),
    ("SimCSE", "argmax", 100): (51.0, 45.2, 47.9, None),
}
_JOINED: dict[tuple[str, str], Figures] = {
    ("Baseline-E", "SimCSE"): (22.2, 54.4, 31.4, 0.8),
    ("ERA", "SimCSE"): (47.4, 50.5, 48.9, 0.8),
    ("ERA-D", "SimCSE"): (51.0, 48.7, 49.8, 0.7),
    ("ERA", "PBERT"): (47.0, 47.1, 47.0, None),
    ("ERA-D", "PBERT"): (51.0, 45.9, 48.3, None),
}
_COMMON: Figures = (49.2, 45.2, 47.1, None)
_UNANSWERABLE: Figures = (44.3, 36.9, 39.8, None)
# What the paper says of rows of which it gives no precision and recall.
SAID = {
    "equal": "9 points lower",
    "translated": "3 points lower",
}
# F1 by category of question, and recall of BERT-R at 1 to 10 (section 3.4).
BY_CATEGORY = {
    "first": ("Data Collection", {"BERT": 45, "PBERT": 46, "SimCSE": 46, "ERA": 48}),
    "third": ("Data Sharing", {"BERT": 43, "PBERT": 37, "SimCSE": 41, "ERA": 43}),
    "datasecurity": ("Data Security", {"BERT": 65, "PBERT": 61, "SimCSE": 60, "ERA": 60}),
    "dataretention": ("Data Retention", {"BERT": 52, "PBERT": 35, "SimCSE": 35, "ERA": 56}),
    "user_access": ("User Access", {"BERT": 72, "PBERT": 48, "SimCSE": 31, "ERA": 61}),
    "user_choice": ("User Choice", {"BERT": 41, "PBERT": 60, "SimCSE": 42, "ERA": 31}),
    "other": ("Others", {"BERT": 36, "PBERT": 45, "SimCSE": 52, "ERA": 55}),
}
RECALL = (17, 28, 36, 42, 48, 53, 58, 59, 63, 67)
FILTER_RECALL = 37


def published(recipe: Recipe, row: Row) -> Figures | None:
    """What the paper reports for a row, if the encoders have the paper's roles."""
    final = recipe.role(row.final)
    found = tuple(recipe.role(name) for name in row.encoders)
    if row.kind == "plain":
        return _PLAIN.get(final)
    if row.kind == "answerable":
        return _UNANSWERABLE if final == "BERT" else None
    if not row.adds:
        return None
    whole = set(found) == {"BERT", "PBERT", "SimCSE"}
    if row.judge:
        if whole and recipe.role(row.judge) == final == "SimCSE" and row.k == 10:
            return _COMMON
        return None
    if len(found) == 1 and found[0] == final:
        return _SINGLE.get((final, row.decision, row.k or 0))
    if row.k != 10:
        return None
    kind = {"": "Baseline-E", "argmax": "ERA"}.get(row.decision, "") if whole else ""
    if set(found) == {"PBERT", "SimCSE"} and row.decision == "argmax":
        kind = "ERA-D"
    return _JOINED.get((kind, final))


def said(recipe: Recipe, row: Row) -> str:
    """What the paper says in words."""
    roles = (recipe.role(row.judge), recipe.role(row.final))
    if row.judge and len(row.encoders) == 1 and roles == ("PBERT", "BERT"):
        return "F1 46.8"
    return SAID.get(row.kind, "")
