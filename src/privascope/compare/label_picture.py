"""Pictures of a label: the first view on one page, and a small badge."""

from collections.abc import Iterator, Sequence
from datetime import date

from privascope.compare.first_view import REPLY_SYMBOLS, FirstLine, Reply
from privascope.compare.label import PolicyLabel
from privascope.svg import drawing, element, level_line, rect, text, title

WIDTH, HEIGHT = 600, 800
_MARGIN, _ANSWER, _USUAL = 36, 312, 520
# Serif letters are narrower than the estimate.
_QUOTE_LINE, _QUOTE_WIDTH = 14, 580
_INK, _QUIET, _LINE, _PAPER, _ACCENT = "#1f1d1a", "#5d5951", "#ddd8cd", "#ffffff", "#0b5a6f"
_SANS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
_SERIF = "Charter, Georgia, 'Liberation Serif', 'DejaVu Serif', serif"
_SVG = "http://www.w3.org/2000/svg"
# Nobody knows which font a reader has: widths in it are estimated, rather too wide than too narrow.
_NARROW, _BROAD = frozenset("iljtfrI.,:;'’‘|!()[]- "), frozenset("mwMW@%—…")
_ANSWERED = (Reply.YES, Reply.NO, Reply.ONLY_IF, Reply.BOTH)


def label_picture(label: PolicyLabel) -> str:
    """The first view as an SVG of one page, with title, source and date."""
    source = label.source
    parts = [
        title(f"Privacy label: {_plain(source.title)}"),
        rect(0, 0, WIDTH, HEIGHT, fill=_PAPER),
        text("PRIVACY LABEL", _MARGIN, 44, fill=_ACCENT, **_font(11, bold=True)),
    ]
    y = 72.0
    for words in _wrapped(source.title, 22, WIDTH - 2 * _MARGIN, 2, bold=True):
        parts.append(text(words, _MARGIN, y, fill=_INK, **_font(22, bold=True, serif=True)))
        y += 27
    facts = " · ".join(filter(None, (source.organisation, _dated(label))))
    parts.append(text(_cut(facts, 12, 528), _MARGIN, y - 4, fill=_QUIET, **_font(12)))
    y += 16
    parts += _rows(label.first_view, y)
    parts += _foot(label)
    return _file(drawing(WIDTH, HEIGHT, parts, width=WIDTH, height=HEIGHT, xmlns=_SVG, role="img"))


def label_badge(label: PolicyLabel, slug: str = "") -> str:
    """A small badge: how many of the questions are answered, or the answer to one of them."""
    line = next((one for one in label.first_view if one.slug == slug), None)
    if line is not None:
        left, right = line.question, _cut(line.words, 11, 240)
    else:
        answered = sum(one.reply in _ANSWERED for one in label.first_view)
        left, right = "privacy label", f"answers {answered} of {len(label.first_view)} questions"
        if any(one.reply is Reply.BOTH for one in label.first_view):
            right += ", contradicts itself"
    widths = [round(_width(words, 11) + 16) for words in (left, right)]
    parts = [
        title(f"{_plain(label.source.title)}: {left}: {right}"),
        rect(0, 0, sum(widths), 20, rx=3, fill=_ACCENT),
        element(
            "path",
            d=f"M0 3a3 3 0 0 1 3-3h{widths[0] - 3}v20h-{widths[0] - 3}a3 3 0 0 1-3-3z",
            fill=_INK,
        ),
        text(left, 8, 14, fill=_PAPER, **_font(11)),
        text(right, widths[0] + 8, 14, fill=_PAPER, **_font(11)),
    ]
    size = {"width": sum(widths), "height": 20}
    return _file(drawing(sum(widths), 20, parts, **size, xmlns=_SVG, role="img"))


def _rows(lines: Sequence[FirstLine], y: float) -> Iterator[str]:
    """Every line with its answer, and its sentences where there is room."""
    answers = [_wrapped(line.words, 13, _USUAL - _ANSWER - 12, 2, bold=True) for line in lines]
    room = HEIGHT - 74 - y - sum(18 * len(words) + 12 for words in answers)
    quotes = _quotes_for(lines, room)
    for line, words, told in zip(lines, answers, quotes, strict=True):
        yield level_line(_MARGIN, WIDTH - _MARGIN, y, stroke=_LINE)
        silent = line.reply not in _ANSWERED
        colour = _QUIET if silent else _INK
        yield text(REPLY_SYMBOLS[line.reply], _MARGIN, y + 19, fill=_ACCENT, **_font(13))
        yield text(line.question, _MARGIN + 20, y + 19, fill=colour, **_font(13))
        for number, part in enumerate(words):
            place = y + 19 + 17 * number
            yield text(part, _ANSWER, place, fill=colour, **_font(13, bold=not silent))
        if line.usual:
            usual = f"{line.usual.count} of {line.usual.known}"
            at_end = {"text_anchor": "end", "fill": _QUIET}
            yield text(usual, WIDTH - _MARGIN, y + 19, **at_end, **_font(11))
        y += 18 * len(words) + 12
        for part in told:
            yield text(part, _MARGIN + 20, y + 3, fill=_QUIET, **_font(11, serif=True))
            y += _QUOTE_LINE


def _quotes_for(lines: Sequence[FirstLine], room: float) -> list[list[str]]:
    """The sentences of each line, on as many lines of text as there is room for."""
    found: list[list[str]] = [[] for _ in lines]
    for most in (2, 1):
        found = [
            [
                part
                for quote in (*line.evidence[:1], *line.contrary[:1])
                for part in _wrapped(f"“{quote.text}”", 11, _QUOTE_WIDTH, most)
            ]
            for line in lines
        ]
        if sum(map(len, found)) * _QUOTE_LINE <= room:
            return found
    # The rarest answers come first, and keep their sentences.
    for number, quotes in enumerate(found):
        room -= len(quotes) * _QUOTE_LINE
        if room < 0:
            found[number] = []
    return found


def _foot(label: PolicyLabel) -> Iterator[str]:
    usual = next((line.usual for line in label.first_view if line.usual), None)
    told = [_cut(label.source.url, 10, 528), "Found automatically by Privascope; may be wrong."]
    if usual:
        told[1] += f" “n of {usual.known}”: policies in the library that answer the same."
    yield level_line(_MARGIN, WIDTH - _MARGIN, HEIGHT - 58, stroke=_INK)
    for number, words in enumerate(filter(None, told)):
        yield text(words, _MARGIN, HEIGHT - 40 + 15 * number, fill=_QUIET, **_font(10))


def _dated(label: PolicyLabel) -> str:
    source = label.source
    try:
        day = date.fromisoformat(source.date)
    except ValueError:
        return source.dated
    return f"{'dated' if source.stated else 'read'} {day.day} {day:%B} {day.year}"


def _font(size: float, *, bold: bool = False, serif: bool = False) -> dict[str, str | float]:
    family = _SERIF if serif else _SANS
    found: dict[str, str | float] = {"font_family": family, "font_size": size}
    return found | ({"font_weight": "bold"} if bold else {})


def _plain(words: str) -> str:
    """Untrusted text on one line, without characters that XML does not allow."""
    return " ".join("".join(one if one.isprintable() else " " for one in words).split())


def _width(words: str, size: float, *, bold: bool = False) -> float:
    """The approximate width of a text."""
    ems = sum(0.33 if one in _NARROW else 0.95 if one in _BROAD else 0.58 for one in words)
    capitals = sum(0.12 for one in words if one.isupper() and one not in _BROAD)
    return (ems + capitals) * size * (1.06 if bold else 1.0)


def _cut(words: str, size: float, width: float, *, bold: bool = False) -> str:
    """A text that fits, with an ellipsis where it was too long."""
    words = _plain(words)
    if _width(words, size, bold=bold) <= width:
        return words
    while words and _width(f"{words} …", size, bold=bold) > width:
        words = words[:-1]
    return f"{words.rpartition(' ')[0] or words} …"


def _wrapped(words: str, size: float, width: float, most: int, *, bold: bool = False) -> list[str]:
    """A text on a few lines, the last of them cut where it is too long."""
    lines = [""]
    for word in _plain(words).split():
        longer = f"{lines[-1]} {word}".strip()
        if len(lines) == most or not lines[-1] or _width(longer, size, bold=bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return [_cut(line, size, width, bold=bold) for line in lines]


def _file(svg: str) -> str:
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{svg}\n'
