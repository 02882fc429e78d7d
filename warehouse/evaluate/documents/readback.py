"""The letters that stand under a rectangle of a PDF page, read by another way than the reader's.

The reader takes words and joins them; here single letters are taken whose middle lies in the
rectangle. Nothing of indexers/ decides what is found. Copies of files are made here, too: pages
turned, and pages made into pictures of themselves. The benchmark alone uses it, on files of its
user's own choice, in its own process.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from indexers.errors import NotReadable
from indexers.paged.pdf import open_pdf  # before pymupdf, which it keeps small
from indexers.text.places import Box

import pymupdf  # isort: skip

_NOT_COMPARED = re.compile(
    r"[\s:`\u02c6\u02c7“”„‚‹›«»\x00-\x1f\x7f\u00ad\u200b-\u200f\u2060\ufeff\-\u2010\u2011]+"
)
_LEADERS = re.compile(r"(?:\.\s*){2,}|\u2026+")
_SLACK = 0.01
_EVERYWHERE = pymupdf.INFINITE_RECT()  # a word that the edge of the page cuts is lit whole
_MOST_TURNED = 40
_DOTS_AN_INCH = 150


class Letter(NamedTuple):
    text: str
    x: float
    y: float


class Paper:
    """An open PDF file; close it."""

    def __init__(self, path: Path) -> None:
        self._document = open_pdf(path)
        self.letters = lru_cache(maxsize=64)(self._letters)

    def close(self) -> None:
        self._document.close()

    def under(self, page: int, boxes: Sequence[Box]) -> str:
        """The letters under the boxes, box by box, each letter once, in the order of the file."""
        texts: list[str] = []
        seen: set[int] = set()
        for x0, y0, x1, y1 in boxes:
            for at, letter in enumerate(self.letters(page)):
                inside = x0 - _SLACK <= letter.x <= x1 + _SLACK and y0 <= letter.y <= y1
                if inside and at not in seen:
                    seen.add(at)
                    texts.append(letter.text)
        return "".join(texts)

    def _letters(self, index: int) -> list[Letter]:
        page = self._document[index]
        return [
            _placed(letter, page.rotation_matrix)
            for block in page.get_text("rawdict", clip=_EVERYWHERE, flags=0)["blocks"]
            for line in block.get("lines", ())
            for span in line["spans"]
            for letter in span["chars"]
        ]


def _placed(letter: dict[str, Any], matrix: Any) -> Letter:
    x0, y0, x1, y1 = letter["bbox"]
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    a, b, c, d, e, f = matrix
    return Letter(letter["c"], x * a + y * c + e, x * b + y * d + f)


def comparable(text: str) -> str:
    """Without spaces, hyphens, ligatures, accents and controls, which are spelled anew in the
    canonical text, the dots that lead from a title to its page, which are left out of it, and
    colons, which it puts behind the headings that it repeats in a table. Quotation marks, which
    fonts drawn in dots have as controls, are not compared."""
    apart = unicodedata.normalize("NFKD", _LEADERS.sub("", text)).replace("\u0131", "i")
    plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return _NOT_COMPARED.sub("", unicodedata.normalize("NFKC", plain))


def turned(file: Path, copy: Path, degrees: int) -> bool:
    """The first pages of ``file``, turned; False where it cannot be read."""
    try:
        source = open_pdf(file)
    except NotReadable:
        return False
    with source, pymupdf.open() as turned:
        turned.insert_pdf(source, to_page=min(_MOST_TURNED, len(source)) - 1)
        for page in turned:
            page.set_rotation((page.rotation + degrees) % 360)
        turned.save(str(copy))
    return True


def scanned(file: Path, scan: Path, pages: int) -> Path | None:
    """Pages from the middle of ``file`` as pictures; returns a file of the very pages, beside."""
    try:
        source = open_pdf(file)
    except NotReadable:
        return None
    pages_there = scan.with_suffix(".source.pdf")
    with source, pymupdf.open() as kept, pymupdf.open() as pictures:
        first = max(0, len(source) // 2 - pages)
        kept.insert_pdf(source, from_page=first, to_page=min(first + pages, len(source)) - 1)
        for page in kept:
            picture = page.get_pixmap(dpi=_DOTS_AN_INCH)
            blank = pictures.new_page(width=page.rect.width, height=page.rect.height)
            blank.insert_image(blank.rect, pixmap=picture)
        kept.save(str(pages_there))
        pictures.save(str(scan))
    return pages_there
