"""The report of an ERA run as one HTML page with tables and pictures."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from privascope.learn.era_pictures import line_chart, venn
from privascope.learn.era_rows import PLAIN
from privascope.learn.era_tables import Table, by_row, figure, mean, set_name, sets_of

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:84rem;margin:2rem auto;padding:0 1rem;"
    "color:#222;background:#fff}"
    ".wide{overflow-x:auto;margin:1rem 0}table{border-collapse:collapse}"
    "td,th{padding:.25rem .6rem;border-bottom:1px solid #ddd;text-align:right;white-space:nowrap;"
    "vertical-align:top}"
    "th{white-space:normal;vertical-align:bottom}td:first-child{min-width:16rem}"
    "td:first-child,th:first-child,.t td,.t th{text-align:left;white-space:normal}"
    "figure{display:inline-block;margin:1rem 1rem 1rem 0}svg{max-width:100%;height:auto}"
    "svg text{font:13px system-ui,sans-serif}svg .g{stroke:#e3e3e3}"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dd{margin:0;"
    "overflow-wrap:anywhere}p.n{color:#555}"
)


def era_report(run: Mapping[str, Any], tables: Sequence[Table]) -> str:
    """The page."""
    pictures = {"main": _by_k(run), "retrievers": _recalls(run), "overlap": _venns(run)}
    body = ["<h1>Retrieval-enhanced augmentation</h1>", _summary(run)]
    for table in tables:
        body += [
            f"<h2>{escape(table.title)}</h2>",
            f"<p class=n>{escape(table.note)}</p>",
            html_table(table.heads, table.rows),
            pictures.get(table.name, ""),
        ]
    body += ["<h2>Kept and dropped</h2>", _examples(run), "<h2>How it was made</h2>", _about(run)]
    return (
        "<!doctype html><html lang=en><meta charset=utf-8>"
        '<meta name=viewport content="width=device-width"><title>ERA report</title>'
        f"<style>{_STYLE}</style><body>{''.join(body)}</body></html>\n"
    )


def html_table(heads: Sequence[str], rows: Sequence[Sequence[str]], *, text: bool = False) -> str:
    """A table that scrolls inside itself where it is wide."""
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(value)}</td>" for value in row) + "</tr>" for row in rows
    )
    head = "".join(f"<th>{escape(one)}</th>" for one in heads)
    kind = " t" if text else ""
    return f"<div class='wide{kind}'><table><tr>{head}</tr>{body}</table></div>"


def _summary(run: Mapping[str, Any]) -> str:
    corpus, judged, about = run["corpus"], run["judged"], run["about"]
    reduced = f" Reduced: {'; '.join(about['reduced'])}." if about["reduced"] else ""
    return (
        f"<p>Protocol <b>{escape(about['protocol'])}</b>: {escape(about['protocol_in_words'])}. "
        f"{run['questions']:,} questions on {run['policies']} policies to learn from; "
        f"{judged['questions']:,} questions on {judged['policies']} policies judge, "
        f"{judged['pairs']:,} pairs. "
        f"{corpus['documents']:,} unlabelled policies with {corpus['sentences']:,} distinct "
        f"sentences ({corpus['repeated_sentences']:,} repetitions, {corpus['not_english']:,} "
        f"documents not in English and {corpus['too_short']:,} too short left out), "
        f"{run['sentences_searched']:,} statements of them searched.{escape(reduced)}</p>"
    )


def _by_k(run: Mapping[str, Any]) -> str:
    """F1 of rows by k, where there are several."""
    lines: dict[str, list[tuple[float, float]]] = {}
    plain: dict[str, float] = {}
    for name, own in by_row(run).items():
        f1 = mean(own, lambda r: figure(r, "f1"))
        if own[0]["kind"] == "added" and own[0]["k"]:
            kind = name.replace(f" k={own[0]['k']}", "")
            lines.setdefault(kind, []).append((own[0]["k"], f1))
        elif own[0]["kind"] == "plain":
            plain[own[0]["final"]] = f1
    lines = {name: points for name, points in lines.items() if len(points) > 1}
    if not lines:
        return ""
    ks = sorted({k for line in lines.values() for k, _ in line})
    final = next(own[0]["final"] for own in by_row(run).values() if own[0]["kind"] == "added")
    if final in plain:
        lines[f"{PLAIN} ({final})"] = [(k, plain[final]) for k in ks]
    return line_chart("F1 of the final model", lines, "sentences retrieved a question", "F1")


def _recalls(run: Mapping[str, Any]) -> str:
    lines = {}
    for name in run["encoders"]:
        parts = [part["retrievers"][name] for part in run["parts"] if part["retrievers"].get(name)]
        for kind in ("bare", "trained") if parts else ():
            lines[f"{name}, {kind}"] = [
                (float(k), sum(part[kind][f"recall_at_{k}"] for part in parts) / len(parts))
                for k in range(1, 11)
            ]
    return line_chart("Recall in the question's own policy", lines, "k", "recall")


def _venns(run: Mapping[str, Any]) -> str:
    return "".join(venn(set_name(some), some["regions"]) for some in sets_of(run))


def _examples(run: Mapping[str, Any]) -> str:
    shown = run["parts"][0]["shown"]
    if not shown:
        return "<p>No question has both kept and dropped sentences.</p>"
    rows = []
    for one in shown:
        rows += [(one["question"], "labelled", "", text, "", "") for text in one["gold"]]
        for kind in ("kept", "dropped"):
            rows += [
                (
                    one["question"],
                    kind,
                    own["encoder"],
                    own["sentence"],
                    str(own["retriever"]),
                    str(own["filter"]),
                )
                for own in one[kind]
            ]
    heads = ("question", "", "encoder", "sentence", "retriever", "filter (above 0: kept)")
    return html_table(heads, rows, text=True)


def _about(run: Mapping[str, Any]) -> str:
    about = run["about"]
    lines = {
        "date": about["date"],
        "machine": about["machine"],
        "seeds": ", ".join(map(str, about["seeds"])),
        "folds": ", ".join(map(str, about["folds"])),
        "versions": ", ".join(f"{name} {own}" for name, own in about["versions"].items()),
        "data (BLAKE2b)": ", ".join(f"{name} {own}" for name, own in about["digests"].items()),
        "encoders": ", ".join(f"{name} {own}" for name, own in about["encoder_digests"].items()),
    }
    items = "".join(f"<dt>{escape(k)}</dt><dd>{escape(str(v))}</dd>" for k, v in lines.items())
    recipe = "".join(
        f"<dt>{escape(key)}</dt><dd>{escape(str(value))}</dd>"
        for key, value in about["recipe"].items()
    )
    return f"<dl>{items}</dl><details><summary>Recipe</summary><dl>{recipe}</dl></details>"
