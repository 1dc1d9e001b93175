"""Unlabelled segments with what trained practice models make of them, for another to learn from."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from privascope.data.digests import digest, file_digest
from privascope.data.practices import Likely, Segment, Triple, bare
from privascope.errors import DataError, UnreadablePageError
from privascope.learn.base import base_digest
from privascope.learn.corpus import documents
from privascope.learn.heads import HEADS
from privascope.learn.practice_model import load_practices
from privascope.learn.practices import Floats, logits_of
from privascope.learn.statement_data import Stated
from privascope.learn.storing import say, stored
from privascope.logistic import logistic
from privascope.models.practices import digest as model_digest
from privascope.models.practices import load_labels, read_practices

# One passage in so many is read by another model.
_EVERY = 4
# So many of one policy, so that many policies are heard.
_OF_A_POLICY = 6
_SHORTEST, _LONGEST = 40, 2500


def taught_segments(
    teachers: Sequence[Path],
    sources: Sequence[Path],
    folder: Path,
    *,
    most: int,
    values: Sequence[Triple],
    without: Iterable[Segment] = (),
) -> list[Segment]:
    """Segments of unlabelled policies with the mean of what the teachers say; kept in `folder`.

    None of them stands in `without`. The teachers must know exactly these values.
    """
    key = digest(
        [(base_digest(str(teacher)), file_digest(teacher / HEADS)) for teacher in teachers],
        [file_digest(path) for path in sources],
        most,
        values,
    )
    held = stored(folder / f"taught-{key}.json", lambda: _taught(teachers, sources, most, values))
    known = {bare(segment.text) for segment in without}
    return [
        Segment(row["text"], likely=Likely(tuple(row["categories"]), tuple(row["values"])))
        for row in held["segments"]
        if bare(row["text"]) not in known
    ]


def _taught(
    teachers: Sequence[Path], sources: Sequence[Path], most: int, values: Sequence[Triple]
) -> dict[str, Any]:
    models = [(teacher, *load_practices(teacher)) for teacher in teachers]
    for teacher, _, _, known in models:
        if known.values != tuple(values):
            raise DataError(f"{teacher} was trained for other values than the data has")
    texts = unlabelled_texts(sources, most)
    likely, stated = [], []
    for teacher, model, base, _ in models:
        say(f"{teacher} reads {len(texts)} segments")
        found, said = logits_of(model, base, texts)
        likely.append(found)
        stated.append(said)
    return {
        "segments": [
            {"text": text, "categories": own, "values": said}
            for text, own, said in zip(
                texts,
                _mean(likely),
                _mean(stated),
                strict=True,
            )
        ]
    }


def with_word_of(
    exported: Path, stated: Sequence[Stated], known: Sequence[Triple], folder: Path
) -> list[Stated]:
    """The passages of policies with what an exported model reads in them; kept in `folder`."""
    labels = load_labels(exported)
    if tuple(labels.values) != tuple(known):
        raise DataError(f"{exported} was trained for other values than the data has")
    # Single sentences are no segments, such as it was trained on.
    wanted = [at for at, one in enumerate(stated) if one.weight == 1][::_EVERY]
    texts = [stated[at].passage.text for at in wanted]
    key = digest(model_digest(exported), digest(texts))
    held = stored(folder / f"word-{key}.json", lambda: {"rows": _word_of(exported, texts)})
    out = list(stated)
    for at, (own, said) in zip(wanted, held["rows"], strict=True):
        out[at] = replace(stated[at], likely=Likely(tuple(own), tuple(said)))
    return out


def _word_of(exported: Path, texts: Sequence[str]) -> list[tuple[list[float], list[float]]]:
    say(f"{exported} reads {len(texts)} segments")
    places = load_labels(exported).category_of_value
    found = []
    for reading in read_practices(texts, None, exported):
        # What the words say alone; the category has its own part in a value's probability.
        words = reading.values / np.sqrt(np.maximum(reading.categories[places], 1e-6))
        found.append((reading.categories.round(4).tolist(), np.minimum(1, words).round(4).tolist()))
    return found


def _mean(logits: Sequence[Floats]) -> list[list[float]]:
    """The mean of what several models give each text, as probabilities."""
    chances = [logistic(own.astype(np.float64)) for own in logits]
    rounded: list[list[float]] = np.stack(chances).mean(0).round(4).tolist()
    return rounded


def unlabelled_texts(sources: Sequence[Path], most: int) -> list[str]:
    """At most so many segments of English policies, cut as when a policy is labelled."""
    found: dict[str, str] = {}
    for text in _drawn(sources):
        found.setdefault(bare(text), text)
        if len(found) == most:
            break
    if not found:
        raise DataError("the unlabelled policies hold no English segment")
    return list(found.values())


def _drawn(sources: Sequence[Path]) -> Iterator[str]:
    from privascope.policy.derive import derive_policy
    from privascope.policy.read import read_page
    from privascope.traits.practices.reading_text import parts_to_read

    generator = Random(0)
    for content, media_type in documents(sources):
        try:
            page = read_page(content.encode(errors="replace"), content_type=media_type)
        except UnreadablePageError:
            continue
        if page.language != "en":
            continue
        policy = derive_policy(page)
        parts = [
            part for part in parts_to_read(policy) if _SHORTEST <= part.end - part.start <= _LONGEST
        ]
        for part in generator.sample(parts, min(len(parts), _OF_A_POLICY)):
            yield policy.quote(part)
