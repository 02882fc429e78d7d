"""An embedder for tests: words hashed into a few dimensions, the same every time, no model."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

DIMENSION = 32


class HashingEmbedder:
    """Implements warehouse.embedding.Embeds."""

    name = "hashing"
    dimension = DIMENSION

    def embed(
        self,
        texts: Sequence[str],
        background: bool = False,
        on_batch: Callable[[int], None] | None = None,
    ) -> npt.NDArray[np.float32]:
        rows = np.zeros((len(texts), DIMENSION), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in text.casefold().split():
                row[zlib.crc32(word.encode()) % DIMENSION] += 1.0
            row[0] += 0.01
            row /= np.linalg.norm(row)
        if on_batch is not None:
            on_batch(len(texts))
        return rows

    def close(self) -> None:
        pass
