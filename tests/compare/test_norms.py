"""What is usual in a sector: counted over what was read, and not told of too few."""

from collections.abc import Callable
from pathlib import Path

import pytest

from privascope.compare.labelling import stored_label
from privascope.compare.norms import FEWEST, count_statements, make_norms
from privascope.errors import LibraryError
from privascope.library.engines.engine import Engine
from privascope.library.index import catch_up
from privascope.library.practices import enrich_practices
from privascope.library.store import Library
from privascope.library.writer import LibraryWriter
from tests.conftest import policy_page
from tests.hand_practices import hand_label, said_policy

Put = Callable[..., str]
COUNTS = {"states-a-retention-period": 7, "sells-data": 1, "collects-location": 10}


def sentences(says: set[str], counts: dict[str, int] = COUNTS, known: int = 10) -> dict[str, str]:
    norms = make_norms("Medical", counts, known, dict.fromkeys(says, ()))
    return {norm.statement: norm.sentence for norm in norms.unusual}


def test_a_habit_that_this_policy_lacks() -> None:
    assert sentences({"collects-location"}) == {
        "states-a-retention-period": (
            "Does not state how long data is kept; 7 of 10 Medical policies here do."
        )
    }


def test_something_that_few_others_do() -> None:
    found = sentences({"sells-data", "states-a-retention-period", "collects-location"})
    assert found == {
        "sells-data": (
            "Sells or rents out personal data, as the only one of 10 Medical policies here."
        )
    }


def test_half_is_not_unusual() -> None:
    assert sentences(set(), {"sells-data": 5}) == {}


def test_a_policy_that_may_say_it_is_not_told_to_lack_it() -> None:
    norms = make_norms("Medical", COUNTS, 10, {}, {"states-a-retention-period"})
    assert "states-a-retention-period" not in {norm.statement for norm in norms.unusual}
    policy = said_policy("We retain things.")
    counts = {"states-a-retention-period": 7, "uses-cookies": 7}
    label = hand_label(policy, (), sector="Medical", counts=counts, known=10)
    assert label.norms is not None
    assert [norm.statement for norm in label.norms.unusual] == ["uses-cookies"]


@pytest.mark.parametrize("known", [0, FEWEST - 1])
def test_nothing_is_told_of_too_few(known: int) -> None:
    norms = make_norms("Medical", {"sells-data": known}, known, {})
    assert (norms.known, norms.norms) == (known, ())


def test_five_are_enough() -> None:
    label = hand_label(sector="Medical", counts={"sells-data": FEWEST}, known=FEWEST)
    assert label.norms is not None
    assert "sells-data" in {norm.statement for norm in label.norms.unusual}
    evidence = {norm.statement: norm.evidence for norm in label.norms.norms}
    assert evidence["states-a-retention-period"][0].text == "We keep invoices for seven years."


def test_only_policies_that_were_read_are_counted(
    writer: LibraryWriter, put: Put, tiny_practices: Path
) -> None:
    ids = [
        put(policy_page(name, without=without), f"https://{name.lower()}.example/privacy")
        for name, without in (("Hospitalia", ()), ("Clinicum", ("keep",)), ("Doctoria", ()))
    ]
    for domain in ("hospitalia.example", "clinicum.example", "doctoria.example"):
        with writer.transaction():
            writer.write(
                "INSERT INTO company (domain, name, industry, size, country) "
                "VALUES (?, '', 'Hospital & Health Care', '', '')",
                domain,
            )
    versions = [writer.policy(policy_id).current_version for policy_id in ids]
    catch_up(writer)
    sector = "Medical"
    assert count_statements(writer, sector) == ({}, 0)
    assert len(list(enrich_practices(writer))) == len(versions)
    catch_up(writer)
    counts, known = count_statements(writer, sector)
    assert known == 3
    assert counts["states-a-retention-period"] == 2
    assert count_statements(writer, "Education") == ({}, 0)
    label = stored_label(writer, ids[1])
    assert label.sector == sector
    assert label.norms is not None
    assert label.norms.known == 3


def test_a_label_can_do_without_the_index(
    writer: LibraryWriter, put: Put, tiny_practices: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy_id = put(policy_page("Tallow"), "https://tallow.example/privacy")
    assert stored_label(writer, policy_id).parts

    def broken(_: Library) -> Engine:
        raise LibraryError("the index cannot be opened")

    monkeypatch.setattr("privascope.compare.norms.open_index", broken)
    assert count_statements(writer, "Medical") == ({}, 0)
    assert stored_label(writer, policy_id).parts
