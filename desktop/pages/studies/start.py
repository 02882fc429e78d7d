"""The first sight of Ask and of Write: a box to begin in, what is still missing, earlier studies.

``ask/start.py`` and ``write/start.py`` put between the box and the rest what is theirs alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.pages.studies.need import Need
from desktop.theme import Theme
from desktop.widgets.basics import column_of, label, row
from desktop.widgets.question import QuestionBox
from desktop.widgets.rowlist import TITLED_PX
from desktop.widgets.scope_choice import ScopeChoice
from desktop.widgets.studylist import StudyList
from warehouse.records import StudyRow

WIDEST_PX = 680
EDGES_PX = 2
ALL = 1000  # of the room that is left, until it has enough


class Words(Struct, frozen=True):
    """What a start says: its heading, the box's name, hint, verb and icon, the list's heading."""

    heading: str
    name: str
    hint: str
    verb: str
    icon: str
    earlier: str


class Shelf(Struct, frozen=True):
    """What stands in the library: documents that can be read, questions their headers suggest,
    the names of collections and saved searches.
    """

    documents: int
    questions: tuple[str, ...]
    model: bool
    collections: tuple[str, ...] = ()


class StudyStart(QWidget):
    """``opened(row)`` and ``removed(row)`` for earlier studies.

    No row of the list moves away from the pointer: the list is shown when the library has been
    looked at, and what comes later stands under it (``late``).
    """

    opened = Signal(object)
    removed = Signal(object)

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme = theme
        self._about = label("", "quiet", wrap=True)
        self.box = QuestionBox(theme, words.name, words.hint, words.verb, words.icon)
        self.within = ScopeChoice()
        self.own = column_of(spacing_px=8)
        self.late = column_of(spacing_px=4)
        self.need = Need(theme)
        self._earlier = label(words.earlier, "section")
        self.history = StudyList(theme, words.earlier)
        self.history.opened.connect(self.opened)
        self.history.removed.connect(self.removed)
        self._is_library_told = self._has_studies = False
        self._lay_out(words.heading)
        self.setFocusProxy(self.box)
        self._show_list()

    def tell_library(self, shelf: Shelf) -> None:
        """What can be read, and what is still missing."""
        self._about.setText(self.promise(shelf.documents))
        self.need.tell(shelf.documents, shelf.model)
        self.within.offer(shelf.collections)
        self._is_library_told = True
        self._show_list()

    def promise(self, documents: int) -> str:
        """The sentence under the heading."""
        raise NotImplementedError

    def tell_studies(self, rows: Sequence[StudyRow]) -> None:
        self.history.rows.show(rows)
        self.history.setMaximumHeight(TITLED_PX * len(rows) + EDGES_PX)
        self._has_studies = bool(rows)
        self._show_list()

    def _show_list(self) -> None:
        is_shown = self._has_studies and self._is_library_told
        self._earlier.setVisible(is_shown)
        self.history.setVisible(is_shown)

    def _lay_out(self, heading: str) -> None:
        middle = QWidget()
        middle.setMaximumWidth(WIDEST_PX)
        column = column_of(
            label(heading, "page"),
            self._about,
            into=middle,
            margins_px=(34, 44, 34, 20),
            spacing_px=8,
        )
        column.addSpacing(10)
        column.addWidget(self.box)
        column.addLayout(self.own)
        column.addWidget(self.need)
        column.addSpacing(14)
        column.addWidget(self._earlier)
        column.addWidget(self.history, ALL)  # as high as its rows, and no higher
        column.addSpacing(14)
        column.addLayout(self.late)
        column.addStretch(1)
        column_of(row(1, (middle, 20), 1), into=self)
