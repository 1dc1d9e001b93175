"""How quick an answer is, beside reading every sentence and paraphrase with torch.

python bench/answer.py [--policy FILE] [--trained FOLDER] [--asked 60]
FILE is a policy to ask, else the sample library's that is nearest to 150 sentences. FOLDER is a
reader as `privascope learn reader` leaves it, for the comparison in torch. What the quick
way loses is in the row "32 candidates" of `privascope measure selection --ablation`. Run it on an
idle machine.
"""

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from privascope.answer.answer import Source
from privascope.answer.ask import ask
from privascope.answer.expand.expansion import EXPANSIONS, paraphrases
from privascope.answer.passages import Passages, passages_of
from privascope.answer.subject import Subject, stored_subject
from privascope.library.store import Library
from privascope.measure.answers import sample_library
from privascope.measure.sample_questions import read_questions
from privascope.policy.derive import derive_policy
from privascope.policy.read import read_page

WANTED_SENTENCES = 150
COLD_STARTS = 7
# Questions that torch reads for the comparison of processor time; more only take longer.
TORCH_QUESTIONS = 8


def subjects(policy: Path | None) -> tuple[Subject, Subject]:
    """The policy to ask, and another one to load the models with."""
    with sample_library() as folder, Library(folder) as library:
        names = sorted({question.policy for question in read_questions()})
        found = [stored_subject(library, name) for name in names]
    found.sort(key=lambda one: abs(len(one.policy.sentences) - WANTED_SENTENCES))
    if policy is None:
        return found[0], found[1]
    read = derive_policy(read_page(policy.read_bytes(), "", ""))
    return Subject(read, Source("", "", policy.stem, policy.stem, "", "")), found[0]


def milliseconds(work: Callable[[], object]) -> float:
    """How long it took by the clock."""
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start)


def cpu_seconds(work: Callable[[], object]) -> float:
    """The processor time that it took, of all threads."""
    start = time.process_time()
    work()
    return time.process_time() - start


def megabytes(who: int) -> float:
    """The most memory that a process has held."""
    most = resource.getrusage(who).ru_maxrss
    return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def show(what: str, measured: str, wanted: str = "") -> None:
    print(f"{what:<62} {measured:>12}  {wanted}", flush=True)


def speed(subject: Subject, other: Subject, questions: Sequence[str]) -> None:
    """Prints the times of first and later questions, and the memory of the process."""
    ask(other.policy, other.source, questions[-1])
    first = milliseconds(lambda: ask(subject.policy, subject.source, questions[0]))
    show("first question on a policy, models loaded", f"{first:.0f} ms", "< 1,000 ms")
    later = [
        milliseconds(lambda text=text: ask(subject.policy, subject.source, text))
        for text in questions[1:]
    ]
    later.sort()
    show(f"p50 of {len(later)} other questions", f"{statistics.median(later):.0f} ms", "< 450 ms")
    show("p90", f"{later[int(0.9 * len(later))]:.0f} ms")
    show("most memory of the process", f"{megabytes(resource.RUSAGE_SELF):.0f} MB", "< 600 MB")


def cold_start(subject: Subject, question: str) -> None:
    """Prints how long the command line takes to answer from a file."""
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "policy.txt"
        file.write_text(subject.policy.text, encoding="utf-8")
        line = [sys.executable, "-m", "privascope", "ask", str(file), question]
        line += ["--anyway", "--library", str(Path(place) / "library")]
        times = [
            milliseconds(lambda: subprocess.run(line, check=True, stdout=subprocess.DEVNULL))
            for _ in range(COLD_STARTS)
        ]
    show(
        f"privascope ask FILE, cold, median of {COLD_STARTS}",
        f"{statistics.median(times):.0f} ms",
        "< 2,500 ms",
    )
    memory = megabytes(resource.RUSAGE_CHILDREN)
    show("most memory of that process", f"{memory:.0f} MB", "< 600 MB")


def torch_scorer(folder: Path) -> Callable[[str, Passages], object]:
    """The logits of every sentence by the trained weights in torch, fp32, one at a time."""
    import torch

    from privascope.answer.signals.reading import line_of
    from privascope.learn.reader import load_reader, sentence_logits, window_inputs
    from privascope.learn.reader_examples import Example
    from privascope.models.window_tokens import WindowTokenizer

    model, base = load_reader(str(folder))
    model.eval()
    tokenizer = WindowTokenizer(base.tokenizer)

    @torch.inference_mode()
    def score(question: str, passages: Passages) -> object:
        windows = [
            tokenizer.window(question, [line_of(passages, number)])
            for number in range(len(passages))
        ]
        read = [Example(window, (0.0,)) for window in windows]
        batches = [read[start : start + 64] for start in range(0, len(read), 64)]
        return [
            sentence_logits(tokens, example)
            for batch in batches
            for tokens, example in zip(model(**window_inputs(batch))[0], batch, strict=True)
        ]

    return score


def against_torch(subject: Subject, questions: Sequence[str], trained: Path) -> None:
    """Prints the processor time of an answer beside that of reading everything in torch."""
    quick = cpu_seconds(
        lambda: [ask(subject.policy, subject.source, text) for text in questions]
    ) / len(questions)
    show("processor time of an answer", f"{1000 * quick:.0f} ms")
    score, passages = torch_scorer(trained), passages_of(subject.policy)
    score("warm", passages)
    alone = cpu_seconds(lambda: [score(text, passages) for text in questions]) / len(questions)
    show("all sentences in torch fp32", f"{1000 * alone:.0f} ms", f"{alone / quick:.1f} x")
    # Every wording costs what the question itself does: the same sentences, and as many words.
    wordings = statistics.mean(1 + len(paraphrases(text, tuple(EXPANSIONS))) for text in questions)
    show(
        f"all sentences for the question and {wordings - 1:.1f} paraphrases",
        f"{1000 * alone * wordings:.0f} ms",
        f"{alone * wordings / quick:.1f} x, wanted 12 x",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--policy", type=Path)
    parser.add_argument("--trained", type=Path)
    parser.add_argument("--asked", type=int, default=60)
    arguments = parser.parse_args()
    subject, other = subjects(arguments.policy)
    every = list(dict.fromkeys(question.question for question in read_questions()))
    # Some of all policies; those in between are new to the process when torch has its turn.
    questions = every[::4][: arguments.asked]
    print(
        f"{len(subject.policy.sentences)} sentences, {len(questions)} questions of the sample set"
    )
    speed(subject, other, questions)
    cold_start(subject, questions[0])
    if arguments.trained is not None:
        against_torch(subject, every[2::29][:TORCH_QUESTIONS], arguments.trained)


if __name__ == "__main__":
    main()
