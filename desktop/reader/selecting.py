"""Words selected in a view, by mouse and by keys, and copied.

A selection is a range of the document's text: it runs in reading order over columns and pages, and
what is copied is that text, in which a word that a hyphen broke at the end of a line is whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QMouseEvent

from desktop.reader.glass import Glass
from desktop.reader.sheets import Mark

_AROUND = 2000  # letters
_SCROLL_MS = 30
_NEAR_EDGE_PX = 24
_SLIP_PX = 3  # a click whose hand trembled selects nothing
_BROKEN = re.compile(r"(?<=\w)(?:\u00ad|[-\u2010]\n)\s*(?=[a-zà-ÿ])")
_FOLDED = re.compile(r"(?<!\n)\n(?!\n)")


class Selecting(QObject):
    """``range`` is (start, end); the same twice for none. ``caret_moved``, by keys, to a range that
    is to be in sight. ``copied`` with the words that are on the clipboard now.
    """

    caret_moved = Signal(int, int)
    copied = Signal(str)

    def __init__(self, view: Glass) -> None:
        super().__init__(view)
        self._view = view
        self._anchor = self._caret = 0
        self._pressed: QPointF | None = None
        self._at = QPointF()
        self._by_word = self._dragging = False
        self._scrolling = QTimer(self, interval=_SCROLL_MS)
        self._scrolling.timeout.connect(self._scroll)

    @property
    def range(self) -> tuple[int, int]:
        return min(self._anchor, self._caret), max(self._anchor, self._caret)

    @property
    def is_empty(self) -> bool:
        return self._anchor == self._caret

    @property
    def is_dragging(self) -> bool:
        return self._dragging

    def clear(self) -> None:
        self._select(self._anchor, self._anchor)

    def take(self, start: int, end: int) -> None:
        self._select(start, end)

    def take_page(self) -> None:
        """The text of the sheet that is read."""
        if self._view.sheets is not None:
            self._select(*self._view.sheets.extent(self._view.sheet))

    def copy(self) -> bool:
        """False where nothing is selected. The text comes from a worker, a moment later."""
        if self.is_empty:
            return False
        self.copy_range(*self.range)
        return True

    def copy_range(self, start: int, end: int) -> None:
        self._view.read_text(start, end, self._put_on_clipboard)

    def _put_on_clipboard(self, text: str) -> None:
        words = copied(text)
        QGuiApplication.clipboard().setText(words)
        self.copied.emit(words)

    # The mouse

    def press(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._pressed = self._at = event.position()
        self._by_word = self._dragging = False
        offset = self._view.offset_at(event.position())
        if offset is None:
            return
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._select(self._anchor, offset)
        else:
            self._select(offset, offset)

    def move(self, event: QMouseEvent) -> None:
        if not event.buttons() & Qt.MouseButton.LeftButton or self._pressed is None:
            is_text = self._view.is_text_at(event.position())
            shape = Qt.CursorShape.IBeamCursor if is_text else Qt.CursorShape.ArrowCursor
            self._view.viewport().setCursor(shape)
            return
        self._at = event.position()
        slip = (self._at - self._pressed).manhattanLength()
        if self._dragging or slip > _SLIP_PX:
            self._dragging = True
            self._extend_to(self._at)
            self._scrolling.start() if self._beyond() else self._scrolling.stop()

    def release(self, event: QMouseEvent) -> None:
        self._pressed = None
        self._scrolling.stop()
        was_dragging, self._dragging = self._dragging, False
        if was_dragging or self._by_word:
            self._view.selected.emit()
        elif self.is_empty and self._view.is_text_at(event.position()):
            self._view.clicked.emit(self._caret)

    def double(self, event: QMouseEvent) -> None:
        """The word; what is dragged after it goes on by words."""
        offset = self._view.offset_at(event.position())
        if offset is not None and event.button() == Qt.MouseButton.LeftButton:
            self._pressed = self._at = event.position()
            self._by_word = True
            self._select(*self._word(offset))

    def _extend_to(self, where: QPointF) -> None:
        offset = self._view.offset_at(where)
        if offset is None:
            return
        if self._by_word:
            low, high = self._word(offset)
            offset = high if offset >= self._anchor else low
        self._select(self._anchor, offset)

    def _beyond(self) -> float:
        """Pixels to scroll at a time: the hand is near an edge or over it."""
        height = self._view.viewport().height()
        y = self._at.y()
        if y < _NEAR_EDGE_PX:
            return y - _NEAR_EDGE_PX
        return max(0.0, y - height + _NEAR_EDGE_PX)

    def _scroll(self) -> None:
        bar = self._view.verticalScrollBar()
        bar.setValue(bar.value() + round(self._beyond()))
        self._extend_to(self._at)

    # The keys

    def extend_word(self, by: int) -> None:
        """To the end of the next word, or back to the one before. Without a selection it begins
        at what is lit or found, else at the first word in sight."""
        self._begin()
        self._read_around(partial(self._extended, by))

    def extend_line(self, by: int) -> None:
        self._begin()
        area = self._view.area_of(max(0, self._caret - 1), self._caret + 1)
        if not area.isEmpty():
            step = area.height() * 1.3 * by
            offset = self._view.offset_at(area.center() + QPointF(0, step))
            if offset is not None and (offset - self._caret) * by > 0:
                self._put_caret(offset)
                return
        self._read_around(partial(self._extended, 8 * by))

    def _begin(self) -> None:
        if self.is_empty:
            start = self._first_in_mind()
            if start is not None:
                self._anchor = self._caret = start

    def _first_in_mind(self) -> int | None:
        """What was found, what is lit, or the first words in sight."""
        for mark in (*self._view.marks("here"), *self._view.marks("lit")):
            if not self._view.area_of(mark.start, mark.end).isEmpty():
                return mark.start
        return self._view.offset_at(QPointF(0, _NEAR_EDGE_PX))

    def _read_around(self, then: Callable[[str, int], None]) -> None:
        """Text around the caret, and where it begins."""
        start = max(0, self._caret - _AROUND)
        self._view.read_text(start, self._caret + _AROUND, lambda text: then(text, start))

    def _extended(self, by: int, text: str, start: int) -> None:
        """``text`` stands around the caret and begins at ``start``."""
        at = self._caret - start
        for _ in range(abs(by)):
            at = _next_word(text, at) if by > 0 else _word_before(text, at)
        self._put_caret(start + at)

    def _put_caret(self, offset: int) -> None:
        self._select(self._anchor, offset)
        self.caret_moved.emit(max(0, offset - 1), offset + 1)
        self._view.selected.emit()

    def _word(self, offset: int) -> tuple[int, int]:
        view = self._view
        assert view.sheets is not None
        return view.sheets.word_at(view.sheets.sheet_of(offset), offset)

    def _select(self, anchor: int, caret: int) -> None:
        was_empty = self.is_empty
        self._anchor, self._caret = anchor, caret
        start, end = self.range
        self._view.layer("selection", [Mark(start, end, "marked")] if end > start else ())
        if not (was_empty and self.is_empty) and not self._dragging:
            self._view.selected.emit()


def copied(text: str) -> str:
    """Words that a line's end broke are joined, lines of a paragraph follow each other."""
    whole = _BROKEN.sub("", text)
    if "\t" in whole:
        return whole.strip()
    return _FOLDED.sub(" ", whole).strip()


def _next_word(text: str, at: int) -> int:
    while at < len(text) and not text[at].isalnum():
        at += 1
    while at < len(text) and not text[at].isspace():
        at += 1
    return at


def _word_before(text: str, at: int) -> int:
    while at > 0 and not text[at - 1].isalnum():
        at -= 1
    while at > 0 and not text[at - 1].isspace():
        at -= 1
    return at
