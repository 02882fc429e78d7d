"""The fast way: OpenVINO over the graph of ``bert.py``, without torch. Loads in a second.

Products are computed in bfloat16 where the processor multiplies it (``precision``), in float32
elsewhere; 8-bit integers lose too much of the order of the best ten (see DECISIONS.md).

Texts of about the same number of tokens share a batch, of at most BATCH_TOKENS with the padding,
so that what is computed stays in the processor's caches and little of it is for nothing. Each
length is made up to one of few: OpenVINO makes code for every shape and keeps it, so that memory
would grow with all that is ever embedded.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import psutil  # type: ignore[import-untyped]
from numpy.typing import NDArray

from warehouse.search.encoders.folders import Precision, Shape

BATCH_TOKENS = 2048
LENGTHS = 16  # tokens of a batch's texts are a multiple of this
SHAPES_KEPT = "128"  # pieces of code for them, the least recently used gives way
PADDING = -1e9
Vectors = NDArray[np.float32]
_Run = Callable[[list[NDArray[Any]]], Vectors]


def load(
    folder: Path, shape: Shape, precision: Precision
) -> Callable[[Sequence[str], bool], Vectors]:
    """A function from texts to unit rows, in their order; exact ones are computed in float32."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(shape.longest)
    compiled: dict[Precision, _Run] = {}

    def encode(texts: Sequence[str], exact: bool = False) -> Vectors:
        kind: Precision = "f32" if exact else precision
        if kind not in compiled:
            compiled[kind] = _compiled(folder, shape, kind)
        tokens = [encoding.ids for encoding in tokenizer.encode_batch(list(texts))]
        rows = np.zeros((len(texts), shape.width), dtype=np.float32)
        for batch in batches([len(token_ids) for token_ids in tokens]):
            rows[batch] = compiled[kind](_inputs([tokens[index] for index in batch], shape.longest))
        return rows

    return encode


def batches(lengths: Sequence[int], at_most: int = BATCH_TOKENS) -> Iterator[list[int]]:
    """Indexes of texts that are computed together, the longest first; a long text goes alone."""
    order = sorted(range(len(lengths)), key=lambda index: -lengths[index])
    at = 0
    while at < len(order):
        together = max(1, at_most // max(1, lengths[order[at]]))
        yield order[at : at + together]
        at += together


def _inputs(tokens: Sequence[Sequence[int]], at_most: int) -> list[NDArray[Any]]:
    longest = min(-(-max(len(token_ids) for token_ids in tokens) // LENGTHS) * LENGTHS, at_most)
    ids = np.zeros((len(tokens), longest), dtype=np.int64)
    mask = np.full((len(tokens), 1, 1, longest), PADDING, dtype=np.float32)
    shares = np.zeros((len(tokens), 1, longest), dtype=np.float32)
    for row, token_ids in enumerate(tokens):
        ids[row, : len(token_ids)] = token_ids
        mask[row, :, :, : len(token_ids)] = 0
        shares[row, 0, : len(token_ids)] = 1 / len(token_ids)
    return [ids, mask, shares]


def _compiled(folder: Path, shape: Shape, precision: Precision) -> _Run:
    # OpenVINO brings a package that can send statistics; where that is missing it does without.
    sys.modules["openvino_telemetry"] = None  # type: ignore[assignment]
    import openvino

    from warehouse.search.encoders import bert

    hints = {
        "INFERENCE_PRECISION_HINT": precision,
        "INFERENCE_NUM_THREADS": psutil.cpu_count(logical=False) or 1,
        "PERFORMANCE_HINT": "LATENCY",
        "CPU_RUNTIME_CACHE_CAPACITY": SHAPES_KEPT,
    }
    compiled = openvino.Core().compile_model(bert.model(folder, shape), "CPU", hints)
    request = compiled.create_infer_request()

    def run(inputs: list[NDArray[Any]]) -> Vectors:
        rows: Vectors = request.infer(inputs)[0]
        return rows

    return run
