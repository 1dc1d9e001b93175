"""Markup that would keep a parser busy for minutes, made harmless.

The parser's time grows with the square of the depth of open elements and of the number of
attributes in one tag. Ordinary pages pass through untouched.
"""

import re

# Browsers stop nesting at 512 too.
_DEEPEST = 512
# The parser opens formatting elements that are never closed anew in every later paragraph.
_DEEPEST_FORMATTING = 16
_MOST_ATTRIBUTES = 300
_MANY_TAGS = 6_000
# A page is read up to this tag, which bounds memory to a gigabyte.
_MOST_TAGS = 300_000
_MANY_ATTRIBUTES = 1_000
_UNEVEN = 3_000
_LARGE_PAGE = 1_000_000
_LONG_TAG = 4_000
_TAG = re.compile(
    r"<!--|<(/?)([a-zA-Z][^\s/>]*+)((?:[^>=]++|=\s*+\"[^\"]*+\"?|=\s*+'[^']*+'?|=)*+)"
)
_ATTRIBUTE = re.compile(r"[^\s/=\"'][^\s/=]*+(?:\s*+=\s*+(?:\"[^\"]*+\"?|'[^']*+'?|[^\s>]*+))?")
_END_OF_RAW = {
    name: re.compile(rf"</{name}", re.IGNORECASE)
    for name in ("script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes")
}
# Elements that never hold others, or that the next of their kind closes.
_CLOSE_THEMSELVES = frozenset(
    "area base br col embed hr img input link meta param source track wbr "
    "p li dt dd tr td th thead tbody tfoot option optgroup rt rp html head body".split()
)
_FORMATTING = frozenset("a b big code em font i nobr s small strike strong tt u".split())
_INLINE = frozenset("abbr bdi cite ins kbd mark q samp span sub sup var".split())


def harmless_markup(markup: str) -> str:
    """The markup, with elements too deep made flat and tags of too many attributes bared."""
    return _pruned(markup) if _is_suspect(markup) else markup


def _is_suspect(markup: str) -> bool:
    """Whether a page could be slow to parse, judged in well under a millisecond."""
    opened = markup.count("<")
    if (
        len(markup) > _LARGE_PAGE
        or opened > _MANY_TAGS
        or abs(opened - markup.count(">")) > _UNEVEN
    ):
        return True
    for piece in [piece for piece in markup.split(">") if len(piece) > _LONG_TAG]:
        start = piece.rfind("<") + 1
        if (
            len(piece) - start > _LONG_TAG
            and piece[start : start + 1].isalpha()
            and len(piece[start:].split(None, _MANY_ATTRIBUTES)) > _MANY_ATTRIBUTES
        ):
            return True
    return False


def _pruned(markup: str) -> str:
    """The markup read tag by tag, as a browser would, in time that grows with its length."""
    pieces: list[str] = []
    copied = depth = formatting = position = tags = 0
    while tag := _TAG.search(markup, position):
        tags += 1
        if tags > _MOST_TAGS:
            markup = markup[: tag.start()]
            break
        position = tag.end()
        if tag[0] == "<!--":
            position = markup.find("-->", position) + 3
            if position < 3:
                break
            continue
        name = tag[2].lower()
        replaced = ""
        if len(tag[3]) > _LONG_TAG and len(_ATTRIBUTE.findall(tag[3])) > _MOST_ATTRIBUTES:
            replaced = f"<{tag[1]}{name}"
        if name in _FORMATTING:
            formatting = max(0, formatting - 1) if tag[1] else formatting + 1
            if formatting > _DEEPEST_FORMATTING:
                replaced = f"<{tag[1]}wbr"
        elif name not in _CLOSE_THEMSELVES:
            depth = max(0, depth - 1) if tag[1] else depth + 1
            if depth > _DEEPEST:
                replaced = f"<{tag[1]}wbr" if name in _INLINE else "<p"
        if replaced:
            pieces += (markup[copied : tag.start()], replaced)
            copied = tag.end()
        if not tag[1] and name in _END_OF_RAW:
            end = _END_OF_RAW[name].search(markup, position)
            if end is None:
                break
            position = end.start()
    return "".join((*pieces, markup[copied:]))
