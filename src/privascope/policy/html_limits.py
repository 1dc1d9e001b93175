"""Markup that would keep a parser busy for minutes, made harmless.

The parser's time grows with the square of the depth of open elements and of the number of
attributes in one tag. Ordinary pages pass through untouched.
"""

import re

# Browsers stop nesting at 512 too.
_DEEPEST = 512
_MOST_ATTRIBUTES = 300
_MANY_TAGS = 10_000
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
_INLINE = frozenset(
    "a abbr b bdi big cite code em font i ins kbd mark q s samp small span strike strong sub "
    "sup tt u var".split()
)


def harmless_markup(markup: str) -> str:
    """The markup, with elements too deep made flat and tags of too many attributes bared."""
    return _pruned(markup) if _is_suspect(markup) else markup


def _is_suspect(markup: str) -> bool:
    """Whether a page could be slow to parse, judged in well under a millisecond."""
    opened = markup.count("<")
    if (
        len(markup) > _LARGE_PAGE
        or opened > _MANY_TAGS
        or abs(opened - markup.count(">")) > _MOST_ATTRIBUTES
    ):
        return True
    for piece in markup.split(">"):
        if len(piece) > _LONG_TAG:
            tag = piece[piece.rfind("<") :]
            if len(tag) > _LONG_TAG and len(tag.split(None, _MOST_ATTRIBUTES)) > _MOST_ATTRIBUTES:
                return True
    return False


def _pruned(markup: str) -> str:
    """The markup read tag by tag, as a browser would, in time that grows with its length."""
    pieces: list[str] = []
    copied = depth = position = 0
    while tag := _TAG.search(markup, position):
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
        if name not in _CLOSE_THEMSELVES:
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
