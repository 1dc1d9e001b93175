"""Denials become admissions and back, or nothing where that is not safe."""

import pytest

pytest.importorskip("torch")

from privascope.learn.statement_flips import admission, denial


@pytest.mark.parametrize(
    ("sentence", "turned"),
    [
        ("We do not sell any personal data.", "We sell your personal data."),
        ("Your name will never be sold.", "Your name will be sold."),
        ("We won't rent our lists.", "We will rent our lists."),
        ("We never trade addresses.", "We trade addresses."),
        ("We do not sell data unless you agree.", None),
        ("We do not sell data and never share it.", None),
        ("We sell data.", None),
    ],
)
def test_a_denial_becomes_an_admission(sentence, turned):
    assert admission(sentence) == turned


@pytest.mark.parametrize(
    ("sentence", "turned"),
    [
        (
            "We may share your email with advertisers.",
            "We do not share your email with advertisers.",
        ),
        ("The company sells data.", None),
        ("It will sell data.", "It does not sell data."),
        ("We share data if you agree.", None),
        ("We share and we sell data.", None),
        ("We do not share data.", None),
    ],
)
def test_an_admission_becomes_a_denial(sentence, turned):
    assert denial(sentence) == turned
