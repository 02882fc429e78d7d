"""Letters that stand in a PDF file in another way than they are read.

    accents   fonts with TeX's first encoding have no accented letters: the accent is a letter of
              its own, painted over the one that follows; "f¨ur" is read "für" where it lies over it
    bitmaps   fonts drawn in dots (Type 3) name no letters; the codes below 32 are ligatures and
              quotation marks in the encodings of TeX, and no control characters
    signs     ticks, crosses and bullets of Zapf's font have codes of letters; where the file names
              no encoding, MuPDF gives the numbers in the names of the signs
    hyphens   a file may name those soft ones that it shows within a line; they are plain ones
    raised    numbers above the line are raised.py's

Words keep their boxes; none is added or lost but those that a control character has torn.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from operator import itemgetter
from typing import Any

from indexers.paged.sheets import Line, PlacedWord
from indexers.text.raised import raised

_MARKS = {
    "`": "\u0300", "´": "\u0301", "ˆ": "\u0302", "˜": "\u0303", "¯": "\u0304", "˘": "\u0306",
    "˙": "\u0307", "¨": "\u0308", "˚": "\u030a", "˝": "\u030b", "ˇ": "\u030c", "¸": "\u0327",
}  # fmt: skip
ACCENTS = "".join(_MARKS)
_CANDIDATE = re.compile(rf"[{ACCENTS}][^\W\d_]")
_RUNS = re.compile(rf"[{ACCENTS}]+|[^{ACCENTS}]+")
_DOTLESS = {"ı": "i", "ȷ": "j"}
_SOFT = "\u00ad"
_LEAST_HYPHEN = 0.1  # of the height of the words
_MOST_APART = 0.2  # of the height of the words: less than the width of any accent

_OT1 = dict(enumerate("ΓΔΘΛΞΠΣΥΦΨΩ")) | {11: "ff", 12: "fi", 13: "fl", 14: "ffi", 15: "ffl"}
_OT1 |= {16: "ı", 17: "ȷ", 18: "`", 19: "´", 20: "ˇ", 21: "˘", 22: "¯", 23: "˚", 24: "¸"}
_OT1 |= {25: "ß", 26: "æ", 27: "œ", 28: "ø", 29: "Æ", 30: "Œ", 31: "Ø"}
_T1 = dict(enumerate("`´ˆ˜¨˝˚ˇ˘¯˙¸˛‚‹›“”„«»–—"))
_T1 |= {25: "ı", 26: "ȷ", 27: "ff", 28: "fi", 29: "fl", 30: "ffi", 31: "ffl"}
_CONTROL = re.compile("[\x00-\x1f]")
_CONTROL_IN_HTML = re.compile("&#x1?[0-9a-f];")
_WITHIN_A_WORD = re.compile("[a-z][\x0b-\x0f\x12\x13\x19][a-z]")  # as in OT1, and never in T1
_BITMAPS = "Type3"
_SIGNS = re.compile("Dingbats|ZaDb")
_ZAPF = {code: chr(0x26E0 + code) for code in range(0x21, 0x7F)}
_ZAPF |= {code: chr(0x26C0 + code) for code in range(0xA1, 0xFF)}
_ZAPF |= {0xAC + count: chr(0x2460 + count) for count in range(10)}
_ZAPF |= zip(map(ord, "%*+Hlnstuw¨©ª«ÕÖ×"), "☎☛☞★●■▲▼◆◗♣♦♥♠→↔↕", strict=True)
_ZAPF |= {number: chr(0x2700 + number) for number in range(18, 29)}
_ZAPF |= {number: chr(0x26F4 + number) for number in range(130, 160)}
_ZAPF |= zip(
    map(ord, "GIJKLMNO"), "●■❏❑▲▼◆❖", strict=True
)  # numbers of bullets; as codes rare stars

_TEXT = itemgetter(4)
_SMALL = 0.85
_MARK_FIRST = re.compile(r"\s*\d{1,3}\s*")
_PIECE = re.compile(
    r"(?P<sup></?sup>)|<span style=\"[^\">]*font-size:(?P<size>[\d.]+)pt[^>]*>(?P<text>[^<]*)"
)
Run = tuple[str, float, bool]
"""Letters of one look in a line: text, size in points, and whether MuPDF found them raised."""


def as_read(
    words: list[PlacedWord], cut: Callable[[str], Sequence[PlacedWord]]
) -> list[PlacedWord]:
    """With accents over their letters, and hyphens. ``cut`` gives the same words, parted at and
    without the letters it is told.
    """
    made = _with_accents(words, cut)
    return _with_hyphens(made, cut(_SOFT)) if any(_SOFT in word[4] for word in words) else made


def _with_hyphens(words: list[PlacedWord], pieces: Sequence[PlacedWord]) -> list[PlacedWord]:
    made: list[PlacedWord] = []
    left = iter(pieces)
    for word, following in zip_longest(words, words[1:]):
        parts = word[4].split(_SOFT)
        text, before = parts[0], next(left, None) if parts[0] else None
        for at, part in enumerate(parts[1:], 1):
            after = next(left, None) if part else None
            last = at == len(parts) - 1 and (following is None or following[7] == 0)
            text += (_SOFT if _is_soft(before, after, last) else "-") + part
            before = after
        made.append((*word[:4], text, *word[5:]))
    return made


def _is_soft(before: PlacedWord | None, after: PlacedWord | None, last: bool) -> bool:
    """Whether a hyphen is not seen between these pieces, or is the last sign of its line."""
    if before is not None and before[4][-1].isdigit():
        return False
    if before is None or after is None:
        return after is None and last
    if after[4][0].isdigit():
        return False
    return after[0] - before[2] < _LEAST_HYPHEN * (before[3] - before[1])


def _with_accents(
    words: list[PlacedWord], cut: Callable[[str], Sequence[PlacedWord]]
) -> list[PlacedWord]:
    text = "".join(map(_TEXT, words))
    if not any(accent in text for accent in ("`" if text.isascii() else ACCENTS)):
        return words
    if _CANDIDATE.search(text) is None:
        return words
    pieces = cut(ACCENTS)
    made: list[PlacedWord] = []
    at = 0
    for word in words:
        runs = _RUNS.findall(word[4])
        letters = [run for run in runs if run[0] not in _MARKS]
        here = pieces[at : at + len(letters)]
        at += len(letters)
        if [piece[4] for piece in here] != letters:
            return words
        if len(runs) > len(letters) > 0:
            word = (*word[:4], _composed(word, runs, here), *word[5:])
        made.append(word)
    return made


def _composed(word: PlacedWord, runs: Sequence[str], pieces: Sequence[PlacedWord]) -> str:
    nearest = _MOST_APART * (word[3] - word[1])
    edge, parts, at = word[0], [""], 0
    for run in runs:
        if run[0] in _MARKS:
            parts.append(run)
            continue
        piece = pieces[at]
        at += 1
        letter = _over(parts[-1], run[0]) if piece[0] - edge < nearest else ""
        if letter:
            parts[-1] = letter + run[1:]
        else:
            parts.append(run)
        edge = piece[2]
    return "".join(parts)


def _over(accent: str, letter: str) -> str:
    """The letter with the accent; "" where there is none such."""
    mark = _MARKS.get(accent)
    if mark is None:
        return ""
    made = unicodedata.normalize("NFC", _DOTLESS.get(letter, letter) + mark)
    return made if len(made) == 1 else ""


def has_unnamed(markup: str) -> bool:
    """Whether MuPDF's HTML of a page holds bitmaps that look like control characters, or signs."""
    bitmaps = _BITMAPS in markup and _CONTROL_IN_HTML.search(markup) is not None
    return bitmaps or _SIGNS.search(markup) is not None


def name_letters(blocks: Iterable[dict[str, Any]]) -> bool:
    """In place, in PyMuPDF's raw dictionary: letters of bitmaps for control characters, signs for
    their codes, and the ``text`` of each span. Whether there were any."""
    spans = [s for block in blocks for line in block.get("lines", ()) for s in line["spans"]]
    for span in spans:
        span["text"] = "".join(one["c"] for one in span["chars"])
    drawn = [span for span in spans if span["font"].startswith(_BITMAPS)]
    drawn = [span for span in drawn if _CONTROL.search(span["text"])]
    names = _OT1 if any(_WITHIN_A_WORD.search(span["text"]) for span in drawn) else _T1
    signs = [span for span in spans if _SIGNS.search(span["font"])]
    for span, known in (*((one, names) for one in drawn), *((one, _ZAPF) for one in signs)):
        for one in span["chars"]:
            one["c"] = known.get(ord(one["c"]), one["c"])
        span["text"] = "".join(one["c"] for one in span["chars"])
    return bool(drawn or signs)


def words_of(blocks: Iterable[dict[str, Any]], cut: str = "") -> list[PlacedWord]:
    """The words of a raw dictionary, as MuPDF lists them, parted at and without ``cut``."""
    words: list[PlacedWord] = []
    for number, block in enumerate(blocks):
        for place, line in enumerate(block.get("lines", ())):
            found: list[list[dict[str, Any]]] = [[]]
            for one in (one for span in line["spans"] for one in span["chars"]):
                if one["c"] <= " " or one["c"] == "\xa0" or one["c"] in cut:
                    found.append([])
                else:
                    found[-1].append(one)
            kept = [word for word in found if word]
            words += [(*_around(word), number, place, at) for at, word in enumerate(kept)]
    return words


def _around(letters: Sequence[dict[str, Any]]) -> tuple[float, float, float, float, str]:
    x0s, y0s, x1s, y1s = zip(*(one["bbox"] for one in letters), strict=True)
    return min(x0s), min(y0s), max(x1s), max(y1s), "".join(one["c"] for one in letters)


def runs_of(markup: str) -> list[Run]:
    """Of one line of MuPDF's HTML."""
    runs: list[Run] = []
    high = False
    for piece in _PIECE.finditer(markup):
        if piece["sup"]:
            high = piece["sup"] == "<sup>"
        elif piece["text"].strip():
            runs.append((html.unescape(piece["text"]), float(piece["size"]), high))
    return runs


def begins_with_a_mark(first: str, size: float, following: float) -> bool:
    """Whether the first letters of a line are small digits, as a note begins."""
    return size < _SMALL * following and _MARK_FIRST.fullmatch(first) is not None


def raise_numbers(line: Line, runs: Sequence[Run]) -> None:
    """In place. A number at the start of a line counts where it does not stand on the line."""
    letters = "".join(raised(text) if up else text for text, up in _parted(line, runs))
    if len(letters) != sum(len(word[4]) for word in line.words):
        return
    at = 0
    for number, word in enumerate(line.words):
        end = at + len(word[4])
        if letters[at:end] != word[4]:
            line.words[number] = (*word[:4], letters[at:end], *word[5:])
        at = end


def _parted(line: Line, runs: Sequence[Run]) -> Iterator[tuple[str, bool]]:
    """The letters of a line without spaces: those above the line apart from the others."""
    largest = max((size for _, size, _ in runs), default=0.0)
    marked = len(runs) > 1 and begins_with_a_mark(runs[0][0], runs[0][1], runs[1][1])
    marked = marked and _hangs_high(line)
    ups = [
        size < _SMALL * largest and (high or (marked and at == 0))
        for at, (_, size, high) in enumerate(runs)
    ]
    together = groupby(zip(runs, ups, strict=True), key=itemgetter(1))
    for up, found in together:
        yield "".join("".join(run[0].split()) for run, _ in found), up


def _hangs_high(line: Line) -> bool:
    """Whether the first word ends higher than the next; True where it is part of a word."""
    first = line.words[0]
    if not first[4].isdigit() or len(line.words) == 1:
        return True
    following = line.words[1]
    return following[3] - first[3] > 0.2 * (following[3] - following[1])
