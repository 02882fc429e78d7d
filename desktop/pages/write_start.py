"""The first sight of Write: a topic, a method, a length; and the articles written before."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSpinBox, QVBoxLayout, QWidget

from desktop.pages.need import Need
from desktop.theme import Theme
from desktop.widgets.basics import Button, Chip, ElidedLabel, label, row
from desktop.widgets.question import QuestionBox
from desktop.widgets.studylist import StudyList
from warehouse.ledger import plural
from warehouse.records import StudyRow

WIDEST_PX = 680
PROMISE = (
    "An article from {}: an outline, sections, and for every sentence the words that prove it."
)
LEAST_WORDS, MOST_WORDS, STEP_WORDS = 150, 10_000, 100


class WriteStart(QWidget):
    """``asked(topic, words)``; ``opened(row)`` and ``removed(row)`` for earlier articles.

    ``origin`` is the answer whose chain the next article is written from, None for a new search.
    """

    asked = Signal(str, int)
    opened = Signal(object)
    removed = Signal(object)

    def __init__(self, theme: Theme, words: int) -> None:
        super().__init__()
        column = QVBoxLayout()
        column.setContentsMargins(34, 44, 34, 20)
        column.setSpacing(8)
        column.addWidget(label("Write from your library", "page"))
        self._about = label("", "quiet", wrap=True)
        column.addWidget(self._about)
        column.addSpacing(10)
        column.addWidget(self._make_box(theme, words))
        column.addWidget(self._make_origin(theme))
        self.need = Need(theme)
        column.addWidget(self.need)
        column.addSpacing(14)
        self._earlier = label("Articles", "section")
        column.addWidget(self._earlier)
        self.history = StudyList(theme, "Articles")
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
        self._about.setText(PROMISE.format("your documents"))
        self.write_from(None)

    def tell_library(self, documents: int, model: bool = True) -> None:
        noun = plural(documents, "document") if documents else "your documents"
        self._about.setText(PROMISE.format(noun))
        self.need.tell(documents, model)

    def write_from(self, answer: StudyRow | None) -> None:
        """Say whose chain is used; with None the library is explored anew."""
        self.origin = answer
        self._origin_line.setVisible(answer is not None)
        if answer is not None:
            self._origin_words.say(f"From the evidence of “{answer.question}”")
            self.box.set_text(answer.question)

    def tell_studies(self, rows: Sequence[StudyRow]) -> None:
        self.history.show_studies(rows)
        self._earlier.setVisible(bool(rows))
        self.history.setVisible(bool(rows))
        self._filler.setVisible(not rows)

    def _make_origin(self, theme: Theme) -> QWidget:
        self._origin_words = ElidedLabel("quiet")
        anew = Button(theme, "Search anew", kind="link")
        anew.setToolTip("Leave the answer aside and explore the library for this article")
        anew.clicked.connect(partial(self.write_from, None))
        self._origin_line = QWidget()
        line = row(self._origin_words, anew, spacing_px=8)
        line.setStretch(0, 1)
        self._origin_line.setLayout(line)
        return self._origin_line

    def _make_box(self, theme: Theme, words: int) -> QuestionBox:
        self.box = QuestionBox(
            theme, "Topic", "What should the article be about?", "Write", "square-pen"
        )
        self.length = QSpinBox()
        self.length.setRange(LEAST_WORDS, MOST_WORDS)
        self.length.setSingleStep(STEP_WORDS)
        self.length.setGroupSeparatorShown(True)
        self.length.setSuffix(" words")
        self.length.lineEdit().setTextMargins(8, 0, 8, 0)
        self.length.setFixedWidth(116)
        self.length.setValue(words)
        self.length.setAccessibleName("Length of the article in words")
        self.box.add_choice(Chip("AWARE"))
        self.box.add_choice(self.length)
        self.box.asked.connect(self._ask)
        return self.box

    def _ask(self, topic: str) -> None:
        self.asked.emit(topic, self.length.value())
