from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privascope.errors import LibraryError
from privascope.policy.document import Block, BlockKind, PlacedBlock, lay_out
from privascope.policy.packing import pack_structure, unpack_structure
from privascope.policy.policy import Policy, Section, Span
from privascope.policy.sections import find_sections
from privascope.policy.segments import find_segments
from privascope.policy.sentences import find_sentences

EMPTY = Policy("", "", None, "", (), (), (), ())


def long_policy() -> Policy:
    blocks = []
    for number in range(40):
        blocks.append(Block(BlockKind.HEADING, f"{number}. Heading", 2))
        blocks += [Block(BlockKind.PARAGRAPH, "We read it. " * (1 + number % 7))] * 3
        blocks += [Block(BlockKind.ITEM, "a name " * (1 + number % 5), 1)] * 4
    text, placed = lay_out(blocks)
    return Policy(
        "",
        "en",
        None,
        text,
        placed,
        find_sections(text, placed),
        find_segments(text, placed),
        find_sentences(text, placed),
    )


def structure(policy: Policy) -> tuple[object, ...]:
    return policy.blocks, policy.sections, policy.segments, policy.sentences


def test_what_goes_in_comes_out() -> None:
    policy = long_policy()
    packed = pack_structure(policy)
    assert unpack_structure(packed) == structure(policy)
    assert len(packed) < 2000
    assert all(type(block.kind) is BlockKind for block in unpack_structure(packed)[0])
    assert all(type(span.start) is int for span in unpack_structure(packed)[3])


def test_an_empty_policy() -> None:
    assert unpack_structure(pack_structure(EMPTY)) == ((), (), (), ())


@pytest.mark.parametrize("damage", [0, 1, 5, 9, 20, -1])
def test_damage_is_found(damage: int) -> None:
    packed = bytearray(pack_structure(long_policy()))
    packed[damage] ^= 0x55
    with pytest.raises(LibraryError):
        unpack_structure(bytes(packed))


@given(st.binary())
def test_any_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(LibraryError):
        unpack_structure(data)


def test_every_cut_is_found() -> None:
    packed = pack_structure(long_policy())
    for length in range(0, len(packed), 7):
        with pytest.raises(LibraryError):
            unpack_structure(packed[:length])


offsets = st.integers(0, 2**30)
spans = st.lists(st.builds(Span, offsets, offsets)).map(tuple)


@given(
    st.lists(
        st.builds(PlacedBlock, st.sampled_from(BlockKind), st.integers(0, 6), offsets, offsets)
    ).map(tuple),
    st.lists(
        st.builds(Section, st.integers(1, 9), offsets, offsets, offsets, st.integers(-1, 500))
    ).map(tuple),
    spans,
    spans,
)
def test_any_offsets(
    blocks: tuple[PlacedBlock, ...],
    sections: tuple[Section, ...],
    segments: tuple[Span, ...],
    sentences: tuple[Span, ...],
) -> None:
    policy = replace(
        EMPTY, blocks=blocks, sections=sections, segments=segments, sentences=sentences
    )
    assert unpack_structure(pack_structure(policy)) == structure(policy)
