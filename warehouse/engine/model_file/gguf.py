"""What a GGUF file says of itself: the facts that fit, list and page work with.

``inspect`` is the check before a model is loaded: it refuses what is no language model. ``look``
tells what a file is, for lists of what lies on a disk: language models, embedders, and the parts
that only go with another model. A model split into ``NAME-00001-of-0000N.gguf`` is named by its
first file; the others must be there, and each is checked.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from warehouse.engine.model_file import header as gguf_header
from warehouse.engine.model_file.header import Header, List, Tensor
from warehouse.errors import ModelRefused

MAX_LAYERS = 2048
MAX_WIDTH = 2**20
MAX_PARTS = 1000
TEMPLATE_CHARACTERS = 500_000

Kind = Literal["chat", "embedder", "companion"]
_FILE_TYPES = {
    0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 7: "Q8_0", 8: "Q5_0", 9: "Q5_1", 10: "Q2_K",
    11: "Q3_K_S", 12: "Q3_K_M", 13: "Q3_K_L", 14: "Q4_K_S", 15: "Q4_K_M", 16: "Q5_K_S",
    17: "Q5_K_M", 18: "Q6_K", 19: "IQ2_XXS", 20: "IQ2_XS", 21: "Q2_K_S", 22: "IQ3_XS",
    23: "IQ3_XXS", 24: "IQ1_S", 25: "IQ4_NL", 26: "IQ3_S", 27: "IQ3_M", 28: "IQ2_S", 29: "IQ2_M",
    30: "IQ4_XS", 31: "IQ1_M", 32: "BF16", 36: "TQ1_0", 37: "TQ2_0", 38: "MXFP4",
}  # fmt: skip
# Q4_0, Q4_K and IQ4_NL matrices are kept a second time, in the order that wide registers want.
_REPACKED = (2, 12, 20)
_SPLIT = re.compile(r"^(.*)-(\d{5})-of-(\d{5})\.gguf$")


class GgufFacts(Struct, frozen=True):
    """Sizes are in bytes, over all parts of a split model.

    ``kind`` "companion" is a part of something else: a projector for pictures, an adapter, a
    vocabulary. ``cell_bytes`` is the 16-bit KV cache of one token in all layers; ``window`` the
    tokens a sliding-window layer sees, 0 where every layer sees all. ``repack_bytes`` is what
    llama.cpp may hold twice when it computes on the CPU.
    """

    path: str
    kind: Kind
    architecture: str
    name: str
    size_bytes: int
    parts: int
    quantisation: str
    parameters: int
    context: int
    layers: int
    heads: int
    kv_heads: int
    embedding: int
    feed_forward: int
    vocabulary: int
    window: int
    cell_bytes: int
    repack_bytes: int
    template: str
    licence: str


def inspect(path: Path) -> GgufFacts:
    """The facts of a language model. Raises ModelMissing, or ModelRefused with what is wrong."""
    facts = look(path)
    if facts.kind == "embedder":
        raise _refused(path, "it turns text into vectors and does not write")
    if facts.kind != "chat":
        raise _refused(path, "it holds no language model with its vocabulary")
    return facts


def look(path: Path) -> GgufFacts:
    """What a file is. Raises ModelMissing, or ModelRefused for a damaged or absurd one."""
    first = gguf_header.read(path)
    rest = [gguf_header.read(part) for part in split_parts(path, first)[1:]]
    return _Summary(path, first, rest).facts()


def split_parts(path: Path, header: Header | None = None) -> tuple[Path, ...]:
    """All files of a model in order, by name; ``path`` alone where it is not split.

    Raises ModelRefused when ``path`` is not the first of them or one is missing.
    """
    matched = _SPLIT.match(path.name)
    claimed = header.pairs.get("split.count", 0) if header is not None else 0
    if matched is None:
        if isinstance(claimed, int) and claimed > 1:
            raise _refused(path, f"it is one of {claimed} files and was renamed")
        return (path,)
    stem, number, count = matched[1], int(matched[2]), int(matched[3])
    if number != 1:
        raise _refused(path, f"it is part {number} of {count}; the first part is the model")
    if not 0 < count <= MAX_PARTS:
        raise _refused(path, f"its name claims {count} parts")
    parts = tuple(
        path.with_name(f"{stem}-{part:05d}-of-{count:05d}.gguf") for part in range(1, count + 1)
    )
    missing = [part.name for part in parts if not part.is_file()]
    if missing:
        raise _refused(path, f"{len(missing)} of its {count} parts are missing ({missing[0]})")
    return parts


def files(path: str, beginnings: str) -> list[Path]:
    """What who loads a model reads; ``beginnings`` as in wire.Load. Raises ModelRefused."""
    first, known = Path(path), Path(beginnings)
    parts = split_parts(first) if part_number(first) else (first,)
    return [*parts, *([known] if beginnings and known.is_file() else [])]


def part_number(path: Path) -> int:
    """1 for the first file of a split model, 0 for a file that is not split."""
    matched = _SPLIT.match(path.name)
    return int(matched[2]) if matched else 0


class _Summary:
    def __init__(self, path: Path, first: Header, rest: list[Header]) -> None:
        self._path = path
        self._pairs = first.pairs
        self._headers = [first, *rest]
        self._tensors = [tensor for header in self._headers for tensor in header.tensors]
        self._architecture = _text(first.pairs.get("general.architecture"))

    def facts(self) -> GgufFacts:
        kind = self._kind()
        if kind == "chat" and not self._tensors:
            raise _refused(self._path, "it claims 0 tensors")
        whole = kind != "companion"
        fewest = 0 if self._is_recurrent() else 1
        heads = max(1, self._most("attention.head_count", fewest, MAX_WIDTH, 1)) if whole else 0
        self._check_tokens()
        embedding = self._one("embedding_length", 1, MAX_WIDTH) if whole else 0
        layers = self._one("block_count", 1, MAX_LAYERS) if whole else 0
        return GgufFacts(
            path=str(self._path),
            kind=kind,
            architecture=self._architecture,
            name=_text(self._pairs.get("general.name")) or self._path.stem,
            size_bytes=sum(header.size_bytes for header in self._headers),
            parts=len(self._headers),
            quantisation=self._quantisation(),
            parameters=sum(tensor.values for tensor in self._tensors),
            context=self._one("context_length", 1, 2**31 - 1) if whole else 0,
            layers=layers,
            heads=heads,
            kv_heads=self._most("attention.head_count_kv", 0, MAX_WIDTH, heads) if whole else 0,
            embedding=embedding,
            feed_forward=self._most("feed_forward_length", 0, MAX_WIDTH, 0) if whole else 0,
            vocabulary=self._vocabulary(),
            window=self._one("attention.sliding_window", 0, 2**31 - 1, 0) if whole else 0,
            cell_bytes=self._cell_bytes(layers, heads, embedding) if whole else 0,
            repack_bytes=sum(tensor.bytes for tensor in self._tensors if _is_repacked(tensor)),
            template=_text(self._pairs.get("tokenizer.chat_template"))[:TEMPLATE_CHARACTERS],
            licence=_text(self._pairs.get("general.license")),
        )

    def _kind(self) -> Kind:
        if not self._architecture:
            raise _refused(self._path, "it holds no language model with its vocabulary")
        special = _text(self._pairs.get("general.type")) in ("adapter", "mmproj", "vocab")
        if special or self._architecture == "clip" or not self._vocabulary():
            return "companion"
        causal = self._pairs.get(f"{self._architecture}.attention.causal", True)
        pools = self._pairs.get(f"{self._architecture}.pooling_type", 0)
        return "chat" if causal and not pools else "embedder"

    def _vocabulary(self) -> int:
        tokens = self._pairs.get("tokenizer.ggml.tokens")
        return tokens.count if isinstance(tokens, List) else 0

    def _is_recurrent(self) -> bool:
        """Without attention, as Mamba and RWKV are: such a model has 0 heads."""
        state = (f"{self._architecture}.ssm.", f"{self._architecture}.wkv.")
        return any(key.startswith(state) for key in self._pairs)

    def _check_tokens(self) -> None:
        """Whoever asks llama.cpp for the text of a token that is not there gets none."""
        vocabulary = self._vocabulary()
        for key, value in self._pairs.items():
            if not key.startswith("tokenizer.ggml.") or not key.endswith("_token_id"):
                continue
            # -1, or the same without its sign, stands for none.
            if value in (-1, 2**32 - 1) or vocabulary == 0:
                continue
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < vocabulary:
                name = key.removeprefix("tokenizer.ggml.").replace("_", " ")
                said = f"its {name} is {value!r:.40}, of {vocabulary} tokens"
                raise _refused(self._path, said)

    def _quantisation(self) -> str:
        kind = self._pairs.get("general.file_type", -1)
        return _FILE_TYPES.get(kind, "") if isinstance(kind, int) else ""

    def _cell_bytes(self, layers: int, heads: int, embedding: int) -> int:
        """Keys and values of one token: grouped heads share theirs, and layers may differ."""
        grouped = self._pairs.get(f"{self._architecture}.attention.head_count_kv")
        if isinstance(grouped, List) and 0 < grouped.count <= layers:
            total = sum(item for item in grouped.items if isinstance(item, int) and item > 0)
        else:
            total = layers * self._most("attention.head_count_kv", 0, MAX_WIDTH, heads)
        key = self._one("attention.key_length", 1, MAX_WIDTH, max(1, embedding // heads))
        value = self._one("attention.value_length", 1, MAX_WIDTH, max(1, embedding // heads))
        return 2 * min(total, MAX_LAYERS * MAX_WIDTH) * (key + value)

    def _one(self, name: str, low: int, high: int, default: int | None = None) -> int:
        value = self._pairs.get(f"{self._architecture}.{name}", default)
        return self._checked(name, value, low, high)

    def _most(self, name: str, low: int, high: int, default: int) -> int:
        """The largest where a list gives one number a layer."""
        value = self._pairs.get(f"{self._architecture}.{name}", default)
        if isinstance(value, List):
            value = max((item for item in value.items if isinstance(item, int)), default=0)
        return self._checked(name, value, low, high)

    def _checked(self, name: str, value: Any, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            shown = "missing" if value is None else repr(value)[:40]
            raise _refused(self._path, f"its {name.replace('_', ' ')} is {shown}")
        return value


def _is_repacked(tensor: Tensor) -> bool:
    matrix = len(tensor.shape) >= 2 and tensor.shape[1] % 8 == 0
    return matrix and tensor.kind in _REPACKED and not tensor.name.startswith("token_embd")


def _refused(path: Path, reason: str) -> ModelRefused:
    return ModelRefused(f"{path.name} cannot be used: {reason}.")


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
