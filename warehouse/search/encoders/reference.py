"""sentence-transformers as it comes: what the fast way is held to, and the way of all other models.

Safetensors only, no code from the folder, no network. The only importer of sentence-transformers;
importing it brings torch and takes seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


def load(folder: Path) -> Callable[[Sequence[str], bool], Vectors]:
    """A function from texts to unit rows, in their order; always exact."""
    model = _model(folder)

    def encode(texts: Sequence[str], exact: bool = True) -> Vectors:
        rows = model.encode(list(texts), normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(rows, dtype=np.float32)

    return encode


def plain(folder: Path) -> Callable[[Sequence[str]], Vectors]:
    """``SentenceTransformer.encode`` with its default arguments, for the benchmark."""
    model = _model(folder)
    return lambda texts: np.asarray(model.encode(list(texts)), dtype=np.float32)


def _model(folder: Path) -> Any:
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(
        str(folder),
        trust_remote_code=False,
        local_files_only=True,
        model_kwargs={"use_safetensors": True},
    )
