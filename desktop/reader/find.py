"""Words found in a document's text as a person means them.

Capitals do not count; a plain letter finds its accented kin, a letter with an accent only itself,
as one character or as a letter and its marks; spaces find line breaks; a hyphen at the end of a
line, a soft hyphen and a ligature do not part a word, in what is pasted neither; straight quotes
and hyphens find curved ones and dashes.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from functools import cache

Range = tuple[int, int]

MOST = 5000
_BROKEN = "(?:\u00ad|[-\u2010]\\s*\\n\\s*)?"
_MARKS = "\u0300-\u036f"
_LIGATURES = {"ffi": "ﬃ", "ffl": "ﬄ", "ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ", "st": "ﬆ"}
_APART = str.maketrans(
    {"\u00ad": "", "ﬅ": "st"} | {ligature: letters for letters, ligature in _LIGATURES.items()}
)
_ALIKE = {
    "'": "['’‘ʼ]",
    '"': '["“”„«»]',
    "-": "[-‐‑–—]",
    "…": "(?:…|\\.\\.\\.)",
}


def find(text: str, words: str, most: int = MOST) -> list[Range]:
    """Where ``words`` stand, in order, ``most`` of them."""
    wanted = pattern(words)
    if wanted is None:
        return []
    ranges: list[Range] = []
    for match in wanted.finditer(text):
        ranges.append(match.span())
        if len(ranges) == most:
            break
    return ranges


def find_each(text: str, words: str, most: int = MOST) -> list[Range]:
    """Where each of ``words`` begins a word, in order, wherever the others are. In a script that
    parts no words it may stand anywhere.
    """
    parts = sorted(set(_plain(words).split()), key=len, reverse=True)
    if not parts:
        return []
    wanted = re.compile("|".join(map(_begun, parts)), re.IGNORECASE)
    return [match.span() for match in itertools.islice(wanted.finditer(text), most)]


def pattern(words: str) -> re.Pattern[str] | None:
    """None for nothing to look for."""
    parts = [_word(word) for word in _plain(words).split()]
    return re.compile(r"\s+".join(parts), re.IGNORECASE) if parts else None


def _plain(words: str) -> str:
    """As they would be typed."""
    return unicodedata.normalize("NFC", words.translate(_APART))


def _begun(word: str) -> str:
    return rf"(?<![\w{_MARKS}]){_word(word)}" if word[0].isascii() else _word(word)


def _word(word: str) -> str:
    pieces: list[str] = []
    at = 0
    while at < len(word):
        ligature = next(
            (letters for letters in _LIGATURES if word[at:].casefold().startswith(letters)), ""
        )
        if ligature:
            apart = _BROKEN.join(map(_letter, ligature))
            inner = [f"{_LIGATURES[ligature]}", apart]
            if len(ligature) == 3:  # its first or last two letters may be one
                inner.append(f"{_LIGATURES[ligature[:2]]}{_letter(ligature[2])}")
                inner.append(f"{_letter(ligature[0])}{_LIGATURES[ligature[1:]]}")
            pieces.append(f"(?:{'|'.join(inner)})")
            at += len(ligature)
        else:
            pieces.append(_letter(word[at]))
            at += 1
    return _BROKEN.join(pieces)


def _letter(letter: str) -> str:
    if letter in _ALIKE:
        return _ALIKE[letter]
    if kin := _accented().get(letter.lower(), ""):
        return f"[{letter}{kin}][{_MARKS}]*"
    apart = unicodedata.normalize("NFD", letter)
    return re.escape(letter) if apart == letter else f"(?:{letter}|{apart})"


@cache
def _accented() -> dict[str, str]:
    """Each plain letter with those that are it with an accent."""
    kin: dict[str, str] = {}
    for code in range(0xC0, 0x250):
        letter = chr(code)
        plain = unicodedata.normalize("NFD", letter)[0]
        if plain != letter and plain.isascii() and plain.isalpha():
            kin[plain.lower()] = kin.get(plain.lower(), "") + letter
    return kin
