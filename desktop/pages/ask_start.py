"""The first sight of Ask: a place for a question, three questions to begin with, earlier ones."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.theme import Theme
from desktop.widgets.basics import Button, label, row
from desktop.widgets.question import QuestionBox
from desktop.widgets.studylist import StudyList
from warehouse.records import StudyRow

WIDEST_PX = 680


class AskStart(QWidget):
    """``asked(question)``; ``opened(row)`` and ``removed(row)`` for earlier studies."""

    asked = Signal(str)
    opened = Signal(object)
    removed = Signal(object)
    library_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._examples: list[Button] = []
        column = QVBoxLayout()
        column.setContentsMargins(34, 44, 34, 20)
        column.setSpacing(8)
        column.addWidget(label("Ask your library", "page"))
        self._about = label("", "quiet", wrap=True)
        column.addWidget(self._about)
        column.addSpacing(10)
        self.box = QuestionBox(
            theme, "Question", "What do you want to know?", "Ask", "message-circle-question-mark"
        )
        self.box.asked.connect(self.asked)
        column.addWidget(self.box)
        column.addWidget(label("Enter asks, Shift+Enter begins a new line.", "small"))
        column.addSpacing(8)
        self._example_box = QVBoxLayout()
        self._example_box.setSpacing(4)
        column.addLayout(self._example_box)
        self._to_library = Button(theme, "Add documents", "plus", kind="primary")
        self._to_library.clicked.connect(self.library_wanted)
        column.addLayout(row(self._to_library, 1))
        column.addSpacing(14)
        self._earlier = label("Earlier questions", "section")
        column.addWidget(self._earlier)
        self.history = StudyList(theme, "Earlier questions")
        self.history.opened.connect(self.opened)
        self.history.removed.connect(self.removed)
        column.addWidget(self.history, 1)
        self._filler = QWidget()
        column.addWidget(self._filler, 1)
        middle = QWidget()
        middle.setLayout(column)
        middle.setMaximumWidth(WIDEST_PX)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        centre = row(1, middle, 1)
        centre.setStretch(1, 20)
        whole.addLayout(centre)
        self.setFocusProxy(self.box)
        self.tell_library(0, ())

    def tell_library(self, documents: int, examples: Sequence[str]) -> None:
        """How many documents there are to ask, and the questions made from their headers."""
        if documents:
            noun = "document" if documents == 1 else "documents"
            self._about.setText(
                f"{documents:,} {noun} to read. Every sentence of an answer shows where it "
                "comes from; what is not in them is not answered."
            )
        else:
            self._about.setText(
                "There are no documents yet. Add PDF files or web pages first; then ask."
            )
        self._to_library.setVisible(not documents)
        self._show_examples(examples)

    def tell_studies(self, rows: Sequence[StudyRow]) -> None:
        self.history.show_studies(rows)
        self._earlier.setVisible(bool(rows))
        self.history.setVisible(bool(rows))
        self._filler.setVisible(not rows)

    def _show_examples(self, examples: Sequence[str]) -> None:
        if [button.text() for button in self._examples] == list(examples):
            return
        for button in self._examples:
            self._example_box.removeWidget(button)
            button.deleteLater()
        self._examples = []
        for question in examples:
            button = Button(self._theme, question, "lightbulb", kind="quiet")
            button.setStyleSheet("text-align: left;")
            button.setToolTip("Ask this")
            button.clicked.connect(partial(self._ask_example, question))
            self._examples.append(button)
            self._example_box.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)

    def _ask_example(self, question: str, checked: bool = False) -> None:
        self.box.set_text(question)
        self.asked.emit(question)

    @property
    def examples(self) -> Sequence[Button]:
        return self._examples
