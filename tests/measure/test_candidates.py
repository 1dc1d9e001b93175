"""How many candidates hold what reading all would find."""

import json

from privascope.measure.candidates import measure


def test_as_many_candidates_as_sentences_hold_everything(tmp_path):
    sentences = [f"We keep the {word} of our users." for word in ("names", "photos", "logs")]
    rows = [
        {
            "DocID": "toy",
            "QueryID": "q",
            "SentID": f"q_{number}",
            "Query": "do you keep photos?",
            "Segment": sentence,
            "Label": "Relevant" if number == 1 else "Irrelevant",
        }
        for number, sentence in enumerate(sentences)
    ]
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    report = measure(path)
    assert report["candidates_for_97"] == 3
    assert report["top_10"]["10"] == report["relevant"]["10"] == 1
