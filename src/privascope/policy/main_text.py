"""Which blocks of a page are the policy."""

from privascope.policy.html_blocks import HtmlBlocks

EXTRACTOR_VERSION = "0"


def main_blocks(found: HtmlBlocks) -> list[bool]:
    """Whether each block belongs to the policy."""
    return [True] * len(found.blocks)
