import gzip
from pathlib import Path

import pytest
import zstandard

from privascope.unpack import UNPACKING_ERRORS, open_unpacked

TEXT = b"".join(b"line %d\n" % number for number in range(20_000))


def unpacked(path: Path, content: bytes) -> bytes:
    path.write_bytes(content)
    with open_unpacked(path) as file:
        return file.read()


@pytest.mark.parametrize(
    "content",
    [
        TEXT,
        gzip.compress(TEXT),
        gzip.compress(TEXT[:100]) + gzip.compress(TEXT[100:]),
        zstandard.compress(TEXT),
        zstandard.compress(TEXT[:100]) + zstandard.compress(TEXT[100:]),
        zstandard.ZstdCompressor(write_content_size=False).compress(TEXT),
    ],
    ids=["plain", "gzip", "gzip members", "zstd", "zstd frames", "zstd of unknown size"],
)
def test_unpacks_by_content_not_by_name(tmp_path: Path, content: bytes) -> None:
    assert unpacked(tmp_path / "anything.txt", content) == TEXT


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
def test_a_cut_file_says_so(tmp_path: Path, pack, share: float) -> None:
    whole = pack(TEXT)
    with pytest.raises(UNPACKING_ERRORS):
        unpacked(tmp_path / "cut", whole[: int(len(whole) * share)])


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_a_damaged_file_says_so(tmp_path: Path, pack) -> None:
    whole = bytearray(pack(TEXT))
    middle = len(whole) // 2
    whole[middle : middle + 40] = bytes(40)
    with pytest.raises(UNPACKING_ERRORS):
        unpacked(tmp_path / "damaged", bytes(whole))


def test_lines_come_one_by_one_from_a_zstd_file(tmp_path: Path) -> None:
    path = tmp_path / "lines.zst"
    path.write_bytes(zstandard.compress(TEXT))
    with open_unpacked(path) as file:
        assert sum(1 for _ in file) == 20_000


def test_an_empty_file_is_empty(tmp_path: Path) -> None:
    assert unpacked(tmp_path / "empty", b"") == b""


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_a_cut_file_gives_the_lines_before_the_cut(tmp_path: Path, pack) -> None:
    text = b"".join(b"%d\n" % (number * 7919 % 1_000_003) for number in range(50_000))
    whole = pack(text)
    path = tmp_path / "cut"
    path.write_bytes(whole[: len(whole) // 2])
    lines: list[bytes] = []
    with open_unpacked(path) as file, pytest.raises(EOFError):
        lines.extend(file)
    assert 15_000 < len(lines) < 35_000
    assert text.startswith(b"".join(lines))
