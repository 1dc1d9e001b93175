"""The same library on both engines gives the same answers."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from privascope.library.engines.engine import (
    Engine,
    Fields,
    Filters,
    IndexedVersion,
    Request,
    Sorted,
)
from privascope.library.engines.opensearch_client import Cluster
from privascope.library.engines.opensearch_place import OpenSearchIndexes
from privascope.library.engines.query import And, Bag, Node, Not, Or, Phrase, Prefix, Word
from privascope.library.engines.tantivy import TantivyEngine
from privascope.library.facets import FACETS, HISTOGRAMS
from privascope.library.indexed import FIELDS, indexed_versions
from privascope.library.store import Library
from privascope.search.query import parse_query
from privascope.search.ranking import ORDERS
from tests.cluster.parity import Tally
from tests.library.test_engine import FIELDS as SMALL

VERSIONS = 3000
EXAMPLES = 60
SHARED = 0.98

pytestmark = pytest.mark.timeout(600)
QUERIES = (
    "",
    "location data",
    "share personal information with advertisers",
    "cookies tracking -children",
    '"personal data" retention',
    "encrypt* security",
    "title:privacy children",
    "delete OR erase account",
    "nosuchword data",
    "url:privacy health",
)

Pair = tuple[Engine, Engine]


def both(
    cluster: Cluster, folder: Path, fields: Fields, versions: list[IndexedVersion]
) -> Iterator[Pair]:
    """Fresh indexes of both engines, with the same in them."""
    places = OpenSearchIndexes(cluster, f"test-{folder.name.lower()}", "parity", fields, "form")
    engines = TantivyEngine(folder, fields), places.fresh()
    for engine in engines:
        engine.update(versions, ())
    yield engines
    places.remove()


@pytest.fixture(scope="module")
def sample(
    cluster: Cluster, pristine_sample: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pair]:
    """The sample library."""
    with Library(pristine_sample) as library:
        ids = [row["id"] for row in library.rows("SELECT id FROM version")]
        versions = list(indexed_versions(library, ids))
    yield from both(cluster, tmp_path_factory.mktemp("sample"), FIELDS, versions)


STEMS = (
    "share collect process retain encrypt advertise inform notify delete access store cookie "
    "transfer location health child account device purchase consent profile analyse protect"
).split()
ENDINGS = ("", "s", "ed", "ing", "er", "ation")
FILLERS = [f"{a}{b}" for a in ("ab", "or", "ten", "mil", "qua") for b in ("an", "ic", "ory", "el")]
WORDS = [stem.removesuffix("e") + ending for stem in STEMS for ending in ENDINGS] + FILLERS


def made_up(many: int) -> list[IndexedVersion]:
    """Versions of words of uneven frequency, some hidden, most with facets and numbers."""
    dice = random.Random(24)
    weights = [1 / (1 + rank) ** 0.8 for rank in range(len(WORDS))]
    mixed = dice.sample(WORDS, len(WORDS))
    made = []
    for number in range(many):
        text = " ".join(dice.choices(mixed, weights, k=int(dice.lognormvariate(4.5, 0.6)) + 5))
        rest = " ".join(dice.choices(mixed, k=dice.choice((0, 60, 80, 100))))
        popularity = 1 + dice.paretovariate(3) - 1
        values = {"grade": dice.uniform(4, 20), "date": dice.uniform(2010, 2026)}
        if dice.random() < 0.7:
            values["vagueness"] = dice.choice((0.0, dice.random()))
        facets = {"law": tuple(dice.sample(("gdpr", "ccpa", "coppa"), dice.randrange(3)))}
        if dice.random() < 0.6:
            facets["topic"] = ("known", *dice.sample(("cats", "dogs"), dice.randrange(3)))
        if dice.random() < 0.9:
            facets["sector"] = (dice.choice(("Medical", "Shops", "Games")),)
        made.append(
            IndexedVersion(
                id=f"{dice.randrange(2**63):016x}",
                policy_id=f"p{number}",
                title=" ".join(dice.choices(mixed, k=dice.randrange(1, 5))),
                url=f"https://{dice.choice(mixed)}.example/{dice.choice(mixed)}",
                text=text,
                rest=rest,
                shown=dice.random() < 0.9,
                facets={name: found for name, found in facets.items() if found},
                values=values,
                factors={"policy": dice.uniform(0.2, 1.0), "popularity": popularity},
                keys={**values, "popularity": popularity},
            )
        )
    return made


@pytest.fixture(scope="module")
def many(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Three thousand versions."""
    yield from both(cluster, tmp_path_factory.mktemp("many"), SMALL, made_up(VERSIONS))


def words() -> st.SearchStrategy[Node]:
    """Words, phrases and beginnings of words, most of which are in some text."""
    word = st.sampled_from((*WORDS, "nowhere"))
    return st.one_of(
        st.builds(Word, word),
        st.builds(Word, word),
        st.builds(Word, word, st.just("title")),
        st.builds(Word, word, st.just("url")),
        st.builds(lambda one, two: Phrase(f"{one} {two}"), word, word),
        st.builds(lambda one: Prefix(one[:4]), word),
    )


def queries() -> st.SearchStrategy[Node]:
    """Queries as `search/query.py` makes them: strict parts, a bag, exclusions."""
    several = st.lists(words(), min_size=2, max_size=4, unique=True).map(tuple)
    bag = st.builds(Bag, several)
    strict = st.one_of(words(), st.builds(Or, several))
    return st.one_of(
        words(),
        bag,
        st.builds(lambda one, two: And((one, Not(two))), bag, words()),
        st.builds(lambda one, two: And((one, Bag(two, optional=True))), strict, several),
        st.builds(lambda one: And((Not(one),)), words()),
        st.just(And()),
    )


def narrowed() -> st.SearchStrategy[Filters]:
    """Filters of any kind, or none."""
    laws = st.lists(st.sampled_from(("gdpr", "ccpa")), max_size=2, unique=True).map(tuple)
    bounds = st.sampled_from(((None, None), (8.0, None), (6.0, 12.0), (None, 10.0)))
    return st.builds(
        lambda wanted, unwanted, bound, topics: Filters(
            wanted={"law": wanted} if wanted else {},
            unwanted={"sector": ("Games",)} | ({"topic": ("cats",)} if topics else {})
            if unwanted
            else {},
            ranges={"grade": bound} if bound != (None, None) else {},
        ),
        laws,
        st.booleans(),
        bounds,
        st.booleans(),
    )


# A made-up index has what the engine's tests declare, which is not all that there is.
KEYS = {key.name for key in SMALL.keys}
SMALL_ORDERS = [
    order
    for order in ORDERS.values()
    if (order.key in KEYS if isinstance(order, Sorted) else order.factors in SMALL.products)
]


def test_made_up_queries(many: Pair) -> None:
    tally = Tally()

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        # To look for the smallest query that fails takes long on a cluster.
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(queries(), narrowed(), st.booleans(), st.sampled_from(SMALL_ORDERS))
    def ask(query: Node, filters: Filters, whole_page: bool, order: object) -> None:
        tally.compare(
            *many,
            Request(
                query,
                whole_page,
                filters,
                order,  # type: ignore[arg-type]
                facets=SMALL.facets,
                histograms={"grade": 1.0, "vagueness": 0.05},
            ),
        )

    ask()
    assert not tally.differences, "\n".join(tally.differences[:5])
    assert tally.share >= SHARED


@pytest.mark.parametrize("ranking", list(ORDERS))
def test_the_sample(sample: Pair, ranking: str) -> None:
    tally = Tally()
    for text in QUERIES:
        for filters in (Filters(), Filters(wanted={"law": ("gdpr",)}, ranges={"grade": (8, 14)})):
            tally.compare(
                *sample,
                Request(
                    parse_query(text),
                    filters=filters,
                    order=ORDERS[ranking],  # type: ignore[index]
                    facets=tuple(FACETS),
                    histograms=HISTOGRAMS,
                ),
            )
    assert not tally.differences, "\n".join(tally.differences[:5])
    assert tally.share >= SHARED


def test_cursors_misspellings_and_ids(many: Pair) -> None:
    embedded, distributed = many
    assert distributed.ids() == embedded.ids()
    request = Request(Word("sharing"))
    assert [hit.version_id for hit in distributed.scan(request, limit=5000)] == [
        hit.version_id for hit in embedded.scan(request, limit=5000)
    ]
    for word in ("informaton", "encrpyted", "colected", "nothing"):
        assert distributed.similar_words(word, 3) == embedded.similar_words(word, 3)
