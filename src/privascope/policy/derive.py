"""From a page to the policy it holds."""

from privascope.policy.document import lay_out
from privascope.policy.page import Page
from privascope.policy.policy import Policy
from privascope.policy.sections import find_sections
from privascope.policy.segments import find_segments
from privascope.policy.sentences import find_sentences
from privascope.policy.stated_date import find_stated_date

# Changes whenever the same blocks would give other sections, segments, sentences or dates.
STRUCTURE_VERSION = "2"


def derive_policy(page: Page) -> Policy:
    """The policy's own words with their structure; the whole page where no part stands out."""
    main = [block for block in page.document.blocks if block.main]
    text, blocks = lay_out(main or page.document.blocks)
    return Policy(
        title=page.title,
        language=page.language,
        stated_date=find_stated_date(text) or find_stated_date(page.whole_text()),
        text=text,
        blocks=blocks,
        sections=find_sections(text, blocks),
        segments=find_segments(text, blocks),
        sentences=find_sentences(text, blocks),
    )
