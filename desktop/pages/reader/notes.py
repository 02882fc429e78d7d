"""The list of highlights and notes, and the place where one is written."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QObject, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from desktop.pages.reader.colours import ColourChoice
from desktop.resting import Resting
from desktop.theme import Theme, interface_font, reading_font
from desktop.widgets.basics import Button, IconButton, column_of, label, row
from desktop.widgets.rowlist import RowList, RowModel, write
from indexers.text.placenames import place_name
from warehouse.store.catalog.annotations import Annotation, Colour

ROW_PX = 64
EDITOR_PX = 92
SAVE_MS = 600
NONE = "Select words on the page, then press H to highlight them or N to write a note."


class NoteList(RowList[Annotation]):
    """``chosen(annotation)`` by click or Enter, ``unwanted`` by Delete."""

    chosen = Signal(object)
    unwanted = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "Highlights and notes", ROW_PX, RowModel(_words, _about, _id))
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)

    def paint_row(self, painter: QPainter, area: QRect, row: Annotation, is_chosen: bool) -> None:
        tokens = self._theme.tokens
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(str(getattr(tokens, row.colour))))
        painter.drawRoundedRect(QRectF(area.left() + 6, area.top() + 9, 5, ROW_PX - 18), 2, 2)
        line = QRect(area.left() + 20, area.top() + 6, area.width() - 28, 18)
        write(painter, line, row.words, reading_font(14), tokens.ink)
        line.translate(0, 18)
        said = row.note if row.note.strip() else "Highlight"
        write(painter, line, said, interface_font(13), tokens.ink if row.note else tokens.quiet)
        line.translate(0, 17)
        write(painter, line, _where(row), interface_font(12), tokens.quiet)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and index.isValid():
            self.unwanted.emit(self.rows.at(index))
        else:
            super().keyPressEvent(event)

    def choose(self, id: str) -> None:
        for at in range(self.rows.rowCount()):
            if self.rows.at(self.rows.index(at)).id == id:
                self.setCurrentIndex(self.rows.index(at))

    def _choose(self, index: QModelIndex) -> None:
        self.chosen.emit(self.rows.at(index))


class NotesPane(QWidget):
    """``wanted``: show this one in the text; ``edited(annotation, note, colour)``; ``unwanted``;
    ``export_wanted``; ``left``: Escape in the note goes back to the text.
    """

    wanted = Signal(object)
    edited = Signal(object, str, str)
    unwanted = Signal(object)
    export_wanted = Signal()
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._chosen: Annotation | None = None
        self.list = NoteList(theme)
        self._none = label(NONE, "quiet", wrap=True)
        self._none.setContentsMargins(10, 8, 10, 8)
        self.note = QPlainTextEdit()
        self.note.setPlaceholderText("Write a note")
        self.note.setAccessibleName("Note on the marked words")
        self.note.setFixedHeight(EDITOR_PX)
        self.note.setTabChangesFocus(True)
        self.note.installEventFilter(self)
        self.colours = ColourChoice(theme)
        self.delete = IconButton(theme, "trash-2", "Delete this highlight and its note")
        self.export = Button(theme, "Export notes", "download", "quiet")
        self.export.setToolTip("Highlights and notes of this document, as Markdown")
        self._editor = QWidget()
        column_of(
            self.note,
            row(self.colours, 1, self.delete),
            into=self._editor,
            margins_px=(8, 4, 8, 0),
            spacing_px=6,
        )
        column_of(
            self._none,
            (self.list, 1),
            self._editor,
            row(self.export, 1),
            into=self,
            margins_px=(0, 0, 0, 8),
            spacing_px=6,
        )
        self._saving = Resting(SAVE_MS, self)
        self._saving.rested.connect(self.save)
        self._saving.typing.connect(self.save)
        self._connect()
        self.tell(())

    def tell(self, found: Sequence[Annotation]) -> None:
        self.list.rows.show(found)
        self._none.setVisible(not found)
        self.list.setVisible(bool(found))
        self.export.setVisible(bool(found))
        chosen = self._chosen.id if self._chosen is not None else ""
        kept = next((annotation for annotation in found if annotation.id == chosen), None)
        if kept is None:
            self._show(None)
        elif self._chosen is not None:
            self._chosen = kept
            self.colours.tell(kept.colour)
            if not self.note.hasFocus() and self.note.toPlainText() != kept.note:
                self._fill(kept.note)

    def choose(self, one: Annotation, write: bool = False) -> None:
        """Show it here; ``write``: the caret goes to its note."""
        self.save()
        self._show(one)
        self.list.choose(one.id)
        if write:
            self.note.setFocus()

    def save(self) -> None:
        """What was written, if it is not kept yet."""
        self._saving.stop()
        annotation, note = self._chosen, self.note.toPlainText()
        if annotation is not None and note != annotation.note:
            self.edited.emit(annotation, note, annotation.colour)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            self.save()
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if event.key() == Qt.Key.Key_Escape or (control and enter):
                self.save()
                self.left.emit()
                return True
        return super().eventFilter(watched, event)

    def _show(self, one: Annotation | None) -> None:
        self._chosen = one
        self._editor.setVisible(one is not None)
        if one is not None:
            self.colours.tell(one.colour)
            self._fill(one.note)

    def _fill(self, note: str) -> None:
        self.note.blockSignals(True)
        self.note.setPlainText(note)
        self.note.blockSignals(False)

    def _recolour(self, colour: Colour) -> None:
        if self._chosen is not None:
            self.edited.emit(self._chosen, self.note.toPlainText(), colour)

    def _delete(self) -> None:
        if self._chosen is not None:
            self.unwanted.emit(self._chosen)

    def _want(self, one: Annotation) -> None:
        self.choose(one)
        self.wanted.emit(one)

    def _connect(self) -> None:
        self.note.textChanged.connect(self._saving.touch)
        self.list.chosen.connect(self._want)
        self.list.unwanted.connect(self.unwanted)
        self.colours.chosen.connect(self._recolour)
        self.delete.clicked.connect(self._delete)
        self.export.clicked.connect(partial(self.export_wanted.emit))


def _where(one: Annotation) -> str:
    place = place_name(one.page_label)
    return place if one.found else f"{place} · no longer in the text as it is read now".strip(" ·")


def _words(one: Annotation) -> str:
    return one.words


def _about(one: Annotation) -> str:
    return "\n".join(filter(None, [f"“{one.words[:600]}”", one.note, _where(one)]))


def _id(one: Annotation) -> object:
    return one.id
