"""Find in the document: all places are marked, one after the other is brought into sight.

Words that stand nowhere side by side are found each for itself, and that is said.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop.house import House
from desktop.reader.content import Content, Lit
from desktop.reader.find import MOST, Range, find, find_each
from desktop.reader.sheets import Mark
from desktop.reader.view import ReaderView
from desktop.widgets.basics import IconButton, label, row

if TYPE_CHECKING:
    from warehouse.library import Library

TYPED_MS = 150


class Places(Struct, frozen=True):
    """``apart``: of each word for itself, as they stand nowhere side by side."""

    ranges: Sequence[Range] = ()
    apart: bool = False


class FindBar(QWidget):
    """``jumped`` before it goes from one place to another, ``left`` when it is put away."""

    jumped = Signal()
    left = Signal()

    def __init__(self, house: House, view: ReaderView) -> None:
        super().__init__()
        self._house, self._view = house, view
        self._found: Sequence[Range] = ()
        self._apart = False
        self._at = -1
        self._sought = ("", "")
        self.setAccessibleName("Find in the document")
        self.words = QLineEdit()
        self.words.setPlaceholderText("Find in this document")
        self.words.setAccessibleName("Find in this document")
        self.words.setMinimumWidth(160)
        self.words.setMaximumWidth(420)
        self.count = label("", "quiet")
        self.back = IconButton(house.theme, "chevron-up", "The one before (Shift+Enter)")
        self.on = IconButton(house.theme, "chevron-down", "The next one (Enter)")
        self.close_button = IconButton(house.theme, "x", "Close the search (Esc)")
        buttons = (self.back, self.on, self.close_button)
        row((self.words, 2), self.count, 1, *buttons, into=self, margins_px=(16, 6, 16, 6))
        self._typed = QTimer(self, singleShot=True, interval=TYPED_MS)
        self._typed.timeout.connect(self._look)
        self.words.textChanged.connect(self._typed.start)
        self.back.clicked.connect(partial(self.step, -1))
        self.on.clicked.connect(partial(self.step, 1))
        self.close_button.clicked.connect(self.leave)
        self.hide()

    @property
    def found(self) -> int:
        return len(self._found)

    def open(self, words: str = "") -> None:
        """Ready to type; with ``words`` these are looked for, first among those that are lit."""
        self.show()
        if words:
            self.words.setText(words)
            self._typed.stop()
            self._sought = ("", "")
            self._look(self._view.lit)
        self.words.setFocus()
        self.words.selectAll()
        if self.words.text() and not self._found:
            self._look()

    def leave(self) -> None:
        self.hide()
        self.clear()
        self.left.emit()

    def clear(self) -> None:
        self._typed.stop()
        self._found, self._at, self._sought = (), -1, ("", "")
        self._view.layer("found", ())
        self._view.layer("here", ())
        self.count.setText("")

    def again(self) -> None:
        """Another document is shown."""
        self.clear()
        if self.isVisible() and self.words.text():
            self._look()

    def step(self, by: int, *_: object) -> None:
        if self._typed.isActive():
            self._typed.stop()
            self._look()
        elif self._found:
            self.jumped.emit()
            self._go((self._at + by) % len(self._found))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.step(-1 if back else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.leave()
        elif event.key() in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            self._view.keyPressEvent(event)
        else:
            super().keyPressEvent(event)

    def _look(self, lit: Lit | None = None) -> None:
        content, library, words = self._view.content, self._house.library, self.words.text()
        if content is None or library is None:
            return
        sought = (content.document.id, words)
        if sought == self._sought:
            return
        self._sought = sought
        if words.strip():
            read = partial(_all, library, content, words)
            self._house.jobs.fetch(read, partial(self._tell, sought, lit))
        else:
            self._tell(sought, None, Places())

    def _tell(self, sought: tuple[str, str], lit: Lit | None, found: Places) -> None:
        if sought != self._sought:
            return
        self._found, self._at, self._apart = found.ranges, -1, found.apart
        marks = [Mark(start, end, "found") for start, end in found.ranges]
        self._view.layer("found", marks)
        self._view.layer("here", ())
        self.count.setText("" if not sought[1].strip() or marks else "Not found")
        if marks and lit is not None and lit.end > lit.start:
            self._begin_in(lit)
        elif marks:
            self._go(self._from(self._top()))

    def _begin_in(self, lit: Lit) -> None:
        """What is lit stays in sight: the document was opened for it."""
        at = self._from(lit.start)
        start, end = self._found[at]
        if start < lit.end and lit.start < end:
            self._go(at)
        else:
            self._at = at - 1
            self.count.setText(f"{self._many} in all")

    def _top(self) -> int:
        """Where that begins which is in sight; of its sheet, while its words are not known."""
        offset = self._view.offset_at(QPointF(0, 0))
        sheets = self._view.sheets
        if offset is not None or sheets is None:
            return offset or 0
        return sheets.extent(self._view.position.sheet)[0]

    def _from(self, offset: int) -> int:
        """The first that stands no higher than that."""
        at = bisect_left(self._found, (offset, 0))
        return at if at < len(self._found) else 0

    @property
    def _many(self) -> str:
        return f"{MOST:,} or more" if len(self._found) >= MOST else f"{len(self._found):,}"

    def _go(self, at: int) -> None:
        self._at = at
        start, end = self._found[at]
        how = ", word by word" if self._apart else ""
        self.count.setText(f"{at + 1:,} of {self._many}{how}")
        self._view.layer("here", [Mark(start, end, "found", ring=True)])
        self._view.show_range(start, end)


def _all(library: Library, content: Content, words: str) -> Places:
    """Worker."""
    text = content.text or library.catalog.text(content.document.id)
    together = find(text, words)
    return Places(together) if together else Places(find_each(text, words), apart=True)
