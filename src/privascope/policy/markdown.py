"""Markdown to blocks, by way of HTML."""

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from privascope.policy.document import BlockKind, Document
from privascope.policy.plain import plain_document

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_FRONT_MATTER = re.compile(r"\s*(---|\+\+\+)[ \t]*\r?\n(.*?)^\1[ \t]*$", re.DOTALL | re.MULTILINE)
_SETTING = re.compile(r"[\w.-]+\s*[:=]|\s+\S|-\s|#|\s*$")
_TITLE = re.compile(r"^title\s*[:=]\s*[\"']?(.*?)[\"']?\s*$", re.MULTILINE | re.IGNORECASE)

# Converters put a link around whole paragraphs, which Markdown does not know: "[", …, "](/x)".
_LINK_OPENED = re.compile(r"^[ \t]*!?\[[ \t]*$", re.MULTILINE)
_LINK_CLOSED = re.compile(
    r"^([^\[\]\n]*)\]\((?:https?:|mailto:|tel:|[/#.])[^)\s]*(?:[ \t]+\"[^\"\n]*\")?\)", re.MULTILINE
)

# No policy comes near these; a text that does is not worth minutes of parsing.
_MOST_CHARACTERS = 4_000_000
_MOST_MARKS = 100_000

_parser: "MarkdownIt | None" = None


def markdown_document(text: str, url: str = "") -> Document:
    """The blocks of a Markdown text; front matter and link targets are no part of it."""
    from privascope.policy.html import html_document

    if len(text) > _MOST_CHARACTERS or sum(map(text.count, "[*_`|!<&")) > _MOST_MARKS:
        return plain_document(text, url)
    title, body = _without_front_matter(text)
    body = _LINK_CLOSED.sub(r"\1", _LINK_OPENED.sub("", body))
    document = html_document(f"<!doctype html><body>{_markdown_parser().render(body)}</body>", url)
    if title or not document.title:
        return replace(document, title=title or _first_heading(document))
    return document


def _markdown_parser() -> "MarkdownIt":
    global _parser
    if _parser is None:
        from markdown_it import MarkdownIt

        _parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
        # A target that is refused would stay in the text; nothing here follows it.
        _parser.validateLink = _accept_target  # type: ignore[method-assign]
    return _parser


def _accept_target(url: str) -> bool:
    del url
    return True


def _without_front_matter(text: str) -> tuple[str, str]:
    """The title that front matter states, if there is any, and the text after it."""
    match = _FRONT_MATTER.match(text)
    if not match or not all(_SETTING.match(line) for line in match[2].splitlines()):
        return "", text
    title = _TITLE.search(match[2])
    return title[1].strip() if title else "", text[match.end() :]


def _first_heading(document: Document) -> str:
    headings = (block.text for block in document.blocks if block.kind is BlockKind.HEADING)
    return next(headings, "")
