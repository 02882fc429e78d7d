"""Lines of nothing but signs of no alphabet (notes of music, private and replaced characters): no
text, so they are taken off their page, and told.

A bullet or another sign or two beside words stay, since they belong to them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from indexers.paged.sheets import Line, Sheet
from indexers.paged.spelling import PLAIN
from indexers.records import Loss

_SIGN = re.compile(
    "[\u2669-\u266f\ue000-\uf8ff\ufffd"
    "\U0001d100-\U0001d1ff\U000f0000-\U000ffffd\U00100000-\U0010fffd]"
)
_LETTER = re.compile(r"[^\W\d_]")
_FEW, _MANY = 2, 4


def leave_out(sheets: Iterable[Sheet]) -> tuple[Loss, ...]:
    """Take such lines off ``sheet.lines``, in place; one loss for all pages."""
    pages: list[str] = []
    for sheet in sheets:
        signs = [line for line in sheet.lines if _is_signs(line)]
        if signs:
            doomed = _apart(signs, sheet.lines)
            sheet.lines = [line for line in sheet.lines if id(line) not in doomed]
            pages += [sheet.label] if doomed else []
    if not pages:
        return ()
    where = f"page {pages[0]}" if len(pages) == 1 else f"{len(pages):,} pages"
    return (Loss("reading", f"signs without letters on {where}", "left out: they are no text"),)


def _is_signs(line: Line) -> bool:
    """Signs alone; among many there may be a figure or two, as the 3/4 of a bar of music."""
    if line.text.isascii() or _SIGN.search(line.text) is None:
        return False
    text = "".join(line.text.translate(PLAIN).split())
    count = len(_SIGN.findall(text))
    others = len(text) - count
    if not count or _LETTER.search(text) is not None:
        return False
    return not others or (count >= _MANY and others <= count // 2)


def _apart(signs: Sequence[Line], lines: Sequence[Line]) -> set[int]:
    """Those that are no bullets: of more than a sign or two, on a line with nothing else, or of
    many on a line without words.
    """
    sign_ids = {id(line) for line in signs}
    others = [line for line in lines if id(line) not in sign_ids]
    return {id(sign) for sign in signs if _count(sign) > _FEW or _alone(sign, signs, others)}


def _alone(sign: Line, signs: Sequence[Line], others: Sequence[Line]) -> bool:
    beside = [line for line in others if _beside(sign, line)]
    if any(_LETTER.search(line.text) for line in beside):
        return False
    return not beside or sum(_count(other) for other in signs if _beside(sign, other)) >= _MANY


def _count(line: Line) -> int:
    return sum(map(len, line.text.split()))


def _beside(sign: Line, line: Line) -> bool:
    return line.v0 < (sign.v0 + sign.v1) / 2 < line.v1
