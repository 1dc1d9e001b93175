"""Popularity from ranks, lists and links."""

import gzip
import math
import sys
from pathlib import Path

import pytest

from privascope.errors import DataError, MissingExtraError
from privascope.traits.popularity import (
    gather_ranks,
    link_pagerank,
    popularity,
    position_score,
    read_domain_ranks,
    read_origins,
    read_rank_rows,
    read_scores,
    read_top_list,
)

RANKS = (
    "#harmonicc_pos\t#harmonicc_val\t#pr_pos\t#pr_val\t#host_rev\t#n_hosts\n"
    "1\t2.5E7\t2\t0.0125\tcom.example\t73\n"
    "2\t2.4E7\t1\t4.5e-09\tuk.co.example.shop\t1\n"
)


def file(folder: Path, text: str | bytes, name: str = "ranks") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_popularity_is_a_logarithm_above_the_smallest() -> None:
    assert popularity(1e-9, 1e-9) == 1.0
    assert popularity(1e-2, 1e-9) == pytest.approx(math.log10(10 * 1e-2 / 1e-9))
    assert popularity(None, 1e-9) == 1.0
    assert popularity(0.5, 0.0) == 1.0
    assert math.isfinite(popularity(1.0, 5e-324))


def test_a_better_position_scores_higher() -> None:
    scores = [position_score(position) for position in (1, 2, 10, 1e6)]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == 0.02


def test_domain_ranks_are_turned_round(tmp_path: Path) -> None:
    expected = [("example.com", 0.0125), ("shop.example.co.uk", 4.5e-09)]
    assert list(read_domain_ranks(file(tmp_path, RANKS))) == expected
    assert list(read_domain_ranks(file(tmp_path, gzip.compress(RANKS.encode())))) == expected


def test_top_list_and_origins(tmp_path: Path) -> None:
    tranco = file(tmp_path, "1,example.com\r\n2,Example.ORG\r\n", "tranco")
    assert list(read_top_list(tranco)) == [("example.com", 0.02), ("example.org", 0.01)]
    crux = file(tmp_path, "origin,rank\nhttps://www.example.com,1000\nhttp://a.test:81,5000\n")
    assert list(read_origins(crux)) == [("example.com", 2e-5), ("a.test", 4e-6)]


def test_rows_prefer_a_position_to_a_bucket(tmp_path: Path) -> None:
    path = file(
        tmp_path,
        '{"domain": "a.test", "top_list_position": 4, "crux_bucket": "1000"}\n'
        '{"domain": "b.test", "top_list_position": null, "crux_bucket": "1000"}\n'
        '{"domain": "c.test", "top_list_position": null, "crux_bucket": null}\n'
        '{"domain": "d.test", "pagerank": 0.25}\n',
    )
    assert list(read_rank_rows(path)) == [("a.test", 0.005), ("b.test", 2e-5), ("d.test", 0.25)]


@pytest.mark.parametrize(
    ("text", "domain"),
    [
        (RANKS, "example.com"),
        ("1,a.test\n", "a.test"),
        ("origin,rank\nhttps://b.test,1000\n", "b.test"),
        ("https://b.test,1000\n", "b.test"),
        ('{"domain": "c.test", "rank": 9}\n', "c.test"),
    ],
)
def test_the_kind_of_file_is_told_from_its_first_row(
    tmp_path: Path, text: str, domain: str
) -> None:
    assert next(iter(read_scores(file(tmp_path, text))))[0] == domain


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "is empty"),
        ("1,a.test\nx,b.test\n", "row 2: could not convert"),
        ("1,a.test\n0,b.test\n", "row 2: '0' is no positive number"),
        ("1,a.test\n2,\n", "row 2: '' is no domain"),
        ("1,a.test\nno comma\n", "row 2: not position,domain"),
        ("1\t2\t3\n", "row 1: 3 columns"),
        ("#a\t#b\n1\t2\t3\tnan\tcom.a\n", "row 2: 'nan' is no positive number"),
        ('{"domain": 5}\n', "row 1: no object with a domain"),
        ('{"domain": "a.test", "rank": []}\n', "row 1: '\\[\\]' is no positive number"),
        ("{\n", "row 1: "),
        ("1," + "a" * 70_000 + "\n", "row 1: longer than"),
        (b"1,a.test\n2,\xff\n", "row 2: not UTF-8"),
        (gzip.compress(b"1,a.test\n" * 9, mtime=0)[:-9], "cannot be read beyond row"),
    ],
)
def test_bad_rows_are_named(tmp_path: Path, text: str | bytes, complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        list(read_scores(file(tmp_path, text)))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="No such file"):
        read_scores(tmp_path / "none")


def test_gathered_ranks_keep_the_best_score_and_the_smallest_of_all() -> None:
    scored = [("a.test", 0.1), ("a.test", 0.3), ("b.test", 0.001), ("c.test", 0.2)]
    ranks = gather_ranks(iter(scored), {"a.test", "c.test"})
    assert ranks.pagerank == {"a.test": 0.3, "c.test": 0.2}
    assert ranks.smallest == 0.001
    assert ranks.popularity("a.test") == pytest.approx(1 + math.log10(300))
    assert ranks.popularity("b.test") == 1.0
    assert gather_ranks([]).popularity("a.test") == 1.0


def by_powers(links: list[tuple[str, str]]) -> dict[str, float]:
    """PageRank by plain iteration, as a check of another kind."""
    names = sorted({name for link in links for name in link})
    targets = {name: {b for a, b in links if a == name and b != name} for name in names}
    ranks = dict.fromkeys(names, 1 / len(names))
    for _ in range(300):
        loose = sum(ranks[name] for name in names if not targets[name])
        new = dict.fromkeys(names, 0.15 / len(names) + 0.85 * loose / len(names))
        for name in names:
            for target in targets[name]:
                new[target] += 0.85 * ranks[name] / len(targets[name])
        ranks = new
    return ranks


@pytest.mark.parametrize(
    "links",
    [
        [("a", "b"), ("b", "a")],
        [("a", "b"), ("a", "b"), ("a", "c"), ("c", "a"), ("d", "d")],
        [("a", "b"), ("b", "c"), ("c", "a"), ("d", "a"), ("e", "a"), ("a", "f")],
        [(f"n{i}", f"n{i * i % 17}") for i in range(60)] + [("n3", f"n{i}") for i in range(30)],
    ],
)
def test_link_pagerank_agrees_with_plain_iteration(links: list[tuple[str, str]]) -> None:
    ranks = link_pagerank(iter(links))
    assert ranks == pytest.approx(by_powers(links), abs=1e-8)
    assert sum(ranks.values()) == pytest.approx(1.0)


def test_no_links_no_ranks() -> None:
    assert link_pagerank([]) == {}
    assert link_pagerank([("a", "a")]) == {"a": 1.0}


def test_without_scipy_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.sparse", None)
    with pytest.raises(MissingExtraError, match=r"privascope\[rank\]"):
        link_pagerank([("a", "b")])
