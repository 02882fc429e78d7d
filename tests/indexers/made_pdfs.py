"""PDF files made for the tests: known words at known places."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pymupdf

from indexers.paged import pdf as _loads_pymupdf_as_the_reader_does

assert _loads_pymupdf_as_the_reader_does

PROSE = (
    "The archive was moved to the northern tower in the spring of that year. Nobody had counted "
    "the boxes before the carts arrived. When the inventory was made at last, forty ledgers were "
    "missing from the second shelf. Dr. Vale wrote three letters about it and kept the answers. "
    "One of them mentions a storm, a broken bridge and a night in which the river rose by 2.5 "
    "metres. The others speak of money only. No ledger was ever found, and the shelf stayed empty "
    "until the fire. Visitors were shown the gap as if it were a painting."
)


def new(pages: int = 0, width: float = 595, height: float = 842) -> Any:
    document = pymupdf.open()
    for _ in range(pages):
        document.new_page(width=width, height=height)
    return document


def write_lines(
    page: Any,
    lines: Sequence[str],
    x: float = 72,
    y: float = 90,
    size: float = 10,
    font: str = "helv",
    pitch: float = 1.3,
) -> float:
    """One line of text under the other; returns the baseline after the last."""
    for line in lines:
        page.insert_text((x, y), line, fontsize=size, fontname=font)
        y += pitch * size
    return y


def wrapped(text: str, width: int = 80) -> list[str]:
    return textwrap.wrap(text, width)


def filled(text: str, width: float, size: float) -> list[str]:
    """Lines as full as they go at this width, in Helvetica."""
    font = pymupdf.Font("helv")
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and font.text_length(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def save(document: Any, path: Path, **options: Any) -> Path:
    document.save(str(path), **options)
    document.close()
    return path


def simple(path: Path, pages: int = 3) -> Path:
    """A few pages of prose, each naming itself."""
    document = new(pages)
    for index, page in enumerate(document):
        write_lines(page, wrapped(f"This is sheet number {index + 1} of many. {PROSE}"))
    return save(document, path)


def picture_only(page: Any) -> None:
    """A page that is a picture of nothing, as a scanner makes them."""
    pixels = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 40, 40), False)
    pixels.clear_with(200)
    page.insert_image(page.rect, pixmap=pixels)


def break_page(document: Any, index: int) -> None:
    """Let the page's content be something that cannot be unpacked."""
    (content,) = document[index].get_contents()
    document.update_stream(content, b"BT (gone) Tj ET", compress=False)
    document.xref_set_key(content, "Filter", "/FlateDecode")
