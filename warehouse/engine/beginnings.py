"""The beginnings of our own prompts, read once for a model and kept in the home for later use.

The words before a prompt's first placeholder are the same in every request. Those that stand
before somebody's first answer have two thousand tokens, a quarter of a minute of two cores; their
keys and values are read back from a file in a tenth of a second. They are made by a child that was
given nothing but the model (often_read.py), so that no words of a document can be in them.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable
from pathlib import Path

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from warehouse.disk.durable import write_whole
from warehouse.version import version

DIGEST_BYTES = 32
NAME_LETTERS = 32

Read = tuple[NDArray[np.int32], NDArray[np.uint8]]
"""The tokens of a beginning, and its keys and values as ``Context.state`` gives them."""

_log = logging.getLogger(__name__)


class Beginning(Struct, frozen=True):
    """``Read`` as bytes."""

    tokens: bytes
    state: bytes


class Beginnings(Struct, frozen=True):
    """``made`` says by which build, and for which kind of cells."""

    made: str
    read: tuple[Beginning, ...]


def place(folder: Path, sha256: str) -> Path:
    """The file of a model."""
    return folder / f"{sha256[:NAME_LETTERS]}.bin"


def packed(read: Iterable[Read], cache: str) -> bytes:
    kept = [Beginning(tokens.tobytes(), state.tobytes()) for tokens, state in read]
    return msgspec.msgpack.encode(Beginnings(_made(cache), tuple(kept)))


def save(path: Path, body: bytes) -> None:
    """Keep what was ``packed``. A full disk costs the seconds that it would have spared."""
    try:
        write_whole(path, hashlib.sha256(body).digest() + body)
    except OSError as error:
        _log.warning("the beginnings of prompts were not kept: %s", error)


def load(path: Path, cache: str) -> list[Read]:
    """What is kept for this build and kind of cells; nothing of a file that is damaged."""
    try:
        data = memoryview(path.read_bytes())
        if hashlib.sha256(data[DIGEST_BYTES:]).digest() != data[:DIGEST_BYTES]:
            return []
        kept = msgspec.msgpack.decode(data[DIGEST_BYTES:], type=Beginnings)
    except (OSError, msgspec.MsgspecError):
        return []
    if kept.made != _made(cache):
        return []
    return [
        (np.frombuffer(beginning.tokens, np.int32), np.frombuffer(beginning.state, np.uint8))
        for beginning in kept.read
    ]


def _made(cache: str) -> str:
    return f"llama-cpp-python {version('llama-cpp-python')}, {cache}"
