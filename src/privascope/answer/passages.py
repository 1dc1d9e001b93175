"""A policy prepared for questions: its sentences, their lead-ins, and which state nothing."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from privascope.answer.policy_practices import PolicyPractices
from privascope.answer.senses import in_sense
from privascope.answer.sentence_table import VectorPlace
from privascope.answer.stating import states
from privascope.answer.words import stems_of, words_of
from privascope.policy.document import BlockKind, PlacedBlock
from privascope.policy.line_shapes import is_run_in_heading
from privascope.policy.policy import Policy, Span
from privascope.policy.sections import heading_places

# An item needs the line that introduces its list; further above is another list.
_FARTHEST_HEAD = 40
_LONGEST_LEAD = 400
_LEANING = re.compile(
    r"(?:this|these|those|that|it|they|them|such|the same|in (?:that|this|such|these) cases?|"
    r"in addition|also|however|otherwise|instead|for example|for instance|the (?:former|latter)|"
    r"neither|both|he|she|if (?:so|not?|none|any of (?:these|those)|such|this|that|it|they|"
    r"(?:you|we) do so)|unless|except)\b",
    re.IGNORECASE,
)
# "This policy", "this app" and the like need no context.
_NAMED_THING = re.compile(
    r"(?:this|these|such)\s+(?:privacy|policy|notice|statement|section|app|site|website|service|"
    r"document|page|cookie)\b",
    re.IGNORECASE,
)
# "We do not share it in this way": the sentence before says which way.
_LEANING_WITHIN = re.compile(
    r"\b(?:in (?:this|that) (?:way|manner)|for (?:this|that|these|those) purposes?|"
    r"to (?:this|that) end|to do so|doing so)\b",
    re.IGNORECASE,
)
_DENIES = re.compile(r"(?:yes|no|not|never|none)\b", re.IGNORECASE)
_ENUMERATOR = re.compile(r"^\s*(?:\(?(?:\d{1,3}|[a-z]|[ivx]+)[.)]|[-*•])\s+", re.IGNORECASE)
_LONGEST_LABEL = 6
_LETTERS = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence of a policy.

    `head` is the number of the sentence that introduces its list, `before` of the one that it
    leans on ("This includes…"), -1 for none. `weight` is below 1 for what states nothing itself:
    headings, lines of a contents list, questions that the policy asks. `states` is false for what
    can be no answer, however near it comes: a bare heading, a menu's line.
    """

    start: int
    end: int
    text: str
    head: int
    before: int
    segment: int
    section: int
    weight: float
    states: bool = True


class Passages:
    """The sentences of one policy in reading order.

    `place` is where their vectors are kept, `practices` what the policy says it does.
    """

    def __init__(self, passages: Sequence[Passage], headings: Sequence[str] = ()) -> None:
        self.all = tuple(passages)
        self.headings = tuple(headings)
        self.place: VectorPlace | None = None
        self.practices: PolicyPractices | None = None

    def __len__(self) -> int:
        return len(self.all)

    def __getitem__(self, number: int) -> Passage:
        return self.all[number]

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The text of each sentence."""
        return tuple(passage.text for passage in self.all)

    @cached_property
    def with_heads(self) -> tuple[str, ...]:
        """The sentences, list items behind the line that introduces them."""
        return tuple(
            f"{self.all[passage.head].text[-_LONGEST_LEAD:]} {passage.text}"
            if passage.head >= 0
            else passage.text
            for passage in self.all
        )

    @cached_property
    def stems(self) -> tuple[Counter[str], ...]:
        """How often each stem occurs in each sentence, without words in another sense."""
        return tuple(Counter(stems_of(in_sense(passage.text))) for passage in self.all)

    @cached_property
    def stating(self) -> tuple[int, ...]:
        """The numbers of the sentences that can be answers; all where none can."""
        found = tuple(number for number, passage in enumerate(self.all) if passage.states)
        return found or tuple(range(len(self.all)))

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """All words of the policy in small letters."""
        return frozenset(word for passage in self.all for word in words_of(passage.text))


def passages_of(policy: Policy) -> Passages:
    """The sentences of a policy with what its blocks and headings say about them."""
    block_starts = [block.start for block in policy.blocks]
    segment_starts = [segment.start for segment in policy.segments]
    heading_blocks = set(heading_places(policy.text, policy.blocks))
    headings = [policy.text[section.start : section.heading_end] for section in policy.sections]
    known = {_bare(heading) for heading in headings}
    section_starts = [section.start for section in policy.sections]
    found: list[Passage] = []
    head, head_block = -1, -1
    for number, sentence in enumerate(policy.sentences):
        text = policy.quote(sentence)
        place = max(0, bisect_right(block_starts, sentence.start) - 1)
        block = policy.blocks[place] if policy.blocks else None
        item = block is not None and block.kind in (BlockKind.ITEM, BlockKind.ROW)
        if head >= 0 and (place in heading_blocks or number - head > _FARTHEST_HEAD):
            head = -1
        if head >= 0 and not _still_listed(policy, block, head_block, place):
            head = -1
        own_head = head if head >= 0 and place > head_block else -1
        is_heading = place in heading_blocks and block is not None and _is_whole(block, sentence)
        like_heading = _bare(text) in known
        section = bisect_right(section_starts, sentence.start) - 1
        # The first row of a table names its columns.
        header = (
            block is not None
            and block.kind is BlockKind.ROW
            and place > 0
            and policy.blocks[place - 1].kind is not BlockKind.ROW
            and place + 1 < len(policy.blocks)
            and policy.blocks[place + 1].kind is BlockKind.ROW
        )
        found.append(
            Passage(
                start=sentence.start,
                end=sentence.end,
                text=text,
                head=own_head,
                before=_leant_on(text, number, found, is_heading, item),
                segment=bisect_right(segment_starts, sentence.start) - 1,
                section=section,
                weight=_weight(text, is_heading or header, like_heading, own_head >= 0),
                states=not header
                and states(
                    text,
                    heading=is_heading or like_heading,
                    listed=own_head >= 0,
                    item=item,
                    above=headings[section] if section >= 0 else "",
                ),
            )
        )
        # A table's cell introduces what follows in the cell, not the rows below.
        row = block is not None and block.kind is BlockKind.ROW
        if text.rstrip().endswith((":", ": -", ":-")) and not is_heading and not row:
            head, head_block = number, place
    return Passages(found, headings)


def passages_of_sentences(sentences: Sequence[str]) -> Passages:
    """Bare sentences as a policy without headings; lists are recognised by the ends of lines."""
    found: list[Passage] = []
    position, head = 0, -1
    for number, text in enumerate(sentences):
        if head >= 0 and not (number - head < _FARTHEST_HEAD and _is_item(sentences[number - 1])):
            head = -1 if number - head > 1 else head
        own_head = head if head >= 0 and _is_item(text) else -1
        found.append(
            Passage(
                position,
                position + len(text),
                text,
                own_head,
                _leant_on(text, number, found, False, own_head >= 0),
                number,
                -1,
                _weight(text, False, False, own_head >= 0),
                states(text, heading=False, listed=own_head >= 0, item=own_head >= 0, above=""),
            )
        )
        position += len(text) + 1
        if text.rstrip().endswith((":", ": -")):
            head = number
    return Passages(found)


def _still_listed(policy: Policy, block: PlacedBlock | None, head_block: int, place: int) -> bool:
    if block is None or place == head_block:
        return True
    if block.kind is not BlockKind.PARAGRAPH:
        return True
    # A list whose items are paragraphs: short lines that end as items do.
    return place == head_block + 1 or _is_item(policy.quote(block))


def _is_item(text: str) -> bool:
    text = text.strip()
    if not text or len(text) > 200:
        return False
    return text.endswith((";", ",", "and", "or")) or not text.endswith((".", "?", "!", ":"))


def _leant_on(
    text: str, number: int, found: Sequence[Passage], is_heading: bool, item: bool
) -> int:
    if is_heading or item or not number:
        return -1
    if _DENIES.match(text) and found[number - 1].text.rstrip().endswith("?"):
        # "No." says something only with the question above it.
        return number - 1
    leans = _LEANING.match(text) and not _NAMED_THING.match(text)
    if not leans and not _LEANING_WITHIN.search(text):
        return -1
    return -1 if found[number - 1].weight < 1 else number - 1


def _weight(text: str, is_heading: bool, like_heading: bool, listed: bool) -> float:
    if is_heading or like_heading:
        # "Your card number is not visible to us!" says all that there is to say.
        return 0.9 if states(text, heading=True, listed=False, item=False, above="") else 0.3
    if is_run_in_heading(text):
        return 0.5
    if text.rstrip().endswith("?"):
        return 0.5
    if sum(1 for _ in _LETTERS.finditer(text[:40])) < 3:
        return 0.3
    words = len(_ENUMERATOR.sub("", text).split())
    if text.rstrip().endswith(":") or (words < 3 and not _DENIES.match(text)):
        # What introduces a list, or heads its line: "Diary entries."
        return 0.85
    if not listed and words <= _LONGEST_LABEL and text.rstrip()[-1].isalnum():
        # A rest of a menu, a button, a label.
        return 0.5
    return 1.0


def _is_whole(block: PlacedBlock, sentence: Span) -> bool:
    return sentence.start >= block.start and sentence.end <= block.end


def _bare(text: str) -> str:
    """A heading without its number, case and marks, to know it again in a contents list."""
    return re.sub(r"[\W\d_]+", " ", text).strip().casefold()
