"""Is a picture file what its program wrote? PNG has a check sum for each of its parts."""

from __future__ import annotations

import zlib
from typing import IO

from indexers.process.handed import Document

DAMAGED = "the picture is damaged; what is left of it was looked at"
_PNG = b"\x89PNG\r\n\x1a\n"
_MOST_BYTES = 2**31 - 1
_HEAD_BYTES = 8
_SUM_BYTES = 4
_PIECE_BYTES = 1 << 20


def picture_damage(path: Document) -> str:
    """A sentence, or ""; of other kinds nothing can be told but by looking."""
    with path.open("rb") as file:
        return DAMAGED if file.read(len(_PNG)) == _PNG and not _is_whole(file) else ""


def _is_whole(file: IO[bytes]) -> bool:
    """Each part is its length, its name, its bytes and their CRC-32; the last one is IEND."""
    while True:
        head = file.read(_HEAD_BYTES)
        length, name = int.from_bytes(head[:4], "big"), head[4:]
        if len(head) < _HEAD_BYTES or length > _MOST_BYTES:
            return False
        total = zlib.crc32(name)
        while length:
            piece = file.read(min(length, _PIECE_BYTES))
            if not piece:
                return False
            total, length = zlib.crc32(piece, total), length - len(piece)
        if int.from_bytes(file.read(_SUM_BYTES), "big") != total:
            return False
        if name == b"IEND":
            return True
