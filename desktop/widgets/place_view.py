"""What the evidence pane shows of a place: the page as a picture, or the words around it.

``look`` runs in a worker: it asks the catalog for the page and its words, a reader process for the
picture, and never parses a document itself. ``PlaceViews`` keeps the last pictures, so that going
back and forth costs nothing.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtGui import QImage

from indexers.errors import ReadingError
from indexers.records import Page, Picture
from indexers.text.places import Box, rects
from warehouse.errors import BadInput
from warehouse.records import Document, Place
from warehouse.studies.report.cited_places import Standing, standing

if TYPE_CHECKING:
    from warehouse.library import Library

CONTEXT_CHARACTERS = 1600
KEPT = 24
WIDEST_PX = 3200


class Key(Struct, frozen=True):
    """A page at a width in device pixels; the width is 0 for a web page."""

    document: str
    page: int
    width_px: int


class PlaceView(Struct, frozen=True):
    """``image`` is None for a page of text; then ``before``, ``words`` and ``after`` stand."""

    document: Document
    page: Page
    image: QImage | None
    lit: tuple[Box, ...]
    before: str = ""
    words: str = ""
    after: str = ""


class PlaceViews:
    """The pictures shown last, newest at the end. Main thread only."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, QImage] = OrderedDict()

    def get(self, key: Key) -> QImage | None:
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: Key, image: QImage | None) -> None:
        if image is not None:
            self._kept[key] = image
            self._kept.move_to_end(key)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)


def look(
    library: Library, place: Place, key: Key, known: QImage | None, words: str = ""
) -> PlaceView:
    """The page ``key.page`` with the words of ``place`` lit. Worker threads only.

    ``words`` are those that were cited: a document that was read again since is shown as it was.

    Raises BadInput for a document that is gone or a page that cannot be drawn.
    """
    document = library.catalog.document(place.document)
    stand = standing(library.catalog, place, words, key.page)
    page = stand.page
    if page.width <= 0 or page.height <= 0:
        return _in_context(library, document, stand, place)
    try:
        image = known or _picture(library, key, page)
    except ReadingError as error:
        raise BadInput(f"This page cannot be shown: {error}.") from error
    return PlaceView(document, page, image, rects(page, place.start, place.end))


def _picture(library: Library, key: Key, page: Page) -> QImage:
    width = max(64, min(key.width_px, WIDEST_PX))
    path, password = library.original(key.document), library.password(key.document)
    return as_image(library.readers.render(path, key.page, width / page.width, password))


def as_image(picture: Picture) -> QImage:
    """A copy that owns its bytes."""
    shape = QImage.Format.Format_RGB888
    return QImage(picture.rgb, picture.width, picture.height, picture.width * 3, shape).copy()


def _in_context(library: Library, document: Document, found: Standing, place: Place) -> PlaceView:
    page = found.page
    begin = max(page.start, place.start - CONTEXT_CHARACTERS)
    end = min(page.end, place.end + CONTEXT_CHARACTERS)
    text = found.text[begin:end] or library.catalog.text(document.id, begin, end)
    before, after = text[: place.start - begin], text[place.end - begin :]
    words = text[place.start - begin : place.end - begin]
    if begin > page.start:
        before = "… " + before.partition(" ")[2]
    if end < page.end:
        after = after.rpartition(" ")[0] + " …"
    return PlaceView(document, page, None, (), before, words, after)
