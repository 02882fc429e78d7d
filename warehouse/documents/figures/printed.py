"""Figures of a PDF: what is drawn by a caption, on the page as a reader renders it.

The free area beside a caption is known by words alone, and trimmed to what is drawn.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING

from indexers.records import Page, Picture
from indexers.text.places import Box
from warehouse.documents.figures import areas, ink, layout
from warehouse.documents.figures.areas import Area, Side
from warehouse.documents.figures.captions import Caption, Drawn, Kind, label_of
from warehouse.documents.figures.layout import Laid, Shape
from warehouse.records import Document

if TYPE_CHECKING:
    from warehouse.library import Library

LOOKED_AT = 24  # pages of a document by which its usual shape is known
TRIM_SCALE = 2.0  # pixels to the point
LARGEST = 0.9  # of the page
FARTHEST = 160.0  # points between a caption and what it captions


class Printed:
    def __init__(self, library: Library, document: Document) -> None:
        self._library, self._document = library, document
        self._laid: dict[int, Laid] = {}
        self._pages = library.catalog.pages(document.id)
        self._headings = sorted(section.start for section in library.catalog.sections(document.id))
        self._sentences = library.catalog.sentences(document.id)
        self._starts = [sentence.start for sentence in self._sentences]
        some = [page.index for page in self._pages if page.width > 0]
        self._shape = layout.shape([self._read(index) for index in _some(some)]) if some else None
        self._sides: dict[Kind, Side] | None = None

    def captions_on(self, page: int) -> tuple[Caption, ...]:
        laid = self._lay(page)
        return laid.captions if laid is not None else ()

    def drawn(self, caption: Caption) -> Drawn | None:
        laid = self._lay(caption.page)
        if laid is None or self._shape is None:
            return None
        by_side = areas.beside(caption, laid, self._shape)
        if not by_side:
            return None
        picture = rendered(self._library, self._document.id, caption.page, TRIM_SCALE)
        for area in areas.ordered(caption, by_side, self._usual_sides()):
            found = ink.drawn(picture, _sought(caption, area, laid.page, self._shape))
            if found is None:
                continue
            if not found.figure:
                return None  # what stands on the other side is another caption's
            box = found.box
            if _is_right(box, caption, area, laid.page):
                return Drawn(box)
        return None

    def _usual_sides(self) -> dict[Kind, Side]:
        if self._sides is None:
            text = self._library.catalog.for_prompts(self._document.id)
            pages = [page.index for page in self._pages if _has_caption(page, text)]
            captioned = []
            for index in _some(pages):
                laid = self._lay(index)
                if laid is not None and self._shape is not None:
                    for caption in laid.captions:
                        captioned.append((caption, areas.beside(caption, laid, self._shape)))
            self._sides = areas.sides(captioned)
        return self._sides

    def _lay(self, index: int) -> Laid | None:
        if self._shape is None or not 0 <= index < len(self._pages):
            return None
        if index not in self._laid:
            page, text = self._read(index)
            first = next((start for start, _ in layout.pieces(text, page.start)), page.start)
            low = bisect_left(self._headings, page.start)
            headings = self._headings[low : bisect_left(self._headings, page.end)]
            self._laid[index] = layout.laid(
                page, text, self._shape, headings, self._is_within_a_sentence(first)
            )
        return self._laid[index]

    def _is_within_a_sentence(self, offset: int) -> bool:
        at = bisect_right(self._starts, offset) - 1
        return at >= 0 and self._sentences[at].start < offset < self._sentences[at].end

    def _read(self, index: int) -> tuple[Page, str]:
        page = self._library.catalog.page(self._document.id, index)
        return page, self._library.catalog.for_prompts(self._document.id, page.start, page.end)


def rendered(library: Library, document: str, page: int, scale: float) -> Picture:
    """Raises ReadingError, BadInput."""
    path, password = library.original(document), library.password(document)
    return library.readers.render(path, page, scale, password)


def _some(pages: Sequence[int]) -> list[int]:
    step = max(1, len(pages) / LOOKED_AT)
    return [pages[int(at * step)] for at in range(min(LOOKED_AT, len(pages)))]


def _has_caption(page: Page, text: str) -> bool:
    page_text = text[page.start : page.end]
    return any(label_of(words) for _, words in layout.pieces(page_text, page.start))


def _sought(caption: Caption, area: Area, page: Page, usual: Shape) -> ink.Sought:
    return ink.Sought(
        area.core,
        area.outer,
        far=area.side,
        others=area.others,
        words=[(word.x0, word.y0, word.x1, word.y1) for word in page.words],
        cells=area.cells if caption.kind == "table" else (),
        left=usual.left,
        size=usual.size,
        titled=caption.kind == "figure" and area.side == "above",
    )


def _is_right(box: Box, caption: Caption, area: Area, page: Page) -> bool:
    width, height = box[2] - box[0], box[3] - box[1]
    away = caption.box[1] - box[3] if area.side == "above" else box[1] - caption.box[3]
    is_whole_page = width * height > LARGEST * page.width * page.height
    is_bare = caption.kind == "table" and not area.cells
    least = areas.SMALLEST if is_bare else areas.LOWEST
    is_speck = width < areas.SMALLEST or height < least
    within = [line for line in area.others if _is_in(line, box)]
    if is_whole_page or is_speck or away > FARTHEST:
        return False
    return len(within) < areas.COLUMN_LINES


def _is_in(line: Box, box: Box) -> bool:
    across, down = (line[0] + line[2]) / 2, (line[1] + line[3]) / 2
    return box[0] < across < box[2] and box[1] < down < box[3]
