"""HTML set as PDF by PyMuPDF: pages with numbers, links that arrive, an outline of its headings.

MuPDF comes by way of the reader, which keeps it from loading what is not used. Fonts for other
scripts than the style's own are those that MuPDF brings; it finds the direction of text by itself.
"""

from __future__ import annotations

import io
from typing import Any, Protocol

from indexers.paged.pdf import pymupdf

PAGE = "a4"
MARGIN, FOOT = 68, 40  # points
NUMBER_FONT, NUMBER_SIZE = "tiro", 9  # Times, which every reader has
DEEPEST = 3  # level of a heading in the outline
MOST_PAGES = 3000


class Wanted(Protocol):
    """What is to be set; see indexers/paged/typesetting.py."""

    @property
    def html(self) -> str: ...
    @property
    def style(self) -> str: ...
    @property
    def fonts(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def language(self) -> str: ...


def pdf(wanted: Wanted) -> bytes:
    """Empty where it would have more than MOST_PAGES."""
    story = pymupdf.Story(wanted.html, user_css=wanted.style, archive=pymupdf.Archive(wanted.fonts))
    pages = io.BytesIO()
    positions = _placed(story, pages)
    if not positions:
        return b""
    document = pymupdf.Story.add_pdf_links(pages, positions)
    document.set_toc(_outline(positions))
    _number(document)
    document.set_metadata({"title": wanted.title, "creator": "Muniment"})
    if wanted.language:
        document.set_language(wanted.language)
    document.subset_fonts()
    content: bytes = document.tobytes(garbage=3, deflate=True, use_objstms=1)
    return content


def _placed(story: Any, pages: io.BytesIO) -> list[Any]:
    """The places of headings, names and links, each with its page, from 1."""
    sheet = pymupdf.paper_rect(PAGE)
    room = pymupdf.Rect(MARGIN, MARGIN, sheet.x1 - MARGIN, sheet.y1 - MARGIN)
    places: list[Any] = []
    writer = pymupdf.DocumentWriter(pages)
    goes_on, number = 1, 0
    while goes_on:
        number += 1
        if number > MOST_PAGES:
            return []
        canvas = writer.begin_page(sheet)
        goes_on, _ = story.place(room)
        places += _on_page(story, number)
        story.draw(canvas)
        writer.end_page()
    writer.close()
    return places


def _on_page(story: Any, page: int) -> list[Any]:
    here: list[Any] = []

    def keep(position: Any) -> None:
        position.page_num = page
        here.append(position)

    story.element_positions(keep)
    return here


def _outline(positions: list[Any]) -> list[list[Any]]:
    """Levels begin at 1 and go down by one at most."""
    rows: list[list[Any]] = []
    for position in positions:
        if position.heading and position.heading <= DEEPEST and position.open_close & 1:
            level = min(position.heading, rows[-1][0] + 1 if rows else 1)
            place = {
                "kind": pymupdf.LINK_GOTO,
                "page": position.page_num - 1,
                "to": pymupdf.Point(position.rect[0], position.rect[1]),
                "zoom": 0,
            }
            rows.append([level, " ".join(position.text.split()), position.page_num, place])
    return rows


def _number(document: Any) -> None:
    for page in document:
        page.wrap_contents()  # what was drawn leaves the page upside down
        words = str(page.number + 1)
        width = pymupdf.get_text_length(words, NUMBER_FONT, NUMBER_SIZE)
        place = ((page.rect.width - width) / 2, page.rect.height - FOOT)
        page.insert_text(place, words, fontname=NUMBER_FONT, fontsize=NUMBER_SIZE)
