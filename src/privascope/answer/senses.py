"""Words that policies use in another sense than questions do: "in order to", "contact us"."""

import re
from functools import lru_cache

_DOCUMENT = (
    r"(?:polic(?:y|ies)|notices?|statements?|terms|documents?|agreement|section|information)"
)
# Phrases in which a word, in a group, is not what anybody asks about.
_PHRASES: tuple[str, ...] = (
    r"in (order) (?:to|that|for)\b",
    r"(?:into|on) (account)\b",
    r"\b(note) that\b",
    r"(?:please|also|kindly|should|we|to) (note)\b",
    r"\b(following)\b",
    r"\bas (follows)\b",
    r"\b(read(?:ing)?) (?:and \w+ )?(?:this|these|the|our|their|its|each|any|all|your|of|more|"
    rf"through|it|them|carefully)\b(?=[^.]{{0,60}}\b{_DOCUMENT}\b)",
    r"(?:encourage|advise|urge|recommend|ask|invite|suggest)s? (?:that )?you (?:to )?(?:carefully |"
    r"also )?(read|review|see|look)\b",
    r"please (?:carefully )?(read|see|review)\b",
    r"\b(see) (?:our|the|section|sections|below|above|also|here|further|article|under|“|\")",
    r"\b(parent) (?:compan|entit|corporation|organi[sz]ation|undertaking|firm|group)",
    r"\b(text) files?\b",
    r"\b(safe) harbou?r",
    r"\b(minor) (?:changes?|amendments?|revisions?|updates?|edits?)",
    r"\bso[- ](called)\b",
    r"\b(call(?:ing)?) us\b",
    r"\b(photo(?:graphic)?) (?:id|identification|identity)\b",
    r"\b(train(?:s|ed|ing)?) (?:(?:of|for|to) )?(?:(?:our|their|its|all|your) )?"
    r"(?:employees|staff|personnel|agents|representatives|teams?)",
    r"(?:employees|staff|personnel|team)\b[^.]{0,40}\b(train(?:ed|ing))",
    r"\b(sell) (?:(?:our|its|their|the|you|other) )?(?:products|goods|services|tickets|items)",
    r"\b(sales) (?:team|rep|staff|department|person|call|agent|office|purposes|inquir|enquir)",
    r"\b(sale) of (?:all|any|some|part|substantially|its|our|assets|the (?:company|business)|a |"
    r"business|company|stock|shares)",
    r"(?:merger|acquisition|reorgani[sz]ation|bankruptcy|restructuring)[^.]{0,80}\b(sale)\b",
    r"\b(?:app|play|online|web|apple|chrome|android|retail) (store)s?\b",
    r"\b(keep) (?:(?:you|yourself|regularly|them|us|always|it) )*(?:informed|updated|"
    r"up[- ]to[- ]date|in mind|in touch|track|current|abreast)",
    r"\b(keep(?:s|ing)?|kept) (?:(?:this|that|the|your|such|it|all|any|personal|information|data|"
    r"them|strictly) )*(?:confidential|private|secret|secure|safe)\b",
    r"\b(address) (?:your|any|the|these|this|such|those|all) (?:\w+ )?(?:concern|question|issue|"
    r"complaint|request|matter|inquir|problem)",
    r"on the (?:one|other) (hand)\b",
    r"(?:privacy|this|our|cookie|california|supplemental|the|of this) (notice)s?\b",
    r"\b(?:device|phone|business|hardware|computer|handset|make(?: and| or)?) (model)s?\b",
    r"\b(model) (?:of (?:your|the)|clauses?|contract|number|name|and (?:make|manufacturer))",
    r"\b(market) share",
    r"\b(contact) (?:you|your|users|or identify|and identify)\b",
    r"data (protection) (?:law|act|officer|regulation|legislation|rules|supervisory|rights)",
    r"\b(access(?:es|ed|ing)?) (?:to |or use |and use )?(?:the|our|this|these|its|certain|a|any|"
    r"such|other) (?:\w+ )?(?:sites?|websites?|services?|platforms?|apps?|applications?|pages?|"
    r"networks?|features?|internet)\b",
    r"data (protection) (authorit(?:y|ies))\b",
    r"(?:supervisory|regulatory|privacy) (authorit(?:y|ies))\b",
    r"\b(government)[- ]issued",
    r"(?:marketing|promotional|commercial|receive|receiving|such) (communications?)\b",
    r"administrative (communications?)\b",
    r"\b(free) of charge\b",
    r"\b(post(?:s|ed|ing)?) (?:(?:the|any|a|an|such|our|those|these|all|this|it|them|new|updated|"
    r"revised) )*(?:changes?|notices?|revisions?|updates?|version|policy|modifications?|on this)",
    r"\b(view) (?:our|this|the|a|pages?|ads?|content|more)\b",
    r"\bwe (value) (?:your|the|our)\b",
    r"\b(contact) (?:information|details|data|number|address|person|form)\b",
    r"in (response) to\b",
    r"\b(order) (?:of|from) (?:a|the) (?:court|judge|authorit)",
    r"court (orders?)\b",
    r"\basset (sales?)\b",
    r"\b(?:business(?:es)?|compan(?:y|ies)|assets|divisions?|stock|shares|subsidiar(?:y|ies))\b"
    r"(?: (?:or|and|its|assets|business|itself|may|might|could|will|should|has|have|ever))*"
    r" (?:is|are|was|were|be|been|being|gets?) (sold)\b",
    r"\b(sell) (?:or \w+ )?(?:(?:all|any|some|part|substantially|our|its|the|a|of) )*"
    r"(?:business(?:es)?|compan(?:y|ies)|assets|divisions?|stock|shares)\b",
    r"\b(accounting)\b",
    r"\bnon-(\w+)",
    r"\b(years?) (?:of age|old|and older|or older|and over|or over)\b",
    r"\b(closed?) (?:the|your|this) (?:browser|window|tab|app)",
    r"\b(registered) (?:office|trademarks?|under|at|in|address|company|agent)\b",
    r"\b(location) of (?:our|the) (?:servers?|office|compan)",
)


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    return re.compile("|".join(_PHRASES), re.IGNORECASE)


def in_sense(text: str) -> str:
    """The text with words of another sense blanked out; all other characters keep their place."""
    pieces: list[str] = []
    at = 0
    for match in _pattern().finditer(text):
        for start, end in match.regs[1:]:
            if start >= at:
                pieces += [text[at:start], " " * (end - start)]
                at = end
    return "".join((*pieces, text[at:])) if pieces else text
