"""The probability that a page is a privacy policy, by its address, its title and its words.

A logistic regression over three bags of words (text, title, address) and a few counts made by
hand. This file turns a page into features; `privascope.learn.detector` finds their weights.
"""

import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from urllib.parse import unquote

import numpy as np
import numpy.typing as npt

from privascope.collect.page_kind import TITLE_PARTS
from privascope.logistic import logistic

DETECTOR_VERSION = "detector-1"

# The beginning shows what a page is; more text only takes time.
_MAX_CHARACTERS = 20_000
_MAX_WORDS = 2_000
# On a short page the menu's own "privacy policy" must not pass for a subject.
_FEW_WORDS = 400
_WORD = re.compile(r"[^\W\d_]{2,}")
_LINE_AT_MOST = 70

_PRIVACY = re.compile(r"privacy|data protection|personal (?:data|information)")
_TERMS = re.compile(r"\bterms\b|\bconditions\b|\btos\b|agreement|\beula\b")
_COOKIES = re.compile(r"cookie")
# Names of policies and nothing else: "Acme privacy notice", but not "privacy screen".
_POLICY_NAME = re.compile(
    r"(?!(?:how|why|what|when|free|write|sample|template)\b)(?:[\w'’.&®™()-]+ ){0,4}?"
    r"(?:privacy|data ?protection)"
    r"(?: ?(?:and|&|,) ?(?:cookies?|security|data protection|terms(?: of (?:use|service))?))? ?"
    r"(?:polic(?:y|ies)|notices?|statement|declaration|practices|information)"
    r"(?: (?:and|&) [\w ]{1,30})?(?: (?:for|of) [\w'’.&® -]{1,40})?\W*"
    r"|(?:our |your |data |online |website )?privacy(?: ?(?:and|&) ?(?:cookies|security|terms))?\W*"
    r"|(?:terms(?: of \w+)? (?:and|&) )?(?:privacy ?policy|data ?protection)\W*"
)
_TERMS_HEADING = re.compile(
    r"(?:[\w'’.&®™-]+ ){0,4}?(?:terms|conditions)(?: (?:of|and|&) [\w ]{1,20})?\W*"
)
_COUNTED = (
    "privacy",
    "privacy policy",
    "personal information",
    "personal data",
    "we collect",
    "cookie",
    "third part",
    "terms of",
    "these terms",
    "liability",
    "warrant",
    "copyright",
    "agree",
    "arbitration",
    "refund",
)
_ADDRESS_CUES = (
    "privacy",
    "dataprotection",
    "gdpr",
    "cookie",
    "terms",
    "tos",
    "condition",
    "legal",
    "policy",
    "dmca",
    "copyright",
    "blog",
    "news",
)


@dataclass(frozen=True, slots=True)
class Model:
    """Weights by feature name; `rarity` is there for words of the text only."""

    text: dict[str, int]
    marks: dict[str, int]
    rarity: npt.NDArray[np.float64]
    text_weights: npt.NDArray[np.float64]
    mark_weights: npt.NDArray[np.float64]
    measure_weights: npt.NDArray[np.float64]
    bias: float


def policy_probability(url: str, text: str, title: str = "") -> float:
    """The probability that a page with this address, whole text and title is a privacy policy."""
    return probability(_model(), url, text, title)


def probability(model: Model, url: str, text: str, title: str) -> float:
    """The same by a given model."""
    columns, values = score_terms(text_terms(text), model)
    score = model.bias
    score += float(np.dot(model.text_weights[columns], values))
    score += float(np.dot(model.measure_weights, measures(url, text, title)))
    for name, value in marks(url, title).items():
        column = model.marks.get(name)
        if column is not None:
            score += float(model.mark_weights[column]) * value
    return logistic(score)


def score_terms(
    terms: Mapping[str, int], model: Model
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """The columns of the words that the model knows, and their TF-IDF scaled to unit length."""
    found = [(model.text[name], count) for name, count in terms.items() if name in model.text]
    pairs = np.array(found, dtype=np.int64).reshape(-1, 2)
    columns = pairs[:, 0]
    # The tenth use of a word says little more than the first.
    values = (1.0 + np.log(pairs[:, 1])) * model.rarity[columns]
    return columns, values / (float(np.linalg.norm(values)) or 1.0)


def text_terms(text: str) -> Counter[str]:
    """How often each word and each pair of neighbours is in the text's beginning."""
    words = _words(text[:_MAX_CHARACTERS])[:_MAX_WORDS]
    terms = Counter(words)
    terms.update(map(" ".join, pairwise(words)))
    return terms


def marks(url: str, title: str) -> dict[str, float]:
    """The words of the address and of the title, each bag of unit length."""
    address = set(_address_marks(url))
    words = _words(title[:500])
    heading = {f"title:{word}" for word in words}
    heading.update(f"title:{a} {b}" for a, b in pairwise(words))
    found = dict.fromkeys(sorted(address), 1.0 / math.sqrt(len(address) or 1))
    found.update(dict.fromkeys(sorted(heading), 1.0 / math.sqrt(len(heading) or 1)))
    return found


def measures(url: str, text: str, title: str) -> npt.NDArray[np.float64]:
    """The hand-made features, each of the order of one."""
    head = text[:_MAX_CHARACTERS].lower()
    name = title[:500].lower()
    path = _path(url)
    words = max(len(head) / 6.0, 1.0)
    in_title = _PRIVACY.search(name) is not None
    in_path = "privacy" in path or ("data" in path and "protection" in path)
    named_in_title, named_in_path = names_itself_policy(url, title)
    terms_in_title = _TERMS.search(name) is not None
    cookies_in_title = _COOKIES.search(name) is not None
    lines = [line for line in head.split("\n") if 5 < len(line) <= _LINE_AT_MOST]
    privacy_headings = sum(1 for line in lines if _POLICY_NAME.fullmatch(line))
    terms_headings = sum(1 for line in lines if _TERMS_HEADING.fullmatch(line))
    counts = [head.count(cue) for cue in _COUNTED]
    return np.array(
        [
            in_title,
            in_path,
            in_title and in_path,
            in_title or in_path,
            named_in_title,
            named_in_path,
            named_in_title and named_in_path,
            named_in_title or named_in_path,
            terms_in_title,
            cookies_in_title,
            in_title and not terms_in_title and not cookies_in_title,
            min(privacy_headings, 4) / 4,
            min(terms_headings, 4) / 4,
            math.log(words) / 5,
            words < 150,
            words < _FEW_WORDS,
            *(math.log1p(count) / 3 for count in counts),
            *(min(100 * count / max(words, _FEW_WORDS), 3.0) for count in counts),
        ],
        dtype=np.float64,
    )


def names_itself_policy(url: str, title: str) -> tuple[bool, bool]:
    """Whether the title, and whether the address, is the name of a policy and nothing besides."""
    return (
        any(map(_POLICY_NAME.fullmatch, TITLE_PARTS.split(title[:500].lower()))),
        _POLICY_NAME.fullmatch(last_name(url)) is not None,
    )


def last_name(url: str) -> str:
    """The last name in an address, as words: "privacy policy" of "/legal/Privacy-Policy.html"."""
    names = [name for name in re.split(r"[?#]", _path(url))[0].split("/") if name]
    last = re.sub(r"\.\w{2,5}$", "", names[-1]) if names else ""
    return re.sub(r"[-_+ ]+", " ", last)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _path(url: str) -> str:
    """The address without its host, in small letters; nothing when there is none."""
    _, _, rest = unquote(url[:2000]).lower().partition("://")
    host, slash, path = rest.partition("/")
    return slash + path if slash else "/" if host else ""


def _address_marks(url: str) -> list[str]:
    path = _path(url)
    if not path:
        return []
    found = [f"address:{word}" for word in _words(path.replace("_", " "))]
    joined = re.sub(r"[-_ .]", "", path)
    found += [f"address*{cue}" for cue in _ADDRESS_CUES if cue in joined]
    parts = [part for part in re.split(r"[/?#&=]", path) if part]
    if parts:
        found += [f"address last*{cue}" for cue in _ADDRESS_CUES if cue in parts[-1]]
    else:
        found.append("address:/")
    host = unquote(url[:2000]).lower().partition("://")[2].partition("/")[0]
    found += [f"host:{word}" for word in _words(host.split(".")[0]) if word != "www"]
    return found


@cache
def _model() -> Model:
    with (files("privascope.models") / "policy_detector" / "weights.npz").open("rb") as file:
        arrays = dict(np.load(file, allow_pickle=False))
    text = bytes(arrays["text"]).decode().split("\n")
    marks = bytes(arrays["marks"]).decode().split("\n")
    return Model(
        text={name: column for column, name in enumerate(text)},
        marks={name: column for column, name in enumerate(marks)},
        rarity=arrays["rarity"].astype(np.float64),
        text_weights=arrays["text_weights"].astype(np.float64),
        mark_weights=arrays["mark_weights"].astype(np.float64),
        measure_weights=arrays["measure_weights"].astype(np.float64),
        bias=float(arrays["bias"]),
    )
