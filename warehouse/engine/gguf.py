"""What a GGUF file says of itself, read without trusting it and without llama.cpp.

Layout (the GGUF specification of ggml): magic, version, counts, then metadata as typed pairs, then
tensor descriptions, then aligned data. Every count and length is checked against a cap and against
what is left of the file before it is used, so that a file cut short, made up or hostile ends in
ModelRefused with a sentence, never in a large allocation or in llama.cpp.
"""

from __future__ import annotations

import hashlib
import mmap
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from warehouse.errors import ModelMissing, ModelRefused
from warehouse.settings import home

MAX_PAIRS = 65_536
MAX_TENSORS = 65_536
MAX_KEY_BYTES = 65_535
MAX_TEXT_BYTES = 4 * 2**20
MAX_ITEMS = 16 * 2**20
MAX_DEPTH = 2
MAX_LAYERS = 2048
MAX_WIDTH = 2**20
KEPT_ITEMS = 4096

_SCALARS = {
    0: "B",
    1: "b",
    2: "H",
    3: "h",
    4: "I",
    5: "i",
    6: "f",
    7: "?",
    10: "Q",
    11: "q",
    12: "d",
}
_STRING, _ARRAY = 8, 9
_FILE_TYPES = {
    0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 7: "Q8_0", 8: "Q5_0", 9: "Q5_1", 10: "Q2_K",
    11: "Q3_K_S", 12: "Q3_K_M", 13: "Q3_K_L", 14: "Q4_K_S", 15: "Q4_K_M", 16: "Q5_K_S",
    17: "Q5_K_M", 18: "Q6_K", 19: "IQ2_XXS", 20: "IQ2_XS", 21: "Q2_K_S", 22: "IQ3_XS",
    23: "IQ3_XXS", 24: "IQ1_S", 25: "IQ4_NL", 26: "IQ3_S", 27: "IQ3_M", 28: "IQ2_S", 29: "IQ2_M",
    30: "IQ4_XS", 31: "IQ1_M", 32: "BF16", 36: "TQ1_0", 37: "TQ2_0", 38: "MXFP4",
}  # fmt: skip
# ggml type -> (values in a block, bytes of a block)
_BLOCKS = {
    0: (1, 4), 1: (1, 2), 2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34),
    9: (32, 36), 10: (256, 84), 11: (256, 110), 12: (256, 144), 13: (256, 176), 14: (256, 210),
    15: (256, 292), 16: (256, 66), 17: (256, 74), 18: (256, 98), 19: (256, 50), 20: (32, 18),
    21: (256, 110), 22: (256, 82), 23: (256, 136), 24: (1, 1), 25: (1, 2), 26: (1, 4), 27: (1, 8),
    28: (1, 8), 29: (256, 56), 30: (1, 2), 34: (256, 54), 35: (256, 66), 39: (32, 17),
}  # fmt: skip


class GgufFacts(Struct, frozen=True):
    """``cell_bytes`` is the 16-bit KV cache of one token in all layers, sizes are in bytes."""

    path: str
    architecture: str
    name: str
    size_bytes: int
    quantisation: str
    parameters: int
    context: int
    layers: int
    heads: int
    kv_heads: int
    embedding: int
    vocabulary: int
    cell_bytes: int
    template: str
    licence: str


def inspect(path: Path) -> GgufFacts:
    """Raises ModelMissing, or ModelRefused with what is wrong."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            if size < 32:
                raise ModelRefused(f"{path.name} is too short to be a GGUF model.")
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                return _Parser(data, size, path).facts()
    except OSError as error:
        raise ModelMissing(f"The model file {path.name} cannot be opened.") from error


def fingerprint(path: Path) -> str:
    """SHA-256 of the file in hex; remembered in the home by path, size and time."""
    status = path.stat()
    key = f"{path.resolve()}|{status.st_size}|{status.st_mtime_ns}"
    memory = home() / "model-hashes.json"
    try:
        known = msgspec.json.decode(memory.read_bytes(), type=dict[str, str])
    except (OSError, msgspec.DecodeError):
        known = {}
    if key not in known:
        with path.open("rb") as file:
            known[key] = hashlib.file_digest(file, "sha256").hexdigest()
        memory.parent.mkdir(parents=True, exist_ok=True)
        draft = memory.with_suffix(".part")
        draft.write_bytes(msgspec.json.encode(known))
        draft.replace(memory)
    return known[key]


class _Parser:
    def __init__(self, data: mmap.mmap, size: int, path: Path) -> None:
        self._data = data
        self._size = size
        self._path = path
        self._at = 0

    def facts(self) -> GgufFacts:
        tensors, pairs = self._header()
        about: dict[str, Any] = {}
        for _ in range(pairs):
            key = self._text(MAX_KEY_BYTES, "a key")
            about[key] = self._value(self._number("I"), 0)
        parameters = self._check_tensors(tensors, about)
        return self._summary(about, parameters)

    def _header(self) -> tuple[int, int]:
        if self._data[:4] != b"GGUF":
            raise self._refused("it is not a GGUF file")
        self._at = 4
        version = self._number("I")
        if version not in (2, 3):
            raise self._refused(f"its GGUF version {version} is not known (2 and 3 are)")
        tensors, pairs = self._number("Q"), self._number("Q")
        if not 0 < tensors <= MAX_TENSORS or not 0 < pairs <= MAX_PAIRS:
            raise self._refused(f"it claims {tensors} tensors and {pairs} facts")
        return tensors, pairs

    def _number(self, code: str) -> Any:
        width = struct.calcsize("<" + code)
        if self._at + width > self._size:
            raise self._cut_short()
        (value,) = struct.unpack_from("<" + code, self._data, self._at)
        self._at += width
        return value

    def _text(self, limit: int, what: str) -> str:
        length = self._number("Q")
        if length > self._size - self._at:
            raise self._cut_short()
        if length > limit:
            raise self._refused(f"{what} is {length} bytes long")
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

    def _array(self, depth: int) -> Any:
        """The first items of a long array are enough; its length is kept in ``_Array``."""
        kind, count = self._number("I"), self._number("Q")
        smallest = struct.calcsize("<" + _SCALARS[kind]) if kind in _SCALARS else 8
        if count > MAX_ITEMS:
            raise self._refused(f"it claims a list of {count} items")
        if count * smallest > self._size - self._at:
            raise self._cut_short()
        if kind in _SCALARS:
            kept = min(count, KEPT_ITEMS)
            items = struct.unpack_from(f"<{kept}{_SCALARS[kind]}", self._data, self._at)
            self._at += count * smallest
            return _Array(count, items)
        if kind == _STRING:
            self._skip_texts(count)
            return _Array(count, ())
        return _Array(count, tuple(self._value(kind, depth + 1) for _ in range(count)))

    def _skip_texts(self, count: int) -> None:
        read: Callable[..., tuple[int]] = struct.Struct("<Q").unpack_from
        at, end = self._at, self._size - 8
        for _ in range(count):
            if at > end:
                raise self._cut_short()
            (length,) = read(self._data, at)
            if length > MAX_TEXT_BYTES:
                raise self._refused(f"a text is {length} bytes long")
            at += 8 + length
        if at > self._size:
            raise self._cut_short()
        self._at = at

    def _check_tensors(self, count: int, about: dict[str, Any]) -> int:
        """Every tensor must lie inside the file; returns the number of parameters."""
        extents = [self._tensor() for _ in range(count)]
        alignment = about.get("general.alignment", 32)
        if not isinstance(alignment, int) or not 8 <= alignment <= 2**16 or alignment % 8:
            raise self._refused(f"its alignment is {alignment}")
        start = -(-self._at // alignment) * alignment
        end = start + max(offset + length for offset, length, _ in extents)
        if end > self._size:
            raise self._refused(f"it is cut short: {self._size} bytes of at least {end} are there")
        return sum(values for _, _, values in extents)

    def _tensor(self) -> tuple[int, int, int]:
        """(offset, bytes, values)."""
        self._text(MAX_KEY_BYTES, "a tensor name")
        dimensions = self._number("I")
        if not 1 <= dimensions <= 4:
            raise self._refused(f"a tensor has {dimensions} dimensions")
        values = 1
        for _ in range(dimensions):
            values *= self._number("Q")
        kind, offset = self._number("I"), self._number("Q")
        if not 0 < values <= 2**44:
            raise self._refused("a tensor has an absurd size")
        if offset > self._size:
            raise self._cut_short()
        per_block, block_bytes = _BLOCKS.get(kind, (1, 0))
        if values % per_block:
            raise self._refused("a tensor does not fill its blocks")
        return offset, values // per_block * block_bytes, values

    def _summary(self, about: dict[str, Any], parameters: int) -> GgufFacts:
        architecture = _text(about.get("general.architecture"))
        if not architecture or "tokenizer.ggml.tokens" not in about:
            raise self._refused("it holds no language model with its vocabulary")

        def whole(name: str, low: int, high: int, default: int | None = None) -> int:
            value = about.get(f"{architecture}.{name}", default)
            if isinstance(value, _Array):
                value = max((item for item in value.items if isinstance(item, int)), default=0)
            if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
                raise self._refused(f"its {name.replace('_', ' ')} is {_shown(value)}")
            return value

        layers = whole("block_count", 1, MAX_LAYERS)
        embedding = whole("embedding_length", 1, MAX_WIDTH)
        heads = whole("attention.head_count", 0, MAX_WIDTH, 1) or 1
        kv_heads = whole("attention.head_count_kv", 0, MAX_WIDTH, heads)
        key = whole("attention.key_length", 1, MAX_WIDTH, max(1, embedding // heads))
        value = whole("attention.value_length", 1, MAX_WIDTH, max(1, embedding // heads))
        return GgufFacts(
            path=str(self._path),
            architecture=architecture,
            name=_text(about.get("general.name")) or self._path.stem,
            size_bytes=self._size,
            quantisation=_FILE_TYPES.get(about.get("general.file_type", -1), ""),
            parameters=parameters,
            context=whole("context_length", 1, 2**31 - 1),
            layers=layers,
            heads=heads,
            kv_heads=kv_heads,
            embedding=embedding,
            vocabulary=about["tokenizer.ggml.tokens"].count,
            cell_bytes=2 * layers * kv_heads * (key + value),
            template=_text(about.get("tokenizer.chat_template")),
            licence=_text(about.get("general.license")),
        )

    def _refused(self, reason: str) -> ModelRefused:
        return ModelRefused(f"{self._path.name} cannot be used: {reason}.")

    def _cut_short(self) -> ModelRefused:
        return self._refused(f"it is cut short at {self._size} bytes")


class _Array:
    def __init__(self, count: int, items: tuple[Any, ...]) -> None:
        self.count = count
        self.items = items


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _shown(value: Any) -> str:
    return "missing" if value is None else repr(value)[:40]
