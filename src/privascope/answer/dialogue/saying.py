"""What the assistant says in turns that are not about a policy."""

from collections.abc import Sequence

from privascope.answer.dialogue.reply import Act, Point, Told

MORE = "Would you like to hear more?"
WHICH = "Which policy do you mean? Say the name of an app, a site or a company."
COMMANDS = (
    "“Ask Jotharbor whether it sells my photos” – with the name of any policy",
    "“And my location?”, “for how long?”, “what about Helixbrook?”",
    "“More”, “repeat”, “one at a time”, “stop”",
    "“Where does it say that?”, “why?”, “are you sure?”",
    "“What should I worry about?”, “what is it vague about?”, “what changed?”",
    "“Compare it with Loomwave”, “which of these sell my data?”",
)
_PLAIN = {
    Act.GREET: "Hello. Name an app or a site, and ask what its privacy policy says.",
    Act.THANKS: "You are welcome.",
    Act.BYE: "Goodbye.",
    Act.STOP: "All right.",
    Act.INSULT: "I am sorry that this did not help. Try asking about one thing, in other words.",
    Act.SILENCE: "I did not hear a question. Ask about anything, or say “help”.",
    Act.FOREIGN: "I only understand English. Please ask in English.",
    Act.ORDER: "I only answer questions about privacy policies, from their own sentences.",
    Act.UNCLEAR: "I did not understand that. Can you put it in other words?",
    Act.HELP: (
        "I read privacy policies. Name one and ask in your own words, such as: does Jotharbor sell "
        "my photos? Then go on with: for how long? Or: what about Helixbrook? You can also ask "
        "what to worry about, what changed, or to compare two policies."
    ),
}
_CLOSINGS = '.!?…:;)”"'
# From these probabilities on.
_CONFIDENCE = ((0.85, "quite sure"), (0.65, "fairly sure"), (0.4, "not very sure"))
_LONGEST_SAID = 60


def plain(act: Act) -> str:
    """What there is to say to a turn that asks nothing."""
    return _PLAIN[act]


def sentence(point: Point) -> str:
    """A point as it is said, shortened for listeners."""
    words = (point.lead if point.brief else f"{point.lead} {point.text}").split()
    cut = len(words) > _LONGEST_SAID
    text = " ".join(words[:_LONGEST_SAID]).rstrip(" ,;•") + (" …" if cut else "")
    return text if text[-1:] in _CLOSINGS else f"{text}."


def words_in(points: Sequence[Point]) -> int:
    """How many words points take when they are said."""
    return sum(len(sentence(point).split()) for point in points)


def listed(names: Sequence[str], last: str = "or") -> str:
    """Names with commas and a word before the last."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def place(points: Sequence[Point], source: str) -> str:
    """Under which headings points are, and in which policy of which date."""
    headings = list(dict.fromkeys(point.section[-1] for point in points if point.section))
    if not any(point.is_quote for point in points):
        return f"This is from {source}." if source else "That was not a sentence of a policy."
    under = (
        f"under {listed([f'“{one}”' for one in headings[:3]], 'and')}, in " if headings else "in "
    )
    return f"It says so {under}{source}."


def sureness(told: Told) -> str:
    """How sure an answer is, in words."""
    if told.confidence is None:
        return "I read you the policy’s own sentences, or counted what was found in them."
    level = next((words for least, words in _CONFIDENCE if told.confidence >= least), "not sure")
    share = round(told.confidence * 10)
    if not told.is_answer:
        return f"I am {level}: I looked through the whole policy and found no sentence on this."
    return (
        f"I am {level}: of answers like this, about {share} in 10 are right. "
        "Read the sentence to be certain."
    )
