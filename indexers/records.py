"""What a reader makes of a file: one canonical text, and where on the page each part stands.

Every range in Muniment (passage, sentence, evidence, citation) is a pair of character offsets
into ``Reading.text`` of one document version, half open: ``text[start:end]``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

BLANK = "blank"
OnPage = Callable[[int, int], None]
"""Called with (pages done, pages in all), before each page and at the end."""


class Word(Struct, frozen=True, array_like=True, gc=False):
    """One printed piece of a word; a word broken by a hyphen is two pieces.

    The rectangle is in points, origin top left, of the page as shown (rotation applied).
    """

    start: int
    end: int
    x0: float
    y0: float
    x1: float
    y1: float


class Page(Struct, frozen=True):
    """One page, ``text[start:end]`` of the canonical text. A web page is one page of size 0.

    In what has no pages it is a place: a chapter, slide, sheet or message; its label says which.
    ``problem`` is empty for a good page, ``BLANK`` for one that is so on purpose, else a sentence
    for the user ("no text"). ``ocr`` is how
    sure OCR is of a page that it read, up to 1; 0 where the text is the file's own.
    ``quality`` is how well its text was read, 0 to 1, -1 where that cannot be told (quality.py);
    ``flaw`` names what is worst.
    """

    index: int
    label: str
    start: int
    end: int
    width: float
    height: float
    words: tuple[Word, ...] = ()
    problem: str = ""
    ocr: float = 0.0
    quality: float = -1.0
    flaw: str = ""


class Section(Struct, frozen=True):
    """A heading and the range it governs (to the next heading of the same or a higher level)."""

    level: int
    title: str
    start: int
    end: int


class Sentence(Struct, frozen=True, array_like=True, gc=False):
    start: int
    end: int


class Code(Struct, frozen=True, array_like=True, gc=False):
    """Lines of code, or others set in one width of letter, as the file says."""

    start: int
    end: int


class Passage(Struct, frozen=True):
    """A window of whole sentences, about ``Settings.passage_tokens`` long, inside one section.

    ``first`` and ``last`` are indices into ``Reading.sentences`` (last included); ``path`` is the
    section path, outermost first, joined with " › "; ``page`` is the index of its first page.
    """

    start: int
    end: int
    first: int
    last: int
    path: str
    page: int


class Loss(Struct, frozen=True):
    """Something that was left behind, and why: a line of the loss ledger.

    ``document`` is its id, ``start`` and ``end`` the range in it, where they are known.
    """

    stage: str
    what: str
    reason: str
    document: str = ""
    start: int = 0
    end: int = 0


class Suspect(Struct, frozen=True):
    """``text[start:end]``, which the x-ray found, and why, in words for the user.

    ``hidden`` words cannot be seen on the page and stand apart from what can, in paragraphs of
    their own; ``addressed`` are sentences in plain sight that speak to a machine; where there were
    ``characters`` that cannot be seen, they were taken out of these words.
    """

    start: int
    end: int
    kind: Literal["hidden", "addressed", "characters"]
    reason: str


class Enclosure(Struct, frozen=True):
    """A file within a file, to be read by itself; ``name`` is for display only."""

    name: str
    suffix: str
    data: bytes


class Inset(Struct, frozen=True):
    """A picture in what has no pages: it stands between ``text[:at]`` and ``text[at:]``, in the
    place ``page``. ``part`` says which of its file it is (insets.py), and is data, never a path.
    """

    at: int
    page: int
    part: str


class Told(Struct, frozen=True):
    """Something a document says about itself: one value, or names in their order.

    ``field`` is one of ``FIELDS``. ``origin`` is "file" (its own data), "page" (printed on its
    first pages), "text" (found out from its words) or "made" (when the file was made).
    """

    field: str
    values: tuple[str, ...]
    origin: Literal["file", "page", "text", "made"]


FIELDS = (
    *("type", "title", "authors", "editors", "date", "container", "publisher", "volume", "issue"),
    *("pages", "doi", "arxiv", "isbn", "url", "language"),
)
"""What is known about a work; ``container`` is the journal or book it appeared in."""


class Reading(Struct, frozen=True):
    """The result of reading one file. ``kind`` is one of ``detect.KINDS``; ``date`` ISO or empty.

    ``title`` is empty where the file names none: show its file name then. ``code`` is in order, and
    empty for what is shown as pictures of its pages. ``insets`` are in order; ``captions`` is where
    the paragraphs begin that the file itself calls captions. Neither is kept.
    """

    kind: str
    title: str
    text: str
    pages: tuple[Page, ...]
    sections: tuple[Section, ...]
    sentences: tuple[Sentence, ...]
    authors: tuple[str, ...] = ()
    date: str = ""
    site: str = ""
    language: str = ""
    tables: int = 0
    figures: int = 0
    losses: tuple[Loss, ...] = ()
    enclosed: tuple[Enclosure, ...] = ()
    told: tuple[Told, ...] = ()
    suspects: tuple[Suspect, ...] = ()
    code: tuple[Code, ...] = ()
    insets: tuple[Inset, ...] = ()
    captions: tuple[int, ...] = ()


class OcrWord(Struct, frozen=True, array_like=True, gc=False):
    """A word that OCR found; points on the page as shown."""

    x0: float
    y0: float
    x1: float
    y1: float
    text: str


class OcrPage(Struct, frozen=True):
    """What OCR made of one page, kept until its document is removed: it takes seconds to make.

    ``sure`` is 0 to 1, ``sures`` the same by line (empty in pages kept by older versions),
    ``size`` the letters' in points; ``problem`` says why there is nothing. ``unsure`` counts the
    lines left out.
    """

    page: int
    sure: float
    size: float
    lines: tuple[tuple[OcrWord, ...], ...]
    problem: str = ""
    sures: tuple[float, ...] = ()
    unsure: int = 0


class StyleSheet(Struct, frozen=True):
    """A style sheet that was saved beside a web page; ``name`` is that of its file."""

    name: str
    raw: bytes


class OcrPlan(Struct, frozen=True):
    """``again`` are pages to be read by OCR though they have a text layer, ``known`` those that
    were recognised before; with "off" nothing but ``again`` is read by OCR."""

    mode: Literal["needed", "off"] = "needed"
    again: tuple[int, ...] = ()
    known: tuple[OcrPage, ...] = ()


OnOcr = Callable[[OcrPage], None]
"""Called with each page as it was recognised, never with one that was known."""


class Picture(Struct, frozen=True):
    """A rendered page, or a picture of a file: RGB888 rows without padding, ``scale`` pixels to
    the point.
    """

    width: int
    height: int
    scale: float
    rgb: bytes
