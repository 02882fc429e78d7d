"""The first sight of Ask: a place for a question, three questions to begin with, earlier ones."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.pages.need import Need
from desktop.theme import Theme
from desktop.widgets.basics import Button, discard, label, row
from desktop.widgets.choice import Choice
from desktop.widgets.question import QuestionBox
from desktop.widgets.studylist import StudyList
from warehouse.ledger import plural
from warehouse.records import StudyRow

WIDEST_PX = 680
PROMISE = (
    "Every sentence of an answer shows where it comes from; what is not in your documents is not "
    "answered."
)
METHODS = {
    "aware": (
        "AWARE",
        "Plans what to look for, reads what may help, and looks again until it knows enough.",
    ),
    "rag": ("Plain", "One search and one answer from what it finds: faster, and less thorough."),
}


class AskStart(QWidget):
    """``asked(question, method)``; ``opened(row)`` and ``removed(row)`` for earlier studies."""

    asked = Signal(str, str)
    opened = Signal(object)
    removed = Signal(object)

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
        self.box.asked.connect(self._ask)
        self.method = Choice("Method", METHODS)
        self.box.add_choice(self.method)
        column.addWidget(self.box)
        column.addWidget(label("Enter asks, Shift+Enter begins a new line.", "small"))
        column.addSpacing(8)
        self._example_box = QVBoxLayout()
        self._example_box.setSpacing(4)
        column.addLayout(self._example_box)
        self.need = Need(theme)
        column.addWidget(self.need)
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
        self._about.setText(PROMISE)

    def tell_library(self, documents: int, examples: Sequence[str], model: bool = True) -> None:
        """How many documents can be asked, questions from their headers, whether a model is in."""
        self._about.setText(f"{plural(documents, 'document')} to read. {PROMISE}")
        if not documents:
            self._about.setText(PROMISE)
        self.need.tell(documents, model)
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
            discard(button)
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
        self._ask(question)

    def _ask(self, question: str) -> None:
        self.asked.emit(question, self.method.chosen)

    @property
    def examples(self) -> Sequence[Button]:
        return self._examples
