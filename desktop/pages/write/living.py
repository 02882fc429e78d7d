"""What the library says otherwise since an article was written, over its text: each sentence with
the reason, and two acts, to rewrite that part or to leave it.

What is found without a model is looked for when the article is opened; the rest in the background
(desktop/living_articles.py) or when it is asked for here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.house import House
from desktop.widgets.basics import Button, Dot, discard, label, row
from warehouse.records import StudyRow
from warehouse.render import without_numbers
from warehouse.results.provenance import plural
from warehouse.run import Run
from warehouse.studies.editing.library_changes import Mark
from warehouse.writing.editing.records import Suggestion

if TYPE_CHECKING:
    from warehouse.studies.editing.living_article import LivingArticle

HEADINGS = {
    "gone": "Its source is gone",
    "changed": "Its source has changed",
    "contradicted": "A new document contradicts it",
    "also": "A new document says so, too",
}
SHOWN = 8


class LivingView(QWidget):
    """Hidden while there is nothing to say. ``told(marks)`` when they are known or have changed,
    ``chosen(sentence)`` to be shown in the text, ``suggested(Suggestion)``, and ``changed(Edited)``
    when a suggestion was taken here.
    """

    told = Signal(object)
    chosen = Signal(str)
    suggested = Signal(object)
    changed = Signal(object)

    def __init__(self, house: House) -> None:
        super().__init__()
        self._house = house
        self._living: LivingArticle | None = None
        self._study = ""
        self.marks: tuple[Mark, ...] = ()
        self._count = label("", "quiet", wrap=True)
        self._list = QVBoxLayout()
        self._list.setSpacing(14)
        self.look = Button(house.theme, "Check against the library", kind="quiet")
        self.look.setToolTip("Look again at every proof, and at what new documents say")
        self.look.clicked.connect(self.check)
        inside = QVBoxLayout(self)
        inside.setContentsMargins(12, 4, 12, 16)
        inside.setSpacing(10)
        inside.addLayout(row(self._count, 1, self.look))
        inside.addLayout(self._list)
        self.hide()

    def close_article(self) -> None:
        self._living, self._study = None, ""
        self._tell("", ())
        self.hide()

    def open(self, study: StudyRow | None) -> None:
        """A finished article; its proofs are looked at, without a model."""
        self.close_article()
        studies, library = self._house.studies, self._house.library
        if study is None or studies is None or library is None:
            return
        from warehouse.studies.editing.living_article import LivingArticle

        self._living, self._study = LivingArticle(studies, library, study), study.id
        settings = self._house.settings
        look = partial(self._living.check, None, settings)
        self._house.jobs.fetch(lambda: look(Run()), partial(self._tell, study.id))
        self.show()

    def check(self) -> None:
        living, house = self._living, self._house
        if living is None:
            return

        def work(run: Run) -> tuple[Mark, ...]:
            return living.check(house.engines.both(), house.settings, run)

        self._start("Checking the article", work, partial(self._tell, self._study))

    def rewrite(self, mark: Mark) -> None:
        """As a suggestion, which can be taken at once."""
        living, house = self._living, self._house
        if living is None:
            return

        def work(run: Run) -> Suggestion | str:
            with living.editor.context(house.engines.both(), house.settings, run) as context:
                return living.rewrite(mark, context)

        self._start("Rewriting a sentence", work, partial(self._offer, living))

    def keep(self, mark: Mark) -> None:
        if self._living is not None:
            done = partial(self._tell, self._study)
            self._house.jobs.fetch(partial(self._living.settle, mark), done)

    def _start(self, words: str, work: Callable[[Run], object], then: Callable[..., None]) -> None:
        self.look.setEnabled(False)
        job = self._house.jobs.start(words, work)
        job.finished.connect(then)
        job.failed.connect(self._house.notices.error)
        job.ended.connect(partial(self.look.setEnabled, True))

    def _offer(self, living: LivingArticle, made: Suggestion | str) -> None:
        if isinstance(made, str):
            self._house.notices.say(made)
            return
        self.suggested.emit(made)
        words = without_numbers(made.part.text) or "The sentence is left out."
        self._house.notices.offer(
            f"The paragraph would read: {words}", "Take it", partial(self._take, living, made)
        )

    def _take(self, living: LivingArticle, made: Suggestion) -> None:
        accept = partial(living.editor.accept, made.number)
        job = self._house.jobs.start("Rewriting a sentence", lambda run: accept(), visible=False)
        job.finished.connect(partial(self._taken, self._study))
        job.failed.connect(self._house.notices.error)

    def _taken(self, study: str, edited: object) -> None:
        if study == self._study and self._living is not None:
            self.changed.emit(edited)
            self._house.jobs.fetch(self._living.marks, partial(self._tell, study))

    def _tell(self, study: str, marks: Sequence[Mark]) -> None:
        if study != self._study:
            return
        self.marks = tuple(marks)
        while (item := self._list.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                discard(widget)
        for mark in self.marks[:SHOWN]:
            self._list.addWidget(self._row(mark))
        self._count.setText(_counted(self.marks))
        self.told.emit(self.marks)

    def _row(self, mark: Mark) -> QWidget:
        made = QWidget()
        column = QVBoxLayout(made)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        token = "supported" if mark.kind == "also" else "partly"
        head = row(Dot(self._house.theme, token), spacing_px=8)
        head.addWidget(label(HEADINGS[mark.kind], "quiet"), 1)
        column.addLayout(head)
        for words, role in ((without_numbers(mark.sentence), "ink"), (mark.why, "small")):
            text = label(words, role, wrap=True)
            text.setTextFormat(Qt.TextFormat.PlainText)
            column.addWidget(text)
        acts = [("Show it", partial(self.chosen.emit, mark.sentence))]
        if mark.kind != "also":
            acts.append(("Rewrite this part", partial(self.rewrite, mark)))
        acts.append(("Leave it", partial(self.keep, mark)))
        buttons = []
        for words, act in acts:
            button = Button(self._house.theme, words, kind="quiet")
            button.clicked.connect(act)
            buttons.append(button)
        column.addLayout(row(*buttons, 1))
        return made


def _counted(marks: Sequence[Mark]) -> str:
    """``2 sentences to look at again since it was written; 1 more borne out``."""
    wanted = len({one.sentence for one in marks if one.kind != "also"})
    more = sum(one.kind == "also" for one in marks)
    parts = (
        [f"{plural(wanted, 'sentence')} to look at again since it was written"] if wanted else []
    )
    parts += [f"{plural(more, 'sentence')} borne out by what is new"] if more else []
    hidden = len(marks) - SHOWN
    parts += [f"{hidden:,} not shown here"] if hidden > 0 else []
    return "; ".join(parts)
