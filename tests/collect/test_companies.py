import gzip
from pathlib import Path

import pytest

from privascope.collect.companies import read_companies
from privascope.errors import SourceError
from privascope.library.records import Company

TABLE = """\
,name,domain,year founded,industry,size range,locality,country,current employee estimate
1,"Acme, Inc.",www.acme.test,1998.0,retail,51 - 200,Anywhere,Freedonia,"1,234"
2,Byte,byte.test,,,,,,
"""
ACME = Company("acme.test", "Acme, Inc.", "retail", 1998, "51 - 200", "Freedonia", 1234)


def companies(path: Path, content: str | bytes, columns: dict[str, str] | None = None):
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    bad: list[tuple[int, str]] = []
    return list(read_companies(path, columns, lambda line, why: bad.append((line, why)))), bad


def test_columns_are_guessed_by_their_usual_names(tmp_path: Path) -> None:
    assert companies(tmp_path / "c.csv", TABLE) == ([ACME, Company("byte.test", "Byte")], [])


def test_names_of_columns_are_matched_loosely(tmp_path: Path) -> None:
    table = "Company_Name;WEBSITE;Founded\nAcme;https://shop.acme.test/home;1998\n"
    found, bad = companies(tmp_path / "c.csv", table)
    assert found == [Company("acme.test", "Acme", founded=1998)]
    assert bad == []


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found(tmp_path: Path, delimiter: str) -> None:
    table = "domain,industry\nacme.test,toys\n".replace(",", delimiter)
    assert companies(tmp_path / "c.csv", table)[0] == [Company("acme.test", industry="toys")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_the_encoding_is_found(tmp_path: Path, encoding: str) -> None:
    table = "domain,name\nacme.test,Café Zoë\n".encode(encoding)
    assert companies(tmp_path / "c.csv", table)[0] == [Company("acme.test", "Café Zoë")]


def test_a_table_that_is_wide_and_wrong_ends_quietly(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no column looks like"):
        companies(tmp_path / "c.csv", "name\nAcme\n".encode("utf-16"))


def test_a_packed_table(tmp_path: Path) -> None:
    assert companies(tmp_path / "c.csv.gz", gzip.compress(TABLE.encode()))[0][0] == ACME


def test_columns_can_be_named(tmp_path: Path) -> None:
    table = "id,web,what,staff\n1,acme.test,toys,12\n"
    columns = {"domain": "Web", "industry": "what", "employees": "staff"}
    assert companies(tmp_path / "c.csv", table, columns)[0] == [
        Company("acme.test", industry="toys", employees=12)
    ]


def test_bad_rows_are_told_and_passed_over(tmp_path: Path) -> None:
    huge = "x" * 200_000
    table = f'domain,name\nacme.test,A\n,B\nn/a,C\n"{huge}",D\n\nbyte.test\n'
    found, bad = companies(tmp_path / "c.csv", table)
    assert [company.domain for company in found] == ["acme.test", "byte.test"]
    assert [line for line, _ in bad] == [3, 4, 5]
    assert bad[0][1] == "no domain: ''"
    assert "not CSV" in bad[2][1]


def test_a_line_without_end_does_not_fill_the_memory(tmp_path: Path) -> None:
    table = b"domain\nacme.test\n" + b"x" * 5_000_000 + b"\nbyte.test\n"
    found, _ = companies(tmp_path / "c.csv", table)
    assert [company.domain for company in found] == ["acme.test", "byte.test"]


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("founded", "1998", 1998),
        ("founded", "98", None),
        ("founded", "long ago", None),
        ("employees", "10,001+", 10001),
        ("employees", "51-200", None),
        ("employees", "-3", None),
        ("employees", "9" * 40, None),
    ],
)
def test_numbers(tmp_path: Path, field: str, text: str, value: int | None) -> None:
    (company,), _ = companies(tmp_path / "c.csv", f'domain,{field}\nacme.test,"{text}"\n')
    assert getattr(company, field) == value


@pytest.mark.parametrize(
    ("content", "columns", "why"),
    [
        ("name,colour\nA,red\n", None, "no column looks like .* Columns: name, colour"),
        ("", None, "Columns: none"),
        ("domain\na.test\n", {"domain": "web"}, "no column 'web'. Columns: domain"),
        ("domain\na.test\n", {"colour": "domain"}, "no field 'colour'"),
        ("domain\na.test\n", {"name": "domain"}, "which column holds the companies' domain"),
    ],
)
def test_a_table_that_does_not_fit_says_what_it_has(
    tmp_path: Path, content: str, columns: dict[str, str] | None, why: str
) -> None:
    with pytest.raises(SourceError, match=why):
        companies(tmp_path / "c.csv", content, columns)


def test_a_cut_or_missing_file(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="No such file"):
        list(read_companies(tmp_path / "gone.csv"))
    with pytest.raises(SourceError, match="cannot be read to its end"):
        companies(tmp_path / "cut.csv.gz", gzip.compress(TABLE.encode())[:-20])


def test_any_bytes_give_rows_or_an_error_of_ours(tmp_path: Path) -> None:
    noise = bytes((number * 7919 + number // 7) % 256 for number in range(5000))
    found, bad = companies(tmp_path / "c.csv", b"domain,name\n" + noise)
    assert len(bad) > 0
    assert all("." in company.domain for company in found)
