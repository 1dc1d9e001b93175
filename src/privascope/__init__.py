"""Reads privacy policies so that people do not have to.

>>> import privascope
>>> library = privascope.open("policies")
>>> library.ask("jotharbor", "do you sell my data?").verdict
"""

import importlib
from typing import TYPE_CHECKING

from privascope.version import __version__ as __version__

if TYPE_CHECKING:
    from privascope.answer.answer import Answer, Quote, Verdict
    from privascope.answer.library_answer import LibraryAnswer, PolicyReply
    from privascope.api import OpenLibrary, open, read  # noqa: A004
    from privascope.collect.adding import Added
    from privascope.compare.alternatives import Alternatives
    from privascope.compare.comparison import Comparison
    from privascope.compare.label import PolicyLabel
    from privascope.compare.label_changes import LabelledDiff
    from privascope.errors import PrivascopeError
    from privascope.library.changes import PolicyHistory, VersionDiff
    from privascope.library.records import StoredPolicy
    from privascope.open_policy import OpenPolicy
    from privascope.search.page import SearchPage
    from privascope.search.which import WhichPage

# Where each name comes from: loaded when first used, so that `import privascope` is quick.
_HOMES = {
    "Added": "collect.adding",
    "Alternatives": "compare.alternatives",
    "Answer": "answer.answer",
    "Comparison": "compare.comparison",
    "LabelledDiff": "compare.label_changes",
    "LibraryAnswer": "answer.library_answer",
    "OpenLibrary": "api",
    "OpenPolicy": "open_policy",
    "PolicyHistory": "library.changes",
    "PolicyLabel": "compare.label",
    "PolicyReply": "answer.library_answer",
    "PrivascopeError": "errors",
    "Quote": "answer.answer",
    "SearchPage": "search.page",
    "StoredPolicy": "library.records",
    "Verdict": "answer.answer",
    "VersionDiff": "library.changes",
    "WhichPage": "search.which",
    "open": "api",
    "read": "api",
}

__all__ = [
    "Added",
    "Alternatives",
    "Answer",
    "Comparison",
    "LabelledDiff",
    "LibraryAnswer",
    "OpenLibrary",
    "OpenPolicy",
    "PolicyHistory",
    "PolicyLabel",
    "PolicyReply",
    "PrivascopeError",
    "Quote",
    "SearchPage",
    "StoredPolicy",
    "Verdict",
    "VersionDiff",
    "WhichPage",
    "open",
    "read",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module 'privascope' has no attribute {name!r}")
        value = getattr(importlib.import_module(f"privascope.{_HOMES[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
