"""Where each sentence of a policy begins and ends."""

import re
from collections.abc import Iterable, Iterator

from privascope.policy.document import BlockKind, PlacedBlock
from privascope.policy.line_shapes import is_leader_row
from privascope.policy.policy import Span

# A longer row is a layout table or a cell full of prose; it is cut like a paragraph.
_LONGEST_ROW = 600
# How far back the search for a word goes; bounds the work on text without spaces.
_LONGEST_WORD = 40
# Only a line at least this long can have been wrapped in the middle of a sentence.
_SHORTEST_WRAPPED_LINE = 50

_OPENERS = "\"'“‘«„([{"
_CLOSERS = "\"'”’»)]}"
_BULLETS = "•▪●◦‣■□▸►➢✓✔"
_UNSPACED_ENDS = "。！？"

# One class of characters to look for keeps the search quick; what they mean is decided after.
_ENDS = f".!?…{_UNSPACED_ENDS}"
_MARK = re.compile(rf"[{_ENDS}{_BULLETS}](?:(?<=[{_ENDS}])[{_ENDS}]*[{re.escape(_CLOSERS)}]*)?")
_FORGOTTEN_SPACE = re.compile(r"(?!(?:Com|Org|Net)\b)[A-Z][a-z]*[\s,’']|\([a-z0-9]{1,3}\)\s*[A-Z]")
_SMALL_ENUMERATOR = re.compile(r"\(?(?:[a-z]|[ivx]{2,4})[.)]\s+[\"“]?[A-Z]")
_LETTER = re.compile(r"\w")
_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_LINE = re.compile(r"[^\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+")
_ENUMERATOR = re.compile(r"\(?(?:\d{1,3}(?:\.(?:\d{1,3}|[a-z])){0,5}|[A-Za-z]|[ivxIVX]{1,5})[.)]+")
_LABEL = re.compile(
    r"(?:section|sec\.|article|art\.|part|chapter|annex|appendix|clause|schedule|step|§)"
    r"\s*(?:\d{1,3}(?:\.\d{1,3}){0,5}|[A-Z]|[IVX]{1,5})\.",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"[\d§#+(]|[IVX]+\b|[A-Z]{1,3}\d|No\.")
_LINE_ITEM = re.compile(rf"\s*(?:[-–—*·{_BULLETS}]|\(?\w{{1,3}}[.)]\s|\d)")
_WEB_ADDRESS = re.compile(r"https?://|www\.|[\w-]+\.(?:com|org|net)\b")
_ADDRESS = re.compile(r"[@/]|www|\.\w*\.")
_CONTACT_LABEL = re.compile(r"(?:E-?mail|Tele?phone|Phone|Tel|Fax)(?: address| number)?:")


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


# What follows these always belongs to them.
_NEVER_LAST = _words(
    "mr mrs ms mx dr prof hon rev fr sr st messrs mme gen col capt lt sgt sen rep gov pres supt "
    "e.g i.e eg ie cf viz vs v attn p.o c/o a.k.a aka incl esp resp re mt et ex fed cal civ stat "
    "ann"
)
# These need a number (or a lower-case word) after them to go on.
_BEFORE_NUMBER = _words(
    "no nos nr art arts sec secs sect sects p pp fig figs vol vols ch chap para paras par cl ext "
    "tel ph fax approx ca max min reg regs dir eq ed eds app sch pt subsec subd tit box mob lit ser"
)
_CALENDAR = _words(
    "jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun"
)
# A sentence may end in these, or go on with a name: what comes next decides.
_EITHER = _words(
    "inc ltd corp co llc l.l.c llp plc bros gmbh s.a n.v b.v s.r.l s.p.a pty pvt s.l jr esq "
    "dept div assn assoc univ inst intl int'l govt natl mfg ave blvd rd ln hwy apt ste calif "
    "mass conn fla tex penn wash ariz colo mich minn wis ill ind tenn va md al seq ft mins hrs yrs "
    "ph.d m.d b.a m.a d.c u.s u.k e.u u.n u.s.a u.s.c c.f.r n.y l.a"
)
_COMPANY = _words("inc ltd corp co llc l.l.c llp plc bros gmbh s.a n.v b.v s.r.l s.p.a pty pvt ag")
_CLOCK = _words("a.m p.m am pm")
_AFTER_CLOCK = _words(
    "est edt pst pdt cst cdt mst mdt et pt ct mt gmt utc bst cet cest ist aest eastern pacific "
    "central mountain monday tuesday wednesday thursday friday saturday sunday and or to"
)
_BEFORE_LETTER = _words(
    "part section group annex appendix schedule exhibit plan vitamin class type level tier "
    "category option title chapter article phase step table figure and or grade series"
)
# Names that carry their own exclamation or question mark.
_MARKED_NAMES = _words("yahoo! yum! jeopardy! joomla! ahoy! which? e! panic!")
_STARTERS = _words(
    "we you your our the this these those that it its if in for when where while as at by on to "
    "all any no not none nobody they their there he she his her however please such some with "
    "under upon should may note a an each both is are do does did can will what who how why "
    "which after before once also although because since but so i my only here see contact other "
    "others most many every unless until from during except additionally furthermore moreover "
    "therefore then thus further accordingly nothing otherwise neither even never click"
)
_LOWER_STARTERS = _words("we you your our the this these if it they please when all any")
# What goes on with a sentence that a stray stop or an unknown abbreviation cut in two.
_CONTINUERS = _words(
    "and or nor but of for to in with by on at from as which that who whose is are was were be "
    "has have had will would shall may can must agree agrees both not than into under"
)


def find_sentences(text: str, blocks: Iterable[PlacedBlock]) -> tuple[Span, ...]:
    """The sentences of each block in order; headings, terms and rows are one sentence each."""
    return tuple(span for block in blocks for span in _block_sentences(text, block))


def split_sentences(paragraph: str) -> list[Span]:
    """The sentences of a paragraph, without the white space around them."""
    return [span for line in _logical_lines(paragraph) for span in _line_sentences(paragraph, line)]


def _block_sentences(text: str, block: PlacedBlock) -> Iterator[Span]:
    words = text[block.start : block.end]
    whole = block.kind in (BlockKind.HEADING, BlockKind.TERM) or (
        block.kind is BlockKind.ROW and len(words) <= _LONGEST_ROW
    )
    for span in [_trimmed(words, 0, len(words))] if whole else split_sentences(words):
        if span.start < span.end:
            yield Span(block.start + span.start, block.start + span.end)


def _logical_lines(paragraph: str) -> Iterator[Span]:
    """The lines of a paragraph, those joined that one sentence runs through."""
    start = end = -1
    for match in _LINE.finditer(paragraph):
        if not match[0].strip():
            continue
        tail = paragraph[max(start, end - 2 * _LONGEST_WORD) : end]
        if start >= 0 and not _runs_on(tail, paragraph[end : match.end()]):
            yield Span(start, end)
            start = -1
        if start < 0:
            start = match.start()
        end = match.end()
    if start >= 0:
        yield Span(start, end)


def _runs_on(line: str, following: str) -> bool:
    """Whether a line was wrapped in mid-sentence: long, unfinished, and going on in small case."""
    line = line.rstrip()
    if following.count("\n") > 1 or len(line) < _SHORTEST_WRAPPED_LINE or line[-1] in ".!?:;…":
        return False
    if is_leader_row(line):
        return False
    following = following.lstrip()
    return following[:1].islower() and not _LINE_ITEM.match(following)


def _line_sentences(text: str, line: Span) -> Iterator[Span]:
    if is_leader_row(text[line.start : line.end]):
        yield _trimmed(text, line.start, line.end)
        return
    start = line.start
    word = _first_letter(text, start, line.end)
    for mark in _MARK.finditer(text, line.start, line.end):
        end = mark.start() if mark[0][0] in _BULLETS else mark.end()
        if end <= word:
            # Punctuation without a word is not a sentence; it belongs to what follows.
            continue
        if end >= line.end:
            break
        if _ends_sentence(text, start, mark, line.end):
            yield _trimmed(text, start, end)
            start = end
            word = _first_letter(text, start, line.end)
    rest = _trimmed(text, start, line.end)
    if rest.start < rest.end:
        yield rest


def _first_letter(text: str, start: int, end: int) -> int:
    match = _LETTER.search(text, start, end)
    return match.start() if match else end


def _trimmed(text: str, start: int, end: int) -> Span:
    words = text[start:end]
    start += len(words) - len(words.lstrip())
    return Span(start, max(start, start + len(words.strip())))


def _ends_sentence(text: str, start: int, mark: re.Match[str], limit: int) -> bool:
    """Whether what began at `start` ends with this mark, or before it if it is a bullet."""
    ending = mark[0]
    if ending[0] in _BULLETS:
        before = text[mark.start() - 1]
        return before.isspace() or before in ".;:!?"
    if ending[0] in _UNSPACED_ENDS:
        return True
    following = text[mark.end() : min(limit, mark.end() + 4 * _LONGEST_WORD)]
    if not following[0].isspace():
        return _lacks_space(text, start, mark, following)
    following = following.lstrip()
    if not following:
        return False
    before = _last_word(text, start, mark.start())
    if _is_all_enumerator(text, start, mark.end()):
        return False
    lower = _begins_small(following)
    if "!" in ending or "?" in ending:
        return not lower and not _is_marked_name(text, mark, before)
    if ending[0] == "…" or ending.startswith(".."):
        return not lower
    bare = before.rstrip(_CLOSERS)
    word = bare.lower()
    if word.endswith(".") or before[-1:] in _CLOSERS:
        # The stop comes after a bracket or quotation that already closed: "(…, etc.). We"
        return not lower
    if lower:
        return ending == "." and _is_plain(word) and _begins_though_small(word, following)
    if len(bare) == 1 and bare.isupper():
        previous = _last_word(text, start, mark.start() - 1).lower()
        return previous in _BEFORE_LETTER or _first_word(following) in _STARTERS
    return _stop_ends(word, following)


def _lacks_space(text: str, start: int, mark: re.Match[str], following: str) -> bool:
    """Whether two sentences follow each other without a space: "…your data.We do not…"."""
    before = text[mark.start() - 1] if mark.start() > start else ""
    if len(mark[0]) != 1 or not ("a" <= before <= "z" or before == ")"):
        return False
    word = _last_word(text, start, mark.start())
    return bool(_FORGOTTEN_SPACE.match(following) and len(word) > 1 and not _ADDRESS.search(word))


def _stop_ends(word: str, following: str) -> bool:
    """Whether a full stop after `word` ends the sentence, with a capital or a digit next."""
    if _is_dotted_acronym(word.rpartition("-")[2]):
        # "EU-U.S. Data Privacy Framework" goes on as "U.S. Data" does.
        word = word.rpartition("-")[2]
    if word in _NEVER_LAST:
        return False
    first = _first_word(following)
    if word in _CLOCK:
        return first not in _AFTER_CLOCK and following[0] != "("
    if word in _BEFORE_NUMBER:
        return not _NUMBERED.match(following)
    if word in _CALENDAR:
        return first in _STARTERS
    if following[0] == "(" and (word in _EITHER or word in _COMPANY):
        return False
    if word in _COMPANY:
        return first in _STARTERS or _reads_like_prose(following)
    if word in _EITHER or _is_dotted_acronym(word):
        return first in _STARTERS or _CONTACT_LABEL.match(following) is not None
    return True


def _last_word(text: str, start: int, end: int) -> str:
    """The word that ends at `end`, with what it is joined to, without opening marks."""
    words = text[max(start, end - _LONGEST_WORD) : end].split()
    return words[-1].lstrip(_OPENERS) if words else ""


def _first_word(following: str) -> str:
    match = _WORD.match(following.lstrip(_OPENERS))
    return match[0].lower() if match else ""


def _begins_small(following: str) -> bool:
    """Whether a sentence can hardly begin so: in small case, but "iPhones" and "eBay" can."""
    bare = following.lstrip(_OPENERS)
    if bare != following and following[0] in "([{":
        return False
    if bare[:1] in "&/,;:%=":
        return True
    word = _WORD.match(bare)
    if word and word[0] in ("AND", "OR", "WITH", "OF"):
        return True
    return bare[:1].islower() and not (word and any(map(str.isupper, word[0])))


def _begins_though_small(word: str, following: str) -> bool:
    """Whether a sentence begins in small case: careless writing, a list, a name, an address."""
    first = _first_word(following)
    if first in _LOWER_STARTERS or _WEB_ADDRESS.match(following):
        return True
    if _SMALL_ENUMERATOR.match(following):
        return True
    return len(word) > 4 and bool(first) and first not in _CONTINUERS


def _is_all_enumerator(text: str, start: int, end: int) -> bool:
    """Whether the text before is only a number or a label: "4.1.", "(a)", "Section 3."."""
    if end - start > _LONGEST_WORD:
        return False
    head = text[start:end].strip()
    return bool(_ENUMERATOR.fullmatch(head) or _LABEL.fullmatch(head))


def _is_marked_name(text: str, mark: re.Match[str], before: str) -> bool:
    """Whether a mark belongs to a name, as known or as seen: "Yahoo!" before a small letter."""
    if len(mark[0]) != 1 or not before[:1].isupper():
        return False
    name = before + mark[0]
    if name.lower() in _MARKED_NAMES:
        return True
    nearby = text[max(0, mark.start() - 500) : mark.end() + 500]
    return any(rest[:1].islower() for rest in nearby.split(f"{name} ", 5)[1:])


def _is_plain(word: str) -> bool:
    """Whether a word is an ordinary one, so that a full stop after it ends the sentence."""
    return (
        len(word) > 2
        and word.replace("-", "").isalpha()
        and not any(word in words for words in (_NEVER_LAST, _BEFORE_NUMBER, _CALENDAR, _EITHER))
    )


def _is_dotted_acronym(word: str) -> bool:
    parts = word.split(".")
    return len(parts) > 1 and all(len(part) == 1 and part.isalpha() for part in parts)


def _reads_like_prose(following: str) -> bool:
    """Whether a capital word is followed by a small one, as in "Customers may"."""
    words = following.split(None, 2)
    return (
        len(words) > 1
        and words[1].isalpha()
        and words[1].islower()
        and words[1]
        not in (
            "and",
            "or",
            "of",
            "for",
            "to",
            "in",
        )
    )
