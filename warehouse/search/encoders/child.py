"""The embedder's process: ``python -m warehouse.search.encoders.child FOLDER WAY PRECISION``.

Reads texts, writes rows, until its parent is gone. The model is loaded at the first question, so
that a failure is an answer.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from indexers import sandbox
from indexers.process.child import Incoming, pipes_of_child, write_frame
from warehouse.search.encoders import fast, folders, reference

Encode = Callable[[Sequence[str], bool], NDArray[np.float32]]


class Texts(Struct, frozen=True, array_like=True):
    """``exact`` asks for float32 throughout, whatever the index is computed in."""

    number: int
    texts: tuple[str, ...]
    exact: bool = False


class Rows(Struct, frozen=True, array_like=True):
    """float32, row by row; ``failure`` is empty or says why there are none."""

    number: int
    rows: bytes
    failure: str = ""


def load(folder: Path, way: str, precision: str) -> Encode:
    shape = folders.shape(folder)
    if way == "fast" and shape is not None:
        return fast.load(folder, shape, "bf16" if precision == "bf16" else "f32")
    return reference.load(folder)


def main() -> None:
    pipe, outgoing = pipes_of_child()
    folder, way, precision = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    sandbox.enter()
    sandbox.seal(folders.files(folder))
    incoming = Incoming(pipe)
    encode: Encode | None = None
    while True:
        question = msgspec.msgpack.decode(incoming.get(), type=Texts)
        try:
            encode = encode or load(folder, way, precision)
            reply = Rows(question.number, encode(question.texts, question.exact).tobytes())
        # Errors of tokenizers and of OpenVINO have no class of their own below Exception.
        except Exception as error:
            reply = Rows(question.number, b"", str(error) or type(error).__name__)
        write_frame(outgoing, msgspec.msgpack.encode(reply))


if __name__ == "__main__":
    main()
