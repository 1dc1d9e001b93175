"""Back-translation of relevant sentences: the paper's alternative to retrieval."""

import re
import subprocess
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np

from privascope.answer.expand.translate import Translator
from privascope.data.digests import digest
from privascope.data.pairs import Question
from privascope.errors import PrivascopeError
from privascope.learn.augment import Candidate
from privascope.learn.corpus import sentence_key
from privascope.learn.loop import progress
from privascope.learn.storing import stored

# Sentences per call of the translator, and the separator between them.
_TOGETHER = 20
_BREAK = "\n\n"
# Apertium's marks of words that it does not know.
_MARKS = re.compile(r"[*#@]")


def back_translated(
    questions: Sequence[Question], translator: Translator, folder: Path
) -> list[Candidate]:
    """Each relevant sentence after back-translation, if words changed.

    Translations are kept in `folder`, some sentences a file, so that a stopped run goes on.
    """
    relevant = dict.fromkeys(
        question.sentences[number]
        for question in questions
        for number in np.flatnonzero(question.relevant)
    )
    others = _translated(list(relevant), translator, folder)
    found = []
    for question in questions:
        known = {sentence_key(sentence) for sentence in question.sentences}
        own = [others[question.sentences[number]] for number in np.flatnonzero(question.relevant)]
        for rank, text in enumerate(dict.fromkeys(filter(None, own)), 1):
            if sentence_key(text) not in known:
                found.append(Candidate(question.id, text, rank, 0.0))
    return found


def _translated(
    sentences: Sequence[str], translator: Translator, folder: Path
) -> dict[str, str | None]:
    others: dict[str, str | None] = {}
    with progress() as bar:
        task = bar.add_task("translating there and back", total=len(sentences))
        for at in range(0, len(sentences), _TOGETHER):
            some = sentences[at : at + _TOGETHER]
            path = folder / f"translated-{digest(translator.name, list(some))}.json"
            others |= stored(path, partial(_there_and_back, some, translator))
            bar.advance(task, len(some))
    return others


def _there_and_back(sentences: Sequence[str], translator: Translator) -> dict[str, str | None]:
    """Each sentence after back-translation; None if no word changed."""
    # One call for many: a translator's start takes longer than a sentence.
    lines = [" ".join(sentence.split()) for sentence in sentences]
    try:
        made = translator.back(translator.there(_BREAK.join(lines))).split(_BREAK)
        if len(made) != len(lines):
            made = [translator.back(translator.there(line)) for line in lines]
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        raise PrivascopeError(f"translating with {translator.name} failed: {error}") from error
    cleaned = [" ".join(_MARKS.sub("", text).split()) for text in made]
    return {
        sentence: text if text and sentence_key(text) != sentence_key(sentence) else None
        for sentence, text in zip(sentences, cleaned, strict=True)
    }
