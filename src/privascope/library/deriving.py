"""What the current methods derive from a page: its text, its structure, its traits."""

from privascope.library.identity import text_hash
from privascope.library.packed import pack_bytes
from privascope.library.records import PackedText
from privascope.policy.canonical import registered_domain
from privascope.policy.derive import STRUCTURE_VERSION, derive_policy
from privascope.policy.main_text import EXTRACTOR_VERSION
from privascope.policy.packing import pack_structure
from privascope.policy.page import Page
from privascope.policy.policy import Policy
from privascope.policy.read import read_page
from privascope.traits.traits import Traits, find_traits, pack_traits

METHOD = f"extractor {EXTRACTOR_VERSION}, structure {STRUCTURE_VERSION}"


def pack_text(page: Page, policy: Policy, traits: Traits) -> PackedText:
    """What the store keeps of a page and its policy."""
    return PackedText(
        method=METHOD,
        title=policy.title,
        language=policy.language,
        stated_date=policy.stated_date,
        words=len(policy.text.split()),
        text_hash=text_hash(policy.text),
        text=pack_bytes(policy.text.encode()),
        page_text=pack_bytes(page.whole_text().encode()),
        structure=pack_structure(policy),
        traits=pack_traits(traits),
    )


def derive_again(content: bytes, url: str, content_type: str) -> PackedText:
    """The text that the current methods derive from stored bytes."""
    page = read_page(content, url, content_type)
    policy = derive_policy(page)
    return pack_text(
        page, policy, find_traits(policy, registered_domain(page.url), page.whole_text())
    )
