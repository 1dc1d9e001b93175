import json
from pathlib import Path

from privascope.learn.sector import cue_scores, read_rows_without
from privascope.learn.sector_cues import ENDINGS, NAMES, PHRASES, TOPICS
from privascope.traits.industries import INDUSTRIES


def row(domain: str, text: str, category: str = "business") -> dict[str, str]:
    return {"domain": domain, "text": text, "category": category}


def test_cues_speak_of_the_ten_sectors_only() -> None:
    assert list(NAMES) == list(PHRASES) == list(INDUSTRIES)
    assert {sector for sectors in TOPICS.values() for sector in sectors} <= set(INDUSTRIES)
    assert {sector for _, sector, _ in ENDINGS} <= set(INDUSTRIES)


def test_cues_in_name_and_text_speak_for_a_sector() -> None:
    rows = [
        row("hilltown.edu", "Admissions and alumni"),
        row("oakdental.example", "our patients and the dentist", "health"),
        *(row(f"x{number}.example", "We use cookies") for number in range(40)),
    ]
    best = cue_scores(rows).argmax(axis=1)
    assert list(INDUSTRIES)[best[0]] == "Education"
    assert list(INDUSTRIES)[best[1]] == "Medical"


def test_a_text_counts_once_for_a_domain_and_not_where_it_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    rows = [row("a.example", "one"), row("a.example", "one"), row("b.example", "two")]
    path.write_text("".join(json.dumps(one) + "\n" for one in rows))
    assert read_rows_without(path, {"b.example"}) == rows[:1]
