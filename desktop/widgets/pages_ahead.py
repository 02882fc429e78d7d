"""Pages that will be asked for, fetched before anyone asks, and documents read a moment ago."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from desktop.house import House
from desktop.reader import content as contents
from desktop.reader.content import Content
from desktop.reader.pictures import WIDEST_PX, Drawn, Kept, Key, Needs, draw
from desktop.reader.tones import Tone
from desktop.reader.view import ReaderView
from desktop.reader.zoom import Room, Zoom
from warehouse.records import Document, Place

if TYPE_CHECKING:
    from warehouse.library import Library

AHEAD = 10
CONTENTS_KEPT = 6


class Contents:
    """What was read of the last documents. Main thread only."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Content] = OrderedDict()

    def get(self, document: str) -> Content | None:
        return self._kept.get(document)

    def put(self, content: Content) -> None:
        """Text that flows may be that of an older reading, and is read anew."""
        if content.paged:
            self._kept[content.document.id] = msgspec.structs.replace(content, lit=None)
            self._kept.move_to_end(content.document.id)
            while len(self._kept) > CONTENTS_KEPT:
                self._kept.popitem(last=False)

    def forget(self, documents: Iterable[Document]) -> None:
        """They changed, and may have been read again."""
        for document in documents:
            self._kept.pop(document.id, None)


class Look(Struct, frozen=True):
    """How a page will be looked at."""

    room: Room
    zoom: Zoom
    ratio: float
    tone: Tone
    needs: Needs


class Ahead:
    """One page after the other, so that a click never waits behind them."""

    def __init__(self, house: House, kept: Kept, known: Contents, view: ReaderView) -> None:
        self._house, self._kept, self._known, self._view = house, kept, known, view
        self._waiting: list[tuple[Place, str]] = []
        self._tone: Tone = "white"
        self._busy = False

    def begin(self, places: Sequence[tuple[Place, str]], tone: Tone) -> None:
        self._waiting, self._tone = list(places[:AHEAD]), tone
        self.go_on()

    def go_on(self) -> None:
        library = self._house.library
        if not self._waiting or self._busy or library is None:
            return
        place, words = self._waiting.pop(0)
        self._busy = True
        known = self._known.get(place.document)
        work = partial(_prepare, library, place, words, known, self._look())
        job = self._house.jobs.fetch(work, self._came)
        job.failed.connect(self._failed)

    def _look(self) -> Look:
        view, tokens = self._view.viewport(), self._house.theme.tokens
        return Look(
            Room(view.width(), view.height()),
            self._view.zoom,
            self._view.devicePixelRatioF(),
            self._tone,
            Needs(True, False, tokens.card, tokens.ink),
        )

    def _came(self, found: tuple[Content, Drawn | None]) -> None:
        self._busy = False
        content, drawn = found
        self._known.put(content)
        if drawn is not None and drawn.image is not None:
            self._kept.put(drawn.key, drawn.image)
        self.go_on()

    def _failed(self, error: BaseException) -> None:
        """Whoever asks for it is told then."""
        self._busy = False
        self._waiting.clear()


def read(
    library: Library, place: Place, words: str, known: Content | None, shown: Content | None
) -> Content:
    """A document with the words of ``place`` lit, to be shown where ``shown`` is. In a worker."""
    return contents.ready(_lit(library, place, words, known), shown)


def _lit(library: Library, place: Place, words: str, known: Content | None) -> Content:
    content = known or contents.read(library, place.document)
    return contents.lit(library, content, place, words)


def _prepare(
    library: Library, place: Place, words: str, known: Content | None, look: Look
) -> tuple[Content, Drawn | None]:
    """In a worker."""
    content = _lit(library, place, words, known)
    if not content.paged or content.lit is None:
        return content, None
    page = content.lit.sheet
    scale = look.zoom.scale(content, content.lit, look.room)
    width = round(round(content.size(page)[0] * scale) * look.ratio)
    key = Key(place.document, page, max(16, min(width, WIDEST_PX)), look.tone)
    return content, draw(library, key, look.needs)
