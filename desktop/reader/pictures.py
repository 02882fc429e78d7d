"""Pictures of pages, made off the main thread when they are wanted, and the last ones kept.

    pictures.want([12, 13, 11], 900)   these, in this order; what was wanted before is forgotten
    pictures.best(12, 900)             the sharp one, or another size of it to stretch meanwhile

A job asks the process that draws (it alone opens the file) for one page after the other, and the
catalog for the words that stand on it. ``arrived(page)`` follows.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from desktop.house import House
from desktop.reader.tones import Tone, toned
from indexers.errors import ReadingError, Stopped
from indexers.records import Page, Picture
from warehouse.errors import BadInput

if TYPE_CHECKING:
    from warehouse.library import Library

KEPT_BYTES = 72 * 2**20
WORDS_KEPT = 96  # pages whose word boxes are kept
WIDEST_PX = 3200


class Key(Struct, frozen=True):
    """A page of a document in a width of device pixels, in one of the tones."""

    document: str
    page: int
    width_px: int
    tone: Tone = "white"


class Kept:
    """The pictures shown last, the newest at the end: ``most`` bytes of them, and those in sight
    however large they are. Main thread only.
    """

    def __init__(self, most_bytes: int = KEPT_BYTES) -> None:
        self.most = most_bytes
        self.in_sight: frozenset[Key] = frozenset()
        self._bytes = 0
        self._images: OrderedDict[Key, QImage] = OrderedDict()

    @property
    def bytes(self) -> int:
        return self._bytes

    def get(self, key: Key) -> QImage | None:
        if key in self._images:
            self._images.move_to_end(key)
        return self._images.get(key)

    def like(self, key: Key) -> QImage | None:
        """Another size or tone of that page, the newest."""
        for other in reversed(self._images):
            if other.page == key.page and other.document == key.document:
                return self._images[other]
        return None

    def only_in_sight(self) -> None:
        for key in [key for key in self._images if key not in self.in_sight]:
            self._drop(key)

    def put(self, key: Key, image: QImage) -> None:
        self._drop(key)
        self._images[key] = image
        self._bytes += image.sizeInBytes()
        for old in list(self._images):
            if self._bytes <= self.most:
                break
            if old != key and old not in self.in_sight:
                self._drop(old)

    def _drop(self, key: Key) -> None:
        gone = self._images.pop(key, None)
        if gone is not None:
            self._bytes -= gone.sizeInBytes()


class Needs(Struct, frozen=True):
    """What is missing of a page, and the colours of the theme that a dark one has."""

    picture: bool = True
    words: bool = True
    card: str = "#FFFFFF"
    ink: str = "#000000"


class Drawn(Struct, frozen=True):
    """What a job brings back."""

    key: Key
    image: QImage | None
    page: Page | None
    problem: str = ""


class Pictures(QObject):
    """Of one document at a time. ``with_words``: the boxes of the words come along."""

    arrived = Signal(int)

    def __init__(self, house: House, kept: Kept, with_words: bool = True) -> None:
        super().__init__()
        self._house, self._kept, self._with_words = house, kept, with_words
        self._document = ""
        self.tone: Tone = "white"
        self._wanted: list[Key] = []
        self._drawing: Key | None = None
        self._words: OrderedDict[int, Page] = OrderedDict()
        self.problems: dict[int, str] = {}

    def show(self, document: str, pages: Sequence[Page] = ()) -> None:
        """Of this document from now on; ``pages`` are known with their words already."""
        self._document = document
        self._wanted = []
        self._words = OrderedDict((page.index, page) for page in pages)
        self.problems = {}

    def key(self, page: int, width_px: int) -> Key:
        return Key(self._document, page, max(16, min(width_px, WIDEST_PX)), self.tone)

    def is_sharp(self, page: int, width_px: int) -> bool:
        return self._kept.get(self.key(page, width_px)) is not None or page in self.problems

    def best(self, page: int, width_px: int) -> QImage | None:
        key = self.key(page, width_px)
        return self._kept.get(key) or self._kept.like(key)

    def words(self, page: int) -> Page | None:
        """The page with its word boxes, where it has been drawn lately."""
        if page in self._words:
            self._words.move_to_end(page)
        return self._words.get(page)

    def want(self, pages: Sequence[int], widths_px: Sequence[int], in_sight: int) -> None:
        """The first is drawn first; a page that is there, or cannot be drawn, costs nothing.

        The first ``in_sight`` of them are seen, and are not given up for others.
        """
        keys = [self.key(page, px) for page, px in zip(pages, widths_px, strict=True)]
        self._kept.in_sight = frozenset(keys[:in_sight])
        self._wanted = [key for key in keys if key.page not in self.problems]
        self._next()

    def _next(self) -> None:
        library = self._house.library
        if self._drawing is not None or library is None:
            return
        while self._wanted:
            key = self._wanted.pop(0)
            picture = self._kept.get(key) is None
            words = self._with_words and key.page not in self._words
            if picture or words:
                self._drawing = key
                needs = Needs(picture, words, *self._colours())
                work = partial(draw, library, key, needs)
                job = self._house.jobs.fetch(work, self._drawn)
                job.failed.connect(self._failed)
                return

    def _colours(self) -> tuple[str, str]:
        tokens = self._house.theme.tokens
        return tokens.card, tokens.ink

    def _drawn(self, drawn: Drawn) -> None:
        self._drawing = None
        if drawn.image is not None:
            self._kept.put(drawn.key, drawn.image)
        if drawn.key.document == self._document:
            self._take(drawn)
        self._next()

    def _take(self, drawn: Drawn) -> None:
        page = drawn.key.page
        if drawn.page is not None:
            self._words[page] = drawn.page
            while len(self._words) > WORDS_KEPT:
                self._words.popitem(last=False)
        if drawn.problem:
            self.problems[page] = drawn.problem
        self.arrived.emit(page)

    def _failed(self, error: BaseException) -> None:
        """The warehouse is being closed, or the like: the next wish tries again."""
        self._drawing = None


def draw(library: Library, key: Key, needs: Needs) -> Drawn:
    """In a worker. A page that cannot be drawn is a sentence; its words come all the same."""
    page = library.catalog.page(key.document, key.page)
    words = page if needs.words else None
    if not needs.picture:
        return Drawn(key, None, words)
    if page.width <= 0:
        return Drawn(key, None, words, "This page could not be read.")
    try:
        path, password = library.original(key.document), library.password(key.document)
        picture = library.readers.render(path, key.page, key.width_px / page.width, password)
    except Stopped:
        raise
    except ReadingError as error:
        return Drawn(key, None, words, f"This page cannot be shown: {error}.")
    except BadInput as error:
        return Drawn(key, None, words, str(error))
    return Drawn(key, toned(as_image(picture), key.tone, needs.card, needs.ink), words)


def as_image(picture: Picture) -> QImage:
    """A copy that owns its bytes, in the format that is painted quickest."""
    shape = QImage.Format.Format_RGB888
    image = QImage(picture.rgb, picture.width, picture.height, picture.width * 3, shape)
    return image.convertToFormat(QImage.Format.Format_RGB32)
