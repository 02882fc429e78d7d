"""Passages one under the other: where each stands, as a link to its page, and what it says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct
from PySide6.QtCore import QMimeData, QPoint, Qt, Signal
from PySide6.QtWidgets import QWidget

from desktop.theme import Theme
from desktop.widgets.basics import column_of, discard, label
from desktop.widgets.dragged import Draggable
from desktop.widgets.elided import ElidedButton
from desktop.widgets.tips import as_it_stands
from indexers.placenames import place_name
from warehouse.results.records import Evidence
from warehouse.studies.report.nearest_passages import shortened

MOVES = "Drag it to another heading; its menu (right click) does it, too."


class Passage(Struct, frozen=True):
    """``what`` is what ``wanted`` tells of it: a place, or the number of a piece of evidence."""

    where: str
    words: str
    what: object


def passage_of(one: Evidence) -> Passage:
    where = ", ".join(filter(None, [one.title, place_name(one.page_label)]))
    return Passage(f"{one.number} · {where}", shortened(one.text), one.number)


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
        self.links: list[ElidedButton] = []
        self._title = label(title, "section")
        self._list = column_of(spacing_px=2)
        column_of(self._title, self._list, into=self, spacing_px=4)
        self.setAccessibleName(title)
        self.hide()

    def tell(self, found: Sequence[Passage], title: str = "") -> None:
        """What stands already stays as it is, so that nothing flickers while more comes."""
        if title:
            self._title.setText(title)
            self.setAccessibleName(title)
        same = 0
        while same < min(len(found), len(self._shown)) and found[same] == self._shown[same]:
            same += 1
        while self._list.count() > 2 * same:
            item = self._list.takeAt(2 * same)
            if item is not None and (widget := item.widget()) is not None:
                discard(widget)
        del self.links[same:]
        for one in found[same:]:
            self._add(one)
        self._shown = tuple(found)
        self.setVisible(bool(found))

    def _add(self, one: Passage) -> None:
        button = ElidedButton(self._theme, one.where, kind="link")
        about = f"Show these words on their page: {one.where}"
        about += f"\n{MOVES}" if self._mime is not None else ""
        button.setToolTip(as_it_stands(about))
        button.clicked.connect(partial(self._want, one.what))
        self.links.append(button)
        self._list.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        words = label(one.words, "quiet", wrap=True)
        words.setContentsMargins(0, 0, 0, 10)
        self._list.addWidget(words)
        if self._mime is not None:
            for part in (button, words):
                Draggable(part, partial(self._mime, one.what))
                part.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
                part.customContextMenuRequested.connect(partial(self._offer, part, one.what))

    def _offer(self, part: QWidget, what: object, at: QPoint) -> None:
        self.menu_wanted.emit(what, part.mapToGlobal(at))

    def _want(self, what: object, checked: bool = False) -> None:
        self.wanted.emit(what)
