"""How well the pages of a document were read, and reading some of them again by OCR.

Each page has its score from reading (indexers/paged/quality.py). ``compare`` has OCR look at a few
pages that have a text layer of their own and says how far the two agree; nothing is changed by it.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from indexers.records import OcrPage, Page
from warehouse.errors import BadInput
from warehouse.run import Run

if TYPE_CHECKING:
    from warehouse.library import Library

POOR = 0.6
SAMPLE = 3
_WORD = re.compile(r"[^\W_]{2,}")
_FEWEST_WORDS = 20
_SEED = 7


class Quality(Struct, frozen=True):
    """``score`` is the mean over the pages that have one, -1 where none has; ``poor`` the pages
    below ``POOR``, worst first."""

    score: float
    poor: tuple[Page, ...]
    by_ocr: int


class Agreement(Struct, frozen=True):
    """How much of the words of a page OCR finds, and the other way round (F1 of their counts)."""

    page: Page
    share: float


def of(library: Library, document: str) -> Quality:
    return judged(library.catalog.pages(document))


def judged(pages: Sequence[Page]) -> Quality:
    known = [page for page in pages if page.quality >= 0]
    score = sum(page.quality for page in known) / len(known) if known else -1.0
    poor = sorted((page for page in known if page.quality < POOR), key=lambda page: page.quality)
    return Quality(score, tuple(poor), sum(page.ocr > 0 for page in pages))


def below(library: Library, document: str, score: float) -> list[int]:
    """Indices of the pages under a score, those without text included."""
    pages = library.catalog.pages(document)
    return [page.index for page in pages if page.quality < score and page.width > 0]


def compare(library: Library, document: str, sample: int, run: Run) -> list[Agreement]:
    """Text layer against OCR on ``sample`` pages, always the same ones. Raises BadInput, Cancelled,
    and what reading raises."""
    pages = [
        page
        for page in library.catalog.pages(document)
        if page.width > 0 and not page.ocr and page.end - page.start > 5 * _FEWEST_WORDS
    ]
    if not pages:
        raise BadInput("It has no pages with a text of their own to compare.")
    chosen = random.Random(_SEED).sample(pages, min(sample, len(pages)))
    found: list[Agreement] = []
    for page in sorted(chosen, key=lambda page: page.index):
        run.step("comparing with OCR", len(found), len(chosen), f"page {page.label}")
        seen = library.readers.recognise(
            library.original(document),
            page.index,
            library.password(document),
            cancelled=lambda: run.cancelled,
        )
        run.check()
        text = library.catalog.text(document, page.start, page.end)
        found.append(Agreement(page, agreement(text, seen)))
    return found


def agreement(text: str, seen: OcrPage) -> float:
    """F1 of the words, counted, in small letters."""
    own = Counter(_WORD.findall(text.lower()))
    other = Counter(_WORD.findall(" ".join(w.text for line in seen.lines for w in line).lower()))
    both = (own & other).total()
    return 2 * both / max(own.total() + other.total(), 1)
