"""Files that are nearly those of a kind: a good one, changed where readers decide what it is.

What is packed is changed inside and packed again, so that the change reaches the parser behind the
archive; text is changed by its words, tags and numbers as well as by its bytes. The same dice make
the same file.
"""

from __future__ import annotations

import io
import random
import re
import zipfile
from collections.abc import Callable, Sequence

Mutation = Callable[[bytes, random.Random], bytes]
MOST_BYTES = 4 * 2**20

_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_WORD = re.compile(rb"</?[\w:.-]+|/[A-Za-z]\w*|[A-Za-z-]+(?=[=:])|<<|>>|\bendobj\b|\bstream\b")
_PART = re.compile(rb"<[^<>]{1,200}>|\([^()]{1,200}\)|\[[^\[\]]{1,200}\]|[^\n]{1,200}\n")
_NUMBERS = (
    *(b"0", b"-1", b"1", b"255", b"65535", b"65536", b"2147483647", b"-2147483648"),
    *(b"4294967295", b"9223372036854775807", b"1e308", b"-1e308", b"0.0000001", b"nan", b"9" * 400),
)
_BYTES = (b"\x00", b"\xff", b"\x80", b"\x00\x00\x00\x00", b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff")


def mutated(raw: bytes, others: Sequence[bytes], dice: random.Random) -> bytes:
    """``raw`` with one to four changes; ``others`` are good files that parts are taken from."""
    if raw[:4] == b"PK\x03\x04" and dice.random() < 0.85:
        return _repacked(raw, others, dice)[:MOST_BYTES]
    for _ in range(dice.randint(1, 4)):
        if not raw:
            break
        if others and dice.random() < 0.1:
            raw = _spliced(raw, dice.choice(others), dice)
        else:
            raw = dice.choice(MUTATIONS)(raw, dice)[:MOST_BYTES]
    return raw


def _repacked(raw: bytes, others: Sequence[bytes], dice: random.Random) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as good, zipfile.ZipFile(packed, "w") as repacked:
        members = good.infolist()
        chosen = set(dice.sample(range(len(members)), min(len(members), dice.randint(1, 2))))
        for number, member in enumerate(members):
            data = good.read(member)
            if number in chosen:
                data = mutated(data, others, dice) if data[:4] != b"PK\x03\x04" else data
            if number not in chosen or dice.random() < 0.95:
                how = dice.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
                repacked.writestr(zipfile.ZipInfo(member.filename), data, how)  # of no date
    return packed.getvalue()


def _stretch(raw: bytes, dice: random.Random, most: int = 4096) -> tuple[int, int]:
    start = dice.randrange(len(raw))
    return start, min(len(raw), start + dice.randint(1, most))


def _cut(raw: bytes, dice: random.Random) -> bytes:
    return raw[: dice.randrange(1, len(raw) + 1)]


def _removed(raw: bytes, dice: random.Random) -> bytes:
    start, end = _stretch(raw, dice)
    return raw[:start] + raw[end:]


def _turned(raw: bytes, dice: random.Random) -> bytes:
    changed = bytearray(raw)
    for _ in range(dice.choice((1, 1, 2, 8, 64))):
        changed[dice.randrange(len(raw))] ^= 1 << dice.randrange(8)
    return bytes(changed)


def _set(raw: bytes, dice: random.Random) -> bytes:
    some = dice.choice(_BYTES)
    at = dice.randrange(len(raw))
    return raw[:at] + some + raw[at + len(some) :]


def _stirred(raw: bytes, dice: random.Random) -> bytes:
    first, second, third = sorted(dice.randrange(len(raw)) for _ in range(3))
    return raw[:first] + raw[second:third] + raw[first:second] + raw[third:]


def _repeated(raw: bytes, dice: random.Random) -> bytes:
    start, end = _stretch(raw, dice, dice.choice((8, 64, 512)))
    return raw[:start] + raw[start:end] * dice.choice((2, 10, 300, 3000)) + raw[end:]


def _spliced(raw: bytes, other: bytes, dice: random.Random) -> bytes:
    at = dice.randrange(len(raw))
    start, end = _stretch(other, dice) if other else (0, 0)
    return raw[:at] + other[start:end] + raw[at:]


def _at_one(pattern: re.Pattern[bytes], change: Mutation) -> Mutation:
    """``change`` where the pattern matches, at one place of the first many."""

    def mutation(raw: bytes, dice: random.Random) -> bytes:
        matches = list(pattern.finditer(raw[: 2**20]))
        if not matches:
            return _turned(raw, dice)
        match = dice.choice(matches)
        return raw[: match.start()] + change(match[0], dice) + raw[match.end() :]

    return mutation


def _other_number(_: bytes, dice: random.Random) -> bytes:
    return dice.choice(_NUMBERS)


def _multiplied(part: bytes, dice: random.Random) -> bytes:
    return part * dice.choice((0, 2, 50, 2000, 20_000))


def _doubled_word(word: bytes, dice: random.Random) -> bytes:
    return dice.choice((b"", word + word, word[:-1], word.swapcase(), word + b"\x00"))


MUTATIONS: tuple[Mutation, ...] = (
    *(_cut, _removed, _turned, _set, _stirred, _repeated),
    *2 * (_at_one(_NUMBER, _other_number),),
    *2 * (_at_one(_PART, _multiplied),),
    _at_one(_WORD, _doubled_word),
)
