"""The options that narrow a search, one for each facet and each range."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, TypeVar

import typer

from privascope.library.facets import FACETS, RANGES

Command = TypeVar("Command", bound=Callable[..., None])

_OPTION_NAMES = {facet.option or name: name for name, facet in FACETS.items()}


def with_filter_options(command: Command) -> Command:
    """The command with these options in the place of its `**filters`, before `rank` if it ranks."""
    signature = inspect.signature(command)
    parameters: list[inspect.Parameter] = []
    for parameter in signature.parameters.values():
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            parameters += [] if "rank" in signature.parameters else _options()
            continue
        if parameter.name == "rank":
            parameters += _options()
        parameters.append(parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY))
    command.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return command


def by_name(filters: Mapping[str, Any]) -> dict[str, Any]:
    """The values of these options by the names of facets and ranges."""
    return {_OPTION_NAMES.get(option, option): value for option, value in filters.items()}


def _options() -> Iterator[inspect.Parameter]:
    for option, name in _OPTION_NAMES.items():
        facet = FACETS[name]
        none = (
            "-VALUE for analysed policies without it" if facet.may_be_missing else "-VALUE for none"
        )
        help_text = f"{facet.about}; several times for any of several; {none}."
        yield _parameter(option, list[str] | None, typer.Option(help=help_text), None)
    for name, found in RANGES.items():
        option = typer.Option(metavar="LOW..HIGH", help=f"{found.about}.")
        yield _parameter(name, str, option, "")


def _parameter(name: str, kind: Any, option: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[kind, option],
    )
