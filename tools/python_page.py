"""Prints docs/guide/python-reference.md: the Python API from its docstrings."""

import dataclasses
import inspect
import re
import sys
from collections.abc import Iterator
from typing import Any

import privascope

_INTRODUCTION = """# Python reference

This page is made from the docstrings by `make docs`; [Python](python.md) shows how to use it.
"""


def page() -> str:
    """The page: the two functions, then every class with its fields and methods."""
    names = sorted(privascope.__all__, key=lambda name: (name[0].isupper(), name))
    return "\n".join([_INTRODUCTION, *(_entry(name) for name in names)])


def _entry(name: str) -> str:
    found = getattr(privascope, name)
    if not inspect.isclass(found):
        return f"## privascope.{name}\n\n{_function(name, found, 'privascope.')}"
    parts = [f"## {name}\n", _text(found)]
    if dataclasses.is_dataclass(found):
        rows = [f"    {field.name}: {_type(field.type)}\n" for field in dataclasses.fields(found)]
        parts += [f"```python\n{name}(\n{''.join(rows)})\n```\n"]
    if values := getattr(found, "__members__", None):
        parts += [", ".join(f"`{value}`" for value in values.values()) + "\n"]
    parts += [f"### {name}.{each}\n\n{_member(each, member)}" for each, member in _members(found)]
    return "\n".join(parts)


def _members(kind: type) -> Iterator[tuple[str, Any]]:
    fields = getattr(kind, "__dataclass_fields__", {})
    for name, member in vars(kind).items():
        is_code = isinstance(member, property | classmethod) or inspect.isfunction(member)
        if not name.startswith("_") and name not in fields and is_code:
            yield name, member


def _member(name: str, member: Any) -> str:
    if isinstance(member, property):
        returned = _type(inspect.signature(member.fget).return_annotation)
        return f"```python\n{name}: {returned}\n```\n\n{_text(member)}"
    return _function(name, member)


def _function(name: str, function: Any, prefix: str = "") -> str:
    signature = inspect.signature(function)
    parameters: list[str] = []
    for one in signature.parameters.values():
        if one.name == "self":
            continue
        if one.kind is one.KEYWORD_ONLY and not any(name.startswith("*") for name in parameters):
            parameters.append("*")
        parameters.append(str(one.replace(annotation=_Plain(_type(one.annotation)))))
    short = f"{prefix}{name}({', '.join(parameters)}) -> {_type(signature.return_annotation)}"
    if len(short) > 96:
        lines = "".join(f"    {parameter},\n" for parameter in parameters)
        short = f"{prefix}{name}(\n{lines}) -> {_type(signature.return_annotation)}"
    return f"```python\n{short}\n```\n\n{_text(function)}"


class _Plain:
    """An annotation that is shown as it is written."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


def _type(annotation: Any) -> str:
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return re.sub(r"\b(?:[a-z_]+\.)+(?=[A-Za-z])", "", text).strip("'\"")


def _text(member: Any) -> str:
    """A docstring as Markdown, its examples as code."""
    text, _, example = (inspect.getdoc(member) or "").partition(">>>")
    if not example:
        return f"{text.strip()}\n"
    return f"{text.strip()}\n\n```python\n>>>{example.rstrip()}\n```\n"


if __name__ == "__main__":
    sys.stdout.write(page())
