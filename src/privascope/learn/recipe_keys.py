"""Values of a TOML table by name and kind, each checked."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from privascope.errors import DataError


class Keys:
    """Values of a table by name and kind; remembers what was asked for."""

    def __init__(self, table: object, where: str) -> None:
        if not isinstance(table, Mapping):
            raise DataError(f"{where} is no table")
        self._table: Mapping[str, Any] = table
        self._where = where
        self._asked: set[str] = set()

    def has(self, name: str) -> bool:
        """Whether the key is there."""
        self._asked.add(name)
        return name in self._table

    def text(self, name: str, default: str | None = None, of: Sequence[str] = ()) -> str:
        """A text, one of several if they are given."""
        value = self._value(name, default, lambda v: isinstance(v, str) and v != "", "a text")
        if of and value not in of:
            raise DataError(f"{self._where}: {name} must be {' or '.join(of)}")
        return str(value)

    def flag(self, name: str, *, default: bool) -> bool:
        """True or false."""
        return bool(self._value(name, default, lambda v: isinstance(v, bool), "true or false"))

    def number(self, name: str, default: int, least: int) -> int:
        """A whole number."""
        kind = f"a whole number from {least} on"
        return int(self._value(name, default, lambda v: _is_count(v, least), kind))

    def rate(self, name: str, default: float) -> float:
        """A number between 0 and 1."""
        return float(
            self._value(
                name, default, lambda v: isinstance(v, float) and 0 < v < 1, "a share below 1"
            )
        )

    def numbers(self, name: str, default: tuple[int, ...], least: int) -> tuple[int, ...]:
        """A list of whole numbers."""
        value = self._value(
            name,
            default,
            lambda v: _is_list(v) and all(_is_count(one, least) for one in v),
            f"a list of whole numbers from {least} on",
        )
        return tuple(value)

    def texts(self, name: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """A list of texts."""
        value = self._value(
            name,
            default,
            lambda v: _is_list(v) and all(isinstance(one, str) for one in v),
            "a list of texts",
        )
        return tuple(value)

    def pairs(self, name: str) -> tuple[tuple[str, str], ...]:
        """A list of pairs of texts; none if it is not there."""
        value = self._value(
            name,
            (),
            lambda v: (
                isinstance(v, list | tuple)
                and all(_is_list(one) and len(one) == 2 and all(map(_is_text, one)) for one in v)
            ),
            "a list of pairs of texts",
        )
        return tuple((first, second) for first, second in value)

    def table(self, name: str) -> dict[str, Any]:
        """A table; an empty one if it is not there."""
        return dict(self._value(name, {}, lambda v: isinstance(v, dict), "a table"))

    def refuse_others(self) -> None:
        """DataError if there is a key that nobody asked for."""
        others = sorted({*self._table} - self._asked)
        if others:
            raise DataError(f"{self._where}: unknown key {', '.join(others)}")

    def _value(self, name: str, default: Any, is_right: Callable[[Any], bool], kind: str) -> Any:
        self._asked.add(name)
        value = self._table.get(name, default)
        if value is None:
            raise DataError(f"{self._where}: no {name}")
        if not is_right(value):
            raise DataError(f"{self._where}: {name} must be {kind}")
        return value


def _is_count(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _is_list(value: object) -> bool:
    return isinstance(value, list | tuple) and len(value) > 0


def _is_text(value: object) -> bool:
    return isinstance(value, str)
