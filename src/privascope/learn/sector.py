"""Learns the sector of commerce from policies that are labelled by cues."""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from privascope.errors import MissingExtraError
from privascope.learn.sector_cues import ENDINGS, NAMES, PHRASES, TOPICS
from privascope.traits.sector import SECTORS, WEIGHTS, Floats, domain_features, text_features
from privascope.unpack import open_unpacked

# From which probability a sector is named: chosen on 520 policies that were read, see docs/methods.
THRESHOLD = 0.62

# How far the best sector must lead, in the sum of all cues, for a policy to be learned from.
_LEAD = 0.8
_PHRASE, _NAME, _TOPIC = 1.5, 1.5, 1.2
# A phrase in a larger share of all policies says nothing about the sector.
_COMMON = 0.3
_RAREST = 12
_STRENGTH = 5.0
_READ = 8_000
_WORD = re.compile(r"[a-z0-9]+")
_LONGEST_PHRASE = 4
_KNOWN = {
    size: {p for phrases in PHRASES.values() for p in phrases if p.count(" ") == size - 1}
    for size in range(1, _LONGEST_PHRASE + 1)
}

Row = dict[str, str]


def cue_scores(rows: Sequence[Row]) -> Floats:
    """The weight of the cues in each policy for each sector."""
    found = [_phrases_in(row["text"]) for row in rows]
    counts = Counter(phrase for phrases in found for phrase in phrases)
    worth = {
        phrase: max(0.0, float(np.log(_COMMON * len(rows) / (count + 5))))
        for phrase, count in counts.items()
    }
    scores = np.zeros((len(rows), len(NAMES)))
    for place, sector in enumerate(NAMES):
        for number, (row, phrases) in enumerate(zip(rows, found, strict=True)):
            domain = row["domain"].lower()
            named = 1.0 if NAMES[sector].search(domain.partition(".")[0]) else 0.0
            for ending, belongs, weight in ENDINGS:
                if belongs == sector and ending.search(domain):
                    named = weight if weight > 1 else named + weight
            said = sum(worth[phrase] for phrase in phrases & PHRASES[sector])
            topic = TOPICS.get(row["category"], {}).get(sector, 0.0)
            scores[number, place] = _PHRASE * np.log1p(said / 3) + _NAME * named + _TOPIC * topic
    return scores


def _phrases_in(text: str) -> set[str]:
    words = _WORD.findall(text[:_READ].lower())
    found: set[str] = set()
    for size, known in _KNOWN.items():
        found |= known.intersection(
            " ".join(words[at : at + size]) for at in range(len(words) - size + 1)
        )
    return found


def learn(rows: Sequence[Row]) -> dict[str, Any]:
    """The arrays of a model: names of features, their weights and constants."""
    try:
        from scipy.sparse import csr_matrix, vstack
        from sklearn.linear_model import LogisticRegression
    except ImportError as error:
        raise MissingExtraError("Learning", "train") from error
    scores = cue_scores(rows)
    in_order = np.sort(scores, axis=1)
    clear = np.flatnonzero(in_order[:, -1] - in_order[:, -2] >= _LEAD)
    words = [text_features(row["text"], "") for row in rows]
    pieces = [domain_features(row["domain"]) for row in rows]
    features = [*_frequent(words, 0.5 * len(rows)), *_frequent(pieces, len(rows))]
    number = {name: place for place, name in enumerate(features)}

    def table(found: Sequence[set[str]]) -> csr_matrix:
        places = [[number[name] for name in found[at] if name in number] for at in clear.tolist()]
        sizes = [len(one) for one in places]
        values = np.repeat([1 / np.sqrt(max(size, 1)) for size in sizes], sizes)
        begins = np.cumsum([0, *sizes])
        inside = [place for one in places for place in one]
        return csr_matrix((values, inside, begins), shape=(len(places), len(features)))

    # Text and domain are learned from apart, so that each can tell the sector without the other.
    wanted = np.tile(scores[clear].argmax(axis=1), 2)
    weight = np.repeat([1.0, 0.7], len(clear))
    model = LogisticRegression(C=_STRENGTH, max_iter=60, tol=1e-3)
    model.fit(vstack([table(words), table(pieces)]).tocsr(), wanted, sample_weight=weight)
    assert list(model.classes_) == list(range(len(SECTORS) - 1))
    return {
        "features": np.array(features),
        "weights": model.coef_.T.astype(np.float16),
        "constants": model.intercept_,
        "threshold": np.float64(THRESHOLD),
    }


def _frequent(found: Iterable[Collection[str]], most: float) -> list[str]:
    counts = Counter(name for names in found for name in names)
    return sorted(name for name, count in counts.items() if _RAREST <= count <= most)


def read_rows_without(path: Path, left_out: Collection[str]) -> list[Row]:
    """The policies of a file, each text once for a domain, without the domains left out."""
    rows: dict[tuple[str, str], Row] = {}
    with open_unpacked(path) as lines:
        for line in lines:
            row = json.loads(line)
            if row["domain"] not in left_out:
                rows.setdefault((row["domain"], row["text"][:200]), row)
    return list(rows.values())


def train(data: Path, folder: Path, left_out: Path | None = None) -> dict[str, object]:
    """Learns from a file, without the domains that another lists, and writes a folder."""
    without = set(left_out.read_text(encoding="utf-8").split()) if left_out else set()
    rows = read_rows_without(data, without)
    arrays = learn(rows)
    path = folder / WEIGHTS.name
    folder.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, **arrays)
    return {"policies": len(rows), "left_out": len(without), "weights": str(path)}
