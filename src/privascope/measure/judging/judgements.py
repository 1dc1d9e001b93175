"""Judgements in TREC's qrels form: query, iteration, document and relevance on a line."""

from pathlib import Path

from privascope.errors import DataError

Judgements = dict[str, dict[str, int]]


def read_judgements(path: Path) -> Judgements:
    """For each query the judged versions, 1 if relevant, else 0."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise DataError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise DataError(f"{path} is no text in UTF-8") from error
    judged: Judgements = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        fields = line.split()
        if len(fields) != 4 or not fields[3].lstrip("-").isdecimal():
            raise DataError(f"{path}, line {number}: not of the form `query 0 version relevance`")
        judged.setdefault(fields[0], {})[fields[2]] = int(int(fields[3]) > 0)
    if not judged:
        raise DataError(f"{path} holds no judgement")
    return judged
