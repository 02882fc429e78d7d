"""Passages one under the other: where each stands, as a link to its page, and what it says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct
from PySide6.QtCore import QMimeData, QPoint, Qt, Signal
from PySide6.QtWidgets import QLabel, QWidget

from desktop.theme import Theme
from desktop.widgets.basics import column_of, label
from desktop.widgets.dragged import Draggable
from desktop.widgets.elided import ElidedButton
from desktop.widgets.tips import as_it_stands
from indexers.text.placenames import place_name
from warehouse.records import Root
from warehouse.results.records import Evidence
from warehouse.studies.report.nearest_passages import Near, shortened

MOVES = "Drag it to another heading; its menu (right click) does it, too."


class Passage(Struct, frozen=True):
    """``what`` is what ``wanted`` tells of it: a place, or the number of a piece of evidence."""

    where: str
    words: str
    what: object


def whence(one: Evidence | Near | Root) -> str:
    return ", ".join(filter(None, (one.title, place_name(one.page_label))))


def passage_of(one: Evidence) -> Passage:
    where = f"{one.number} · {whence(one)}"
    return Passage(where, shortened(one.text), one.number)


def passage_near(near: Near) -> Passage:
    return Passage(whence(near), shortened(near.text), near.place)


class Passages(QWidget):
    """Hidden while there are none. ``wanted(what)``: show this one on its page.

    Where ``mime`` makes a drag of one, ``menu_wanted(what, QPoint)`` asks for what else can be done
    to it, at a place of the screen.
    """

    wanted = Signal(object)
    menu_wanted = Signal(object, QPoint)

    def __init__(
        self, theme: Theme, title: str, mime: Callable[[object], QMimeData] | None = None
    ) -> None:
        super().__init__()
        self._theme, self._mime = theme, mime
        self._shown: Sequence[Passage] = ()
        self._parts: list[tuple[ElidedButton, QLabel]] = []
        self._title = label(title, "section")
        self._list = column_of(spacing_px=2)
        column_of(self._title, self._list, into=self, spacing_px=4)
        self.setAccessibleName(title)
        self.hide()

    @property
    def links(self) -> Sequence[ElidedButton]:
        """Those in sight, from above to below."""
        return [button for button, _ in self._parts[: len(self._shown)]]

    def tell(self, found: Sequence[Passage], title: str = "") -> None:
        """What stands already stays as it is, so that nothing flickers while more comes."""
        if title:
            self._title.setText(title)
            self.setAccessibleName(title)
        before, self._shown = self._shown, tuple(found)
        for at, passage in enumerate(found):
            if at == len(self._parts):
                self._add(at)
            if at >= len(before) or before[at] != passage:
                self._fill(at, passage)
        for button, words in self._parts[len(found) :]:  # kept: to make one takes longer
            button.hide()
            words.hide()
        self.setVisible(bool(found))

    def _add(self, at: int) -> None:
        button = ElidedButton(self._theme, "", kind="link")
        button.clicked.connect(partial(self._want, at))
        self._list.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        words = label("", "quiet", wrap=True)
        words.setContentsMargins(0, 0, 0, 10)
        self._list.addWidget(words)
        self._parts.append((button, words))
        for part in (button, words) if self._mime is not None else ():
            Draggable(part, partial(self._dragged, at))
            part.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            part.customContextMenuRequested.connect(partial(self._offer, part, at))

    def _fill(self, at: int, one: Passage) -> None:
        button, words = self._parts[at]
        button.set(one.where)
        about = f"Show these words on their page: {one.where}"
        about += f"\n{MOVES}" if self._mime is not None else ""
        button.setToolTip(as_it_stands(about))
        words.setText(one.words)
        button.show()
        words.show()

    def _dragged(self, at: int) -> QMimeData:
        assert self._mime is not None
        return self._mime(self._shown[at].what)

    def _offer(self, part: QWidget, at: int, where: QPoint) -> None:
        self.menu_wanted.emit(self._shown[at].what, part.mapToGlobal(where))

    def _want(self, at: int) -> None:
        self.wanted.emit(self._shown[at].what)
