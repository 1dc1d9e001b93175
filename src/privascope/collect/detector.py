"""How likely a page is to be a privacy policy, by its address, its title and its words.

A logistic regression over three bags of words (text, title, address) and a few counts made by
hand. This file turns a page into features; `privascope.learn.detector` finds their weights.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from urllib.parse import unquote

import numpy as np
import numpy.typing as npt

DETECTOR_VERSION = "detector-1"

# What a page is shows early; the rest only costs time.
_MAX_CHARACTERS = 30_000
_MAX_WORDS = 2_500
_WORD = re.compile(r"[^\W\d_]{2,}")
_LINE_AT_MOST = 70

_PRIVACY = re.compile(r"privacy|data protection|personal (?:data|information)")
_TERMS = re.compile(r"\bterms\b|\bconditions\b|\btos\b|agreement|\beula\b")
_COOKIES = re.compile(r"cookie")
_PRIVACY_HEADING = re.compile(
    r"(?:[\w'’.&®™-]+ ){0,4}?(?:privacy|data protection)"
    r"(?:(?: and| &) (?:cookies?|security|data protection))? ?"
    r"(?:policy|notice|statement|declaration)?(?: for [\w'’.&® -]{1,30})?\W*"
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
    model = _model()
    score = model.bias
    score += float(np.dot(model.measure_weights, measures(url, text, title)))
    score += sum(
        float(model.mark_weights[model.marks[name]]) * value
        for name, value in marks(url, title).items()
        if name in model.marks
    )
    found = {
        model.text[name]: count for name, count in text_terms(text).items() if name in model.text
    }
    if found:
        columns = np.fromiter(found.keys(), dtype=np.int64, count=len(found))
        values = term_weights(found.values()) * model.rarity[columns]
        score += float(np.dot(values, model.text_weights[columns]) / np.linalg.norm(values))
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, score))))


def text_terms(text: str) -> Counter[str]:
    """How often each word and each pair of neighbours stands in the text's beginning."""
    words = _words(text[:_MAX_CHARACTERS])[:_MAX_WORDS]
    terms = Counter(words)
    terms.update(map(" ".join, zip(words, words[1:], strict=False)))
    return terms


def term_weights(counts: Iterable[int]) -> npt.NDArray[np.float64]:
    """A word's tenth use says little more than its first."""
    return 1.0 + np.log(np.fromiter(counts, dtype=np.float64))


def marks(url: str, title: str) -> dict[str, float]:
    """The words of the address and of the title, each bag of unit length."""
    address = set(_address_marks(url))
    words = _words(title[:500])
    heading = {f"title:{word}" for word in words}
    heading.update(f"title:{a} {b}" for a, b in zip(words, words[1:], strict=False))
    found = dict.fromkeys(sorted(address), 1.0 / math.sqrt(len(address) or 1))
    found.update(dict.fromkeys(sorted(heading), 1.0 / math.sqrt(len(heading) or 1)))
    return found


def measures(url: str, text: str, title: str) -> npt.NDArray[np.float64]:
    """The counts made by hand, each of the order of one."""
    head = text[:_MAX_CHARACTERS].lower()
    name = title[:500].lower()
    path = _path(url)
    words = max(len(head) / 6.0, 1.0)
    in_title = _PRIVACY.search(name) is not None
    in_path = "privacy" in path or ("data" in path and "protection" in path)
    terms_in_title = _TERMS.search(name) is not None
    cookies_in_title = _COOKIES.search(name) is not None
    lines = [line for line in head.split("\n") if 5 < len(line) <= _LINE_AT_MOST]
    privacy_headings = sum(1 for line in lines if _PRIVACY_HEADING.fullmatch(line))
    terms_headings = sum(1 for line in lines if _TERMS_HEADING.fullmatch(line))
    counts = [head.count(cue) for cue in _COUNTED]
    return np.array(
        [
            in_title,
            in_path,
            in_title and in_path,
            in_title or in_path,
            terms_in_title,
            cookies_in_title,
            in_title and not terms_in_title and not cookies_in_title,
            min(privacy_headings, 4) / 4,
            min(terms_headings, 4) / 4,
            math.log(words) / 5,
            words < 150,
            words < 400,
            *(math.log1p(count) / 3 for count in counts),
            *(min(100 * count / words, 3.0) for count in counts),
        ],
        dtype=np.float64,
    )


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
