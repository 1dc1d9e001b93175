"""The sector of commerce behind a policy: from a list of companies, else from its words."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from privascope.traits.industries import INDUSTRIES, sector_of_industry

# Changes whenever the same policy would get another sector.
VERSION = "1"

UNKNOWN = "Unknown"
SECTORS: tuple[str, ...] = (*INDUSTRIES, UNKNOWN)

WEIGHTS = Path(__file__).parents[1] / "models" / "sector" / "weights.npz"

# The beginning of a page and its menus tell most; more would only cost time.
_READ = 20_000
_LONGEST_NAME = 200
_WORD = re.compile(r"[a-z]{3,20}")
_NAME = re.compile(r"[a-z]{2,}")
_PIECE = 7
# Endings that clubs, newspapers and shops have as well as charities and companies.
_FREE_ENDINGS = {"", "com", "org", "net", "org.uk", "co.uk", "org.au", "com.au"}

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sector:
    """A sector by name; `source` is "listed", "inferred" or "unknown"."""

    name: str
    source: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Model:
    """A linear model over the words of a policy and the letters of its domain."""

    features: dict[str, int]
    weights: Floats
    constants: Floats
    threshold: float

    def probabilities(self, text: str, domain: str, title: str) -> Floats:
        """How likely each sector is, in the order of `INDUSTRIES`."""
        scores = self.constants.copy()
        for found in (text_features(text, title), domain_features(domain)):
            known = [self.features[name] for name in found if name in self.features]
            if known:
                scores += self.weights[known].sum(axis=0) / np.sqrt(len(known))
        likely: Floats = np.exp(scores - scores.max())
        likely /= likely.sum()
        return likely


def find_sector(text: str, domain: str, title: str, industry: str = "") -> Sector:
    """The sector of the listed industry, else what the words tell, else unknown."""
    listed = sector_of_industry(industry)
    if listed:
        return Sector(listed, "listed", 1.0)
    model = shipped_model()
    likely = model.probabilities(text, domain, title)
    best = int(likely.argmax())
    confidence = float(likely[best])
    if confidence < model.threshold:
        return Sector(UNKNOWN, "unknown", confidence)
    return Sector(SECTORS[best], "inferred", confidence)


def text_features(text: str, title: str) -> set[str]:
    """The words of a policy and its title, each once."""
    return set(_WORD.findall(f"{title[:_LONGEST_NAME]}\n{text[:_READ]}".lower()))


def domain_features(domain: str) -> set[str]:
    """The pieces of letters in a domain's name, and its ending unless anybody may have it."""
    plain = domain[:_LONGEST_NAME].lower().strip(".").removeprefix("www.")
    name, _, ending = plain.partition(".")
    endings = {ending, ending.rpartition(".")[2]} - _FREE_ENDINGS
    found = {f".{one}" for one in endings}
    for word in _NAME.findall(name):
        marked = f"<{word}>"
        found.update(
            "@" + marked[at : at + size]
            for size in range(3, _PIECE + 1)
            for at in range(len(marked) - size + 1)
        )
    return found


@cache
def shipped_model() -> Model:
    """The model that Privascope ships."""
    with np.load(WEIGHTS, allow_pickle=False) as file:
        return Model(
            features={name: number for number, name in enumerate(file["features"].tolist())},
            weights=file["weights"].astype(float),
            constants=file["constants"].astype(float),
            threshold=float(file["threshold"]),
        )
