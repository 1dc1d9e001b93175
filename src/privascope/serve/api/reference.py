"""The description of the API: as OpenAPI for programs, as a plain page for people."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import Response
from starlette.routing import BaseRoute

import privascope

_ABOUT = (
    "Search a library of privacy policies, read their texts, history and traits. Answers are "
    'JSON; a failure is always `{"error": {"kind", "message"}}`. Offsets count Unicode code '
    "points into a version's text."
)


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter of an operation or a field of a type."""

    name: str
    kind: str
    text: str
    default: str = ""


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that can be asked."""

    method: str
    path: str
    summary: str
    text: str
    parameters: tuple[Field, ...]
    answer: str
    failures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Type:
    """A kind of object that answers hold."""

    name: str
    text: str
    fields: tuple[Field, ...]


def openapi_document(routes: Sequence[BaseRoute]) -> dict[str, Any]:
    """The OpenAPI description of some routes."""
    return get_openapi(
        title="Privascope",
        version=privascope.__version__,
        description=_ABOUT,
        routes=routes,
    )


def reference_page(request: Request, document: Mapping[str, Any]) -> Response:
    """The description as a page that needs no script and no network."""
    page: Response = request.app.state.templates.TemplateResponse(
        request, "api.html", {"operations": operations(document), "types": types(document)}
    )
    return page


def operations(document: Mapping[str, Any]) -> tuple[Operation, ...]:
    """What can be asked, in the order of the routes."""
    schemas: Mapping[str, Any] = document.get("components", {}).get("schemas", {})
    return tuple(
        Operation(
            method=method.upper(),
            path=path,
            summary=one.get("summary", ""),
            text=one.get("description", ""),
            parameters=(
                *(_parameter(entry, schemas) for entry in one.get("parameters", ())),
                *_body(one.get("requestBody", {}), schemas),
            ),
            answer=_answer(one["responses"].get("200", {})),
            failures=tuple(
                f"{status}: {told.get('description', '')}"
                for status, told in sorted(one["responses"].items())
                if status != "200"
            ),
        )
        for path, methods in document["paths"].items()
        for method, one in methods.items()
    )


def types(document: Mapping[str, Any]) -> tuple[Type, ...]:
    """The kinds of objects, by name."""
    schemas: Mapping[str, Any] = document.get("components", {}).get("schemas", {})
    return tuple(
        Type(name, schema.get("description", ""), tuple(_fields(schema)))
        for name, schema in sorted(schemas.items())
    )


def _fields(schema: Mapping[str, Any]) -> Iterator[Field]:
    for name, one in schema.get("properties", {}).items():
        yield Field(name, kind_of(one), one.get("description", ""))
    if "enum" in schema:
        yield Field("one of", ", ".join(str(value) for value in schema["enum"]), "")


def _parameter(entry: Mapping[str, Any], schemas: Mapping[str, Any]) -> Field:
    schema = entry["schema"]
    default = schema.get("default")
    choice = schemas.get(kind_of(schema), {})
    schema = {**schema, **choice, "$ref": ""} if "enum" in choice else schema
    return Field(
        entry["name"],
        kind_of(schema) + (", required" if entry.get("required") else ""),
        entry.get("description") or schema.get("description", ""),
        "" if default in (None, "", []) else str(default).lower(),
    )


def _body(body: Mapping[str, Any], schemas: Mapping[str, Any]) -> Iterator[Field]:
    """The fields of the JSON object that an operation takes."""
    for content in body.get("content", {}).values():
        schema = schemas.get(kind_of(content.get("schema", {})), {})
        required = schema.get("required", ())
        for name, one in schema.get("properties", {}).items():
            yield _parameter({"name": name, "schema": one, "required": name in required}, schemas)


def _answer(response: Mapping[str, Any]) -> str:
    for content in response.get("content", {}).values():
        return kind_of(content.get("schema", {}))
    return ""


def kind_of(schema: Mapping[str, Any]) -> str:
    """A schema's type in a few words."""
    if schema.get("$ref"):
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "anyOf" in schema:
        return " or ".join(kind_of(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(str(value) for value in schema["enum"])
    kind = str(schema.get("type", "any"))
    if kind == "array":
        if "prefixItems" in schema:
            return f"({', '.join(kind_of(one) for one in schema['prefixItems'])})"
        return f"list of {kind_of(schema.get('items', {}))}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), Mapping):
        return f"name → {kind_of(schema['additionalProperties'])}"
    return str(schema.get("format") or kind)
