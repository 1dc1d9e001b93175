"""What any engine must do, tried on the embedded one."""

import errno
import math
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from privascope.errors import EngineError, IndexDamagedError, IndexFullError, IndexReadOnlyError
from privascope.library.engines import tantivy, tantivy_errors, tantivy_query
from privascope.library.engines.engine import (
    LEAST_RARITY,
    Alternatives,
    Engine,
    Fields,
    Filters,
    IndexedVersion,
    Order,
    Request,
    Scored,
    Sorted,
    SortKey,
)
from privascope.library.engines.query import And, Bag, Node, Not, Or, Phrase, Prefix, Word
from privascope.library.engines.tantivy import TantivyEngine
from privascope.library.engines.tantivy_schema import weight

FIELDS = Fields(
    facets=("sector", "law", "topic"),
    ranges=("grade", "vagueness", "date"),
    markers={"topic": "known"},
    products=(("policy", "popularity"), ("popularity",), ()),
    keys=(
        SortKey("popularity", most=20.0),
        SortKey("date", most=4000.0),
        SortKey("grade", most=100.0, ascending=True),
        SortKey("vagueness", most=1.0),
    ),
)
BEST, BY_WORDS = Scored(("policy", "popularity")), Scored()
ORDERS = (BEST, Scored(("popularity",)), BY_WORDS, *(Sorted(key.name) for key in FIELDS.keys))


def made_in(folder: Path) -> TantivyEngine:
    return TantivyEngine(folder, FIELDS)


def version(number: int, text: str, **more: object) -> IndexedVersion:
    values: dict[str, object] = {
        "id": f"{number:016x}",
        "policy_id": f"p{number}",
        "title": f"Policy {number}",
        "url": f"https://site{number}.example/legal/privacy-policy",
        "text": text,
        "rest": "",
        **more,
    }
    values["keys"] = {
        "popularity": more.get("factors", {}).get("popularity", 1.0),  # type: ignore[attr-defined]
        **more.get("values", {}),  # type: ignore[dict-item]
    }
    return IndexedVersion(**values)  # type: ignore[arg-type]


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    made = made_in(tmp_path)
    made.update(
        [
            version(1, "We sell personal data to advertisers.", facets={"sector": ("Medical",)}),
            version(2, "We never sold your data; selling is wrong.", facets={"law": ("gdpr",)}),
            version(3, "Don't worry: version 3.5 of example.org keeps data safe. Naïve café."),
            version(4, "Data, data and data.", shown=False),
            version(5, "Data again and again.", shown=False),
            version(6, "Nothing of note.", rest="Careers Shop data Imprint"),
        ],
        (),
    )
    return made


def found(engine: Engine, query: Node, **more: object) -> set[int]:
    hits = engine.search(Request(query, **more))  # type: ignore[arg-type]
    assert hits.total == len(hits.best)
    return {int(hit.version_id, 16) for hit in hits.best}


def test_only_versions_that_are_shown_are_found(engine: Engine) -> None:
    assert found(engine, Word("data")) == {1, 2, 3}
    assert len(engine.ids()) == 6


def test_a_word_finds_its_forms_and_a_phrase_is_exact(engine: Engine) -> None:
    assert found(engine, Word("sell")) == {1, 2}
    assert found(engine, Word("selling")) == {1, 2}
    assert found(engine, Phrase("selling")) == {2}
    assert found(engine, Phrase("sell personal data")) == {1}
    assert found(engine, Phrase("selling personal data")) == set()


@pytest.mark.parametrize("text", ["don't", "Don’t", "3.5", "example.org", "naive", "Café"])
def test_words_that_unicode_keeps_together(engine: Engine, text: str) -> None:
    assert found(engine, Word(text)) == {3}


def test_operators(engine: Engine) -> None:
    assert found(engine, And((Word("data"), Not(Word("sell"))))) == {3}
    assert found(engine, Or((Word("advertisers"), Word("worry")))) == {1, 3}
    assert found(engine, Prefix("adver")) == {1}
    assert found(engine, Not(Word("data"))) == {6}
    assert found(engine, And()) == {1, 2, 3, 6}
    assert found(engine, Or(())) == set()
    assert found(engine, Word("policy", "title")) == {1, 2, 3, 6}
    assert found(engine, Word("site", "url")) == {1, 2, 3, 6}


def test_the_whole_page(engine: Engine) -> None:
    assert found(engine, Word("careers")) == set()
    assert found(engine, Word("careers"), whole_page=True) == {6}
    assert found(engine, Word("data"), whole_page=True) == {1, 2, 3, 6}


def test_facets_ignore_their_own_filter_only(engine: Engine) -> None:
    filters = Filters(wanted={"sector": ("Medical",)})
    hits = engine.search(Request(Word("data"), filters=filters, facets=("sector", "law")))
    assert hits.total == 1
    assert hits.facets == {"sector": {"Medical": 1}, "law": {}}
    without = Filters(unwanted={"sector": ("Medical",)})
    assert found(engine, Word("data"), filters=without) == {2, 3}


def test_counts_asked_for_later_are_those_of_the_search(engine: Engine) -> None:
    hits = engine.search(Request(Word("data"), facets=("sector", "law")))
    engine.update((), [hit.version_id for hit in hits.best])
    assert not engine.search(Request(Word("data"), facets=("sector",))).facets["sector"]
    assert hits.facets["sector"] == {"Medical": 1}
    assert hits.facets["law"] == {"gdpr": 1}


def test_what_fails_while_counting_is_told_to_who_asks(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ValueError("the index is damaged")

    monkeypatch.setattr(tantivy, "count", fail)
    hits = engine.search(Request(Word("data"), facets=("law",)))
    assert hits.total == 3
    with pytest.raises(ValueError, match="damaged"):
        hits.facets  # noqa: B018


def test_an_update_replaces_and_removes(engine: Engine) -> None:
    engine.update([version(1, "Now about cookies.")], [f"{2:016x}"])
    assert found(engine, Word("data")) == {3}
    assert found(engine, Word("cookies")) == {1}
    assert len(engine.ids()) == 5


def many(tmp_path: Path, versions: Iterable[IndexedVersion]) -> Engine:
    engine = made_in(tmp_path / "many")
    engine.update(versions, ())
    return engine


def order(engine: Engine, asked: Order) -> list[int]:
    hits = engine.search(Request(Word("data"), order=asked, limit=50))
    return [int(hit.version_id, 16) for hit in hits.best]


def test_orders(tmp_path: Path) -> None:
    step = 2**24
    engine = many(
        tmp_path,
        [
            version(
                1 * step, "data", factors={"popularity": 3.0}, values={"date": 2020.5, "grade": 9.0}
            ),
            version(
                2 * step, "data", factors={"policy": 0.5}, values={"date": 2024.5, "grade": 14.0}
            ),
            version(3 * step, "data data data", values={"vagueness": 0.4, "grade": 5.0}),
        ],
    )
    ordered = {asked: [n // step for n in order(engine, asked)] for asked in ORDERS}
    assert ordered[BEST] == [1, 3, 2]
    assert ordered[Scored(("popularity",))][0] == 1
    assert ordered[BY_WORDS] == [3, 1, 2]
    assert ordered[Sorted("popularity")] == [1, 2, 3]
    assert ordered[Sorted("date")] == [2, 1, 3]
    assert ordered[Sorted("grade")] == [3, 1, 2]
    assert ordered[Sorted("vagueness")][0] == 3


@pytest.mark.parametrize("asked", ORDERS)
def test_equals_are_ordered_by_id(tmp_path: Path, asked: Order) -> None:
    numbers = [(n * 7919 % 101) * 2**57 + n for n in range(1, 60)]
    engine = many(tmp_path, (version(number, "data") for number in numbers))
    assert order(engine, asked) == sorted(numbers)[:50]


def test_ranges_and_histograms(tmp_path: Path) -> None:
    engine = many(tmp_path, (version(n, "data", values={"grade": float(n)}) for n in range(1, 21)))
    narrowed = Filters(ranges={"grade": (5.0, 8.0)})
    hits = engine.search(
        Request(Word("data"), filters=narrowed, limit=50, histograms={"grade": 5.0})
    )
    assert hits.total == 4
    assert hits.histograms["grade"] == {0.0: 4, 5.0: 5, 10.0: 5, 15.0: 5, 20.0: 1}
    assert engine.search(Request(filters=Filters(ranges={"grade": (None, 3)}))).total == 3
    assert engine.search(Request(filters=Filters(ranges={"grade": (19, None)}))).total == 2


def test_a_cursor_reaches_everything_once(tmp_path: Path) -> None:
    numbers = [n * 2**30 for n in range(1, 48)]
    engine = many(tmp_path, (version(number, "data") for number in numbers))
    seen: list[int] = []
    after = ""
    while page := list(engine.scan(Request(Word("data")), after, 10)):
        seen += [int(hit.version_id, 16) for hit in page]
        after = page[-1].version_id
    assert seen == numbers


def test_a_misspelt_word(tmp_path: Path) -> None:
    engine = many(tmp_path, (version(n, "your information is encrypted") for n in range(1, 9)))
    assert engine.similar_words("informaton") == ["information"]
    assert engine.similar_words("encrpyted") == ["encrypted"]
    assert engine.similar_words("information") == []
    assert engine.similar_words("zzzz") == []


@pytest.mark.parametrize("factor", [0.1, 0.5, 1.0, 2.5, 7.9])
def test_the_weight_gives_the_factor_back(factor: float) -> None:
    import math

    assert math.log2(2 + weight(factor)) == pytest.approx(10 * factor)


def test_scores_stay_positive_after_updates(tmp_path: Path) -> None:
    """Documents deleted a moment ago still count in the frequencies of words."""
    engine = many(tmp_path, (version(n, "we collect and collected data") for n in range(1, 9)))
    for _ in range(3):
        engine.update([version(n, "we collect and collected data") for n in range(1, 9)], ())
    hits = engine.search(Request(Word("collecting")))
    assert hits.total == 8
    assert all(hit.score > 0 for hit in hits.best)


def test_without_words_the_weight_decides_also_beside_a_filter(tmp_path: Path) -> None:
    facets = {"sector": ("Medical",)}
    engine = many(
        tmp_path,
        (
            version(n, "data", factors={"popularity": 1 + n / 10}, facets=facets)
            for n in range(1, 30)
        ),
    )
    for filters in (Filters(), Filters(wanted=facets)):
        hits = engine.search(Request(filters=filters, order=BEST, limit=3))
        assert [int(hit.version_id, 16) for hit in hits.best] == [29, 28, 27]


def test_an_update_by_another_process_is_seen_with_its_new_words(tmp_path: Path) -> None:
    reader = many(tmp_path, [version(1, "we share data"), version(2, "nothing")])
    assert found(reader, Word("sharing")) == {1}
    made_in(tmp_path / "many").update([version(2, "sharing is not done")], ())
    assert found(reader, Word("sharing")) == {1, 2}
    assert found(reader, Word("shares")) == {1, 2}


def test_an_index_deleted_under_a_reader(tmp_path: Path) -> None:
    import shutil

    engine = many(tmp_path, [version(1, "we share data")])
    assert found(engine, Word("data")) == {1}
    shutil.rmtree(tmp_path / "many")
    assert found(engine, Word("data")) == set()
    made_in(tmp_path / "many").update([version(2, "new data")], ())
    assert found(engine, Word("data")) == {2}


@pytest.mark.parametrize("whole_page", [False, True])
def test_words_that_stand_together_come_before_words_apart(
    engine: Engine, whole_page: bool
) -> None:
    engine.update(
        [
            version(7, "A zyx phone is one of a number of things we sell here.", title="Zyx phone"),
            version(8, "Your phone numbers are what we keep of you; zyx and more."),
            version(9, "A phone, your own number and zyx are what we keep of you."),
        ],
        (),
    )
    words = And((Word("phone"), Word("number")))
    hits = engine.search(Request(words, whole_page, order=BY_WORDS))
    assert int(hits.best[0].version_id, 16) == 8
    assert hits.total == 3
    assert found(engine, And((*words.parts, Not(Word("number"))))) == set()
    assert found(engine, And((Word("phone"), Word("–")))) == {7, 8, 9}


@pytest.mark.parametrize("most", [5, 3])
def test_common_words_are_read_closely_where_the_tier_is_high(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(tantivy_query, "_MOST_CLOSELY_READ", most)
    monkeypatch.setattr(tantivy_query, "_FEWEST_OF_TIER", 3)
    apart, close = "A phone and its number are kept.", "A phone number is kept for you."

    def of(number: int, text: str, popularity: float) -> IndexedVersion:
        return version(number, text, factors={"popularity": popularity})

    notable = [of(n, apart, 3.2) for n in range(1, 4)]
    others = [of(n, apart, 1.2) for n in range(4, 40)]
    engine = many(
        tmp_path,
        [*notable, *others, of(40, close, 3.2), of(41, close, 1.3)],
    )
    words = And((Word("phone"), Word("number")))

    def scores(asked: Order) -> dict[int, float]:
        hits = engine.search(Request(words, order=asked, limit=50))
        assert hits.total == 41
        return {int(hit.version_id, 16): hit.score for hit in hits.best}

    custom, relevance = scores(BEST), scores(BY_WORDS)
    assert custom[40] > 1.05 * custom[1]
    # All texts are of one length: where words are not read closely, only the weight differs.
    assert custom[41] == pytest.approx(custom[4] * 1.3 / 1.2, rel=0.001)
    assert relevance[41] > 1.05 * relevance[4]
    assert relevance[40] == pytest.approx(relevance[41], rel=0.001)


BAG = Bag((Word("quasar"), Word("phone"), Word("kept")))


def bag_engine(tmp_path: Path) -> Engine:
    return many(
        tmp_path,
        [
            version(1, "A phone is kept.", factors={"popularity": 9.0}),
            version(2, "A quasar and a phone are kept."),
            version(3, "A quasar, kept."),
            version(4, "Nothing of the sort."),
            version(5, "Two phones are not; quasars kept.", values={"date": 2020.0}),
        ],
    )


@pytest.mark.parametrize("asked", [*ORDERS, Alternatives()])
def test_words_of_a_bag_are_alternatives(tmp_path: Path, asked: Order) -> None:
    engine = bag_engine(tmp_path)
    hits = engine.search(Request(BAG, order=asked, facets=("sector",)))
    numbers = [int(hit.version_id, 16) for hit in hits.best]
    assert hits.total == 4
    assert sorted(numbers) == [1, 2, 3, 5]
    missing = {int(hit.version_id, 16): hit.missing for hit in hits.best}
    assert missing[1] == (Word("quasar"),)
    assert missing[2] == ()
    assert missing[3] == (Word("phone"),)
    if isinstance(asked, Alternatives):
        # There words are taken as they are written.
        assert hits.total_all_words == 1
        assert missing[5] == (Word("quasar"), Word("phone"))
    else:
        assert hits.total_all_words == 2
        assert set(numbers[:2]) == {2, 5}
        assert missing[5] == ()


@pytest.mark.parametrize("asked", ORDERS)
def test_pages_run_from_those_with_all_words_to_the_others(tmp_path: Path, asked: Order) -> None:
    engine = bag_engine(tmp_path)
    whole = engine.search(Request(BAG, order=asked)).best
    for size in (1, 2, 3):
        paged = [
            hit
            for offset in range(0, 6, size)
            for hit in engine.search(Request(BAG, order=asked, limit=size, offset=offset)).best
        ]
        assert [hit.version_id for hit in paged] == [hit.version_id for hit in whole]
        assert [hit.missing for hit in paged] == [hit.missing for hit in whole]


def test_beside_a_strict_part_a_bag_is_optional_and_exclusions_hold(tmp_path: Path) -> None:
    engine = bag_engine(tmp_path)
    wanted = And((Word("kept"), Bag((Word("quasar"),), optional=True), Not(Word("phone"))))
    assert found(engine, wanted) == {3}
    hits = engine.search(Request(And((Phrase("phone is"), Bag((Word("quasar"),), optional=True)))))
    assert [(hit.policy_id, hit.missing) for hit in hits.best] == [("p1", (Word("quasar"),))]
    assert (hits.total, hits.total_all_words) == (1, 0)
    scanned = {hit.policy_id for hit in engine.scan(Request(BAG))}
    assert scanned == {"p1", "p2", "p3", "p5"}


def test_alternatives_are_scored_by_the_published_formula(tmp_path: Path) -> None:
    """BM25 as the PrivaSeer paper gives it, with k1 = 1.2 and b = 0.75, worked out by hand.

    Ten texts of 4 words and one of 8, so the average is 48 / 11 (titles are left empty).
    """
    texts = {
        1: "quasar quasar phone kept",
        2: "quasar kept kept kept",
        3: "phone kept for you quasar and much more",
        **dict.fromkeys(range(4, 12), "all data are kept"),
    }
    engine = many(
        tmp_path,
        (version(n, text, title="", factors={"policy": 0.5}) for n, text in texts.items()),
    )
    query = Bag((Word("quasar"), Word("phone"), Word("kept")))
    hits = engine.search(Request(query, order=Alternatives(), limit=20))
    scores = {int(hit.version_id, 16): hit.score for hit in hits.best}
    assert hits.total == 11

    average = 48 / 11

    def part(rarity: float, times: int, words: int) -> float:
        return rarity * 2.2 * times / (times + 1.2 * (0.25 + 0.75 * words / average))

    # 3 of 11 have "quasar", 2 have "phone", all have "kept": its logarithm is below 0.
    quasar, phone = math.log(8.5 / 3.5), math.log(9.5 / 2.5)
    assert scores[1] == pytest.approx(
        part(quasar, 2, 4) + part(phone, 1, 4) + part(LEAST_RARITY, 1, 4), rel=2e-4
    )
    assert scores[2] == pytest.approx(part(quasar, 1, 4) + part(LEAST_RARITY, 3, 4), rel=2e-4)
    assert scores[3] == pytest.approx(
        part(quasar, 1, 8) + part(phone, 1, 8) + part(LEAST_RARITY, 1, 8), rel=2e-4
    )
    assert scores[4] == pytest.approx(part(LEAST_RARITY, 1, 4), rel=2e-4)
    halved = engine.search(Request(query, order=Alternatives(("policy", "popularity"))))
    assert halved.best[0].score == pytest.approx(scores[1] / 2, rel=2e-4)


def test_a_title_is_searched_with_the_text_but_no_phrase_runs_across(tmp_path: Path) -> None:
    engine = many(tmp_path, [version(1, "Numbers are kept.", title="Your phone")])
    assert found(engine, Word("phone")) == {1}
    assert found(engine, Phrase("your phone")) == {1}
    assert found(engine, Phrase("phone numbers")) == set()
    assert found(engine, Word("numbers", "title")) == set()


def test_a_form_that_stands_in_titles_only(engine: Engine) -> None:
    engine.update([version(7, "Words.", title="Shareholders of Zyx")], ())
    assert found(engine, Word("zyx")) == {7}
    assert found(engine, Word("zyx", "title")) == {7}
    assert found(engine, Word("words", "title")) == set()


def test_a_tidied_index_is_of_one_piece_and_holds_the_same(tmp_path: Path) -> None:
    engine = made_in(tmp_path)
    engine.tidy()
    for n in range(1, 6):
        engine.update([version(n * 2**57, f"data {n}")], ())
    pieces = len(list(tmp_path.glob("*.idx")))
    before = engine.search(Request(Word("data"), order=Sorted("date")))
    engine.tidy()
    assert len(list(tmp_path.glob("*.idx"))) < pieces
    assert engine.search(Request(Word("data"), order=Sorted("date"))) == before
    assert engine.ids() == {f"{n * 2**57:016x}" for n in range(1, 6)}
    assert found(engine, And()) == {n * 2**57 for n in range(1, 6)}
    assert found(engine, Not(Word("data"))) == set()


def test_of_a_facet_with_a_marker_only_known_versions_can_be_without_a_value(
    tmp_path: Path,
) -> None:
    engine = many(
        tmp_path,
        [
            version(1, "data", facets={"topic": ("known", "cats")}),
            version(2, "data", facets={"topic": ("known",)}),
            version(3, "data"),
        ],
    )
    assert found(engine, And(), filters=Filters(unwanted={"topic": ("cats",)})) == {2}
    assert found(engine, And(), filters=Filters(unwanted={"law": ("gdpr",)})) == {1, 2, 3}


def test_an_index_older_than_a_facet_is_read_and_the_facet_known_of_nothing(
    tmp_path: Path,
) -> None:
    older = Fields(("sector", "law"), FIELDS.ranges, {}, FIELDS.products, FIELDS.keys)
    TantivyEngine(tmp_path, older).update([version(1, "data", facets={"law": ("gdpr",)})], ())
    engine = made_in(tmp_path)
    hits = engine.search(Request(Word("data"), facets=("law", "topic")))
    assert hits.facets == {"law": {"gdpr": 1}, "topic": {}}
    for filters in (Filters(wanted={"topic": ("cats",)}), Filters(unwanted={"topic": ("cats",)})):
        assert found(engine, And(), filters=filters) == set()
    assert found(engine, And(), filters=Filters(wanted={"law": ("gdpr",)})) == {1}
    assert [hit.version_id for hit in engine.scan(Request(Word("data")))] == [f"{1:016x}"]
    with pytest.raises(IndexDamagedError, match="privascope rebuild"):
        TantivyEngine(tmp_path, Fields(("sector", "law"))).search(Request())


def test_an_index_older_than_a_range_or_an_order_is_read_without_it(tmp_path: Path) -> None:
    products = (FIELDS.products[0], ())
    older = Fields(FIELDS.facets, ("grade",), FIELDS.markers, products, FIELDS.keys[:2])
    TantivyEngine(tmp_path, older).update([version(1, "data", values={"grade": 9.0})], ())
    engine = made_in(tmp_path)
    hits = engine.search(Request(Word("data"), histograms={"grade": 1.0, "vagueness": 0.1}))
    assert hits.histograms == {"grade": {9.0: 1}, "vagueness": {}}
    assert found(engine, And(), filters=Filters(ranges={"grade": (8.0, None)})) == {1}
    assert found(engine, And(), filters=Filters(ranges={"vagueness": (0.0, None)})) == set()
    for order in (Sorted("vagueness"), Scored(("popularity",))):
        with pytest.raises(EngineError, match="privascope rebuild"):
            engine.search(Request(Word("data"), order=order))


def test_a_damaged_index_says_how_to_mend_it(engine: Engine, tmp_path: Path) -> None:
    for part in tmp_path.glob("*.term"):
        part.write_bytes(b"")
    fresh = made_in(tmp_path)
    for ask in (
        lambda: fresh.search(Request(Word("data"))),
        fresh.ids,
        lambda: list(fresh.scan(Request())),
        lambda: fresh.update([version(9, "data")], ()),
    ):
        with pytest.raises(IndexDamagedError, match="run `privascope rebuild`"):
            ask()


@pytest.mark.parametrize(
    ("number", "kind"),
    [(errno.ENOSPC, IndexFullError), (errno.EROFS, IndexReadOnlyError), (0, IndexDamagedError)],
)
def test_what_the_disk_refuses_is_an_error_of_its_own(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, number: int, kind: type[EngineError]
) -> None:
    class Broken:
        def delete_documents_by_term(self, *_: object) -> None: ...

        def add_document(self, *_: object) -> None:
            raise ValueError("An index writer was killed")

    monkeypatch.setattr(tantivy_errors, "_tried", lambda _: number)
    monkeypatch.setattr(TantivyEngine, "_make", lambda self: Opened(self._open()))

    class Opened:
        def __init__(self, index: Any) -> None:
            self.searcher = index.searcher

        def writer(self, *_: object) -> Broken:
            return Broken()

    with pytest.raises(kind):
        engine.update([version(9, "data")], ())


def test_a_folder_that_takes_no_more_is_found_out(tmp_path: Path) -> None:
    """In a process of its own: its limit on the size of files cannot be taken back."""
    code = """
import resource, signal, sys
from pathlib import Path
from privascope.library.engines.tantivy_errors import _tried
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
print(_tried(Path(sys.argv[1]) / "not" / "there"))
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
print(_tried(Path(sys.argv[1])))
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["0", str(errno.EFBIG)]
    assert list(tmp_path.iterdir()) == []
