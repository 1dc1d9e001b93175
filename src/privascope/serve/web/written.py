"""The text of an answer writer as HTML: its sources are links to their places in the policy."""

import re
from collections.abc import Mapping

from markupsafe import Markup, escape

from privascope.answer.answer import Answer, Quote
from privascope.serve.web.showing import visible

_NUMBER = re.compile(r"(\[[\d\s,;]+\])")
_LINK = Markup('<a class="source" href="#{place}">{number}</a>')


def written_html(answer: Answer, places: Mapping[Quote, str]) -> Markup | None:
    """The text with each number as a link; `places` are the ids of the quotes on the page."""
    if answer.written is None:
        return None
    return Markup("").join(
        _sources(piece, answer, places) if number % 2 else escape(visible(piece))
        for number, piece in enumerate(_NUMBER.split(answer.written.text))
    )


def _sources(citation: str, answer: Answer, places: Mapping[Quote, str]) -> Markup:
    links = [
        _LINK.format(place=places[answer.quotes[number - 1]], number=number)
        for number in map(int, re.findall(r"\d+", citation))
        if 0 < number <= len(answer.quotes)
    ]
    return Markup("[{}]").format(Markup(", ").join(links))
