"""Keeps a reply in the letters of its prompt.

A small model that has read much Chinese goes on in it in the middle of an English sentence. What a
token is written in is told by its first bytes in UTF-8, so that a part of a letter counts, too.
Latin, Greek, signs and pictures are anybody's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from warehouse.engine.child.context import Rows
from warehouse.engine.child.sampling import likeliest

ANYBODYS = 0
_FIRST_BYTES = (
    range(0xD0, 0xD4),  # Cyrillic
    range(0xD5, 0xD8),  # Armenian, Hebrew
    range(0xD8, 0xE0),  # Arabic, Syriac
    range(0xE0, 0xE1),  # of India and its neighbours
    range(0xE3, 0xEE),  # Chinese, Japanese, Korean
)
_GROUP = [
    next((group for group, firsts in enumerate(_FIRST_BYTES, start=1) if byte in firsts), ANYBODYS)
    for byte in range(256)
]
Piece = Callable[[int], bytes]


class Letters:
    """Knows the letters of ``prompt``."""

    def __init__(self, prompt: Sequence[int], piece: Piece) -> None:
        self._piece = piece
        self._known = frozenset(_groups(b"".join(map(piece, prompt)))) | {ANYBODYS}

    def are_foreign(self, token: int) -> bool:
        return not self._known.issuperset(_groups(self._piece(token)))

    def without(self, row: Rows) -> Rows:
        """Logits of the next token, without those of the likeliest that are foreign."""
        left = row.copy()
        left[[at for at in likeliest(row) if self.are_foreign(at)]] = -np.inf
        return left


def _groups(text: Iterable[int]) -> set[int]:
    return {_GROUP[byte] for byte in text}
