"""A PDF file to a Reading, from first to last: open, extract, strip, order, join, name."""

from __future__ import annotations

from indexers.errors import NotReadable
from indexers.paged import facts, frontpage, pdf, quality, scans, signs
from indexers.paged.assembly import Assembled, assemble
from indexers.paged.beside import beside_pages
from indexers.paged.blank import name_blank
from indexers.paged.headings import sections
from indexers.paged.running import strip_running
from indexers.process.handed import Document
from indexers.process.recognition import Recognition
from indexers.records import BLANK, Loss, OnPage, Page, Reading
from indexers.text import metadata as told


def read_pdf(path: Document, password: str, on_page: OnPage, recognition: Recognition) -> Reading:
    document = pdf.open_pdf(path, password)
    try:
        sheets = list(pdf.sheets(document, on_page))
        sure = scans.read_scans(document, sheets, on_page, recognition)
        bookmarks = pdf.bookmarks(document)
        metadata = pdf.metadata(document)
        damaged = pdf.repaired(document)
        enclosed, left = beside_pages(document, path.stat().st_size)
    finally:
        document.close()
        pdf.free_caches()
    strip_running(sheets)
    name_blank(sheets)
    wordless = signs.leave_out(sheets)
    assembled = assemble(sheets, on_page)
    if damaged and not assembled.text:
        raise NotReadable("the file is damaged or cut short: no text is left in it")
    tables, figures = facts.count_tables_and_figures(assembled)
    title = facts.title(metadata, assembled)
    return Reading(
        kind="pdf",
        title=title,
        text=assembled.text,
        pages=quality.scored(
            assembled.text,
            scans.with_sureness(assembled.pages, sure),
            assembled.torn,
            recognition.pages,
        ),
        sections=sections(assembled, bookmarks),
        sentences=(),
        authors=told.authors(metadata),
        date=told.date(metadata),
        tables=tables,
        figures=figures or sum(sheet.images for sheet in sheets),
        told=(*told.told(metadata), *frontpage.told(assembled, title)),
        losses=(
            *_losses(assembled, damaged),
            *wordless,
            *scans.told(assembled.pages, sure),
            *recognition.losses,
            *left,
        ),
        enclosed=enclosed,
        suspects=assembled.suspects,
    )


def _losses(assembled: Assembled, damaged: bool) -> tuple[Loss, ...]:
    losses = [Loss("reading", f"page {page.label}", page.problem) for page in _bad(assembled)]
    if damaged:
        losses.insert(0, Loss("reading", "file", "damaged or cut short; what was left was read"))
    return tuple(losses)


def _bad(assembled: Assembled) -> list[Page]:
    return [page for page in assembled.pages if page.problem not in ("", BLANK)]
