"""Where a policy mentions artificial intelligence: in general, machine learning, generative AI."""

from privascope.traits.mention import Mention
from privascope.traits.mention_trait import MentionTrait
from privascope.traits.patterns import abbreviated, find_mentions, spelled

_OTHER_AI = (
    r"amnesty|illustrator|active ingredient|insemination|avian influenza|air india"
    r"|appreciative inquiry|adequate intake|american indian"
)
_MACHINES = r"\bai\b|artificial|machine|neural|algorithm|generative|prompt|\btrain(?:ed|ing)"
_COMPUTING = _MACHINES + r"|models?\b"
_LAW_DEGREE = r"master of laws|degree|\bllb\b|\bj\.?d\.?\b|solicitor|law school"

_RULES = (
    spelled("artificial-intelligence", r"artificial(?:ly)? intelligen(?:ce|t)"),
    abbreviated("artificial-intelligence", r"AIs?", unless=_OTHER_AI),
    abbreviated("artificial-intelligence", r"A\.I\.", unless=_OTHER_AI),
    spelled(
        "artificial-intelligence",
        r"ai[- ](?:powered|driven|based|enabled|assisted|generated|models?|systems?|tools?|"
        r"features?|assistants?|chatbots?|agents?|technolog(?:y|ies))",
        unless=_OTHER_AI,
    ),
    spelled("machine-learning", r"machine[- ]learn(?:ing|ed)"),
    spelled("machine-learning", r"deep[- ]learning", near=_COMPUTING),
    spelled("machine-learning", r"neural net(?:work)?s?"),
    abbreviated("machine-learning", r"ML", near=_COMPUTING, unless=r"\d ?ml\b", alone=True),
    spelled("generative-ai", r"generative (?:ai|a\.i\.|artificial intelligence|models?)"),
    spelled("generative-ai", r"gen(?:erative)?[- ]?ai"),
    spelled("generative-ai", r"large language models?"),
    spelled("generative-ai", r"language models?", near=_MACHINES),
    spelled("generative-ai", r"chat ?gpt"),
    spelled("generative-ai", r"gpt-?[3-9](?:\.\d|o)?", near=_COMPUTING + r"|openai"),
    spelled("generative-ai", r"openai"),
    abbreviated("generative-ai", r"LLMs?", near=_COMPUTING, unless=_LAW_DEGREE),
)


def find_artificial_intelligence(text: str) -> tuple[Mention, ...]:
    """Where a text mentions artificial intelligence, by the key in TRAIT.names."""
    return find_mentions(text, _RULES)


TRAIT = MentionTrait(
    name="artificial_intelligence",
    # Changes whenever the same text would give other mentions.
    version="1",
    find=find_artificial_intelligence,
    names={
        "artificial-intelligence": "Artificial intelligence (AI)",
        "machine-learning": "Machine learning",
        "generative-ai": "Generative AI and language models",
    },
    facet="ai",
    title="Artificial intelligence",
    about="AI that the policy mentions: artificial-intelligence, machine-learning, generative-ai",
    summary="How many policies mention artificial intelligence, and which kinds.",
    says={
        "artificial-intelligence": (
            "We use artificial intelligence to sort support requests.",
            "Some features rely on AI.",
            "Your photos may be used to train our AIs.",
            "An A.I. reads the message first.",
            "ai-powered suggestions are on by default",
            "Artificially intelligent assistants answer at night.",
            "AI: how we use it",
        ),
        "machine-learning": (
            "Machine learning helps us to detect fraud.",
            "We apply machine-learning techniques to logs.",
            "Deep learning models find faces in photos.",
            "A neural network ranks the results.",
            "Our ML models are trained on usage data.",
        ),
        "generative-ai": (
            "We offer generative AI features.",
            "Text may be sent to a large language model.",
            "Prompts go to the provider of the LLM.",
            "Answers are written by ChatGPT.",
            "We share prompts with OpenAI.",
            "GenAI tools are switched off for schools.",
        ),
    },
    silent=(
        "We said again that rain is plain.",
        "Amnesty International (AI) is a charity we support.",
        "Save your drawing as an Adobe Illustrator (AI) file.",
        "Our soap holds no artificial colours.",
        "The washing machine is learning nothing.",
        "She holds an LLM degree in privacy law.",
        "Bottles of 500 ML are shipped within a week.",
        "Deep learning happens in small classrooms.",
        "The body language models calm behaviour.",
        "Business intelligence reports hold totals only.",
        "We decide by hand and not by automated means.",
    ),
)
