"""A page: fetched bytes, decoded and parsed."""

from dataclasses import dataclass

from privascope.policy.document import Document, lay_out


@dataclass(frozen=True, slots=True)
class Page:
    """One fetched document. `url` is where it was found, or a file's name."""

    url: str
    media_type: str
    charset: str
    language: str
    document: Document

    @property
    def title(self) -> str:
        return self.document.title

    def whole_text(self) -> str:
        """All the words of the page, menus and footers included."""
        return lay_out(self.document.blocks)[0]

    def main_text(self) -> str:
        """The words of the policy alone."""
        return lay_out(block for block in self.document.blocks if block.main)[0]
