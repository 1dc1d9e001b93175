"""What the words of one block tell about its being policy, menu or banner."""

import re

from privascope.policy.document import BlockKind
from privascope.policy.html_blocks import HtmlBlock

_WORD = re.compile(r"[^\W_]+")
_SAMPLE = 2_000
_START = 120


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


_STOP = _words(
    "the of and to a in is that for it as with on be by this are or from at an not have has we "
    "you your our us if when will may can any all such which who their they these those other "
    "de la el y en que los las para por con del se una et les des le du pour nous vous votre "
    "der die das und zu den von mit sie wir ist auf di che per il i si non"
)
_PERSON = _words("we us our ours you your yours")
_CUES = _words(
    "privacy policy policies personal information data collect collected collection collects use "
    "used uses share shared sharing disclose disclosed disclosure third party parties cookies "
    "cookie consent rights right access delete deletion retention retain security protect "
    "protection processing process processed controller processor gdpr ccpa california european "
    "legal law laws lawful services service users user website account identify identifiable "
    "transfer transfers purposes purpose request requests opt marketing advertising advertisers "
    "partners providers affiliates children minors terms agreement applicable interests "
    "technologies device browser"
)
# Words looked for in the beginning of a block, each set a feature.
_TOPICS = {
    "titled": _words("privacy datenschutz confidentialité privacidad gdpr cookie cookies"),
    "document": _words("policy notice statement policies declaration"),
    "terms": _words("terms conditions agreement imprint impressum eula accessibility"),
    "dated": _words("updated effective revised revision modified version dated reviewed update"),
    "months": _words(
        "january february march april may june july august september october november december "
        "jan feb mar apr jun jul aug sep sept oct nov dec"
    ),
    "copyright": _words("copyright reserved ©"),
    "consent": _words(
        "accept reject decline allow preferences settings manage necessary active functional "
        "targeting customize customise confirm choices"
    ),
    "menu": _words(
        "login logout log sign signup signin register skip menu search subscribe newsletter cart "
        "basket follow started learn more download careers jobs press blog pricing help support "
        "sitemap products product solutions resources about contact home shop store faq faqs "
        "top print share close toggle navigation company investors news media community events "
        "partners developers features enterprise customers plans gift back try free app apps"
    ),
    "social": _words(
        "facebook twitter instagram linkedin youtube pinterest tiktok rss whatsapp play discord"
    ),
    "places": _words(
        "english deutsch français español italiano português nederlands polski русский 日本語 "
        "中文 한국어 svenska dansk norsk suomi language country region canada france germany "
        "australia brazil india kingdom japan korea"
    ),
    "related": _words(
        "related recommended popular helpful comments comment previous next recently trending "
        "articles article posts section yes no found"
    ),
    "contents": _words("contents jump overview summary"),
    "contact": _words("email mail phone address street box tel fax suite attn officer"),
}
WORD_FEATURES = (
    *"words linked pressed stops cues cue_count person marks capitals digits".split(),
    *"ends_sentence ends_colon bold opens_panel".split(),
    *(kind.name.lower() for kind in BlockKind),
    *"heading_1 heading_2 heading_deep item_depth year at numbered".split(),
    *_TOPICS,
)


def word_features(block: HtmlBlock) -> list[float]:
    """One number for each of WORD_FEATURES."""
    text = block.text
    sample = text[:_SAMPLE]
    start = text[:_START]
    words = _WORD.findall(sample.lower())
    count = len(words) or 1
    first = words[:20]
    few = len(first) or 1
    cues = sum(map(_CUES.__contains__, words))
    kind, level = block.kind, block.level
    heading = kind is BlockKind.HEADING
    return [
        count * max(1.0, len(text) / _SAMPLE),
        block.linked,
        block.pressed,
        sum(map(_STOP.__contains__, words)) / count,
        cues / count,
        float(cues),
        sum(map(_PERSON.__contains__, words)) / count,
        sum(map(sample.count, ".,;:")) / count,
        sum(map(str.isupper, start)) / (len(start) or 1),
        sum(map(str.isdigit, start)) / (len(start) or 1),
        float(text.endswith((".", ";", "!", "?"))),
        float(text.endswith(":")),
        float(block.bold),
        float(block.opens_panel),
        *(float(kind is other) for other in BlockKind),
        float(heading and level == 1),
        float(heading and level == 2),
        float(heading and level > 2),
        float(level if kind is BlockKind.ITEM else 0),
        float(any(len(word) == 4 and word.startswith(("20", "19")) for word in first)),
        float("@" in sample),
        float(bool(words) and (words[0].isdigit() or len(words[0]) == 1)),
        *(sum(map(topic.__contains__, first)) / few for topic in _TOPICS.values()),
    ]
