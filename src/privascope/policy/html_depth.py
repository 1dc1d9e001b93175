"""Markup that nests too deep for a parser to read quickly, made shallower."""

import re

# Browsers stop nesting at 512 too; the parser's time grows with the square of the depth.
_DEEPEST = 512
_FEW_TAGS = 10_000
_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]*)(?:[^>\"']|\"[^\"]*\"|'[^']*')*+>")
# Elements that never hold others, or that the next of their kind closes.
_CLOSE_THEMSELVES = frozenset(
    "area base br col embed hr img input link meta param source track wbr "
    "p li dt dd tr td th thead tbody tfoot option optgroup rt rp html head body".split()
)
_INLINE = frozenset(
    "a abbr b bdi big cite code em font i ins kbd mark q s samp small span strike strong sub "
    "sup tt u var".split()
)


def shallow_markup(markup: str) -> str:
    """The markup with elements nested deeper than browsers allow replaced by paragraphs."""
    if markup.count("<") < _FEW_TAGS:
        return markup
    pieces: list[str] = []
    copied = depth = 0
    for tag in _TAG.finditer(markup):
        name = tag[2].lower()
        if name in _CLOSE_THEMSELVES:
            continue
        if tag[1]:
            depth = max(0, depth - 1)
            too_deep = depth >= _DEEPEST
        else:
            too_deep = depth >= _DEEPEST
            depth += 1
        if too_deep:
            pieces.append(markup[copied : tag.start()])
            pieces.append("" if name in _INLINE else "<p>")
            copied = tag.end()
    if not pieces:
        return markup
    pieces.append(markup[copied:])
    return "".join(pieces)
