"""From a page to the policy it holds."""

from dataclasses import replace

from privascope.policy.document import PlacedBlock, lay_out
from privascope.policy.page import Page
from privascope.policy.policy import Policy
from privascope.policy.sections import find_sections
from privascope.policy.segments import find_segments
from privascope.policy.sentences import find_sentences
from privascope.policy.stated_date import find_stated_date

# Changes whenever the same blocks would give other sections, segments, sentences or dates.
STRUCTURE_VERSION = "2"


def derive_policy(page: Page) -> Policy:
    """The policy's text with its structure; the whole page if no part of it is the main text."""
    main = [block for block in page.document.blocks if block.main]
    text, blocks = lay_out(main or page.document.blocks)
    policy = structure_of(text, blocks, title=page.title, language=page.language)
    if policy.stated_date is None:
        policy = replace(policy, stated_date=find_stated_date(page.whole_text()))
    return policy


def structure_of(
    text: str, blocks: tuple[PlacedBlock, ...], *, title: str, language: str
) -> Policy:
    """The policy of a laid-out text: its date, sections, segments and sentences."""
    return Policy(
        title=title,
        language=language,
        stated_date=find_stated_date(text),
        text=text,
        blocks=blocks,
        sections=find_sections(text, blocks),
        segments=find_segments(text, blocks),
        sentences=find_sentences(text, blocks),
    )
