"""Bytes of a file that may be packed with gzip or zstd."""

import gzip
import io
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import zstandard

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

GZIP_MAGIC = b"\x1f\x8b"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
LARGEST_WINDOW = 2**27
# What reading packed bytes can raise; a file that was cut off raises EOFError.
UNPACKING_ERRORS = (EOFError, OSError, zlib.error, zstandard.ZstdError)

# A zstd block of four bytes may stand for 128 KiB, so a step of this size yields 32 MiB at most.
_STEP = 1024


def open_unpacked(path: Path) -> BinaryIO:
    """The file's bytes, unpacked by what its first bytes say rather than by its name."""
    file = path.open("rb")
    try:
        magic = file.peek(4)
    except BaseException:
        file.close()
        raise
    if magic.startswith(GZIP_MAGIC):
        return io.BufferedReader(_GzipReader(file), 2**20)
    if magic.startswith(ZSTD_MAGIC):
        return io.BufferedReader(_ZstdReader(file), 2**20)
    return file


class _GzipReader(io.RawIOBase):
    """Unpacks a gzip file in small steps, so that a cut one yields all it has before it fails."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._unpacker = gzip.GzipFile(fileobj=file)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        target = memoryview(buffer).cast("B")
        unpacked = self._unpacker.read1(len(target))
        target[: len(unpacked)] = unpacked
        return len(unpacked)

    def close(self) -> None:
        super().close()
        self._unpacker.close()
        self._file.close()


class _ZstdReader(io.RawIOBase):
    """Unpacks every frame of a zstd file, and tells a file that was cut off from one that ends."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._unpacker = zstandard.ZstdDecompressor(max_window_size=LARGEST_WINDOW)
        self._frame = self._unpacker.decompressobj()
        self._within_frame = False
        self._unpacked = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        while not self._unpacked:
            packed = self._frame.unused_data if self._frame.eof else b""
            if self._frame.eof:
                self._frame, self._within_frame = self._unpacker.decompressobj(), False
            packed = packed or self._file.read(_STEP)
            if not packed:
                if self._within_frame:
                    raise EOFError("the zstd data is cut off")
                return 0
            self._within_frame = True
            self._unpacked = memoryview(self._frame.decompress(packed))
        target = memoryview(buffer).cast("B")
        size = min(len(target), len(self._unpacked))
        target[:size] = self._unpacked[:size]
        self._unpacked = self._unpacked[size:]
        return size

    def close(self) -> None:
        super().close()
        self._file.close()
