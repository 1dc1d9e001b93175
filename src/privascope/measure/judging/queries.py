"""The queries that searches of policies are judged by, in three themes."""

from dataclasses import dataclass

PERSONAL = "personal information"
SECURITY = "security"
PRACTICE = "practice"
THEMES = (PERSONAL, SECURITY, PRACTICE)


@dataclass(frozen=True, slots=True)
class JudgedQuery:
    """A query; `id` stands for it in files of judgements, which allow no spaces."""

    text: str
    theme: str

    @property
    def id(self) -> str:
        return self.text.replace(" ", "-").lower()


# Those of the PrivaSeer paper.
QUERIES: tuple[JudgedQuery, ...] = (
    *(
        JudgedQuery(text, PERSONAL)
        for text in (
            "payment information",
            "health information",
            "social security number",
            "phone number",
            "photos",
            "private messages",
            "microphone",
        )
    ),
    *(
        JudgedQuery(text, SECURITY)
        for text in ("firewall", "encryption", "SSL", "data breach", "deletion")
    ),
    *(
        JudgedQuery(text, PRACTICE)
        for text in (
            "opt-out",
            "retention period",
            "change notification",
            "do not track",
            "European audience",
        )
    ),
)
