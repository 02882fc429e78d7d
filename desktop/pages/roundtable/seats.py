"""Who sits at the table, and which documents are read; it counts from the next turn on."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop.pages.roundtable.avatar import Avatar
from desktop.pages.roundtable.sources import Sources
from desktop.theme import Theme
from desktop.widgets.basics import (
    Button,
    Card,
    column_of,
    discard,
    label,
    quiet_icon,
    row,
)
from desktop.widgets.downscroll import DownScroll
from warehouse.results.roundtable import Expert, Table

ABOUT = "Experts the table chose may change with the topic; those you name or change stay."
NOBODY = "Nobody yet: experts come with the first turns."


class Seats(DownScroll):
    """``expert(id, name, about)``: changed, or a new one where the id is ""; ``dismissed(id)``;
    ``left``: back to the map. ``sources`` is below.
    """

    expert = Signal(str, str, str)
    dismissed = Signal(str)
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown: tuple[Expert, ...] | None = None
        self.rows: dict[str, ExpertRow] = {}
        self.sources = Sources(theme)
        self.form = ExpertForm(theme)
        self.form.said.connect(self._say)
        self.form.left.connect(self._put_away)
        self.add = Button(theme, "Add an expert", "plus")
        self.add.clicked.connect(partial(self.ask, None))
        self.back = Button(theme, "Map", "arrow-left", kind="quiet")
        self.back.setAccessibleName("Back to the map")
        self.back.clicked.connect(self.left)
        self._nobody = label(NOBODY, "quiet", wrap=True)
        self._list = column_of(spacing_px=10)
        inner = QWidget()
        column = column_of(into=inner, margins_px=(22, 10, 22, 24), spacing_px=10)
        column.addLayout(row(self.back, 1))
        column.addWidget(label("At the table", "heading"))
        column.addWidget(label(ABOUT, "quiet", wrap=True))
        column.addWidget(self._nobody)
        column.addLayout(self._list)
        column.addWidget(self.form)
        column.addLayout(row(self.add, 1))
        column.addSpacing(18)
        column.addWidget(self.sources)
        column.addStretch(1)
        self.setWidget(inner)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName("Experts and sources")
        self.setFocusProxy(self.add)

    def tell(self, table: Table) -> None:
        self.sources.tell(table)
        if table.experts == self._shown:
            return
        self._shown = table.experts
        for former in self.rows.values():
            self._list.removeWidget(former)
            discard(former)
        self.rows = {}
        for expert in table.experts:
            expert_row = ExpertRow(self._theme, expert)
            expert_row.change.clicked.connect(partial(self.ask, expert))
            expert_row.dismiss.clicked.connect(partial(self.dismissed.emit, expert.id))
            self.rows[expert.id] = expert_row
            self._list.addWidget(expert_row)
        self._nobody.setVisible(not table.experts)

    def ask(self, expert: Expert | None = None) -> None:
        """The words of an expert, or of a new one."""
        self.form.ask(expert)
        self.add.hide()
        self.ensureWidgetVisible(self.form)

    def ask_again(self) -> None:
        """What the form said cannot be: it is there again, as it was written."""
        if self.form.isHidden():
            self.form.show()
            self.form.name.setFocus()
            self.add.hide()

    def _say(self, id: str, name: str, about: str) -> None:
        self._put_away()
        self.expert.emit(id, name, about)

    def _put_away(self) -> None:
        self.form.hide()
        self.add.show()
        self.add.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class ExpertRow(QWidget):
    def __init__(self, theme: Theme, expert: Expert) -> None:
        super().__init__()
        self.change = quiet_icon(theme, "square-pen", f"Change {expert.name}")
        self.dismiss = quiet_icon(theme, "x", f"Send {expert.name} away")
        name, about = (
            label(expert.name, "strong", wrap=True),
            label(expert.about, "quiet", wrap=True),
        )
        words = column_of(name, about, spacing_px=1)
        if expert.mine:
            words.addWidget(label("Named by you: stays", "small"))
        avatar = Avatar(theme, "expert", expert.name, expert.id)
        line = row(avatar, (words, 1), self.change, self.dismiss, into=self, spacing_px=10)
        for part in (avatar, self.change, self.dismiss):
            line.setAlignment(part, Qt.AlignmentFlag.AlignTop)


class ExpertForm(Card):
    """``said(id, name, about)``. Hidden at first; Escape puts it away."""

    said = Signal(str, str, str)
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(margin_px=12)
        self._id = ""
        self.name = _line("Name of the expert", "Who? An engineer, a town clerk …")
        self.about = _line("What the expert looks at", "What do they look at?")
        self.save = Button(theme, "Seat at the table", kind="primary")
        self.save.clicked.connect(self._say)
        cancel = Button(theme, "Cancel", kind="quiet")
        cancel.clicked.connect(self.left)
        for line in (self.name, self.about):
            line.returnPressed.connect(self._say)
            self.column.addWidget(line)
        self.column.addLayout(row(self.save, cancel, 1))
        self.hide()

    def ask(self, expert: Expert | None) -> None:
        self._id = expert.id if expert is not None else ""
        self.name.setText(expert.name if expert is not None else "")
        self.about.setText(expert.about if expert is not None else "")
        self.save.set("Change" if expert is not None else "Seat at the table")
        self.show()
        self.name.setFocus()

    def _say(self) -> None:
        if self.name.text().strip():
            self.said.emit(self._id, self.name.text(), self.about.text())
        else:
            self.name.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


def _line(name: str, hint: str) -> QLineEdit:
    line = QLineEdit(placeholderText=hint)
    line.setAccessibleName(name)
    return line
