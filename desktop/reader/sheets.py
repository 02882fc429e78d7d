"""What a view scrolls over: sheets of a document, be they pictures of pages or text laid out.

Every range is one of the document's text, so that a citation, a selection, what was found and a
highlight are the same thing on both. Points and rectangles are pixels from the corner of a sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject, QPoint, QPointF, QRectF, Signal
from PySide6.QtGui import QPainter

from desktop.reader.stack import Stack

if TYPE_CHECKING:
    from desktop.reader.content import Content

GAP_PX = 14


class Mark(Struct, frozen=True):
    """``text[start:end]`` in the colour of a token; ``ring``: with a line around it."""

    start: int
    end: int
    token: str
    ring: bool = False


class Position(Struct, frozen=True):
    """A place in a document: so far down a sheet (0 to 1), ``down_px`` under the view's top."""

    sheet: int
    share: float = 0.0
    down_px: float = 0.0


class Sheets(QObject):
    """``changed(sheet)``: it looks otherwise, -1: all do. ``grew(sheet, px)``: it was measured and
    the sheets below moved down by so much.
    """

    changed = Signal(int)
    grew = Signal(int, int)

    content: Content

    def __init__(self) -> None:
        super().__init__()
        self.stack = Stack()
        self.scale = 1.0

    @property
    def widest(self) -> int:
        """Pixels that the widest sheet takes, margins included."""
        raise NotImplementedError

    def lay_out(self, room_px: int, scale: float) -> None:
        """All of them in this scale; text that flows also fits the room."""
        raise NotImplementedError

    def left(self, sheet: int, room_px: int) -> int:
        """Where it begins in a view so wide, before it is scrolled sideways."""
        raise NotImplementedError

    def reach(self, sheet: int, room_px: int) -> tuple[float, float]:
        """From where to where its words stand in such a view; (0, 0) while that is not known, and
        of text that flows, which fits.
        """
        return 0.0, 0.0

    def want(self, shown: Sequence[int], ratio: float) -> None:
        """These are in sight, the most wanted first; ``ratio`` is device pixels to the pixel."""

    def measure(self, sheet: int) -> None:
        """Know how high it is; at once, where that was only thought."""

    def is_sharp(self, sheet: int, ratio: float) -> bool:
        """It is there as it should be, and is not waited for."""
        return True

    def paint(self, painter: QPainter, sheet: int, corner: QPoint, marks: Sequence[Mark]) -> None:
        raise NotImplementedError

    def offset_at(self, sheet: int, where: QPointF) -> int | None:
        """The place in the text nearest to a point; None while its words are not known."""
        raise NotImplementedError

    def is_text_at(self, sheet: int, where: QPointF) -> bool:
        """Whether words stand right there."""
        raise NotImplementedError

    def rects(self, sheet: int, start: int, end: int) -> list[QRectF]:
        """A rectangle for each line of the range that stands on this sheet."""
        raise NotImplementedError

    def sheet_of(self, offset: int) -> int:
        raise NotImplementedError

    def extent(self, sheet: int) -> tuple[int, int]:
        """The range of text it holds."""
        raise NotImplementedError

    def word_at(self, sheet: int, offset: int) -> tuple[int, int]:
        """The word around a place in the text."""
        raise NotImplementedError

    def page_of(self, sheet: int) -> int:
        """The index of the page (or place) that a sheet shows, or a part of which it shows."""
        raise NotImplementedError

    def sheet_of_page(self, page: int) -> int:
        raise NotImplementedError
