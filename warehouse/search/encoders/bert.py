"""A BERT sentence model as an OpenVINO graph, made from its safetensors (Devlin et al. 2019).

inputs   ids     int64    (texts, tokens)         padded at the end
         mask    float32  (texts, 1, 1, tokens)   0 over a text, very negative over its padding
         shares  float32  (texts, 1, tokens)      1 / length over a text, 0 over its padding
output   float32 (texts, width)  mean of the last layer's tokens, of length 1
"""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from openvino import Model
from openvino import opset13 as operations

from warehouse.search.encoders.folders import WEIGHTS, Shape

Weights = dict[str, NDArray[np.float32]]
Node = Any
_KINDS: dict[str, Any] = {"F32": np.float32, "F16": np.float16}


def model(folder: Path, shape: Shape) -> Model:
    """Raises ValueError or KeyError where the weights are not those of such a model."""
    return _Bert(_weights(folder / WEIGHTS), shape).model()


def _weights(file: Path) -> Weights:
    """Every tensor by its name, as float32, without the "bert." that some releases put before."""
    raw = file.read_bytes()
    (length,) = struct.unpack_from("<Q", raw)
    entries = json.loads(raw[8 : 8 + length])
    weights: Weights = {}
    for name, entry in entries.items():
        if name == "__metadata__" or entry["dtype"] not in _KINDS:
            continue
        kind = np.dtype(_KINDS[entry["dtype"]])
        start, end = entry["data_offsets"]
        count = (end - start) // kind.itemsize
        values = np.frombuffer(raw, kind, count, 8 + length + start).reshape(entry["shape"])
        weights[name.removeprefix("bert.")] = values.astype(np.float32, copy=False)
    return weights


class _Bert:
    def __init__(self, weights: Weights, shape: Shape) -> None:
        self._weights = weights
        self._shape = shape
        self._ids = operations.parameter([-1, -1], np.int64, name="ids")
        self._mask = operations.parameter([-1, 1, 1, -1], np.float32, name="mask")
        self._shares = operations.parameter([-1, 1, -1], np.float32, name="shares")

    def model(self) -> Model:
        states = self._embedded()
        for number in range(self._shape.layers):
            states = self._layer(states, f"encoder.layer.{number}.")
        mean = operations.squeeze(
            operations.matmul(self._shares, states, False, False), _whole([1])
        )
        unit = operations.normalize_l2(mean, _whole([1]), 1e-12, "max")
        return Model([unit], [self._ids, self._mask, self._shares], "embedder")

    def _embedded(self) -> Node:
        words = self._constant("embeddings.word_embeddings.weight")
        # Every token is of type 0, so its row is added to the positions once and for all.
        places = self._weights["embeddings.position_embeddings.weight"]
        places = places + self._weights["embeddings.token_type_embeddings.weight"][0]
        tokens = operations.gather(operations.shape_of(self._ids), _whole([1]), _whole(0))
        placed = operations.slice(places, _whole([0]), tokens, _whole([1]), _whole([0]))
        summed = operations.add(operations.gather(words, self._ids, _whole(0)), placed)
        return self._normalised(summed, "embeddings.LayerNorm")

    def _layer(self, states: Node, layer: str) -> Node:
        queries, keys, values = (
            self._heads(self._projected(states, f"{layer}attention.self.{part}"))
            for part in ("query", "key", "value")
        )
        attended = operations.scaled_dot_product_attention(queries, keys, values, self._mask)
        together = operations.reshape(
            operations.transpose(attended, _whole([0, 2, 1, 3])),
            _whole([0, 0, self._shape.width]),
            special_zero=True,
        )
        added = operations.add(states, self._projected(together, f"{layer}attention.output.dense"))
        states = self._normalised(added, f"{layer}attention.output.LayerNorm")
        grown = operations.gelu(self._projected(states, f"{layer}intermediate.dense"), "erf")
        added = operations.add(states, self._projected(grown, f"{layer}output.dense"))
        return self._normalised(added, f"{layer}output.LayerNorm")

    def _heads(self, states: Node) -> Node:
        """(texts, tokens, width) to (texts, heads, tokens, width of a head)."""
        heads = self._shape.heads
        apart = _whole([0, 0, heads, self._shape.width // heads])
        split = operations.reshape(states, apart, special_zero=True)
        return operations.transpose(split, _whole([0, 2, 1, 3]))

    def _projected(self, states: Node, part: str) -> Node:
        product = operations.matmul(states, self._constant(f"{part}.weight"), False, True)
        return operations.add(product, self._constant(f"{part}.bias"))

    def _normalised(self, states: Node, part: str) -> Node:
        centred = operations.mvn(states, _whole([-1]), True, self._shape.epsilon, "inside_sqrt")
        scaled = operations.multiply(centred, self._constant(f"{part}.weight"))
        return operations.add(scaled, self._constant(f"{part}.bias"))

    def _constant(self, name: str) -> Node:
        return operations.constant(self._weights[name])


def _whole(values: int | list[int]) -> Node:
    return operations.constant(np.array(values, np.int64))
