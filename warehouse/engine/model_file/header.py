"""The header of a GGUF file, read without trusting it and without llama.cpp.

Layout (the GGUF specification of ggml): magic, version, counts, then metadata as typed pairs, then
tensor descriptions, then aligned data. Every count and length is checked against a cap and against
what is left of the file before it is used. The file is read, not mapped: a mapped file that is cut
short meanwhile ends the process. So a file made up, damaged or still arriving ends in ModelRefused
with a sentence, within seconds and within HEADER_BYTES of memory (a number in memory is larger
than in the file, so that of lists only KEPT_IN_ALL are kept).
"""

from __future__ import annotations

import stat
import struct
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from msgspec import Struct

from warehouse.errors import ModelMissing, ModelRefused

HEADER_BYTES = 128 * 2**20
MAX_PAIRS = 65_536
MAX_TENSORS = 65_536
MAX_KEY_BYTES = 65_535
MAX_TEXT_BYTES = 4 * 2**20
MAX_ITEMS = 4 * 2**20
MAX_DEPTH = 2
KEPT_ITEMS = 4096
KEPT_IN_ALL = 2**18
CHUNK_BYTES = 2**20

_SCALARS = {
    0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d",
}  # fmt: skip
_STRING, _ARRAY = 8, 9
# ggml type -> (values in a block, bytes of a block)
_BLOCKS = {
    0: (1, 4), 1: (1, 2), 2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34),
    9: (32, 36), 10: (256, 84), 11: (256, 110), 12: (256, 144), 13: (256, 176), 14: (256, 210),
    15: (256, 292), 16: (256, 66), 17: (256, 74), 18: (256, 98), 19: (256, 50), 20: (32, 18),
    21: (256, 110), 22: (256, 82), 23: (256, 136), 24: (1, 1), 25: (1, 2), 26: (1, 4), 27: (1, 8),
    28: (1, 8), 29: (256, 56), 30: (1, 2), 34: (256, 54), 35: (256, 66), 39: (32, 17),
}  # fmt: skip


class Tensor(Struct, frozen=True):
    """``kind`` is the ggml type."""

    name: str
    shape: tuple[int, ...]
    kind: int
    values: int
    bytes: int


class List(Struct, frozen=True):
    """An array of the metadata: its length, and its first numbers (no texts)."""

    count: int
    items: tuple[Any, ...]


class Header(Struct, frozen=True):
    """``size_bytes`` is that of the whole file."""

    size_bytes: int
    pairs: dict[str, Any]
    tensors: tuple[Tensor, ...]


def read(path: Path) -> Header:
    """Raises ModelMissing, or ModelRefused with what is wrong."""
    try:
        # A pipe or a device would keep the reader waiting for ever.
        if not stat.S_ISREG(path.stat().st_mode):
            raise ModelMissing(f"{path.name} is not a file.")
        with path.open("rb", buffering=0) as file:
            return _Parser(file, path).header()
    except (OSError, ValueError) as error:
        raise ModelMissing(f"The model file {path.name} cannot be opened.") from error


class _Parser:
    def __init__(self, file: IO[bytes], path: Path) -> None:
        self._file = file
        self._path = path
        self._size = file.seek(0, 2)
        file.seek(0)
        self._data = bytearray()
        self._at = 0
        self._room = KEPT_IN_ALL

    def header(self) -> Header:
        tensors, count = self._counts()
        pairs: dict[str, Any] = {}
        for _ in range(count):
            key = self._text(MAX_KEY_BYTES, "a key")
            pairs[key] = self._value(self._number("I"), 0)
        return Header(self._size, pairs, self._tensors(tensors, pairs))

    def _counts(self) -> tuple[int, int]:
        if self._size < 32:
            raise self._refused("it is too short to be a GGUF model")
        self._need(4)
        if self._data[:4] != b"GGUF":
            raise self._refused("it is not a GGUF file")
        self._at = 4
        version = self._number("I")
        if version not in (2, 3):
            raise self._refused(f"its GGUF version {version} is not known (2 and 3 are)")
        tensors, pairs = self._number("Q"), self._number("Q")
        if tensors > MAX_TENSORS or not 0 < pairs <= MAX_PAIRS:
            raise self._refused(f"it claims {tensors} tensors and {pairs} facts")
        return tensors, pairs

    def _need(self, count: int) -> None:
        """Have ``count`` bytes from here on in memory."""
        end = self._at + count
        if end > self._size:
            raise self._cut_short()
        if end > HEADER_BYTES:
            raise self._refused(f"its header is longer than {HEADER_BYTES} bytes")
        while len(self._data) < end:
            piece = self._file.read(max(CHUNK_BYTES, end - len(self._data)))
            if not piece:
                raise self._cut_short()
            self._data += piece

    def _number(self, code: str) -> Any:
        width = struct.calcsize("<" + code)
        self._need(width)
        (value,) = struct.unpack_from("<" + code, self._data, self._at)
        self._at += width
        return value

    def _text(self, limit: int, what: str) -> str:
        length = self._number("Q")
        if length > self._size - self._at:
            raise self._cut_short()
        if length > limit:
            raise self._refused(f"{what} is {length} bytes long")
        self._need(length)
        start, self._at = self._at, self._at + length
        return self._data[start : self._at].decode("utf-8", "replace")

    def _value(self, kind: int, depth: int) -> Any:
        if kind in _SCALARS:
            return self._number(_SCALARS[kind])
        if kind == _STRING:
            return self._text(MAX_TEXT_BYTES, "a text")
        if kind == _ARRAY and depth < MAX_DEPTH:
            return self._array(depth)
        raise self._refused(f"it holds a value of unknown type {kind}")

    def _array(self, depth: int) -> List:
        kind, count = self._number("I"), self._number("Q")
        smallest = struct.calcsize("<" + _SCALARS[kind]) if kind in _SCALARS else 8
        if count > (KEPT_ITEMS if kind == _ARRAY else MAX_ITEMS):
            raise self._refused(f"it claims a list of {count} items")
        if count * smallest > self._size - self._at:
            raise self._cut_short()
        if kind in _SCALARS:
            self._need(count * smallest)
            kept = min(count, KEPT_ITEMS, self._room)
            self._room -= kept
            items = struct.unpack_from(f"<{kept}{_SCALARS[kind]}", self._data, self._at)
            self._at += count * smallest
            return List(count, items)
        if kind == _STRING:
            self._skip_texts(count)
            return List(count, ())
        return List(count, tuple(self._value(kind, depth + 1) for _ in range(count)))

    def _skip_texts(self, count: int) -> None:
        read: Callable[..., tuple[int]] = struct.Struct("<Q").unpack_from
        for _ in range(count):
            if self._at + 8 > len(self._data):
                self._need(8)
            (length,) = read(self._data, self._at)
            if length > MAX_TEXT_BYTES:
                raise self._refused(f"a text is {length} bytes long")
            self._at += 8 + length
        self._need(0)

    def _tensors(self, count: int, pairs: dict[str, Any]) -> tuple[Tensor, ...]:
        """Every tensor must lie inside the file."""
        placed = [self._tensor() for _ in range(count)]
        alignment = pairs.get("general.alignment", 32)
        if not isinstance(alignment, int) or not 8 <= alignment <= 2**16 or alignment % 8:
            raise self._refused(f"its alignment is {_shown(alignment)}")
        start = -(-self._at // alignment) * alignment
        end = start + max((offset + tensor.bytes for offset, tensor in placed), default=0)
        if placed and end > self._size:
            raise self._refused(f"it is cut short: {self._size} bytes of at least {end} are there")
        return tuple(tensor for _, tensor in placed)

    def _tensor(self) -> tuple[int, Tensor]:
        name = self._text(MAX_KEY_BYTES, "a tensor name")
        dimensions = self._number("I")
        if not 1 <= dimensions <= 4:
            raise self._refused(f"a tensor has {dimensions} dimensions")
        shape = tuple(self._number("Q") for _ in range(dimensions))
        values = 1
        for length in shape:
            values *= length
        kind, offset = self._number("I"), self._number("Q")
        if not 0 < values <= 2**44:
            raise self._refused("a tensor has an absurd size")
        if offset > self._size:
            raise self._cut_short()
        if kind not in _BLOCKS:
            raise self._refused(f"a tensor is of type {kind}, which is not known")
        per_block, block_bytes = _BLOCKS[kind]
        if shape[0] % per_block:
            raise self._refused("a tensor does not fill its blocks")
        return offset, Tensor(name, shape, kind, values, values // per_block * block_bytes)

    def _refused(self, reason: str) -> ModelRefused:
        return ModelRefused(f"{self._path.name} cannot be used: {reason}.")

    def _cut_short(self) -> ModelRefused:
        return self._refused(f"it is cut short at {self._size} bytes")


def _shown(value: Any) -> str:
    return repr(value)[:40]
