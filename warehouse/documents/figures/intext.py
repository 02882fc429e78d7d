"""Figures of what has no pages: the pictures of its file that have a caption beside them.

Where they stand the catalog does not know: a reader reads the file anew, and tells it, as long as
it makes the very text of the catalog. A caption begins with "Figure 3:", or is one by the word of
the file; it stands in the paragraph before a picture or in the one after, whichever the document
is used to, or on a slide as the only one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from indexers.errors import ReadingError, Stopped
from indexers.records import Reading
from warehouse.documents.figures import layout
from warehouse.documents.figures.captions import MOST_CHARACTERS, Caption, Drawn, ends, label_of
from warehouse.errors import MunimentError
from warehouse.records import Document

if TYPE_CHECKING:
    from warehouse.library import Library

KINDS = ("document", "slides", "book")
PICTURES_WITHIN = (b"data:image/", b"multipart/related")
SHORT = 300  # characters of a caption whose number no stop follows
MOST_BESIDE = 8  # pictures by one caption that are looked at
Side = Literal["before", "after"]
"""The caption, seen from the picture."""


class InText:
    def __init__(
        self, library: Library, document: Document, cancelled: Callable[[], bool] | None
    ) -> None:
        self._library, self._document, self._cancelled = library, document, cancelled
        self._known: dict[Caption, Sequence[str]] | None = None

    def captions_on(self, page: int) -> tuple[Caption, ...]:
        return tuple(caption for caption in self._captioned() if caption.page == page)

    def drawn(self, caption: Caption) -> Drawn | None:
        """None also where there are several by one caption, which can only mean all of them."""
        found: list[Drawn] = []
        for part in dict.fromkeys(self._captioned().get(caption, ())[:MOST_BESIDE]):
            try:
                path = self._library.original(self._document.id)
                picture = self._library.readers.inset(path, part, 1.0)
            except (ReadingError, MunimentError):
                continue
            width, height = picture.width / picture.scale, picture.height / picture.scale
            found.append(Drawn((0.0, 0.0, width, height), part))
        return found[0] if len(found) == 1 else None

    def _captioned(self) -> dict[Caption, Sequence[str]]:
        if self._known is None:
            reading = self._read()
            text = self._library.catalog.for_prompts(self._document.id)
            self._known = captioned(reading, text) if reading is not None else {}
        return self._known

    def _read(self) -> Reading | None:
        """None without pictures, where it is not what the catalog has, or cannot be read now."""
        catalog, id = self._library.catalog, self._document.id
        try:
            path = self._library.original(id)
            if not self._may_have_pictures(path):
                return None
            reading = self._library.readers.read(
                path,
                cancelled=self._cancelled,
                styles=catalog.styles(id),
                charset=catalog.charset(id),
            )
        except Stopped:
            raise
        except (ReadingError, MunimentError, OSError):
            return None
        return reading if reading.text == catalog.text(id) else None

    def _may_have_pictures(self, path: Path) -> bool:
        """Most have none, and need not be read again."""
        if self._document.kind == "web":
            data = path.read_bytes()
            return any(sign in data for sign in PICTURES_WITHIN)
        return self._document.kind in KINDS and self._library.catalog.figures(self._document.id) > 0


class _Paragraph(Struct, frozen=True):
    start: int
    end: int
    page: int
    caption: Caption | None
    has_cells: bool


def captioned(reading: Reading, text: str) -> dict[Caption, Sequence[str]]:
    """Captions in order with the pictures beside them. ``text`` is that of the reading, with blanks
    for what goes into no prompt.
    """
    paragraphs = list(_paragraphs(reading, text)) if reading.insets else []
    starts = [paragraph.start for paragraph in paragraphs]
    groups: dict[tuple[int, int], list[str]] = defaultdict(list)
    for inset in reading.insets:
        groups[bisect_left(starts, inset.at), inset.page].append(inset.part)
    beside = {(at, page): _beside(paragraphs, at, page) for at, page in groups}
    votes = Counter(side for sides in beside.values() if len(sides) == 1 for side in sides)
    order: tuple[Side, Side] = (
        ("before", "after") if votes["before"] > votes["after"] else ("after", "before")
    )
    found: dict[Caption, Sequence[str]] = _alone_on_slides(reading, paragraphs)
    alone = {caption.page for caption in found}
    for side in order:
        for key, sides in beside.items():
            caption = sides.get(side)
            is_other = side != order[0] and order[0] in sides
            if caption is not None and not is_other and caption.page not in alone:
                found.setdefault(caption, groups[key])
    return dict(sorted(found.items(), key=lambda entry: entry[0].start))


def _paragraphs(reading: Reading, text: str) -> Iterator[_Paragraph]:
    said = frozenset(reading.captions)
    ends_of_pages = [page.end for page in reading.pages]
    for start, words in layout.pieces(text, 0):
        page = bisect_left(ends_of_pages, start + 1)
        caption = _caption(words, start, page, start in said)
        yield _Paragraph(start, start + len(words), page, caption, "\t" in words)


def _caption(words: str, start: int, page: int, is_said: bool) -> Caption | None:
    named = label_of(words)
    if "\t" in words or (named is None and not is_said):
        return None
    kind, label, after = named or ("figure", "", 0)
    lines = words.split("\n")
    if not is_said:
        rest = words[after:].lstrip()
        is_short = rest[:1].isupper() and len(words) <= SHORT
        if not is_short and not (ends(words, after) and len(words) <= MOST_CHARACTERS):
            return None
        if any(label_of(line) for line in lines[1:]):
            return None
    return Caption(kind, label, page, start, start + min(len(words), MOST_CHARACTERS))


def _beside(paragraphs: Sequence[_Paragraph], at: int, page: int) -> dict[Side, Caption]:
    """The captions by pictures that stand before the paragraph ``at``, in the same place; that of a
    table stands by its rows.
    """
    sides: dict[Side, Caption] = {}
    both: tuple[tuple[Side, int, int], ...] = (("before", at - 1, at - 2), ("after", at, at + 1))
    for side, near, beyond in both:
        if not 0 <= near < len(paragraphs) or paragraphs[near].page != page:
            continue
        caption = paragraphs[near].caption
        rows = 0 <= beyond < len(paragraphs) and paragraphs[beyond].has_cells
        if caption is not None and not (caption.kind == "table" and rows):
            sides[side] = caption
    return sides


def _alone_on_slides(
    reading: Reading, paragraphs: Sequence[_Paragraph]
) -> dict[Caption, Sequence[str]]:
    """The one caption of a slide with all pictures on it: what stands beside what is not told by
    their order.
    """
    if reading.kind != "slides":
        return {}
    by_page: dict[int, list[Caption]] = defaultdict(list)
    for paragraph in paragraphs:
        if paragraph.caption is not None:
            by_page[paragraph.page].append(paragraph.caption)
    pictures: dict[int, list[str]] = defaultdict(list)
    for inset in reading.insets:
        pictures[inset.page].append(inset.part)
    return {
        captions[0]: pictures[page]
        for page, captions in by_page.items()
        if len(captions) == 1 and pictures[page]
    }
