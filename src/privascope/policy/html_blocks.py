"""The blocks of an HTML page in reading order, with the elements around each."""

import re
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from privascope.errors import TooLargeError
from privascope.policy.document import BlockKind
from privascope.policy.html_tables import is_data_table
from privascope.policy.html_text import (
    BREAK,
    LONG,
    blank_lines_marked,
    has_bullets,
    lines_of,
    paragraphs_of,
    without_bullet,
)

# The longest policies have some thousands of paragraphs, list items and table rows.
MOST_BLOCKS = 20_000
_LONGEST_HEADING = 240
_LONGEST_LABEL = 200

_NOT_TEXT = frozenset(
    "script style template noscript svg select datalist head iframe object embed video audio "
    "canvas noframes frameset frame title meta link base map progress meter".split()
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details dialog dir div dl dt "
    "fieldset figcaption figure footer form header hgroup hr legend li main menu nav ol p pre "
    "search section summary table tbody td textarea tfoot th thead tr ul".split()
) | frozenset(_HEADINGS)
_LISTS = frozenset(("ul", "ol", "menu", "dir"))
_BOLD = frozenset(("b", "strong", "u"))
# Inline elements that stand apart on the screen even with no white space between them.
_APART = frozenset(("a", "button", "label", "time"))
_MATTERS = _BOLD | _APART
# Without attributes these change nothing but that a block begins ...
_PLAIN = frozenset(("p", "tbody", "thead", "tfoot", "center"))
# ... and these say nothing about the blocks inside.
_LEAVES = _PLAIN | frozenset(_HEADINGS) | frozenset(("td", "th", "tr", "dt", "dd", "pre"))
_STYLED = frozenset(("style", "role", "aria-expanded"))
_LEVELS = frozenset("123456")
_LABELS = ("class", "id", "role", "aria-label")
_HEAVY_STYLE = re.compile(r"font-weight\s*:\s*(?:bold|[6-9]00)")
_NO_DISPLAY = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden")


@dataclass(slots=True)
class Container:
    """A block element: `label` is its class, id and role, `within` its parent's index."""

    tag: str
    label: str
    within: int
    hidden: bool


@dataclass(slots=True)
class HtmlBlock:
    """A block and its place in the page; `linked`, `pressed`, `jumping` are shares of its text.

    What is linked to a place on a page, as "#rights" is, is jumping.
    """

    kind: BlockKind
    text: str
    level: int
    container: int
    linked: float = 0.0
    pressed: float = 0.0
    jumping: float = 0.0
    bold: bool = False
    opens_panel: bool = False


@dataclass(slots=True)
class HtmlBlocks:
    """Everything that the walk through a page collects."""

    blocks: list[HtmlBlock] = field(default_factory=list)
    containers: list[Container] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)


def read_blocks(body: LexborNode) -> HtmlBlocks:
    """The page's blocks, walked without recursion."""
    reader = _Reader()
    node = body
    while True:
        tag = node.tag or "-"
        if tag == "-text":
            reader.text(node.text_content or "")
        elif tag == "br":
            reader.break_line()
        elif tag not in _NOT_TEXT and tag[0] not in "-!":
            reader.enter(tag, node)
            child = node.first_child
            if child is not None:
                node = child
                continue
            reader.leave()
        while reader.stack:
            following = node.next
            if following is not None:
                node = following
                break
            parent = node.parent
            if parent is None:
                break
            node = parent
            reader.leave()
        if not reader.stack:
            return reader.found


class _State:
    """The state that applies inside an element and ends with it."""

    __slots__ = (
        "bold",
        "button",
        "cell",
        "container",
        "jumps",
        "kind",
        "level",
        "link",
        "list_depth",
        "opens_panel",
        "preformatted",
        "row",
        "target",
    )

    def __init__(self) -> None:
        self.kind = BlockKind.PARAGRAPH
        self.level = self.list_depth = 0
        self.container = -1
        self.bold = self.button = self.preformatted = self.opens_panel = self.jumps = False
        self.link: list[str] | None = None
        self.row: list[str] | None = None
        self.cell: list[str] | None = None
        self.target = ""

    def inner(self) -> "_State":
        """The state inside a further element, the same until that element changes it."""
        state = _State.__new__(_State)
        state.kind = self.kind
        state.level = self.level
        state.list_depth = self.list_depth
        state.container = self.container
        state.bold = self.bold
        state.button = self.button
        state.preformatted = self.preformatted
        state.opens_panel = self.opens_panel
        state.link = self.link
        state.jumps = self.jumps
        state.row = self.row
        state.cell = self.cell
        state.target = ""
        return state


class _Reader:
    """Gathers text into blocks as the walk enters and leaves elements."""

    def __init__(self) -> None:
        self.found = HtmlBlocks()
        self.now = _State()
        self.stack: list[tuple[str, _State]] = []
        self.fresh_item = False
        self.closed = ""
        self.joint = ""
        self._start_block()

    def _start_block(self) -> None:
        self.pieces: list[str] = []
        self.length = self.linked = self.pressed = self.jumping = self.panel = self.bold = 0
        self.first_line: tuple[int, int, int] | None = None

    def text(self, text: str) -> None:
        if text.isspace():
            if self.pieces:
                self.pieces.append(" ")
            self.closed = self.joint = ""
            return
        now = self.now
        stripped = len(text.strip())
        if self.joint and self.pieces:
            before = self.pieces[-1]
            if self.joint != "span" or (before[-1:].islower() and text[0].isupper()):
                self.pieces.append(" ")
        self.closed = self.joint = ""
        if now.preformatted:
            text = text.replace("\n", BREAK)
        elif len(text) > LONG and now.cell is None:
            text = blank_lines_marked(text)
        self.pieces.append(text)
        self.length += stripped
        if now.link is not None:
            now.link.append(text)
            self.linked += stripped
            if now.jumps:
                self.jumping += stripped
        if now.button:
            self.pressed += stripped
        if now.opens_panel:
            self.panel += stripped
        if now.bold:
            self.bold += stripped

    def break_line(self) -> None:
        self.closed = self.joint = ""
        if not self.pieces:
            return
        if self.now.kind is BlockKind.HEADING:
            self.pieces.append(" ")
            return
        place = len(self.pieces) - 1
        while self.pieces[place].isspace():
            place -= 1
        if self.pieces[place] == BREAK and not self.now.preformatted:
            self.flush()
            return
        if self.first_line is None:
            self.first_line = (len(self.pieces), self.length, self.bold)
        self.pieces.append(BREAK)

    def enter(self, tag: str, node: LexborNode) -> None:
        attributes = node.attributes
        block = tag in _BLOCKS
        if block and self.pieces:
            self.flush()
        self.stack.append((tag, self.now))
        if not attributes and tag in _PLAIN:
            return
        styled = attributes and not _STYLED.isdisjoint(attributes)
        if block or styled or tag in _MATTERS:
            # Other inline elements change nothing, and share the state around them.
            self.now = now = self.now.inner()
            if styled:
                self._read_style(tag, attributes)
            if block:
                self._enter_block(tag, node, attributes)
                return
            if tag in _BOLD:
                now.bold = True
            elif tag == "a":
                now.link = []
                now.target = attributes.get("href") or ""
                now.jumps = "#" in now.target[:-1]
                if now.target and not node.first_child:
                    now.link.append(attributes.get("aria-label") or attributes.get("title") or "")
            elif tag == "button":
                now.button = True
        if self.closed:
            if tag in _APART and self.closed in _APART:
                self.joint = tag
            elif tag == "span" and self.closed == "span" and not self.joint:
                self.joint = "span"

    def _read_style(self, tag: str, attributes: dict[str, str | None]) -> None:
        """Bold by style, headings and panel buttons by their roles."""
        style = attributes.get("style")
        if style and "font-weight" in style and _HEAVY_STYLE.search(style):
            self.now.bold = True
        role = attributes.get("role")
        if role == "heading":
            stated = attributes.get("aria-level") or ""
            self.now.kind = BlockKind.HEADING
            self.now.level = int(stated) if stated in _LEVELS else 2
        elif "aria-expanded" in attributes and (tag == "button" or role in ("button", "tab")):
            self.now.opens_panel = True

    def _enter_block(self, tag: str, node: LexborNode, attributes: dict[str, str | None]) -> None:
        now = self.now
        if attributes or tag not in _LEAVES:
            self._enter_container(tag, attributes)
        if tag in _HEADINGS:
            now.kind, now.level = BlockKind.HEADING, _HEADINGS[tag]
        elif tag in _LISTS:
            now.list_depth += 1
            now.kind, now.level = BlockKind.PARAGRAPH, 0
        elif tag == "li":
            now.kind, now.level = BlockKind.ITEM, max(1, now.list_depth)
            self.fresh_item = True
        elif tag == "dt":
            now.kind, now.level = BlockKind.TERM, 0
        elif tag == "dd":
            now.kind, now.level = BlockKind.DEFINITION, 0
        elif tag in ("pre", "textarea"):
            now.kind, now.level = BlockKind.PREFORMATTED, 0
            now.preformatted = True
        elif tag == "summary":
            now.opens_panel = True
        elif now.cell is None:
            if tag == "table":
                now.row = [] if is_data_table(node) else None
            elif now.row is not None and tag == "tr":
                now.row = []
            elif now.row is not None and tag in ("td", "th"):
                now.cell = []

    def _enter_container(self, tag: str, attributes: dict[str, str | None]) -> None:
        now, containers = self.now, self.found.containers
        hidden = now.container >= 0 and containers[now.container].hidden
        label = ""
        if attributes:
            names = [attributes[name] or "" for name in _LABELS if name in attributes]
            label = " ".join(names)[:_LONGEST_LABEL].lower()
            style = attributes.get("style")
            hidden = (
                hidden
                or "hidden" in attributes
                or attributes.get("aria-hidden") == "true"
                or (style is not None and _NO_DISPLAY.search(style) is not None)
            )
        containers.append(Container(tag, label, now.container, hidden))
        now.container = len(containers) - 1

    def leave(self) -> None:
        left = self.now
        tag, outer = self.stack.pop()
        if tag in _BLOCKS:
            if self.pieces:
                self.flush()
            if left.cell is not None and outer.cell is None and left.row is not None:
                left.row.append("\n".join(left.cell))
            elif tag == "tr" and left.row and left.cell is None:
                self._emit(BlockKind.ROW, " | ".join(cell for cell in left.row if cell), 0)
                self._start_block()
            elif tag == "li":
                self.fresh_item = False
            self.closed = ""
        else:
            if tag == "a" and left.link is not None:
                if left.target:
                    self.found.links.append((left.target, "".join(left.link)))
                if outer.link is not None:
                    outer.link.extend(left.link)
            self.closed = tag
        self.now = outer

    def flush(self) -> None:
        """Ends the block that is being gathered, if there is one."""
        self.joint = ""
        now, pieces = self.now, self.pieces
        if now.cell is not None:
            # Counts go on: they are shares of the whole row.
            now.cell.extend(lines_of(pieces))
            self.pieces = []
            return
        if now.preformatted:
            for paragraph in paragraphs_of(pieces):
                self._emit(BlockKind.PREFORMATTED, paragraph, 0)
        elif now.kind is BlockKind.HEADING:
            self._emit(now.kind, " ".join(lines_of(pieces)), now.level)
            self.fresh_item = False
        else:
            self._emit_text(pieces)
        self._start_block()

    def _emit_text(self, pieces: list[str]) -> None:
        kind, level = self.now.kind, self.now.level
        if kind is BlockKind.ITEM and not self.fresh_item:
            kind, level = BlockKind.PARAGRAPH, 0
        self.fresh_item = False
        if self.first_line and kind is BlockKind.PARAGRAPH:
            cut, length, bold = self.first_line
            if bold >= length and self.bold - bold < (self.length - length) / 2:
                # "<b>Heading</b><br>text": the heading is a block of its own.
                self._emit(kind, " ".join(lines_of(pieces[:cut])), level, bold=True)
                pieces = pieces[cut:]
                self.bold = 0
        paragraphs = paragraphs_of(pieces)
        for paragraph in paragraphs:
            if kind is BlockKind.PARAGRAPH and has_bullets(paragraph):
                for line in paragraph.split("\n"):
                    item = without_bullet(line)
                    self._emit(BlockKind.ITEM if item else kind, item or line, 1 if item else 0)
            else:
                self._emit(kind, paragraph, level, bold=self.bold >= self.length)
            if kind is BlockKind.ITEM:
                kind, level = BlockKind.PARAGRAPH, 0

    def _emit(self, kind: BlockKind, text: str, level: int, bold: bool = False) -> None:
        if not text:
            return
        if len(self.found.blocks) >= MOST_BLOCKS:
            raise TooLargeError(
                f"the page has more than {MOST_BLOCKS:,} paragraphs, list items and table rows. "
                "Save the policy in it as a page of its own, and add that"
            )
        if kind is BlockKind.HEADING and len(text) > _LONGEST_HEADING:
            kind, level = BlockKind.PARAGRAPH, 0
        length = max(1, self.length)
        self.found.blocks.append(
            HtmlBlock(
                kind,
                text,
                level,
                self.now.container,
                self.linked / length,
                self.pressed / length,
                self.jumping / length,
                bold,
                self.panel >= length,
            )
        )
