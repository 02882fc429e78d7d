"""How well the text of a page was read, from what a reader can see without a dictionary.

Three things spoil a text layer, and each has a share of the page's letters or words:

    odd      letters of no alphabet: replaced, private or unassigned characters, as fonts without
             an encoding leave them; two in a hundred make a page hard to search
    foreign  words that occur nowhere else in the document, on pages of a document long enough to
             tell: a broken text layer is made of words nobody repeats
    torn     rows of words set apart by wide gaps that were not understood as a table

The score is 1 less the worst of them, each against what is still ordinary. A page read by OCR has
how sure OCR is. Where OCR looked at a page that has a text of its own, and sees another text, the
score is no better than their agreement (agreement.py). A page without words has none (-1).
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from types import MappingProxyType

import msgspec

from indexers.paged.agreement import agreement
from indexers.records import OcrPage, Page

_WORD = re.compile(r"[^\W\d_]{3,}")
_ASCII_WORD = re.compile(r"[a-z]{3,}")  # the same, and faster, in text of nothing else
_NOT_PLAIN = re.compile(r"[^\t-\r -~]")
_NO_LETTERS = ("Co", "Cn", "Cc", "Cs")
_FEWEST_WORDS = 30
_FEWEST_ELSEWHERE = 2000
_ORDINARY_FOREIGN = 0.45
_WORST_ODD = 0.1
_GOOD = 0.7


def scored(
    text: str,
    pages: Sequence[Page],
    torn: Mapping[int, float] = MappingProxyType({}),
    seen: Mapping[int, OcrPage] = MappingProxyType({}),
) -> tuple[Page, ...]:
    """The pages with their quality and worst flaw; by page, ``torn`` is a share of rows and
    ``seen`` what OCR made of it."""
    texts = [text[page.start : page.end] for page in pages]
    words = [_words(of_page) for of_page in texts]
    everywhere = Counter(chain.from_iterable(words))
    total = everywhere.total()
    judged = [
        _scored(page, of_page, Counter(here), everywhere, total, torn)
        for page, of_page, here in zip(pages, texts, words, strict=True)
    ]
    return tuple(
        compared(page, of_page, seen[page.index]) if page.index in seen else page
        for page, of_page in zip(judged, texts, strict=True)
    )


def compared(page: Page, text: str, seen: OcrPage) -> Page:
    """The page, no better than its own text agrees with what OCR saw on it."""
    if page.ocr or page.quality < 0:
        return page
    agreed = agreement(text, seen, page.height)
    if agreed is None or not agreed.flaw or agreed.share >= page.quality:
        return page
    return msgspec.structs.replace(page, quality=round(agreed.share, 3), flaw=agreed.flaw)


def _words(text: str) -> list[str]:
    low = text.lower()
    return (_ASCII_WORD if low.isascii() else _WORD).findall(low)


def _scored(
    page: Page,
    text: str,
    here: Counter[str],
    everywhere: Counter[str],
    total: int,
    torn: Mapping[int, float],
) -> Page:
    if not text.strip():
        return page
    flaws = {"letters of no alphabet": min(1.0, odd_share(text) / _WORST_ODD)}
    if page.ocr:
        flaws["OCR is not sure of it"] = 1 - page.ocr
    if here.total() >= _FEWEST_WORDS and total - here.total() >= _FEWEST_ELSEWHERE:
        alone = sum(count for _, count in here.items() & everywhere.items())
        foreign = max(0.0, alone / here.total() - _ORDINARY_FOREIGN) / (1 - _ORDINARY_FOREIGN)
        flaws["words that occur nowhere else in the document"] = foreign
    if torn.get(page.index):
        flaws["rows of cells not understood as a table"] = 0.5 * torn[page.index]
    worst = max(flaws, key=lambda name: flaws[name])
    quality = round(1 - flaws[worst], 3)
    return msgspec.structs.replace(page, quality=quality, flaw=worst if quality < _GOOD else "")


def odd_share(text: str) -> float:
    """The share of letters that belong to no alphabet."""
    odd = odd_letters(text)
    return odd / sum(map(len, text.split())) if odd else 0.0


def odd_letters(text: str) -> int:
    """How many letters are replaced, private, unassigned or control characters."""
    return sum(map(_is_odd, _NOT_PLAIN.findall(text)))


@lru_cache(maxsize=4096)
def _is_odd(letter: str) -> bool:
    if letter.isspace():
        return False
    return letter == "\ufffd" or unicodedata.category(letter) in _NO_LETTERS
