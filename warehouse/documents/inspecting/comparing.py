"""The text layer of a few pages held against what OCR sees on them.

The pages are spread evenly over the document, and always the same. What OCR saw is kept with them,
page by page: a comparison that was stopped or killed goes on where it was, and one that was made is
not made again. A page whose text is another than what is printed has its score and flaw from that
(indexers/paged/quality.py), at once and in every later reading.

OCR takes seconds a page. Without being asked, only documents are compared whose own scores are
doubtful already.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from indexers.errors import NeedsPassword, ReadingError, Stopped
from indexers.paged import quality
from indexers.paged.agreement import DOUBTFUL, Agreement, agreement
from indexers.records import OcrPage, Page
from warehouse.errors import BadInput, Cancelled
from warehouse.records import Document
from warehouse.run import Run

if TYPE_CHECKING:
    from warehouse.library import Library

SAMPLE = 3
STAGE = "Comparing with OCR"
_FEWEST_CHARS = 100
_OWN_SCORE = 0.7  # of the pages' mean; below it a document is compared without being asked


class Compared(Struct, frozen=True):
    """``found`` is None where OCR cannot tell: ``problem`` says why, "" for too few sure words."""

    page: Page
    found: Agreement | None
    problem: str = ""

    @property
    def said(self) -> str:
        if self.found is not None:
            return f"{self.found.share:.0%} of its words agree with OCR"
        return f"OCR cannot tell: {self.problem or 'it is sure of too few words'}"


def compare(library: Library, document: str, sample: int, run: Run) -> list[Compared]:
    """``sample`` pages. Raises BadInput where none has a text of its own, the original is not
    there or its password is not known, Cancelled (what was compared stays)."""
    chosen = _spread(_comparable(library.catalog.pages(document)), sample)
    if not chosen:
        raise BadInput("It has no pages with a text of their own to compare.")
    known = {seen.page for seen in library.catalog.compared_pages(document)}
    for page in run.each(STAGE, chosen, lambda page: f"page {page.label}"):
        if page.index not in known:
            _look(library, document, page, run)
    run.step(STAGE, len(chosen), len(chosen))
    library.ingest.changed([document])
    wanted = {page.index for page in chosen}
    return [
        comparison for comparison in compared(library, document) if comparison.page.index in wanted
    ]


def compared(library: Library, document: str) -> tuple[Compared, ...]:
    """All pages with a text of their own that OCR has looked at so far, in order."""
    seen = library.catalog.compared_pages(document)
    if not seen:
        return ()
    pages = {page.index: page for page in library.catalog.pages(document)}
    return tuple(
        _judged(library, document, pages[look.page], look) for look in seen if look.page in pages
    )


def unasked(library: Library, looked_at: Collection[str]) -> list[str]:
    """PDF files that ``compare_doubtful`` has to look at; ``looked_at`` are left out."""
    verified = library.catalog.in_states("verified")
    return [row.id for row in verified if row.kind == "pdf" and row.id not in looked_at]


def compare_doubtful(
    library: Library, looked_at: set[str], run: Run
) -> list[tuple[Document, list[Compared]]]:
    """Compare every document whose own score is doubtful, and add to ``looked_at`` each that is
    done. Returns those that were compared, and what OCR said. For a run with ``foreground`` False.
    Raises Cancelled."""
    done = []
    for id in unasked(library, looked_at):
        run.check()
        if _is_due(library, id):
            try:
                comparisons = compare(library, id, SAMPLE, run)
            except BadInput:
                pass  # said to whoever asks for it
            else:
                done.append((library.catalog.document(id), comparisons))
        looked_at.add(id)
    return done


def share(found: Sequence[Compared]) -> float:
    """How far they agree on average, -1 where OCR could tell of none."""
    known = [comparison.found.share for comparison in found if comparison.found is not None]
    return sum(known) / len(known) if known else -1.0


def is_doubtful(found: Sequence[Compared]) -> bool:
    return 0 <= share(found) < DOUBTFUL


def _is_due(library: Library, document: str) -> bool:
    pages = library.catalog.pages(document)
    scores = [page.quality for page in pages if page.quality >= 0 and not page.ocr]
    if not scores or sum(scores) / len(scores) >= _OWN_SCORE:
        return False
    known = {seen.page for seen in library.catalog.compared_pages(document)}
    return any(page.index not in known for page in _spread(_comparable(pages), SAMPLE))


def _comparable(pages: Sequence[Page]) -> list[Page]:
    return [
        page
        for page in pages
        if page.width > 0 and not page.ocr and page.end - page.start >= _FEWEST_CHARS
    ]


def _spread(pages: Sequence[Page], wanted: int) -> list[Page]:
    """So many of them, each from the middle of an equal stretch."""
    count = min(wanted, len(pages))
    return [pages[(2 * at + 1) * len(pages) // (2 * count)] for at in range(count)]


def _look(library: Library, document: str, page: Page, run: Run) -> None:
    try:
        seen = library.readers.recognise(
            library.original(document),
            page.index,
            library.password(document),
            cancelled=lambda: run.cancelled,
        )
    except NeedsPassword:
        raise BadInput("It needs its password.", "Unlock it, and compare again.") from None
    except Stopped:
        raise Cancelled from None
    except ReadingError as error:
        seen = OcrPage(page.index, 0.0, 0.0, (), str(error))
    run.check()
    text = library.catalog.text(document, page.start, page.end)
    library.catalog.keep_compared(document, seen, quality.compared(page, text, seen))


def _judged(library: Library, document: str, page: Page, seen: OcrPage) -> Compared:
    text = library.catalog.text(document, page.start, page.end)
    return Compared(
        page, agreement(text, seen, page.height), seen.problem.removeprefix("no text, and ")
    )
