"""Categories by keyword lists: the baseline for models."""

import re

from privascope.answer.mapping.label import category_names

# In the order in which a first match decides; what nothing matches is about collection.
_LISTS: dict[str, str] = {
    "Data Retention": r"how long|retain\w*|retention|keep|kept|stored? for|forever|permanent\w*",
    "Data Security": r"secur\w*|safe\w*|protect\w*|encrypt\w*|hack\w*|breach\w*|"
    r"password\w*|leak\w*",
    "User Access, Edit and Deletion": r"delet\w*|eras\w*|remov\w*|edit|correct|copy of|download my",
    "User Choice/Control": r"opt|opt-out|opt-in|choice|choose|turn off|disable|refuse|consent|"
    r"permission|unsubscribe|control",
    "Third Party Sharing/Collection": r"shar\w*|sell\w*|sold|third|3rd|part(?:y|ies)|advertis\w*|"
    r"disclos\w*|others?|partners?|companies|government|police|public",
    "First Party Collection/Use": r"collect\w*|gather\w*|track\w*|access\w*|us(?:e|ed|es|ing)|"
    r"need\w*|require\w*|location|contacts|camera|microphone|information|data",
}
_PATTERNS = {name: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for name, words in _LISTS.items()}


def keyword_scores(question: str) -> list[float]:
    """One score for each category: its list's matches; the earlier list wins a tie."""
    found = dict.fromkeys(category_names(), 0.0)
    for place, (name, pattern) in enumerate(_PATTERNS.items()):
        found[name] = len(pattern.findall(question)) - 0.01 * place
    # Without any match most questions are about what is collected.
    found["First Party Collection/Use"] += 0.1
    return list(found.values())
