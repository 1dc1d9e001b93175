"""Prints a label on a terminal: symbols and plain words, with quotes on request."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text

    from privascope.answer.answer import Source
    from privascope.compare.evidence import Evidence
    from privascope.compare.grid import Grid
    from privascope.compare.label import Line, Part, PolicyLabel
    from privascope.compare.norms import SectorNorms
    from privascope.open_policy import OpenPolicy

_MARK = "black on yellow"
_VAGUE = "magenta"
_QUOTED = 3
_LIKELY = 0.5
_LONG_SECONDS = 5.0


def tell_before(policy: "OpenPolicy") -> None:
    """Warns on standard error about unusual policies before the label is made."""
    from privascope.cli.printing import err
    from privascope.traits.practices.find import LANGUAGES, expected_seconds

    if policy.content.language not in LANGUAGES:
        return
    if not policy.id and policy.probability < _LIKELY:
        told = "what is missing here may be stated elsewhere"
        err().print(f"This does not seem to be a whole privacy policy: {told}.")
    seconds = expected_seconds(policy.content)
    if not policy.is_analysed and seconds > _LONG_SECONDS:
        err().print(f"This policy is long: reading it takes about {seconds:.0f} seconds.")


def print_sections(label: "PolicyLabel", *, evidence: bool) -> None:
    """All parts in order; then differences from the sector, and the legend of the symbols."""
    from rich.text import Text

    from privascope.cli.printing import out
    from privascope.compare.standing import LEGEND, SYMBOLS

    for part in label.parts:
        _print_part(part, _happens(label.grid) if part.slug == "collected" else {}, evidence)
    if label.norms:
        _print_norms(label.norms)
    legend = "   ".join(f"{SYMBOLS[standing]} {meaning}" for standing, meaning in LEGEND.items())
    out().print(Text(legend, style="dim"))


def print_vague(label: "PolicyLabel") -> None:
    """What the policy leaves open or says only in vague words, with quotes."""
    from rich.text import Text

    from privascope.cli.printing import out

    print_head(label.source, label.sector)
    found = label.vague
    if not found:
        out().print("Nothing on the label is vague or lacks details.")
    for part, lines in found:
        out().print(Text(part.title, style="bold"))
        for line in lines:
            _print_line(line)
            print_quotes(line.evidence[:_QUOTED], 6)
        out().print()


def print_head(source: "Source", sector: str | None) -> None:
    """The policy's title, with other facts below it."""
    from rich.text import Text

    from privascope.cli.printing import out, safe

    out().print(Text(safe(source.title), style="bold"))
    facts = dict.fromkeys((source.organisation, source.dated, sector or "sector not computed yet"))
    out().print(Text(safe(" · ".join(fact for fact in facts if fact)), style="dim"))
    out().print()


def _print_part(part: "Part", happens: dict[str, str], evidence: bool) -> None:
    from rich.text import Text

    from privascope.cli.printing import out
    from privascope.compare.standing import SYMBOLS, Standing

    out().print(Text(part.title, style="bold"))
    main, *others = part.topics
    for line in main.lines:
        _print_line(line, happens.get(line.name, ""))
        _print_evidence(line, evidence)
    silent = SYMBOLS[Standing.NOT_STATED]
    if part.standing is Standing.NOT_STATED:
        out().print(Text(f"  {silent} not stated: the policy {part.told}", style="dim"))
    elif part.standing is Standing.NOT_SURE:
        out().print(Text(f"  {SYMBOLS[part.standing]} not sure: the policy {part.told}", "dim"))
        print_quotes(part.perhaps[: _QUOTED if evidence else 1], 6)
    elif main.not_stated:
        out().print(Text(f"  {silent} not stated: {', '.join(main.not_stated)}", style="dim"))
    for topic in others:
        if evidence:
            for line in topic.lines:
                _print_line(line, topic.title.lower())
                _print_evidence(line, evidence)
        elif topic.lines:
            told = ", ".join(f"{SYMBOLS[line.standing]} {line.wording}" for line in topic.lines)
            out().print(Text(f"  {topic.title}: {told}"))
    for line in part.own_statements:
        _print_line(line)
        _print_evidence(line, evidence)
    out().print()


def _happens(grid: "Grid") -> dict[str, str]:
    """For each kind of data, what it is used for and who gets it."""
    from privascope.compare.standing import Standing

    found = {}
    for row in grid.rows:
        groups: dict[str, list[str]] = {}
        for column, mark in zip(grid.columns, row.marks, strict=True):
            if column.group and mark.standing is Standing.STATED:
                groups.setdefault(column.group, []).append(column.title)
        found[row.data] = " · ".join(f"{name} {', '.join(to)}" for name, to in groups.items())
    return found


def _print_line(line: "Line", note: str = "") -> None:
    from rich.text import Text

    from privascope.cli.printing import out, safe
    from privascope.compare.standing import SYMBOLS, UNCLEAR, WORDING, Standing

    text = Text(f"  {SYMBOLS[line.standing]} {line.wording}")
    if line.words:
        text.append(safe(f": {', '.join(f'“{words}”' for words in line.words)}"))
    if line.standing is Standing.DENIED:
        text.append(f" ({WORDING[line.standing]})")
    if line.contrary:
        text.append(" (elsewhere it says it does not)")
    if UNCLEAR[line.clarity] and line.standing is not Standing.UNSPECIFIED:
        text.append(f"  ~ {UNCLEAR[line.clarity]}", style=_VAGUE)
    facts = [note] if note else []
    if line.places > 1:
        facts.append(f"{line.places} places")
    if facts:
        text.append(f"  {' · '.join(facts)}", style="dim")
    out().print(text)


def _print_evidence(line: "Line", wanted: bool) -> None:
    if wanted:
        print_quotes(line.evidence[:_QUOTED], 6)
        print_quotes(line.contrary[:1], 6)


def print_quotes(evidence: Iterable["Evidence"], indent: int) -> None:
    """The policy's own words, marked, each with its offsets."""
    from rich.padding import Padding

    from privascope.cli.printing import out

    for one in evidence:
        out().print(Padding(_quote(one), (0, 0, 0, indent), expand=False))


def _quote(evidence: "Evidence") -> "Text":
    from rich.text import Text

    from privascope.cli.printing import safe

    cut = "" if evidence.whole else "…"
    text = Text(f"“{cut}")
    at = evidence.start
    for mark in evidence.marks:
        text.append(safe(_between(evidence, at, mark.start)))
        text.append(safe(_between(evidence, mark.start, mark.end)), style=_MARK)
        at = mark.end
    text.append(safe(_between(evidence, at, evidence.end)))
    text.append(f"{cut}”")
    text.append(f" [{evidence.start}–{evidence.end}]", style="dim")
    return text


def _between(evidence: "Evidence", start: int, end: int) -> str:
    words = evidence.text[start - evidence.start : end - evidence.start]
    return words.replace("\n", " ")


def _print_norms(norms: "SectorNorms") -> None:
    from rich.text import Text

    from privascope.cli.printing import out
    from privascope.compare.norms import FEWEST
    from privascope.traits.sector import UNKNOWN

    if norms.sector == UNKNOWN or not norms.known:
        return
    if norms.known < FEWEST:
        told = f"{norms.known} {norms.sector} policies were analysed: too few for a comparison."
        out().print(Text(f"{told}\n", style="dim"))
        return
    out().print(Text(f"Unlike most of the {norms.known} {norms.sector} policies here", "bold"))
    _print_sentences([norm.sentence for norm in norms.unusual])
    out().print()


def _print_sentences(sentences: Sequence[str]) -> None:
    from privascope.cli.printing import out

    for sentence in sentences:
        out().print(f"  {sentence}")
    if not sentences:
        out().print("  Nothing: it does what most of them do.")
