"""A rendered page with words lit, as PNG: for what leaves the window, where there is no Qt."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable

import numpy as np

from indexers.records import Picture
from indexers.text.places import Box

LIGHT = (255, 226, 120)
MARGIN_POINTS = 1.5


def lit(picture: Picture, boxes: Iterable[Box]) -> Picture:
    """Multiply the light over ``boxes`` (points), as a marker does: black letters stay black."""
    rows = np.frombuffer(picture.rgb, np.uint8).reshape(picture.height, picture.width, 3).copy()
    light = np.array(LIGHT, np.uint16)
    for x0, y0, x1, y1 in boxes:
        top, bottom = _span(y0, y1, picture.scale, picture.height)
        left, right = _span(x0, x1, picture.scale, picture.width)
        part = rows[top:bottom, left:right]
        part[:] = part.astype(np.uint16) * light // 255
    return Picture(picture.width, picture.height, picture.scale, rows.tobytes())


def png(picture: Picture) -> bytes:
    """PNG (ISO/IEC 15948): 8 bits, RGB, every row filtered by "up", which suits pages of text."""
    rows = np.frombuffer(picture.rgb, np.uint8).reshape(picture.height, picture.width * 3)
    filtered = np.empty((picture.height, picture.width * 3 + 1), np.uint8)
    filtered[:, 0] = 2
    filtered[0, 1:] = rows[0]
    filtered[1:, 1:] = rows[1:] - rows[:-1]
    head = struct.pack(">IIBBBBB", picture.width, picture.height, 8, 2, 0, 0, 0)
    body = zlib.compress(filtered.tobytes(), 6)
    chunks = _chunk(b"IHDR", head) + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunks


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def _span(low: float, high: float, scale: float, limit: int) -> tuple[int, int]:
    """Pixels of an interval of points, with a margin, inside the picture."""
    first = int(max(0.0, (low - MARGIN_POINTS) * scale))
    last = int(max(0.0, (high + MARGIN_POINTS) * scale))
    return min(first, limit), min(last + 1, limit)
