"""A text as a small sketch, so that its other versions are found without reading them again.

The text is taken as the set of its sequences of four words. Two sketches are made of their
hashes: the smallest 512 of them, from which the share of common sequences is estimated (bottom-k
sketch; Cohen and Kaplan 2007; exact where a text has no more than these), and 60 minima of as
many parts of the range of hashes (one-permutation MinHash; Li, Owen and Zhang 2012; empty parts
filled from the next, Shrivastava and Li 2014), three of which make a band. Texts that share a band
are candidates: at 54 % common sequences of all, one of 20 bands agrees with probability .97, at a
tenth with .02.
"""

from __future__ import annotations

import re
import zlib
from itertools import chain, islice

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

WORDS = 4
KEPT = 512
BANDS = 20
ROWS = 3
FEWEST = 25
_MOST_WORDS = 2_000_000
_WORD = re.compile(r"[぀-ヿ㐀-鿿가-힯]|[^\W_]+")
_PRIME = np.uint64(0x9E3779B97F4A7C15)
Hashes = NDArray[np.uint64]


class Sketch(Struct, frozen=True):
    """``smallest`` are hashes as bytes, in order; ``bands`` are signed 64-bit numbers."""

    smallest: bytes
    bands: tuple[int, ...]
    size: int


def sketch(text: str) -> Sketch | None:
    """None for a text of too few words to tell."""
    hashes = sequences(text)
    if len(hashes) < FEWEST:
        return None
    smallest = hashes[:KEPT].astype("<u8").tobytes()
    return Sketch(smallest, _bands(_minima(hashes)), len(hashes))


def sequences(text: str) -> Hashes:
    """The hashes of all different sequences of four words, in order."""
    # Line by line: a long text searched in one call would hold the interpreter, and the window.
    lines = (_WORD.findall(line.casefold()) for line in text.splitlines())
    words = list(islice(chain.from_iterable(lines), _MOST_WORDS))
    if len(words) < WORDS:
        return np.empty(0, np.uint64)
    known = {word: zlib.crc32(word.encode("utf-8", "replace")) for word in set(words)}
    codes = np.fromiter((known[word] for word in words), np.uint64, len(words))
    joined = np.zeros(len(words) - WORDS + 1, np.uint64)
    for at in range(WORDS):
        joined = _mixed(joined * _PRIME + codes[at : len(codes) - WORDS + 1 + at])
    joined.sort()  # np.unique would do, but holds the interpreter meanwhile
    unlike: Hashes = joined[np.append(True, joined[1:] != joined[:-1])]
    return unlike


def share(one: bytes, other: bytes) -> float:
    """About which part of both texts is common: 2 |A ∩ B| / (|A| + |B|), from their sketches."""
    first, second = np.frombuffer(one, "<u8"), np.frombuffer(other, "<u8")
    union = np.union1d(first, second)
    if len(first) == KEPT or len(second) == KEPT:
        union = union[:KEPT]
    common = np.intersect1d(np.intersect1d(first, second, assume_unique=True), union)
    jaccard = len(common) / len(union) if len(union) else 0.0
    return 2 * jaccard / (1 + jaccard)


def _mixed(values: Hashes) -> Hashes:
    """SplitMix64's finalizer: every bit of the input moves every bit of the output."""
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: Hashes = values ^ (values >> np.uint64(31))
    return mixed


def _minima(hashes: Hashes) -> Hashes:
    """The least hash in each part of the range, empty parts filled from the next that is not."""
    parts = BANDS * ROWS
    places = (hashes >> np.uint64(32)) * np.uint64(parts) >> np.uint64(32)
    filled, first = np.unique(places, return_index=True)
    after = np.searchsorted(filled, np.arange(parts, dtype=np.uint64)) % len(filled)
    away = (filled[after].astype(np.int64) - np.arange(parts)) % parts
    return _mixed(hashes[first[after]] + away.astype(np.uint64) * _PRIME)


def _bands(minima: Hashes) -> tuple[int, ...]:
    folded = np.arange(BANDS, dtype=np.uint64)
    for row in minima.reshape(BANDS, ROWS).T:
        folded = _mixed(folded * _PRIME + row)
    return tuple(folded.astype(np.int64).tolist())
