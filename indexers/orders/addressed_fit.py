"""How much a sentence reads like an order to a machine, by the words and pairs of words in it.

A logistic fit on hashed beginnings of words (``muniment bench fit-orders``): its table holds a
weight, in tenths, for each of ``BUCKETS`` hashes. Languages without spaces go by pairs of letters.
The file lies here, since a reader that is shut in may read no other folder.
"""

from __future__ import annotations

import base64
import json
import math
import re
import zlib
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

FILE = Path(__file__).with_suffix(".json")
BUCKETS = 2**17
STEM = 5
FEWEST = 24
LONGEST = 2000  # characters of a sentence that are looked at
TENTHS = 10
MOST_KEPT = 2**15
_WORD = re.compile(r"[^\W\d_]+|\d+|<\||\|>|\[/?inst\]|<!--|-->|###|[:!?<>\[\]{}|#*_=/\"]")
WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]")


class _Weights(dict[str, float]):
    """Of what stands between blanks, each looked up once; few enough to hold."""

    def __init__(self, table: bytes) -> None:
        super().__init__()
        self._table = table

    def __missing__(self, word: str) -> float:
        if len(self) > MOST_KEPT:
            self.clear()
        parts = _WORD.findall(word)
        stems = ("0" if part.isdigit() else part[:STEM] for part in parts)
        self[word] = weight = sum(_weight(self._table, stem) for stem in stems)
        return weight


class OrderFit:
    """``likely``: from this score on a sentence is told. ``closer``: from this sum of the weights
    of single words, by the root of their number, all of it is worth a look.
    """

    def __init__(self, table: bytes, bias: float, likely: float, closer: float) -> None:
        self.likely = likely
        self._table, self._bias, self._closer = table, bias, closer
        self._weights = _Weights(table)

    def score(self, words: str) -> float:
        """Log odds; of letters in small case."""
        traits = features(words)
        total = sum(_weight(self._table, trait) for trait in traits)
        return total / math.sqrt(max(FEWEST, len(traits))) + self._bias

    def is_worth_a_look(self, text: str, start: int, end: int) -> bool:
        """Of ``text``, in small letters: cheaper than ``score``, for languages with spaces."""
        return self.first_look(text, start, end) >= self._closer

    def first_look(self, text: str, start: int, end: int) -> float:
        """By single words alone, and those as blanks part them."""
        words = text[start : min(end, start + LONGEST)].split()
        total = sum(map(self._weights.__getitem__, words))
        return total / math.sqrt(max(FEWEST / 2, len(words)))

    def telling(self, words: str, most: int = 3) -> list[str]:
        """The words that weigh most for it."""
        stems = dict.fromkeys(word for word in _WORD.findall(words) if word[0].isalpha())
        heavy = sorted(stems, key=self._weights.__getitem__, reverse=True)[:most]
        return [stem for stem in heavy if self._weights[stem] > 0]

    def shape(self, words: str) -> tuple[str, ...]:
        """How a sentence begins, and the words that tell it: the same in those made alike."""
        return (*islice(_stems(words), 2), *self.telling(words))


def features(words: str) -> set[str]:
    traits = set(stems := list(_stems(words[:LONGEST])))
    traits.update(f"{before} {other}" for before, other in zip(["^", *stems], stems, strict=False))
    return traits


def bucket(feature: str) -> int:
    return zlib.crc32(feature.encode("utf-8", "replace")) % BUCKETS


def packed(weights: Sequence[float]) -> str:
    """``BUCKETS`` weights as the file keeps them."""
    tenths = (max(-127, min(127, round(TENTHS * weight))) for weight in weights)
    return base64.b64encode(zlib.compress(bytes(number % 256 for number in tenths), 9)).decode()


def unpacked(packed: str) -> bytes:
    return zlib.decompress(base64.b64decode(packed))


def _stems(words: str) -> Iterator[str]:
    for word in _WORD.findall(words):
        if WIDE.search(word):
            yield from (word[at : at + 2] for at in range(max(1, len(word) - 1)))
        else:
            yield "0" if word.isdigit() else word[:STEM]


def _weight(table: bytes, feature: str) -> float:
    value = table[bucket(feature)]
    return (value - 256 if value > 127 else value) / TENTHS


def _shipped() -> OrderFit:
    fit = json.loads(FILE.read_text("utf-8"))
    return OrderFit(unpacked(fit["table"]), fit["bias"], fit["likely"], fit["closer"])


FIT = _shipped()
