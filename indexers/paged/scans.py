"""Pages without text, or with text that is none, read from their pictures; and pictures as pages.

A page keeps what its file says unless that is empty or garbage: letters of no alphabet, as they
come from fonts without an encoding. What was read by OCR carries how sure it is.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from indexers.errors import NotReadable
from indexers.paged import ocr, pdf
from indexers.paged.assembly import assemble
from indexers.paged.sheets import Sheet
from indexers.records import Loss, OnPage, Page, Reading

_POINTS_AN_INCH = 72
_DOTS_AN_INCH = 150
_SAMPLE_CHARS = 2000
_FEWEST_CHARS = 20
_GARBAGE_SHARE = 0.3
_DOUBTFUL = 0.8
_NO_LETTERS = ("Co", "Cn", "Cc", "Cs")


def read_scans(document: Any, sheets: list[Sheet], on_page: OnPage) -> dict[int, float]:
    """Fill the sheets that need it. Returns, by page, how sure the OCR is (0 to 1)."""
    sure: dict[int, float] = {}
    for place, sheet in enumerate(sheets):
        garbage = is_garbage(sheet)
        if sheet.problem != pdf.NO_TEXT and not garbage:
            continue
        found, problem = _read(document, sheet, partial(on_page, sheet.index, len(sheets)))
        if found.lines:
            sheets[place] = _again(sheet, found.lines, "")
            sure[sheet.index] = found.sure
        elif garbage:
            sheets[place] = _again(sheet, [], "its text is not in letters, and OCR found none")
        elif problem:
            sheet.problem = problem
    return sure


def read_picture(path: Path, on_page: OnPage) -> Reading:
    """A picture file: each image in it is a page. Raises NotReadable."""
    document = pdf.open_picture(path)
    try:
        sheets = [pdf.bare_sheet(document, index) for index in range(len(document))]
        sure = read_scans(document, sheets, on_page)
    finally:
        document.close()
        pdf.free_caches()
    assembled = assemble(sheets, on_page)
    losses = [Loss("reading", f"page {page.label}", page.problem) for page in assembled.pages]
    return Reading(
        kind="image",
        title="",
        text=assembled.text,
        pages=with_sureness(assembled.pages, sure),
        sections=(),
        sentences=(),
        figures=len(sheets),
        losses=(*(loss for loss in losses if loss.reason), *told(assembled.pages, sure)),
    )


def with_sureness(pages: Iterable[Page], sure: dict[int, float]) -> tuple[Page, ...]:
    return tuple(
        msgspec.structs.replace(page, ocr=sure[page.index]) if page.index in sure else page
        for page in pages
    )


def told(pages: Iterable[Page], sure: dict[int, float]) -> list[Loss]:
    """One line for all pages read by OCR, and one for each that is doubtful."""
    if not sure:
        return []
    average = sum(sure.values()) / len(sure)
    noun = "page" if len(sure) == 1 else "pages"
    told = [Loss("reading", f"{len(sure):,} {noun}", f"read by OCR, {average:.0%} sure")]
    for page in pages:
        if sure.get(page.index, 1.0) < _DOUBTFUL:
            reason = f"read by OCR and doubtful: {sure[page.index]:.0%} sure"
            told.append(Loss("reading", f"page {page.label}", reason))
    return told


def is_garbage(sheet: Sheet) -> bool:
    """Whether much of its text is in no script: private, unassigned or replaced characters."""
    text = "".join(line.text for line in sheet.lines)[:_SAMPLE_CHARS]
    if len(text) < _FEWEST_CHARS:
        return False
    odd = sum(
        1 for letter in text if letter == "\ufffd" or unicodedata.category(letter) in _NO_LETTERS
    )
    return odd > _GARBAGE_SHARE * len(text)


def _read(document: Any, sheet: Sheet, alive: Callable[[], None]) -> tuple[ocr.Recognised, str]:
    """What OCR finds on a page, and what to say where it fails."""
    side = max(sheet.width, sheet.height, 1.0)
    scale = min(_DOTS_AN_INCH / _POINTS_AN_INCH, ocr.LONGEST_SIDE_PX / side)
    nothing = ocr.Recognised([], 0.0)
    try:
        return ocr.recognise(pdf.render(document, sheet.index, scale), alive), ""
    except MemoryError:
        return nothing, "no text, and OCR needs more memory than a reader may use"
    except TimeoutError:
        return nothing, "no text, and OCR did not end in two minutes of computing"
    except NotReadable as error:
        return nothing, f"no text, and {error.reason}"


def _again(sheet: Sheet, lines: list[Any], problem: str) -> Sheet:
    return Sheet(sheet.index, sheet.label, sheet.width, sheet.height, lines, problem, sheet.images)
