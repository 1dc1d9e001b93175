"""Rows in PrivacyQA's columns, as lines of JSON and as a table."""

import json

SENTENCES = ("We collect your name.", "We sell your name to brokers.", "Write to us by mail.")


def row(question="q", sentence=0, label="Irrelevant", **more):
    return {
        "DocID": "toy",
        "QueryID": question,
        "SentID": f"{question}_{sentence}",
        "Query": "Do you sell my name?",
        "Segment": SENTENCES[sentence],
        "Label": label,
        **more,
    }


def rows_of_one_question(question="q", **more):
    return [row(question, n, "Relevant" if n == 1 else "Irrelevant", **more) for n in range(3)]


def write(path, rows):
    path.write_text("".join(json.dumps(one) + "\n" for one in rows))
    return path


def write_table(path, rows, opening=open):
    lines = ["\t".join(rows[0]), *("\t".join(map(str, one.values())) for one in rows)]
    with opening(path, "wt") as file:
        file.write("\n".join(lines) + "\n")
    return path
