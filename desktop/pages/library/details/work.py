"""What is known of a document as a work, each value with its source; and the pane to correct it.

The user's own word always counts before what a reading or an import said. An emptied field says
that there is no such thing; "As read" takes the user's word back.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from desktop.house import House
from desktop.pages.library.citing import CiteButton
from desktop.pages.library.details.wrapped import Wrapped
from desktop.pages.library.rows.columns import language_name
from desktop.widgets.basics import Button, column_of, label, row
from desktop.widgets.sidepane import PassingPane
from indexers.records import FIELDS
from indexers.text.identifiers import iso
from warehouse.errors import BadInput
from warehouse.records import Document
from warehouse.run import Run
from warehouse.store.catalog.editing import FIELD_WORDS, NAMES, TYPES, written
from warehouse.store.catalog.metadata import ORIGIN_WORDS, Known

if TYPE_CHECKING:
    from warehouse.library import Library

NAME_WIDTH_PX = 84
Values = dict[str, tuple[str, ...] | None]
EDITED_FIELDS = tuple(field for field in FIELDS if field != "editors")


NEVER, UNREAD = "is no day of the calendar", "is not understood as a day"


class WorkSection(QWidget):
    """Two columns: the field, and its value over its source."""

    edit_wanted = Signal()
    cite_wanted = Signal(str)

    def __init__(self, house: House, known: Sequence[Known]) -> None:
        super().__init__()
        column = column_of(into=self, margins_px=(0, 4, 0, 0), spacing_px=8)
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        grid.setColumnMinimumWidth(0, NAME_WIDTH_PX)
        grid.setColumnStretch(1, 1)
        for at, entry in enumerate(entry for entry in known if entry.text):
            name = Wrapped(FIELD_WORDS[entry.field], "quiet")
            grid.addWidget(name, at, 0, Qt.AlignmentFlag.AlignTop)
            grid.addLayout(_value(entry), at, 1)
        column.addLayout(grid)
        edit = Button(house.theme, "Correct", "square-pen", "quiet")
        edit.setAccessibleName("Correct what is known of this document")
        edit.clicked.connect(self.edit_wanted)
        cite = CiteButton(house)
        cite.wanted.connect(self.cite_wanted)
        edit.setStyleSheet("padding-left: 0;")
        column.addLayout(row(edit, cite, 1))


def _value(known: Known) -> QVBoxLayout:
    cell = column_of(spacing_px=0)
    text = language_name(known.text) if known.field == "language" else known.text
    cell.addWidget(Wrapped(text, "ink"))
    cell.addWidget(Wrapped(ORIGIN_WORDS[known.value.origin], "small"))
    return cell


class EditPane(PassingPane):
    """``begun`` when its fields are shown, ``left`` when it was saved or put away."""

    begun = Signal()
    saved = Signal(object)

    def __init__(self, house: House, parent: QWidget | None = None) -> None:
        super().__init__("Correct what is known of the document", 4, parent)
        self._house = house
        self._fields: dict[str, QLineEdit | QComboBox] = {}
        self._before: dict[str, str] = {}
        self._own: Values = {}
        self._title = ""
        self._taken_back: set[str] = set()
        self.document = ""

    def edit(self, document: str) -> None:
        """Begin anew, unless this document is being edited already; then ``begun``."""
        if document == self.document:
            self.begun.emit()
        elif (library := self._house.library) is not None:
            show = partial(self._show, document)
            self._house.jobs.fetch(partial(library.catalog.known, document), show)

    def _show(self, document: str, known: Mapping[str, Known]) -> None:
        self.document = document
        self.begun.emit()
        self._fields, self._taken_back = {}, set()
        self._title = known["title"].text if "title" in known else ""
        self._own = {field: _own(known.get(field)) for field in EDITED_FIELDS}
        column = self.fresh()
        column.addWidget(Wrapped("Correct what is known", "heading"))
        words = "What you write here counts before what the file says, and stays."
        column.addWidget(Wrapped(words, "quiet"))
        for field in EDITED_FIELDS:
            column.addSpacing(6)
            column.addLayout(self._head(field, known.get(field)))
            self._fields[field] = self._editor(field, known.get(field))
            column.addWidget(self._fields[field])
        self._before = {field: self._text(field) for field in self._fields}
        save = Button(self._house.theme, "Save", "check", "primary")
        save.clicked.connect(self.save)
        away = Button(self._house.theme, "Cancel", kind="quiet")
        away.clicked.connect(self.leave)
        column.addSpacing(12)
        column.addLayout(row(save, away, 1))
        column.addStretch(1)
        self._fields["title"].setFocus()

    def write(self, field: str, text: str) -> None:
        """Put a text into a field, as a person does."""
        editor = self._fields[field]
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(max(0, editor.findData(text)))
        else:
            editor.setText(text)

    def take_back(self, field: str) -> None:
        """The user's own word goes when it is saved; what was read counts again."""
        self._taken_back.add(field)
        self._fields[field].setEnabled(False)

    def save(self) -> None:
        library = self._house.library
        values = self._values()
        if library is None or not values:
            self.leave()
            return
        if why := objection(day := "".join(values.get("date") or ())):
            hint = "Write the day as in 2019-03-12, or the year alone."
            self._house.notices.error(BadInput(f"“{day}” {why}.", hint))
            self._fields["date"].setFocus()
            return
        before = {field: self._own[field] for field in values}
        done = partial(self._done, self.document, self._title, before, values)
        job = self._house.jobs.start("Correcting", partial(_edit, library, self.document, values))
        job.finished.connect(done)

    def leave(self) -> None:
        self.document = ""
        self.left.emit()

    def _done(
        self, id: str, title: str, before: Values, values: Values, document: Document
    ) -> None:
        back, again = partial(self._set, id, before), partial(self._set, id, values)
        self._house.undo.did(f"Corrected “{title or document.title}”", back, again)
        if self.document == id:  # else another is being edited by now
            self.leave()
        self.saved.emit(document)

    def _set(self, document: str, values: Values) -> None:
        """The user's own word as it was before, or as it was after."""
        if (library := self._house.library) is not None:
            work = partial(_edit, library, document, values)
            self._house.jobs.start("Correcting", work).finished.connect(self.saved)

    def _values(self) -> Values:
        values: Values = {
            field: written(field, self._text(field))
            for field in self._fields
            if self._text(field) != self._before[field]
        }
        return values | dict.fromkeys(self._taken_back)

    def _head(self, field: str, known: Known | None) -> QHBoxLayout:
        hint = " (parted by ;)" if field in NAMES else ""
        line = row(label(FIELD_WORDS[field] + hint, "small"), 1)
        if known is not None and known.value.origin == "yours":
            back = Button(self._house.theme, "As read", kind="link")
            back.setAccessibleName(f"{FIELD_WORDS[field]}: take my own word back")
            back.clicked.connect(partial(self.take_back, field))
            line.addWidget(back)
        return line

    def _editor(self, field: str, known: Known | None) -> QLineEdit | QComboBox:
        text = known.text if known is not None else ""
        if field == "type":
            chooser = QComboBox()
            chooser.addItem("as the file suggests", "")
            for kind in TYPES:
                chooser.addItem(kind.replace("-", ", ").replace("_", " "), kind)
            chooser.setCurrentIndex(max(0, chooser.findData(text)))
            chooser.setAccessibleName(FIELD_WORDS[field])
            return chooser
        editor = QLineEdit(text)
        editor.setCursorPosition(0)
        editor.setAccessibleName(FIELD_WORDS[field])
        editor.returnPressed.connect(self.save)
        return editor

    def _text(self, field: str) -> str:
        editor = self._fields[field]
        if isinstance(editor, QComboBox):
            return str(editor.currentData())
        return editor.text().strip()


def objection(date: str) -> str:
    """Why a date cannot be kept: its day was never, or would be lost; "" where it can."""
    iso_date = iso(date)
    if len(iso_date.split("-")) == 3:
        try:
            datetime.date.fromisoformat(iso_date)
        except ValueError:
            return NEVER
        return ""
    parts = re.findall(r"\w+", date)
    if not (
        iso_date and len(parts) == 3 and any(len(part) < 3 for part in parts if part.isdigit())
    ):
        return ""
    first = iso(re.sub(r"\b\d{1,2}\b", "1", date, count=1))
    return NEVER if len(first.split("-")) == 3 else UNREAD


def _own(known: Known | None) -> tuple[str, ...] | None:
    """What the user has said of a field; None where that is nothing."""
    return known.value.values if known is not None and known.value.origin == "yours" else None


def _edit(library: Library, document: str, values: Values, run: Run) -> Document:
    """Worker."""
    return library.edit(document, values, run)
