"""Policies against other pages: our detector beside its rivals, cross-validated by site.

python bench/detection.py --data pages.jsonl.zst
"""

import argparse
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold
from sklearn.pipeline import make_pipeline

from privascope.collect.candidates import is_candidate
from privascope.collect.detector import probability
from privascope.data.rows import read_rows
from privascope.learn.detector import Example, is_doubtful, read_examples, train
from privascope.measure.detection import figures

Rival = Callable[[Sequence[Example], Sequence[Example]], Sequence[float]]


def sites(data: Path) -> list[str]:
    """The site of each row: pages of one service or one registered domain belong together."""
    import tldextract

    domain_of = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)
    parent: dict[str, str] = {}

    def root(name: str) -> str:
        parent.setdefault(name, name)
        while parent[name] != name:
            name = parent[name]
        return name

    services = []
    for row in read_rows(data):
        names = str(row["id"]).split("/")
        kind = names[1] if len(names) == 3 and names[2] == row.get("doc_type") else row["id"]
        service = root("service " + re.sub(r"[^a-z0-9]", "", kind.lower()))
        domain = domain_of(row["url"] or "").top_domain_under_public_suffix
        if domain:
            parent[service] = root("domain " + domain)
        services.append(service)
    return [root(service) for service in services]


def ours(learned: Sequence[Example], asked: Sequence[Example]) -> Sequence[float]:
    model = train(learned)
    return [probability(model, page.url, page.text, page.title) for page in asked]


def url_alone(learned: Sequence[Example], asked: Sequence[Example]) -> Sequence[float]:
    del learned
    return [float(is_candidate(page.url)) for page in asked]


def words_with(classifier: object) -> Rival:
    """TF-IDF of the address and the page's words under a classifier."""

    def rival(learned: Sequence[Example], asked: Sequence[Example]) -> Sequence[float]:
        model = make_pipeline(
            TfidfVectorizer(sublinear_tf=True, min_df=3, max_features=20_000), classifier
        )
        model.fit([f"{p.url} {p.text}" for p in learned], [p.is_policy for p in learned])
        return list(model.predict_proba([f"{p.url} {p.text}" for p in asked])[:, 1])

    return rival


RIVALS: dict[str, Rival] = {
    "URL alone": url_alone,
    "TF-IDF, random forest": words_with(RandomForestClassifier(200, random_state=0)),
    "TF-IDF, logistic regression": words_with(LogisticRegression(C=10, max_iter=1000)),
    "ours": ours,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    data = parser.parse_args().data
    pages = read_examples(data)
    answers = [page.is_policy for page in pages]
    clear = np.array([not is_doubtful(page) for page in pages])
    groups = sites(data)
    folds = list(GroupKFold(5, shuffle=True, random_state=0).split(pages, answers, groups))
    print(f"{len(pages)} pages of {len(set(groups))} sites, {sum(answers)} policies")
    print(f"{int(np.sum(~clear))} pages call themselves a policy but are filed as something else")
    print(f"{'':30}precision  recall      f1     auc   f1 without these")
    for name, rival in RIVALS.items():
        scores = np.zeros(len(pages))
        for learned, asked in folds:
            scores[asked] = rival([pages[i] for i in learned], [pages[i] for i in asked])
        found = figures(answers, list(scores))
        rest = figures(list(np.array(answers)[clear]), list(scores[clear]))
        print(
            f"{name:30}{found['precision']:9.4f}{found['recall']:8.4f}{found['f1']:8.4f}"
            f"{found['auc']:8.4f}{rest['f1']:18.4f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
