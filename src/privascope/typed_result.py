"""The base of every result: typed in Python, plain values in JSON."""

import dataclasses
from datetime import date
from enum import Enum
from typing import Any


class TypedResult:
    """A dataclass that can be turned into plain values; the CLI, REST and Python share them."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """The result as `--json` and REST give it: dictionaries, lists, strings and numbers.

        >>> json.dumps(library.ask("jotharbor", "do you sell my data?").to_dict())
        """
        plain: dict[str, Any] = plain_value(self)
        return plain


def plain_value(value: Any) -> Any:
    """Dataclasses, dates and enums as plain JSON values."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain_value(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, dict):
        return {str(key): plain_value(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain_value(item) for item in value]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, date):
        return value.isoformat()
    return value
