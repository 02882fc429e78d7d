"""The first sight of the round table: a topic, what it starts from, earlier tables."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal

from desktop.pages.studies.start import StudyStart, Words
from desktop.theme import Theme
from desktop.widgets.basics import Button, ElidedLabel, label, row
from desktop.widgets.laid_out import holding
from warehouse.records import StudyRow
from warehouse.studies.conversation import asked
from warehouse.text import plural

WORDS = Words(
    heading="Listen to a round table",
    name="Topic",
    hint="What should they talk about?",
    verb="Begin",
    icon="users",
    earlier="Round tables",
)
PROMISE = (
    "Experts argue over {}, a moderator asks what nobody has spoken of, and a map grows of what is "
    "found. Join in whenever you like; every sentence shows where it comes from."
)


class TableStart(StudyStart):
    """``asked(topic)``. ``origin`` is the question or article whose evidence lies on the table."""

    asked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, WORDS)
        self.origin: StudyRow | None = None
        self.box.add_choices(self.within)
        self.box.asked.connect(self.asked)
        self._words = ElidedLabel("quiet")
        anew = Button(theme, "Begin with nothing", kind="link")
        anew.setToolTip("Leave that aside: only the topic lies on the table")
        anew.clicked.connect(partial(self.start_from, None))
        self._origin = holding(row((self._words, 1), anew))
        self.own.addWidget(self._origin)
        self.own.addWidget(
            label("They begin to speak within seconds; you need not say a word.", "small")
        )
        self.start_from(None)

    def promise(self, documents: int) -> str:
        return PROMISE.format(plural(documents, "document") if documents else "your documents")

    def start_from(self, study: StudyRow | None) -> None:
        """With the evidence of a question or an article; with None the library is searched anew."""
        self.origin = study
        self._origin.setVisible(study is not None)
        if study is not None:
            self._words.say(f"With what was found for “{asked(study)}”")
            self.box.set_text(asked(study))
