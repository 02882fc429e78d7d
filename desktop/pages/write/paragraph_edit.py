"""A paragraph under the pen, in its place: its words, and how each sentence stands as it is typed.

It asks (``typed``, when the fingers rest) and is told (``tell_claims``); it waits for nobody. Its
sentences are underlined by their state, and what is wrong with one is said under the words.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QTextEdit, QWidget

from desktop.resting import Resting
from desktop.theme import Theme, reading_font
from desktop.utf16 import letters_in, units_in
from desktop.widgets.basics import Button, Card, column_of, label, row
from desktop.widgets.flow import FlowLayout
from desktop.widgets.growing_text import LINE_PX
from desktop.widgets.marks import TOKENS
from desktop.widgets.request_line import RequestLine
from desktop.widgets.states import StateLine
from warehouse.results.records import Claim
from warehouse.studies.report.ledger import EXCEPTIONS
from warehouse.writing.editing.records import Wish

RESTS_MS = 500
WISHES: dict[Wish, tuple[str, str]] = {
    "prove": ("Prove this", "Look in the library for words that prove what is not proven"),
    "rewrite": ("Rewrite from evidence", "Write it anew from what it cites"),
    "shorter": ("Shorter", "In fewer words, each sentence still proven"),
    "add": ("Add what the library says …", "More of what your documents say about something"),
}
_LINES = {
    "quoted": QTextCharFormat.UnderlineStyle.SingleUnderline,
    "supported": QTextCharFormat.UnderlineStyle.SingleUnderline,
    "partly": QTextCharFormat.UnderlineStyle.DotLine,
    "not found": QTextCharFormat.UnderlineStyle.DashUnderline,
    "stale": QTextCharFormat.UnderlineStyle.DashDotLine,
}


class ParagraphText(QTextEdit):
    """Plain words, as high as they are. ``left`` at Escape, ``done`` at Ctrl+Return."""

    left = Signal()
    done = Signal()
    focused = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._claims: Sequence[Claim] = ()
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setAccessibleName("Words of the paragraph")
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setStyleSheet(
            "QTextEdit { border: none; padding: 0; background: transparent;"
            ' font-family: "Source Serif 4"; font-size: 16px; }'
        )
        self.setFont(reading_font(16))
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        theme.changed.connect(self._mark)

    def put(self, text: str) -> None:
        self.setPlainText(text)
        shape = QTextBlockFormat()
        shape.setLineHeight(LINE_PX, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(shape)
        self.document().clearUndoRedoStacks()
        self.moveCursor(QTextCursor.MoveOperation.End)

    def tell(self, claims: Sequence[Claim]) -> None:
        self._claims = tuple(claims)
        self._mark()

    def span(self) -> tuple[int, int] | None:
        """What is selected, in characters."""
        cursor, text = self.textCursor(), self.toPlainText()
        if not cursor.hasSelection():
            return None
        start, end = cursor.selectionStart(), cursor.selectionEnd()
        return letters_in(text, start), letters_in(text, end)

    def choose(self, span: tuple[int, int]) -> None:
        """Select these characters."""
        cursor, text = self.textCursor(), self.toPlainText()
        cursor.setPosition(units_in(text, span[0]))
        cursor.setPosition(units_in(text, span[1]), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)

    def _mark(self) -> None:
        marks, text = [], self.toPlainText()
        for claim in self._claims:
            if claim.state in _LINES and claim.end <= len(text):
                mark = QTextEdit.ExtraSelection()
                mark.cursor = QTextCursor(self.document())
                mark.cursor.setPosition(units_in(text, claim.start))
                end = units_in(text, claim.end)
                mark.cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
                mark.format.setUnderlineStyle(_LINES[claim.state])
                ink = str(getattr(self._theme.tokens, TOKENS[claim.state]))
                mark.format.setUnderlineColor(QColor(ink))
                marks.append(mark)
        self.setExtraSelections(marks)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif control and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.done.emit()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Its own undo, and Escape, before those of the window around it."""
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focused.emit(False)

    def _fit(self) -> None:
        height = max(LINE_PX, round(self.document().size().height())) + 4
        if height != self.height():
            self.setFixedHeight(height)


class ParagraphEdit(Card):
    """``typed(text)`` when the fingers rest; ``typing`` while they do not; ``done(text)``;
    ``left``: as it was; ``wished(text, wish, about, span)`` and ``commented(text, words, start,
    end)``, where ``text`` is to be kept.
    """

    typed = Signal(str)
    typing = Signal()
    done = Signal(str)
    left = Signal()
    wished = Signal(str, str, str, object)
    commented = Signal(str, str, int, int)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(margin_px=11, spacing_px=8)
        self.setAccessibleName(name)
        self.text = ParagraphText(theme)
        self.states = StateLine(theme)
        self._note = label("", "quiet", wrap=True)
        self._wrong = label("", "warn", wrap=True)
        self._done = Button(theme, "Done", "check", kind="primary")
        self._done.setToolTip("Keep these words (Ctrl+Return)")
        self._leave = Button(theme, "Leave as it was", kind="quiet")
        self._leave.setToolTip("Put away what was typed (Escape); Ctrl+Z brings it back")
        self._line = RequestLine("What to add")
        self._asks = ""
        self._resting = Resting(RESTS_MS, self)
        self._lay_out(theme)
        self._connect()
        self.show_focus(False)

    def open(self, text: str, claims: Sequence[Claim], note: str = "") -> None:
        """``note`` says where the words come from, if not from the article."""
        self.text.put(text)
        self._resting.stop()
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self.tell_claims(claims, False)

    def replace(self, text: str) -> None:
        """In place of what stands there, which its own undo brings back."""
        self.text.selectAll()
        self.text.insertPlainText(text)

    def words(self) -> str:
        return self.text.toPlainText()

    def tell_claims(self, claims: Sequence[Claim], is_checking: bool) -> None:
        """How its sentences stand, of the words as they were asked for."""
        self.text.tell(claims)
        self.states.tell(claims)
        wrong = [
            f"{claim.state.capitalize()}: {claim.why}"
            for claim in claims
            if claim.state in EXCEPTIONS
        ]
        waiting = ["Checking as you type …"] if is_checking else []
        self._wrong.setText("\n".join([*dict.fromkeys(wrong), *waiting]))
        self._wrong.setVisible(bool(wrong or waiting))

    def finish(self) -> None:
        self._resting.stop()
        self.done.emit(self.words())

    def leave(self) -> None:
        self._resting.stop()
        self.left.emit()

    def ask(self, wish: str, text: str = "") -> None:
        """What is wished of it; what is to be added or said is asked for first, beginning with
        ``text``.
        """
        if wish in ("add", "comment"):
            self._asks = wish
            name = "What to add" if wish == "add" else "Comment"
            hint = "About what? A few words" if wish == "add" else "What is to be said of it?"
            self._line.ask(name, hint, text)
        else:
            self.wished.emit(self.words(), wish, "", self.text.span())

    def _say(self, text: str) -> None:
        self._line.hide()
        if self._asks == "add":
            self.wished.emit(self.words(), "add", text, self.text.span())
        else:
            start, end = self.text.span() or (0, len(self.words()))
            self.commented.emit(self.words(), text, start, end)

    def _rested(self) -> None:
        self.typed.emit(self.words())

    def _lay_out(self, theme: Theme) -> None:
        wishes = QWidget()
        flow = FlowLayout(wishes, gap_px=12)
        for wish, (name, sentence) in (*WISHES.items(), ("comment", ("Comment", "On these words"))):
            button = Button(theme, name, kind="link")
            button.setToolTip(f"{sentence}; of a selection, of that alone")
            button.clicked.connect(partial(self.ask, wish))
            flow.addWidget(button)
        below = column_of(
            self._note,
            self.text,
            self.states,
            self._wrong,
            self._line,
            wishes,
            row(self._done, self._leave, 1),
            spacing_px=8,
        )
        self.column.addLayout(below)

    def _connect(self) -> None:
        self.text.textChanged.connect(self._resting.touch)
        self.text.left.connect(self.leave)
        self.text.done.connect(self.finish)
        self.text.focused.connect(self.show_focus)
        self._resting.rested.connect(self._rested)
        self._resting.typing.connect(self.typing)
        self._done.clicked.connect(self.finish)
        self._leave.clicked.connect(self.leave)
        self._line.said.connect(self._say)
        self.setFocusProxy(self.text)
