"""What the library says otherwise since an article was written: a card under its paragraph, with
the reason and what can be done about it. (That a sentence is stale it says itself, by its line.)

Proofs are looked at when the article is opened, and when a document changes, goes, comes back or is
read again while it is in front, without a model; what is new is found in the background
(desktop/unattended/living_articles.py), or when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout

from desktop.pages.write.kept_article import KeptArticle
from desktop.theme import Theme
from desktop.widgets.basics import Button, Card, Dot, label, row
from warehouse.records import StudyRow
from warehouse.render import without_numbers
from warehouse.results.records import Article
from warehouse.run import Run
from warehouse.studies.editing.library_changes import Mark
from warehouse.studies.editing.living_article import LivingArticle
from warehouse.text import plural, shortened
from warehouse.writing.editing import spots
from warehouse.writing.editing.records import Spot, Suggestion

HEADINGS = {
    "gone": "Its source is gone",
    "changed": "Its source has changed",
    "read again": "Its source was read again",
    "contradicted": "The library now contradicts it",
    "found": "The library now proves it",
    "also": "A new document says so, too",
}
QUOTED_CHARACTERS = 120
REST_MS = 600  # after the last change of the library
NOTHING = "Nothing in the library has changed that bears on this article."


class MarkCard(Card):
    """``rewrite(Mark)``, or let it cite what says so, too; ``unwanted(Mark)``: the sentence may
    stay as it is. ``marks`` are those of a paragraph of which one document is the reason.
    """

    rewrite = Signal(object)
    unwanted = Signal(object)

    def __init__(self, theme: Theme, marks: Sequence[Mark]) -> None:
        super().__init__(margin_px=10, spacing_px=4)
        self._theme, self.marks = theme, tuple(marks)
        first, *more = marks
        of = plural(len(marks), "sentence") if more else _quote(first)
        self.setAccessibleName(f"{HEADINGS[first.kind]}: {of}")
        head = row(Dot(theme, "supported" if first.kind in ("found", "also") else "partly"))
        head.addWidget(label(f"{HEADINGS[first.kind]} · {of}", "quiet", wrap=True), 1)
        self.column.addLayout(head)
        self.column.addWidget(label(_why(marks), "ink", wrap=True))
        for mark in marks:
            if more:
                self.column.addSpacing(4)
                self.column.addWidget(label(_quote(mark), "quiet", wrap=True))
            self.column.addLayout(self._buttons(mark))

    def _buttons(self, mark: Mark) -> QHBoxLayout:
        made = "Add it as a source" if mark.kind == "also" else "Rewrite this part"
        acts = [(made, self.rewrite), ("Leave it", self.unwanted)]
        buttons = []
        for words, wish in acts:
            button = Button(self._theme, words, kind="link")
            button.setAccessibleName(f"{words}: {_quote(mark)}")
            button.clicked.connect(partial(wish.emit, mark))
            buttons.append(button)
        return row(*buttons, 1, spacing_px=12)


def _quote(mark: Mark) -> str:
    said = shortened(without_numbers(mark.sentence), QUOTED_CHARACTERS)
    return said if said.startswith("“") else f"“{said}”"


def _why(marks: Sequence[Mark]) -> str:
    """``[1], [2]: “Floods” is no longer in the library``."""
    numbers = dict.fromkeys(mark.why.partition(": ")[0] for mark in marks)
    return f"{', '.join(numbers)}: {marks[0].why.partition(': ')[2]}" if marks[1:] else marks[0].why


def _spot(mark: Mark, article: Article) -> Spot | None:
    """The paragraph of its sentence."""
    for paragraph in spots.paragraphs(article):
        if any(claim.text == mark.sentence for claim in paragraph.part.claims):
            return paragraph.spot
    return None


class LibraryMarks(QObject):
    """``changed`` when there are other marks than before; ``rested`` when the library has changed;
    ``asked(Job, spot)``: something is made for a paragraph; ``came(study, Suggestion or reason)``.
    """

    changed = Signal()
    rested = Signal()
    asked = Signal(object, object)
    came = Signal(object, object)

    def __init__(self, kept: KeptArticle) -> None:
        super().__init__(kept)
        self._kept, self._house = kept, kept.house
        self.marks: tuple[Mark, ...] = ()
        self._asked = 0
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._prove)
        self._rest.timeout.connect(self.rested)
        self._house.documents_changed.connect(self._wait)
        self._house.document_removed.connect(self._wait)

    def open(self) -> None:
        """Of the article in front."""
        self.marks = ()
        self._prove()

    def close(self) -> None:
        self.marks = ()

    def _wait(self) -> None:
        self._rest.start()

    def _prove(self) -> None:
        if (living := self._living()) is not None:
            self._fetch(partial(living.check, None, self._house.settings, Run()))

    def cards(self) -> Iterator[tuple[Spot, MarkCard]]:
        """Each with the paragraph that it belongs under: one for all its sentences that rest on a
        document that is gone or has changed, and one for each that a new document tells of.
        """
        if not self.marks or self._kept.now is None:
            return
        groups: dict[tuple[Spot, object], list[Mark]] = {}
        for mark in self.marks:
            if (spot := _spot(mark, self._kept.now.article)) is not None:
                of = mark if mark.said is not None else (mark.kind, mark.document)
                groups.setdefault((spot, of), []).append(mark)
        for (spot, _), marks in groups.items():
            card = MarkCard(self._house.theme, marks)
            card.rewrite.connect(self.rewrite)
            card.unwanted.connect(self.leave)
            yield spot, card

    def look(self) -> None:
        """At every proof, and at what new documents say."""
        living, house, warehouse = self._living(), self._house, self._house.warehouse
        if living is None or warehouse is None:
            return

        def work(run: Run) -> tuple[Mark, ...]:
            return living.check(warehouse.engines.both(), house.settings, run)

        job = house.jobs.start("Checking the article against the library", work)
        job.finished.connect(partial(self._looked, self._kept.row))

    def rewrite(self, mark: Mark) -> None:
        """That sentence alone, as a suggestion; of one that a new document says, too, with that
        among what it cites.
        """
        living, house, warehouse = self._living(), self._house, self._house.warehouse
        study, now = self._kept.row, self._kept.now
        if living is None or warehouse is None or study is None or now is None:
            return

        def work(run: Run) -> Suggestion | str:
            with living.editor.context(warehouse.engines.both(), house.settings, run) as context:
                return living.rewrite(mark, context)

        words = "Adding a source" if mark.kind == "also" else "Rewriting a sentence"
        job = house.jobs.start(words, work)
        job.finished.connect(partial(self.came.emit, study.id))
        if (spot := _spot(mark, now.article)) is not None:
            self.asked.emit(job, spot)

    def leave(self, mark: Mark) -> None:
        if (living := self._living()) is not None:
            # one after the other: each reads what was settled before, and keeps it with its own
            self._house.jobs.keep(partial(living.settle, mark), self._asking())

    def _living(self) -> LivingArticle | None:
        warehouse, study = self._house.warehouse, self._kept.row
        if warehouse is None or study is None:
            return None
        return LivingArticle(warehouse.studies, warehouse.library, study)

    def _fetch(self, read: Callable[[], tuple[Mark, ...]]) -> None:
        self._house.jobs.fetch(read, self._asking())

    def _asking(self) -> Callable[[tuple[Mark, ...]], None]:
        """Who is told what comes: only what was asked for last, for the rest knew less."""
        self._asked += 1
        number, study = self._asked, self._kept.row

        def told(marks: tuple[Mark, ...]) -> None:
            if number == self._asked:
                self._tell(study, marks)

        return told

    def _looked(self, study: StudyRow | None, marks: tuple[Mark, ...]) -> None:
        if not marks:
            self._house.notices.say(NOTHING)
        self._tell(study, marks)

    def _tell(self, study: StudyRow | None, marks: tuple[Mark, ...]) -> None:
        if study is self._kept.row and marks != self.marks:
            self.marks = marks
            self.changed.emit()
