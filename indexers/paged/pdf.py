"""PDF files, by PyMuPDF: the only module that imports it (setting.py takes it from here).

``open_pdf`` checks and unlocks, ``sheets`` takes words, lines and their looks from each page (one
extraction a page), ``render`` paints one. What the lines mean (columns, paragraphs, headings) is
decided in layout.py and assembly.py, which know nothing of PDF.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import zip_longest
from typing import Any

from msgspec import Struct

from indexers.detect import PICTURES
from indexers.errors import NeedsPassword, NotReadable
from indexers.paged import arabic_numbers, direction, heights, labels, letters, xmp
from indexers.paged.blank import FEW_LINES, NO_TEXT, is_bare
from indexers.paged.sheets import Box, Line, PlacedWord, Sheet, Toned, leave, once
from indexers.paged.tones import from_dictionary, from_html
from indexers.paged.unseen import (
    Drawn,
    Frame,
    Look,
    Photo,
    Printed,
    is_pictured,
    large_shapes,
    paints,
    part,
)
from indexers.process.handed import Document, Handed
from indexers.records import BLANK, OnPage, Picture

# PyMuPDF imports its layout models and onnxruntime where they are installed: a second of start-up
# and hundreds of megabytes of address space for what is not used here.
for _unused in ("pymupdf.layout", "onnxruntime"):
    sys.modules.setdefault(_unused, None)  # type: ignore[arg-type]

import pymupdf as pymupdf  # noqa: E402

MOST_PIXELS = 24_000_000
_DAMAGE = (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase)
_UNSAID = re.compile(rb"/ActualText\s*(?:\(\)|<(?:FEFF)?>)", re.I)
_BEYOND = (-2000, -2000, 2000, 2000)  # points off the page where words are still looked for
_STROKED, _FILLED = 32, 16
_LIGATURES = ("ff ", "fi ", "fl ")
_STAMP_CHARS = 200
_PHOTO_SCALE = 2.0
_PHOTO_PIXELS = 6_000_000

pymupdf.TOOLS.mupdf_display_errors(False)
pymupdf.TOOLS.mupdf_display_warnings(False)


class Bookmark(Struct, frozen=True):
    """An entry of the outline; ``page`` is an index, ``title`` as the file spells it."""

    level: int
    title: str
    page: int


def open_pdf(path: Document, password: str = "") -> Any:
    """The document, unlocked and with at least one page. Raises NotReadable, NeedsPassword."""
    if path.stat().st_size == 0:
        raise NotReadable("the file is empty")
    with path.open("rb") as file:
        if b"%PDF-" not in file.read(4096):
            raise NotReadable("this is not a PDF file, whatever its name says")
    try:
        document = _opened(path, "pdf")
        if document.needs_pass and not document.authenticate(password):
            raise NeedsPassword
        pages = len(document)
    except (RuntimeError, ValueError) as error:
        raise NotReadable("the file is damaged or cut short") from error
    if pages == 0:
        raise NotReadable("the file is damaged or cut short: no page is left in it")
    return document


def open_picture(path: Document) -> Any:
    """A picture file as a document, a page for each picture in it. Raises NotReadable."""
    with path.open("rb") as file:
        head = file.read(8)
    kind = next((kind for start, kind in PICTURES.items() if head.startswith(start)), "")
    if not kind:
        raise NotReadable("this is not a picture, whatever its name says")
    try:
        document = _opened(path, kind)
        document.load_page(0)
    except (*_DAMAGE, IndexError) as error:
        raise NotReadable("the file is damaged or cut short") from error
    return document


def _opened(path: Document, kind: str) -> Any:
    if isinstance(path, Handed):
        return pymupdf.open(stream=path.mapped(), filetype=kind)
    return pymupdf.open(str(path), filetype=kind)


def bare_sheet(document: Any, index: int) -> Sheet:
    """A page of a picture file, its text still to be read."""
    shown = document.load_page(index).rect
    return Sheet(index, str(index + 1), shown.width, shown.height, [], NO_TEXT, 1)


def sheets(document: Any, on_page: OnPage) -> Iterator[Sheet]:
    """Every page in order; one that cannot be read comes with its ``problem``."""
    total = len(document)
    rules = _label_rules(document)
    for index in range(total):
        on_page(index, total)
        try:
            yield _sheet(document, index, labels.label(rules, index))
        except MemoryError:
            raise
        except Exception as error:  # MuPDF raises many kinds; the other pages go on
            problem = f"not readable: {_plain(error)}"
            yield Sheet(index, labels.label(rules, index), 0, 0, [], problem)
    on_page(total, total)


def _label_rules(document: Any) -> list[labels.Rule]:
    core = pymupdf.mupdf
    try:
        trailer = core.pdf_trailer(core.pdf_document_from_fz_document(document))
        return sorted(labels.rules(core, core.pdf_dict_getp(trailer, "Root/PageLabels")))
    except Exception:  # broken labels are no labels
        return []


def _plain(error: Exception) -> str:
    words = re.sub(r"\s+", " ", str(error)).strip()
    return words[:120] or "damaged"


def _sheet(document: Any, index: int, label: str) -> Sheet:
    page = document.load_page(index)
    pymupdf.TOOLS.reset_mupdf_warnings()
    shown = page.rect
    turned = _turned(page)
    upright = shown * ~turned
    wide = upright + _BEYOND
    contents = page.read_contents() or b""
    unsaid = 0 < len(_UNSAID.findall(contents)) == contents.count(b"/ActualText")  # all of it
    flags = pymupdf.TEXT_IGNORE_ACTUALTEXT if unsaid else 0
    textpage = page.get_textpage(clip=wide, flags=flags)
    drawn = cache(partial(_drawn, page))
    steps = drawn if page.first_annot is not None or paints(contents) else list
    lines, hidden = _seen(page, textpage, _lines(textpage), tuple(upright), steps)
    lines = once(lines)
    found = [*lines, *(line for line, _ in hidden)]
    problem = "" if lines else _why_empty()
    images = 0 if lines else len(document.get_page_images(index))
    may_be_blank = problem in ("", NO_TEXT) and len(found) <= FEW_LINES
    bare = may_be_blank and _is_bare(page, found, drawn)
    if page.rotation:
        _turn(found, turned)
    if bare and problem and not hidden:
        problem = BLANK
    size = shown.width, shown.height
    scan = _is_scan(lines, drawn, tuple(upright))
    return Sheet(index, label, *size, lines, problem, images, hidden, bare, scan)


def _turned(page: Any) -> Any:
    """From the upright page to the page as shown; ``page.rotation_matrix`` knows no UserUnit."""
    width, height, turn = page.rect.width, page.rect.height, page.rotation
    across, down = width if turn in (90, 180) else 0, height if turn in (180, 270) else 0
    return pymupdf.Matrix(turn) * pymupdf.Matrix(1, 0, 0, 1, across, down)


def _is_scan(lines: Sequence[Line], drawn: Callable[[], list[Drawn]], page: Box) -> bool:
    """Whether no more than a stamp stands on the page beside pictures that take most of it, and no
    program has laid what it read there over them.
    """
    letters = sum(len(word[4]) for line in lines for word in line.words)
    if not 0 < letters <= _STAMP_CHARS:
        return False
    try:
        steps = drawn()
        return is_pictured(steps, page) and all(one.what != "ignore-text" for one in steps)
    except _DAMAGE:
        return False


def _is_bare(page: Any, lines: Sequence[Line], drawn: Callable[[], list[Drawn]]) -> bool:
    """Whether nothing is to be seen but these; where that cannot be told, no."""
    words = [word for line in lines for word in line.words]
    try:
        return is_bare(drawn(), words, partial(_photo, page))
    except _DAMAGE:
        return False


def _drawn(page: Any) -> list[Drawn]:
    return [Drawn(what, box) for what, box in page.get_bboxlog()]


def _seen(
    page: Any,
    textpage: Any,
    lines: list[Line],
    upright: Box,
    steps: Callable[[], list[Drawn]],
) -> tuple[list[Line], list[tuple[Line, str]]]:
    """(lines that can be seen, those that cannot); the page is drawn only where there is doubt."""
    drawn = steps() if lines else []
    doubt = any(line.tone.doubt for line in lines)
    if doubt or (drawn and large_shapes(drawn)):
        return part(lines, Look(_printed(textpage), drawn, _photo(page), upright).reason)
    if leave(lines, upright):
        return part(lines, Frame(upright).reason)
    return lines, []


def _printed(textpage: Any) -> list[Printed]:
    return [
        Printed(
            tuple(span["bbox"]),
            span["size"],
            span["color"],
            span["alpha"],
            bool(span["char_flags"] & (_FILLED | _STROKED)),
        )
        for block in textpage.extractDICT()["blocks"]
        for line in block.get("lines", ())
        for span in line["spans"]
        if span["text"].strip()
    ]


def _photo(page: Any) -> Photo:
    area = max(page.rect.width * page.rect.height, 1.0)
    scale = min(_PHOTO_SCALE, (_PHOTO_PIXELS / area) ** 0.5)
    upright = ~_turned(page) * pymupdf.Matrix(scale, scale)
    made = page.get_pixmap(matrix=upright, colorspace=pymupdf.csRGB, alpha=False)
    return Photo(made.width, made.height, scale, made.x, made.y, tight(made))


def _why_empty() -> str:
    warnings = pymupdf.TOOLS.mupdf_warnings()
    damage = [line for line in warnings.splitlines() if "error" in line or "corrupt" in line]
    return f"not readable: the page is damaged ({damage[0][:80]})" if damage else NO_TEXT


def _lines(textpage: Any) -> list[Line]:
    words = _words(textpage, quick=True)
    lines = _word_lines(words)
    odd = any(line.runs_oddly() for line in lines) or direction.may_be_vertical(lines)
    markup = "" if odd else textpage.extractHTML()
    drawn = textpage.extractRAWDICT()["blocks"] if letters.has_unnamed(markup) else []
    looks, raised = from_html(markup)
    quick = len(looks) == len(lines) and not odd
    if letters.name_letters(drawn):
        again = partial(letters.words_of, drawn)
        lines = _word_lines(letters.as_read(again(), again))
        looks, raised = from_dictionary(drawn)
        quick = False
    elif not quick:
        lines = _word_lines(_words(textpage, quick=False))
        if odd and arabic_numbers.have_numbers(lines):
            arabic_numbers.put_in_order(lines, textpage.extractRAWDICT()["blocks"])
        looks, raised = from_dictionary(textpage.extractDICT()["blocks"])
    _tone(lines, looks)
    suspect = [heights.suspect(line) for line in lines]
    low = any(low for low, _ in suspect)
    if quick and (low or _may_be_cut(words, looks)):
        lines = _whole(lines, _word_lines(_words(textpage, quick=False)))
    if any(high for _, high in suspect):
        heights.level(lines, textpage.extractDICT()["blocks"])
    for at, runs in raised.items() if len(looks) == len(lines) else ():
        letters.raise_numbers(lines[at], runs)
    return direction.with_columns(lines) if odd else lines


def _tone(lines: Sequence[Line], looks: Sequence[Toned]) -> None:
    """In place, where they agree."""
    if len(looks) == len(lines):
        for line, tone in zip(lines, looks, strict=True):
            line.tone = tone


def _whole(lines: list[Line], corrected: list[Line]) -> list[Line]:
    """The lines with corrected boxes. Far off the page a corrected line may come in or go out;
    then they stay as they are.
    """
    if len(lines) == len(corrected):
        for line, whole in zip(lines, corrected, strict=True):
            line.words = whole.words
    return lines


def _words(textpage: Any, quick: bool) -> list[PlacedWord]:
    """``quick``: words in boxes as MuPDF has them, in a third of the time and right for most
    fonts. A word whose font claims no height at all is left out.
    """
    pymupdf.TOOLS.unset_quad_corrections(quick)
    try:
        return letters.as_read(textpage.extractWORDS(), textpage.extractWORDS)
    finally:
        pymupdf.TOOLS.unset_quad_corrections(False)


def _may_be_cut(words: Sequence[PlacedWord], looks: Sequence[Toned]) -> bool:
    """Whether something may not be seen, or a word may end in half a ligature."""
    text = " ".join([word[4] for word in words])
    halves = any(half in text or text.endswith(half[:2]) for half in _LIGATURES)
    return halves or any(look.doubt for look in looks)


def _word_lines(words: list[PlacedWord]) -> list[Line]:
    """Words are numbered from 0 in each line."""
    starts = [at for at, word in enumerate(words) if word[7] == 0]
    return [
        Line(words[start:end])
        for start, end in zip_longest(starts, starts[1:], fillvalue=len(words))
    ]


def _turn(lines: list[Line], matrix: Any) -> None:
    """Word boxes of a rotated page, to the page as it is shown."""
    a, b, *_ = matrix
    turned = {(1, 0): 0, (0, -1): 1, (-1, 0): 2, (0, 1): 3}[round(a), round(b)]
    for line in lines:
        line.tone = line.tone.turned(turned)
        line.words = [(*_box(word, matrix), *word[4:]) for word in line.words]


def _box(word: PlacedWord, matrix: Any) -> tuple[float, float, float, float]:
    a, b, c, d, e, f = matrix
    x0, y0, x1, y1, *_ = word
    xs, ys = (x0 * a + y0 * c + e, x1 * a + y1 * c + e), (x0 * b + y0 * d + f, x1 * b + y1 * d + f)
    return min(xs), min(ys), max(xs), max(ys)


def bookmarks(document: Any) -> list[Bookmark]:
    try:
        entries = document.get_toc(simple=True)
    except Exception:  # a broken outline is no outline
        return []
    return [
        Bookmark(level, labels.whole(title), page - 1)
        for level, title, page, *_ in entries
        if title.strip() and 0 < page <= len(document)
    ]


def metadata(document: Any) -> dict[str, str]:
    """What the file says of itself, its XMP packet first; names as in ``text/metadata.py``."""
    own = {name: labels.whole(said) for name, said in (document.metadata or {}).items() if said}
    try:
        packet = document.get_xml_metadata()
    except Exception:  # a broken packet is no packet
        packet = ""
    return own | xmp.read(packet)


def repaired(document: Any) -> bool:
    return bool(document.is_repaired)


def free_caches() -> None:
    """Give back what MuPDF keeps of documents that are closed."""
    pymupdf.TOOLS.store_shrink(100)


def render(document: Any, index: int, scale: float) -> Picture:
    """The page as shown, at ``scale`` pixels to the point, less where it would be too large."""
    if not 0 <= index < len(document):
        raise NotReadable(f"there is no page {index + 1}")
    try:
        page = document[index]
        area = max(page.rect.width * page.rect.height, 1.0)
        scale = min(max(scale, 0.05), (MOST_PIXELS / area) ** 0.5)
        pixels = page.get_pixmap(
            matrix=pymupdf.Matrix(scale, scale), colorspace=pymupdf.csRGB, alpha=False
        )
    except _DAMAGE as error:
        raise NotReadable(f"page {index + 1} cannot be drawn") from error
    return Picture(pixels.width, pixels.height, scale, tight(pixels))


def tight(pixels: Any) -> bytes:
    data = bytes(pixels.samples)
    row = pixels.width * 3
    if pixels.stride == row:
        return data
    return b"".join(data[y : y + row] for y in range(0, len(data), pixels.stride))
