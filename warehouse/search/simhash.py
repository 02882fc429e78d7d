"""SimHash (Charikar 2002): 64 bits for the terms of a passage, much the same for near-duplicates.

Two sets of terms that share nine tenths differ in about 7 bits of 64, unrelated ones in about 32.
A sketch only suggests: who acts on it compares the terms.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable

import numpy as np

NEAR_BITS = 14
BITS = 64


def sketch(terms: Iterable[str]) -> int:
    """As a signed 64-bit number, for SQLite; 0 without terms."""
    codes = [_code(term) for term in dict.fromkeys(terms)]
    if not codes:
        return 0
    bits = np.unpackbits(np.frombuffer(b"".join(codes), np.uint8).reshape(-1, BITS // 8), axis=1)
    majority = 2 * bits.sum(axis=0) > len(codes)
    return int.from_bytes(np.packbits(majority).tobytes(), "big", signed=True)


def near(one: int, other: int) -> bool:
    """Whether they may be sketches of nearly the same terms."""
    differing = (one ^ other) & ((1 << BITS) - 1)
    return differing.bit_count() <= NEAR_BITS


@functools.lru_cache(maxsize=200_000)
def _code(term: str) -> bytes:
    return hashlib.blake2b(term.encode(), digest_size=BITS // 8).digest()
