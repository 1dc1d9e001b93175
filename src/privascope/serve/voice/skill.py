"""The interaction model and the manifest of an Alexa skill, as the developer console takes them."""

import re
from collections.abc import Iterable
from typing import Any

from privascope.answer.common_questions import COMMON_QUESTIONS
from privascope.errors import PrivascopeError
from privascope.serve.voice.alexa import LISTED_INTENT, OPEN_INTENT

_LOCALE = "en-US"
# The open slot takes any words, but only behind others.
_CARRIERS = (
    "ask {query}", "tell me {query}", "i want to know {query}", "i would like to know {query}",
    "question {query}", "what about {query}", "and what about {query}", "how about {query}",
    "and {query}", "open {query}", "compare {query}", "about {query}", "whether {query}",
    "if {query}", "please {query}", "say {query}",
)  # fmt: skip
_BUILT_IN = ("Yes", "No", "Stop", "Cancel", "Help", "Repeat", "Next", "Fallback", "NavigateHome")
_FOLLOW_UPS = (
    "for how long", "who gets it", "why", "are you sure", "where does it say that", "tell me more",
    "one at a time", "what changed", "what is it vague about", "what should i worry about",
    "which policy are we on", "send it to my screen", "what are my expectations", "forget that",
    "and my location", "and my photos", "with whom", "can i delete it", "can i opt out",
    "which of these sell my data", "compare the two", "summarize this policy",
)  # fmt: skip
_INVOCATION = re.compile(r"[a-z][a-z'.]*(?: [a-z][a-z'.]*)+")
_FORBIDDEN = frozenset("alexa amazon echo computer skill app launch ask tell open".split())
_LONGEST_VALUE = 140


def interaction_model(invocation: str, names: Iterable[str] = ()) -> dict[str, Any]:
    """What the skill understands; `names` are those of the library's services."""
    if not _INVOCATION.fullmatch(invocation) or _FORBIDDEN & set(invocation.split()):
        raise PrivascopeError(
            "a skill is called by two words or more, in small letters, without words such as "
            "Alexa, ask, open or skill"
        )
    intents: list[dict[str, Any]] = [
        {"name": f"AMAZON.{name}Intent", "samples": []} for name in _BUILT_IN
    ]
    intents.append(
        {
            "name": OPEN_INTENT,
            "slots": [{"name": "query", "type": "AMAZON.SearchQuery"}],
            "samples": list(_CARRIERS),
        }
    )
    intents.append(
        {
            "name": LISTED_INTENT,
            "slots": [{"name": "question", "type": "PRIVACY_QUESTION"}],
            "samples": ["{question}"],
        }
    )
    values = [{"name": {"value": value}} for value in _values(names)]
    language = {
        "invocationName": invocation,
        "intents": intents,
        "types": [{"name": "PRIVACY_QUESTION", "values": values}],
    }
    return {"interactionModel": {"languageModel": language}}


def manifest(invocation: str, endpoint: str) -> dict[str, Any]:
    """The skill's manifest; `endpoint` is the public address of /voice/alexa."""
    if not re.fullmatch(r"https://[\w.-]+(?::443)?(?:/[\w./-]*)?", endpoint):
        raise PrivascopeError("the endpoint is an address that begins with https://")
    about = {
        "name": "Privascope",
        "summary": "Ask what a privacy policy says.",
        "description": (
            "Name an app or a site, and ask what its privacy policy says. Answers are sentences of "
            "the policy, read to you."
        ),
        "examplePhrases": [
            f"Alexa, open {invocation}",
            f"Alexa, ask {invocation} what should i worry about",
            "and what about my location",
        ],
        "keywords": ["privacy", "policy"],
    }
    return {
        "manifest": {
            "manifestVersion": "1.0",
            "publishingInformation": {
                "locales": {_LOCALE: about},
                "category": "EDUCATION_AND_REFERENCE",
                "isAvailableWorldwide": True,
                "distributionCountries": [],
                "testingInstructions": "Open the skill and ask about a policy of the library.",
            },
            "privacyAndCompliance": {
                "allowsPurchases": False,
                "usesPersonalInfo": False,
                "isChildDirected": False,
                "isExportCompliant": True,
                "containsAds": False,
                "locales": {_LOCALE: {}},
            },
            "apis": {
                "custom": {
                    "endpoint": {"uri": endpoint, "sslCertificateType": "Trusted"},
                    "interfaces": [],
                }
            },
            "permissions": [],
        }
    }


def _values(names: Iterable[str]) -> list[str]:
    """Questions that people ask, each once, in letters that a slot's values may have."""
    questions = [question for topic in COMMON_QUESTIONS.values() for question in topic]
    found = [*questions, *_FOLLOW_UPS]
    for name in list(names)[:200]:
        found += [f"what about {name}", f"does {name} sell my data", name]
    clean = (" ".join(re.sub(r"[^\w' .-]", " ", one).lower().split()) for one in found)
    return list(dict.fromkeys(one for one in clean if one and len(one) <= _LONGEST_VALUE))
