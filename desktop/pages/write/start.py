"""The first sight of Write: a topic, a length, and perhaps an answer to write from."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSpinBox, QWidget

from desktop.pages.studies.start import StudyStart, Words
from desktop.theme import Theme
from desktop.widgets.basics import Button, Chip, ElidedLabel, row
from warehouse.records import StudyRow
from warehouse.studies.conversation import asked
from warehouse.studies.report.ledger import plural

WORDS = Words(
    heading="Write from your library",
    name="Topic",
    hint="What should the article be about?",
    verb="Write",
    icon="square-pen",
    earlier="Articles",
)
PROMISE = (
    "An article from {}: an outline, sections, and for every sentence the words that prove it."
)
LEAST_WORDS, MOST_WORDS, STEP_WORDS = 150, 10_000, 100


class WriteStart(StudyStart):
    """``asked(topic, words)``.

    ``origin`` is the answer whose chain the next article is written from, None for a new search.
    """

    asked = Signal(str, int)

    def __init__(self, theme: Theme, words: int) -> None:
        super().__init__(theme, WORDS)
        self.length = _length(words)
        self.box.add_choice(self.length)
        self.box.add_choice(self.within)
        self.thoughts = Chip("Thoughts", checkable=True)
        self.thoughts.setToolTip("Use what earlier answers found out")
        self.box.add_choice(self.thoughts)
        self.box.asked.connect(self._ask)
        self.own.addWidget(self._make_origin())
        self.write_from(None)

    def promise(self, documents: int) -> str:
        return PROMISE.format(plural(documents, "document") if documents else "your documents")

    def write_from(self, answer: StudyRow | None) -> None:
        """Say whose chain is used; with None the library is explored anew."""
        self.origin = answer
        self._origin_line.setVisible(answer is not None)
        if answer is not None:
            self._origin_words.say(f"From the evidence of “{asked(answer)}”")
            self.box.set_text(asked(answer))

    def _make_origin(self) -> QWidget:
        self._origin_words = ElidedLabel("quiet")
        anew = Button(self._theme, "Search anew", kind="link")
        anew.setToolTip("Leave the answer aside and explore the library for this article")
        anew.clicked.connect(partial(self.write_from, None))
        self._origin_line = QWidget()
        line = row(self._origin_words, anew, spacing_px=8)
        line.setStretch(0, 1)
        self._origin_line.setLayout(line)
        return self._origin_line

    def _ask(self, topic: str) -> None:
        self.asked.emit(topic, self.length.value())


def _length(words: int) -> QSpinBox:
    made = QSpinBox()
    made.setRange(LEAST_WORDS, MOST_WORDS)
    made.setSingleStep(STEP_WORDS)
    made.setGroupSeparatorShown(True)
    made.setSuffix(" words")
    made.lineEdit().setTextMargins(8, 0, 8, 0)
    made.setFixedWidth(116)
    made.setValue(words)
    made.setAccessibleName("Length of the article in words")
    return made
