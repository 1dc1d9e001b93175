import random
import subprocess
import sys
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privascope.collect.near_duplicates import NEAR, SIGNATURE_VERSION, bands, signature, similarity

WORDS = [f"word{number}" for number in range(400)]


def _text(seed: int, words: int = 900) -> str:
    chosen = random.Random(seed)
    return " ".join(chosen.choice(WORDS) for _ in range(words))


def _exact(a: str, b: str) -> float:
    def runs(text: str) -> set[tuple[str, ...]]:
        words = text.split()
        return {tuple(words[i : i + 5]) for i in range(len(words) - 4)}

    ours, theirs = runs(a), runs(b)
    return len(ours & theirs) / len(ours | theirs)


def _changed(text: str, every: int) -> str:
    words = text.split()
    words[::every] = ["changed" for _ in words[::every]]
    return " ".join(words)


@pytest.mark.parametrize("every", [400, 150, 60, 20, 8])
def test_similarity_is_close_to_the_exact_share(every: int) -> None:
    errors = []
    for seed in range(8):
        text = _text(seed)
        other = _changed(text, every)
        estimate = similarity(signature(text), signature(other))
        errors.append(estimate - _exact(text, other))
    assert abs(sum(errors) / len(errors)) < 0.04
    assert max(map(abs, errors)) < 0.16


def test_near_duplicates_share_a_band_and_strangers_do_not() -> None:
    for seed in range(20):
        text = _text(seed)
        near = signature(_changed(text, 300))
        assert similarity(signature(text), near) >= NEAR
        assert set(bands(signature(text))) & set(bands(near))
        assert not set(bands(signature(text))) & set(bands(signature(_text(seed + 1000))))


def test_case_punctuation_and_line_breaks_do_not_count() -> None:
    plain = "we collect your name and your address when you order a lamp"
    dressed = "We collect your name,\nand your ADDRESS, when you order a “lamp”."
    assert signature(plain) == signature(dressed)


def test_a_swapped_name_is_a_near_duplicate() -> None:
    text = _text(3, 700)
    ours = text.replace("word7 ", "Acme ")
    theirs = text.replace("word7 ", "Globex ")
    assert ours != theirs
    assert similarity(signature(ours), signature(theirs)) >= NEAR


def test_signature_never_changes_under_its_version() -> None:
    text = "This text stands for every policy whose signature is stored in a library."
    digest = sha256(signature(text)).hexdigest()
    assert (SIGNATURE_VERSION, digest[:16]) == ("minhash-1-rensa-2", "c905e00dfe1626ff")


def test_signature_is_the_same_in_another_process() -> None:
    code = (
        "from privascope.collect.near_duplicates import bands, signature;"
        "print(bands(signature('one two three four five six seven')))"
    )
    for hash_seed in ("1", "2"):
        shown = subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        assert shown.strip() == str(bands(signature("one two three four five six seven")))


def test_bands_fit_a_database_integer() -> None:
    keys = bands(signature(_text(1)))
    assert len(keys) == len(set(keys)) == 9
    assert all(-(2**63) <= key < 2**63 for key in keys)


def test_signatures_of_different_methods_are_not_compared() -> None:
    with pytest.raises(ValueError, match="different methods"):
        similarity(signature("a"), signature("a")[:8])


@settings(max_examples=60, deadline=None)
@given(st.text())
def test_any_text_has_a_signature(text: str) -> None:
    assert len(signature(text)) == 512
    assert similarity(signature(text), signature(text)) == 1.0
