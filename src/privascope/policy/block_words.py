"""Whether a block is policy text, a menu or a banner, as far as its words show."""

import numpy as np
from numpy.typing import NDArray

from privascope.policy.document import BlockKind
from privascope.policy.html_blocks import HtmlBlock

_SAMPLE = 600
_START = 80
# Menus, banners, titles and date lines are short; longer blocks have no topics.
_SHORT = 30
_ENDS = frozenset(".;!?")
_CAPITALS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_DIGITS = b"0123456789"
_CENTURIES = frozenset(("19", "20"))
_AFTER_LETTER = frozenset(".)")


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


_STOP_WORDS = _words(
    "the of and to a in is that for it as with on be by this are or from at an not have has we "
    "you your our us if when will may can any all such which who their they these those other "
    "de la el y en que los las para por con del se una et les des le du pour nous vous votre "
    "der die das und zu den von mit sie wir ist auf di che per il i si non"
)
_PERSON_WORDS = _words("we us our ours you your yours")
_CUE_WORDS = _words(
    "privacy policy policies personal information data collect collected collection collects use "
    "used uses share shared sharing disclose disclosed disclosure third party parties cookies "
    "cookie consent rights right access delete deletion retention retain security protect "
    "protection processing process processed controller processor gdpr ccpa california european "
    "legal law laws lawful services service users user website account identify identifiable "
    "transfer transfers purposes purpose request requests opt marketing advertising advertisers "
    "partners providers affiliates children minors terms agreement applicable interests "
    "technologies device browser"
)
_STOP, _PERSON, _CUE = range(3)
_CLASSES = {
    **dict.fromkeys(_STOP_WORDS, _STOP),
    **dict.fromkeys(_PERSON_WORDS, _PERSON),
    **dict.fromkeys(_CUE_WORDS, _CUE),
}
# Words looked for in short blocks, each set a feature.
_TOPICS = {
    "titled": _words("privacy datenschutz confidentialité privacidad gdpr cookie cookies"),
    "document": _words("policy notice statement policies declaration"),
    "terms": _words("terms conditions agreement imprint impressum eula accessibility"),
    "dated": _words("updated effective revised revision modified version dated reviewed update"),
    "months": _words(
        "january february march april may june july august september october november december "
        "jan feb mar apr jun jul aug sep sept oct nov dec"
    ),
    "copyright": _words("copyright reserved"),
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
_TOPICS_OF: dict[str, list[int]] = {}
for _place, _topic in enumerate(_TOPICS.values()):
    for _word in _topic:
        _TOPICS_OF.setdefault(_word, []).append(_place)
_NO_TOPICS = [0.0] * len(_TOPICS)
_MEASURES = (
    "words linked pressed stops cues cue_count person marks capitals digits ends_sentence "
    "ends_colon bold opens_panel kind level at numbered year"
).split()
WORD_FEATURES = (
    *_MEASURES,
    *"heading_1 heading_2 heading_deep item_depth".split(),
    *(kind.name.lower() for kind in BlockKind),
    *_TOPICS,
)


def word_features(blocks: list[HtmlBlock]) -> NDArray[np.float32]:
    """One row a block, one column for each of WORD_FEATURES."""
    rows = np.array([_measures(block) for block in blocks], dtype=np.float32)
    measured, topics = rows[:, : len(_MEASURES)], rows[:, len(_MEASURES) :]
    kind, level = measured[:, _MEASURES.index("kind")], measured[:, _MEASURES.index("level")]
    heading = kind == BlockKind.HEADING
    levels = [
        heading & (level == 1),
        heading & (level == 2),
        heading & (level > 2),
        np.where(kind == BlockKind.ITEM, level, 0),
    ]
    kinds = kind[:, None] == np.arange(len(BlockKind))
    return np.hstack([measured, np.stack(levels, axis=1), kinds, topics], dtype=np.float32)


def _measures(block: HtmlBlock) -> list[float]:
    """The numbers of _MEASURES, then the share of each topic among the words of short blocks.

    Words are what stands between spaces: a comma hides some, but that is the same on all pages
    and several times faster than cutting words out by pattern.
    """
    text = block.text
    sample = text[:_SAMPLE]
    start = text[:_START].encode("latin-1", "replace")
    words = sample.lower().split()
    count = len(words) or 1
    topics = _NO_TOPICS
    year = False
    if len(words) <= _SHORT:
        topics = topics.copy()
        for word in words:
            if word in _TOPICS_OF:
                for place in _TOPICS_OF[word]:
                    topics[place] += 1 / count
            elif word[:2] in _CENTURIES and word[:4].isdigit() and len(word) < 7:
                year = True
    classes = [_CLASSES[word] for word in words if word in _CLASSES]
    persons, cues = classes.count(_PERSON), classes.count(_CUE)
    longer = max(1.0, len(text) / _SAMPLE)
    return [
        count * longer,
        block.linked,
        block.pressed,
        (len(classes) - cues) / count,
        cues / count,
        cues * longer,
        persons / count,
        (sample.count(".") + sample.count(",") + sample.count(";") + sample.count(":")) / count,
        1 - len(start.translate(None, _CAPITALS)) / (len(start) or 1),
        1 - len(start.translate(None, _DIGITS)) / (len(start) or 1),
        text[-1:] in _ENDS,
        text[-1:] == ":",
        block.bold,
        block.opens_panel,
        block.kind,
        block.level,
        "@" in sample,
        text[:1].isdigit() or text[1:2] in _AFTER_LETTER,
        year,
        *topics,
    ]
