"""How well the pages of a document were read, and reading some of them again by OCR.

Each page has its score from reading (indexers/paged/quality.py), and, where OCR looked at it too,
from how far its text agrees with that (comparing.py). Where the pages that were compared do not
agree, all pages are in doubt, since they were made in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from indexers.records import BLANK, Page
from warehouse.documents.inspecting import comparing
from warehouse.documents.inspecting.comparing import Compared

if TYPE_CHECKING:
    from warehouse.library import Library

POOR = 0.6


class Quality(Struct, frozen=True):
    """``score`` is the mean over the pages that have one, -1 where none has, and no better than
    what was compared where that does not agree; ``poor`` the pages below ``POOR``, worst first."""

    score: float
    poor: tuple[Page, ...]
    by_ocr: int
    compared: tuple[Compared, ...] = ()

    @property
    def agreed(self) -> str:
        """What OCR said of it, in words; "" where it was not asked or could not tell."""
        share = comparing.share(self.compared)
        if share < 0:
            return ""
        count = sum(comparison.found is not None for comparison in self.compared)
        pages = f"{count:,} {'page' if count == 1 else 'pages'}"
        if comparing.is_doubtful(self.compared):
            return f"The whole document is doubtful: OCR agrees with {share:.0%} of {pages} of it"
        return f"OCR agrees with {share:.0%} of {pages} of it"


def of(library: Library, document: str) -> Quality:
    return judged(library.catalog.pages(document), comparing.compared(library, document))


def judged(pages: Sequence[Page], compared: tuple[Compared, ...] = ()) -> Quality:
    known = [page for page in pages if page.quality >= 0]
    score = sum(page.quality for page in known) / len(known) if known else -1.0
    if comparing.is_doubtful(compared):
        score = min(score, comparing.share(compared))
    poor = sorted((page for page in known if page.quality < POOR), key=lambda page: page.quality)
    return Quality(score, tuple(poor), sum(page.ocr > 0 for page in pages), compared)


def below(library: Library, document: str, score: float) -> list[int]:
    """Indices of the pages under a score, those without text included, but none that is blank."""
    pages = library.catalog.pages(document)
    wanting = (page for page in pages if page.quality < score and page.problem != BLANK)
    return [page.index for page in wanting if page.width > 0]
