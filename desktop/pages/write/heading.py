"""One heading of the outline at large: its name, what it is to tell, notes, and its evidence.

What is written in a field goes when the field is left, or at Return; a click on a piece of evidence
lights its words on the page.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QPlainTextEdit, QWidget

from desktop.theme import Theme
from desktop.widgets.basics import Button, column_of, label, pop_up, row
from desktop.widgets.downscroll import DownScroll
from desktop.widgets.dragged import evidence_dragged
from desktop.widgets.passages import Passages, passage_of
from desktop.widgets.wrapped_field import WrappedField
from warehouse.studies.editing.outline_editor import Planned
from warehouse.text import plural
from warehouse.writing.editing import outline_edits
from warehouse.writing.editing.outline_edits import Path
from warehouse.writing.outline.drafting import TITLE_CHARACTERS
from warehouse.writing.outline.outlining import Heading, Outline

WIDEST_PX = 664
NOTES_PX = 76
THIN = "Thin: there is little to rest on. Draft it again to look for more, or merge it."
NOTHING = "Nothing yet. The library is searched for it when it is written, or drafted again."
TELLS_OTHERS = "It stands above the headings below it, and has no words of its own."
WORKS = "The model works by the outline. It can be changed again when that is done, or stopped."
DRAFT = ("Draft it again", "rotate-cw")


class HeadingSheet(DownScroll):
    """``changed(verb, path, text)``: rename, about or note; ``wanted(verb, path)``: draft, split;
    ``evidence_wanted(number)``; ``left``: back to the text; ``stopped``: the model is to stop.
    Evidence goes elsewhere by dragging it onto a heading, or by its menu: ``given(path, number,
    to)``, ``left_out(path, number)``.
    """

    changed = Signal(str, object, str)
    wanted = Signal(str, object)
    evidence_wanted = Signal(object)
    given = Signal(object, int, object)
    left_out = Signal(object, int)
    left = Signal()
    stopped = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._heading, self._path = Heading(""), Path()
        self._outline = Outline("", ())
        self.setAccessibleName("A heading of the outline")
        style = 'font-family: "Source Serif 4"; font-size: 22px; font-weight: 600;'
        self.title = WrappedField("Heading", TITLE_CHARACTERS, style)
        self.about = QLineEdit(placeholderText="What should it tell?")
        self.about.setAccessibleName("What it is to tell")
        self.notes = QPlainTextEdit(tabChangesFocus=True)
        self.notes.setAccessibleName("Notes to the writer")
        self.notes.setPlaceholderText("Notes to the writer: what matters here, what to leave out")
        self.notes.setFixedHeight(NOTES_PX)
        self._thin, self._is_busy = label("", "warn", wrap=True), False
        self._works = label(WORKS, "quiet", wrap=True)
        self._works.hide()
        self.evidence = Passages(theme, "Evidence", self._dragged)
        self._draft = Button(theme, *DRAFT)
        self._draft.setToolTip("Look for it once more, and plan it anew, alone")
        self._split = Button(theme, "Split in two", kind="quiet")
        self._back = Button(theme, "Back to the article", "arrow-left", kind="quiet")
        self._back.setStyleSheet("padding-left: 0;")
        self._lay_out()
        self._connect()

    def tell(self, planned: Planned, path: Path) -> None:
        """The heading at ``path``. Raises BadInput where there is none."""
        heading = outline_edits.at(planned.outline, path)
        is_other = path != self._path or heading.title != self._heading.title
        self._heading, self._path, self._outline = heading, path, planned.outline
        if is_other or not self.title.hasFocus():
            self.title.setText(heading.title)
            self.title.to_begin()
        if is_other or not self.about.hasFocus():
            self.about.setText(heading.about)
            self.about.setCursorPosition(0)
        if is_other or not self.notes.hasFocus():
            self.notes.setPlainText(heading.notes)
        pieces = outline_edits.evidence(heading)
        self.evidence.tell(
            [passage_of(piece) for piece in pieces], f"Evidence: {plural(len(pieces), 'sentence')}"
        )
        above, thin = outline_edits.only_stands_above(heading), outline_edits.is_thin(heading)
        said = (THIN if pieces else NOTHING) if thin else ""
        self._thin.setText(TELLS_OTHERS if above else said)
        self._thin.setVisible(not self._is_busy and bool(self._thin.text()))

    def be_busy(self, is_busy: bool) -> None:
        """While the model works by the outline nothing of it can be changed."""
        self._is_busy = is_busy
        for field in (self.title, self.about, self.notes):
            field.setReadOnly(is_busy)
        self._split.setEnabled(not is_busy)
        self._draft.set(*(("Stop", "x") if is_busy else DRAFT))
        self._works.setVisible(is_busy)
        self._thin.setVisible(not is_busy and bool(self._thin.text()))

    def offer_back(self, is_written: bool) -> None:
        """The way to the article, where there is a word of it."""
        self._back.setVisible(is_written)

    def focus_place(self) -> QWidget:
        return self.title

    def save(self) -> None:
        """What was written in the fields, where it is other than before."""
        now, path = self._heading, self._path
        for verb, before, text in (
            ("rename", now.title, self.title.text()),
            ("about", now.about, self.about.text()),
            ("note", now.notes, self.notes.toPlainText()),
        ):
            if text.strip() != before and (text.strip() or verb != "rename"):
                self.changed.emit(verb, path, text.strip())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            self.save()
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            if control and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.save()
                return True
        return super().eventFilter(watched, event)

    def _lay_out(self) -> None:
        inner, middle = QWidget(), QWidget()
        middle.setMaximumWidth(WIDEST_PX)
        column = column_of(
            row(self._back, 1), self.title, into=middle, margins_px=(34, 24, 34, 40), spacing_px=8
        )
        for name, field in (
            ("What it is to tell", self.about),
            ("Notes to the writer", self.notes),
        ):
            caption = label(name, "section")
            caption.setBuddy(field)
            column.addSpacing(6)
            column.addWidget(caption)
            column.addWidget(field)
        column.addSpacing(4)
        column.addLayout(row(self._draft, self._split, 1))
        column.addSpacing(10)
        column.addWidget(self._works)
        column.addWidget(self._thin)
        column.addWidget(self.evidence)
        column.addStretch(1)
        column_of(middle, into=inner)
        self.setWidget(inner)

    def _connect(self) -> None:
        for field in (self.title, self.about, self.notes):
            field.installEventFilter(self)
        self.title.entered.connect(self.save)
        self.about.returnPressed.connect(self.save)
        self.evidence.wanted.connect(self.evidence_wanted)
        self.evidence.menu_wanted.connect(self._offer)
        self._draft.clicked.connect(self._draft_or_stop)
        self._split.clicked.connect(partial(self._want, "split"))
        self._back.clicked.connect(self._leave)

    def menu(self, number: int) -> QMenu:
        """What can be done to a piece of evidence."""
        menu = QMenu(self)
        others = menu.addMenu("Move to")
        for path, heading in outline_edits.walk(self._outline):
            if path != self._path:
                name = f"{outline_edits.named(path)}  {heading.title}".replace("&", "&&")
                others.addAction(name).triggered.connect(partial(self._give, number, path))
        others.setEnabled(not others.isEmpty())
        menu.addAction("Leave it out").triggered.connect(partial(self._leave_out, number))
        return menu

    def _give(self, number: int, to: Path) -> None:
        self.given.emit(self._path, number, to)

    def _leave_out(self, number: int) -> None:
        self.left_out.emit(self._path, number)

    def _offer(self, number: int, where: QPoint) -> None:
        pop_up(self.menu(number), where)

    def _dragged(self, number: object) -> QMimeData:
        assert isinstance(number, int)
        return evidence_dragged(self._path, number)

    def _draft_or_stop(self) -> None:
        if self._is_busy:
            self.stopped.emit()
        else:
            self._want("draft")

    def _want(self, verb: str) -> None:
        self.save()
        self.wanted.emit(verb, self._path)

    def _leave(self) -> None:
        self.save()
        self.left.emit()
