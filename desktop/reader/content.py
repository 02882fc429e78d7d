"""What is read of a document before it is shown: its pages, its headings, and the words to light.

All of it runs in workers. A document of pages is shown by pictures, and its words are fetched page
by page; of one that flows (a web page, an office file, a message) the whole text comes at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from desktop.reader.columns import column_around, text_extent
from desktop.reader.leaves import Leaf, cut
from indexers.records import Code, Page, Section
from indexers.text.places import Box, rects
from warehouse.errors import BadInput
from warehouse.records import Document, Place
from warehouse.studies.report.cited_places import Standing, standing

if TYPE_CHECKING:
    from warehouse.library import Library

A4 = (595.0, 842.0)


class Lit(Struct, frozen=True):
    """Words to be seen: ``text[start:end]``. Of a document of pages ``boxes`` are theirs by page,
    ``column`` is how far the column they stand in reaches from left to right, and ``line_pt`` how
    high their lines are, in points.
    """

    sheet: int
    start: int
    end: int
    boxes: tuple[tuple[int, tuple[Box, ...]], ...] = ()
    column: tuple[float, float] = (0.0, 0.0)
    line_pt: float = 10.0

    def on(self, sheet: int) -> tuple[Box, ...]:
        return next((boxes for at, boxes in self.boxes if at == sheet), ())


class Content(Struct, frozen=True):
    """``text`` is empty for a document of pages, whose words reach from ``column`` to column in
    points, by a few of them. ``lit`` are the words that were asked for. ``former``: an earlier
    reading, whose ranges are not those of the document as it is read now. ``leaves`` are there
    once it was made ready to be shown.
    """

    document: Document
    pages: tuple[Page, ...]
    sections: tuple[Section, ...]
    text: str = ""
    lit: Lit | None = None
    column: tuple[float, float] = (0.0, 0.0)
    code: tuple[Code, ...] = ()
    former: bool = False
    leaves: tuple[Leaf, ...] = ()

    @property
    def paged(self) -> bool:
        return any(page.width > 0 and page.height > 0 for page in self.pages)

    def is_same_reading(self, other: Content) -> bool:
        """The same document with the same text: every range means and shows the same in both."""
        is_same = self.document.id == other.document.id and self.text == other.text
        return is_same and self.pages == other.pages and self.code == other.code

    def size(self, page: int) -> tuple[float, float]:
        """In points; that of a page which could not be read is the one of its neighbours."""
        for candidate in (self.pages[page], *self.pages[:4]):
            if candidate.width > 0 and candidate.height > 0:
                return candidate.width, candidate.height
        return A4

    def page_of(self, offset: int) -> int:
        """The index of the page on which a range begins."""
        low, high = 0, len(self.pages)
        while low < high:
            middle = (low + high) // 2
            if self.pages[middle].start <= offset:
                low = middle + 1
            else:
                high = middle
        return max(low - 1, 0)


def read(library: Library, document: str) -> Content:
    """Without lit words. Raises BadInput for one that is gone or has no text yet."""
    catalog = library.catalog
    about = catalog.document(document)
    pages = tuple(catalog.pages(document))
    if not pages:
        raise BadInput("This document has not been read yet.", about.problem)
    content = Content(about, pages, catalog.sections(document))
    if content.paged:
        sample = [catalog.page(document, at) for at in _sampled(len(pages))]
        return msgspec.structs.replace(content, column=text_extent(sample))
    return msgspec.structs.replace(
        content, text=catalog.text(document), code=catalog.code(document)
    )


def _sampled(pages: int) -> list[int]:
    return sorted({pages * part // 6 for part in range(1, 6)})


def lit(library: Library, content: Content, place: Place, words: str = "") -> Content:
    """``content`` with the words of ``place`` to be lit, in the reading they were cited from.

    Raises BadInput where the page is not there.
    """
    stand = standing(library.catalog, place, words)
    if not content.paged:
        shown = _as_cited(content, stand)
        return msgspec.structs.replace(shown, lit=Lit(place.page, place.start, place.end))
    looked = [stand.page]
    if place.end > stand.page.end and place.page + 1 < len(content.pages):
        looked.append(standing(library.catalog, place, words, place.page + 1).page)
    boxes = [(page, rects(page, place.start, place.end)) for page in looked]
    first, first_rects = next((pair for pair in boxes if pair[1]), boxes[0])
    lights = tuple((page.index, lit) for page, lit in boxes if lit)
    sheet, column = first.index, column_around(first, first_rects)
    heights = sorted(box[3] - box[1] for _, page_rects in lights for box in page_rects)
    line_pt = max(4.0, heights[len(heights) // 2]) if heights else 10.0
    light = Lit(sheet, place.start, place.end, lights, column, line_pt)
    return msgspec.structs.replace(content, lit=light)


def _as_cited(content: Content, found: Standing) -> Content:
    """An earlier reading of a text that flows takes the place of the present one."""
    if not found.former:
        return content
    whole = (Page(0, "", 0, len(found.text), 0, 0),)
    return msgspec.structs.replace(
        content, text=found.text, pages=whole, sections=(), code=(), former=True
    )


def ready(content: Content, shown: Content | None = None) -> Content:
    """To be shown: a text that flows is cut into its leaves, unless it is ``shown`` already."""
    if content.paged:
        return content
    if shown is not None and shown.leaves and shown.is_same_reading(content):
        return msgspec.structs.replace(content, leaves=shown.leaves)
    leaves = cut(content.text, content.pages, content.sections, content.code)
    return msgspec.structs.replace(content, leaves=tuple(leaves))


def outline(sections: Sequence[Section], most: int = 20_000) -> tuple[Section, ...]:
    """The headings that a person would look for."""
    return tuple(section for section in sections if section.title.strip())[:most]
