"""Pages without text, or with text that is none, read from their pictures; and pictures as pages.

A page keeps what its file says unless that is empty or garbage: letters of no alphabet, as they
come from fonts without an encoding. On a scan that was stamped, what OCR sees beside the stamp is
added. What was read by OCR carries how sure it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import msgspec

from indexers.errors import NotReadable
from indexers.paged import ocr, pdf, quality
from indexers.paged.assembly import assemble
from indexers.paged.blank import NO_TEXT
from indexers.paged.picture_damage import picture_damage
from indexers.paged.sheets import Line, Sheet, Toned
from indexers.paged.spelling import PLAIN
from indexers.process.handed import Document
from indexers.process.recognition import Recognition
from indexers.records import Loss, OcrPage, OcrWord, OnPage, Page, Reading

_POINTS_AN_INCH = 72
_DOTS_AN_INCH = 150
_SAMPLE_CHARS = 2000
_FEWEST_CHARS = 20
_GARBAGE_SHARE = 0.3
_LETTERS_OF_A_WORD = 4
_DOUBTFUL = 0.8


def read_scans(
    document: Any, sheets: list[Sheet], on_page: OnPage, recognition: Recognition
) -> dict[int, float]:
    """Fill the sheets that need it. Returns, by page, how sure the OCR is (0 to 1)."""
    sure: dict[int, float] = {}
    for place, sheet in enumerate(sheets):
        garbage, wished = is_garbage(sheet), recognition.wished(sheet.index)
        if not (wished or garbage or sheet.scan or sheet.problem == NO_TEXT):
            continue
        if not recognition.allowed(sheet.index):
            continue
        seen = recognition.known(sheet.index)
        if seen is None:
            seen = _read(document, sheet, partial(on_page, sheet.index, len(sheets)))
            recognition.keep(seen)
        if seen.unsure:
            noun = "line" if seen.unsure == 1 else "lines"
            reason = f"{seen.unsure} {noun} left out: OCR is less than {ocr.LEAST_SURE:.0%} sure"
            recognition.lose(sheet.label, reason)
        lines = lines_of(seen)
        if sheet.scan and not (wished or garbage):
            lines = _beside_own(lines, [*sheet.lines, *sheet.strays])
        if lines:
            sheets[place] = _again(sheet, lines, "")
            sure[sheet.index] = seen.sure
        elif wished and sheet.lines and not garbage:
            recognition.lose(sheet.label, "OCR found nothing on it; its own text was kept")
        elif garbage:
            sheets[place] = _again(sheet, [], "its text is not in letters, and OCR found none")
        elif seen.problem and sheet.lines:
            recognition.lose(sheet.label, seen.problem.removeprefix("no text, and "))
        elif seen.problem:
            sheet.problem = seen.problem
    return sure


def read_picture(path: Document, on_page: OnPage, recognition: Recognition) -> Reading:
    """A picture file: each image in it is a page. Raises NotReadable."""
    document = pdf.open_picture(path)
    try:
        sheets = [pdf.bare_sheet(document, index) for index in range(len(document))]
        sure = read_scans(document, sheets, on_page, recognition)
        damage = picture_damage(path)
        for sheet in sheets if damage else ():
            if sheet.problem == NO_TEXT:
                sheet.problem = damage
            else:
                recognition.lose(sheet.label, damage)
    finally:
        document.close()
        pdf.free_caches()
    assembled = assemble(sheets, on_page)
    losses = [Loss("reading", f"page {page.label}", page.problem) for page in assembled.pages]
    return Reading(
        kind="image",
        title="",
        text=assembled.text,
        pages=quality.scored(assembled.text, with_sureness(assembled.pages, sure)),
        sections=(),
        sentences=(),
        figures=len(sheets),
        losses=(
            *(loss for loss in losses if loss.reason),
            *told(assembled.pages, sure),
            *recognition.losses,
        ),
    )


def recognise_page(path: Document, password: str, index: int, on_page: OnPage) -> OcrPage:
    """What OCR makes of a page that may have a text of its own. Raises NotReadable."""
    document = pdf.open_pdf(path, password)
    try:
        if not 0 <= index < len(document):
            raise NotReadable(f"there is no page {index + 1}")
        sheet = pdf.bare_sheet(document, index)
        return _read(document, sheet, partial(on_page, index, len(document)))
    finally:
        document.close()


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
    losses = [Loss("reading", f"{len(sure):,} {noun}", f"read by OCR, {average:.0%} sure")]
    for page in pages:
        if sure.get(page.index, 1.0) < _DOUBTFUL:
            reason = f"read by OCR and doubtful: {sure[page.index]:.0%} sure"
            losses.append(Loss("reading", f"page {page.label}", reason))
    return losses


def is_garbage(sheet: Sheet) -> bool:
    """Whether much of its text is in no script: private, unassigned or replaced characters.

    Those of short words are signs set among the words, notes of music for instance, which OCR only
    takes for letters.
    """
    text = "".join([f"{line.text} " for line in sheet.lines])[:_SAMPLE_CHARS]
    if not quality.odd_letters(text):
        return False
    words = text.translate(PLAIN).split()
    letters = sum(map(len, words))
    if letters < _FEWEST_CHARS:
        return False
    odd = sum(quality.odd_letters(word) for word in words if len(word) >= _LETTERS_OF_A_WORD)
    return odd > _GARBAGE_SHARE * letters


def _read(document: Any, sheet: Sheet, alive: Callable[[], None]) -> OcrPage:
    """What OCR finds on a page, and what to say where it fails."""
    side = max(sheet.width, sheet.height, 1.0)
    scale = min(_DOTS_AN_INCH / _POINTS_AN_INCH, ocr.LONGEST_SIDE_PX / side)
    try:
        recognised = ocr.recognise(pdf.render(document, sheet.index, scale), alive)
    except MemoryError:
        problem = "no text, and OCR needs more memory than a reader may use"
    except TimeoutError:
        problem = "no text, and OCR did not end in two minutes of computing"
    except NotReadable as error:
        problem = f"no text, and {error.reason}"
    else:
        lines = tuple(tuple(OcrWord(*word[:5]) for word in line.words) for line in recognised.lines)
        size = recognised.lines[0].tone.size if recognised.lines else 0.0
        return OcrPage(
            sheet.index, recognised.sure, size, lines, "", recognised.sures, recognised.unsure
        )
    return OcrPage(sheet.index, 0.0, 0.0, (), problem)


def lines_of(page: OcrPage) -> list[Line]:
    """As the layout wants them."""
    lines = []
    for number, words in enumerate(page.lines):
        placed = [(w.x0, w.y0, w.x1, w.y1, w.text, 0, number, at) for at, w in enumerate(words)]
        line = Line(placed)
        line.tone = Toned(page.size, False, False, 0)
        lines.append(line)
    return lines


def _beside_own(found: list[Line], own: list[Line]) -> list[Line]:
    """The page's own lines and the words found where none of them stands; none where there are no
    such words. What lies under letters several times as large, a watermark's, is another word.
    """
    boxes = []
    for line in own:
        x0s, y0s, x1s, y1s, *_ = zip(*line.words, strict=True)
        boxes.append((min(x0s) - 2, min(y0s) - 2, max(x1s) + 2, max(y1s) + 2))

    def known(x0: float, y0: float, x1: float, y1: float) -> bool:
        x, y, most = (x0 + x1) / 2, (y0 + y1) / 2, 3 * (y1 - y0)
        return any(
            left < x < right and top < y < foot and min(right - left, foot - top) < most
            for left, top, right, foot in boxes
        )

    for line in found:
        line.words = [word for word in line.words if not known(*word[:4])]
    fresh = [line for line in found if line.words]
    return [*own, *fresh] if fresh else []


def _again(sheet: Sheet, lines: list[Any], problem: str) -> Sheet:
    return Sheet(
        sheet.index,
        sheet.label,
        sheet.width,
        sheet.height,
        lines,
        problem,
        sheet.images,
        sheet.hidden,
    )
