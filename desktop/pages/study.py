"""What Ask and Write share: one study in front, its chain at the left, its evidence at the right.

A page is two sheets: the *start* (``study_start.py``: a box, earlier studies) and the *study* (a
column at the left, a text that grows in the middle: ``study_text.py``). Here stands how a study
begins, stops, goes on, is opened again and removed, how a claim leads to its evidence, and which
keys do what: P shows the proof of every sentence, the arrows walk from claim to claim, Escape folds
the evidence away. What differs (the title line, what is asked for, how a result is told) stands in
``ask.py`` and ``write.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedLayout, QWidget

from desktop.house import House
from desktop.notices import Notice
from desktop.pages.study_again import StudyAgain
from desktop.pages.study_start import Shelf, StudyStart
from desktop.pages.study_steer import StudySteer
from desktop.pages.study_text import StudyText
from desktop.pages.study_work import Kind, Result, StudyWork, in_a_sentence
from desktop.widgets.basics import Button, Chip
from desktop.widgets.beside import Beside
from desktop.widgets.chain import ChainView
from desktop.widgets.evidence import EvidencePane
from desktop.widgets.studylist import unfinished
from warehouse import examples
from warehouse.records import StudyRow
from warehouse.research.records import Answer, Article, Chain, Claim
from warehouse.run import Step
from warehouse.studies import ledger

if TYPE_CHECKING:
    from warehouse.library import Library
    from warehouse.studies.keeper import Studies

START, STUDY = 0, 1
HEADERS_LOOKED_AT = 40
NEWS_MS = 400


class StudyPage(QWidget):
    """``kind`` is what its studies are called in the warehouse, ``verb`` what a job is called."""

    side_full = True
    kind: Kind
    verb: str
    again_name: str

    def __init__(
        self, house: House, start: StudyStart, text: StudyText, pane: EvidencePane
    ) -> None:
        """The parts are made by the caller, one by one, so that none holds the window up."""
        super().__init__()
        self._house = house
        self._row: StudyRow | None = None
        self.start, self.study, self.pane = start, text, pane
        self.work = StudyWork(house, self.kind, self.verb)
        self.repeat = StudyAgain(house, text)
        self.chain = ChainView(house.theme, of_sections=self.kind == "write")
        self.steer = StudySteer(house, self.chain, pane)
        self._news = QTimer(self, singleShot=True, interval=NEWS_MS)
        self._news.timeout.connect(self._look_if_seen)
        self._make_title()
        self._column = QScrollArea()
        self._column.setWidgetResizable(True)
        self._column.setFrameShape(QFrame.Shape.NoFrame)
        self._column.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(start)
        self._connect()
        self._keys()

    def _show_beside(self, column: QWidget, width_px: int, name: str, middle: QWidget) -> None:
        """The sheet of the study: ``column`` scrolls at the left of ``middle``."""
        self._column.setWidget(column)
        self._column.setFixedWidth(width_px)
        self._column.setAccessibleName(name)
        self._stack.addWidget(Beside(self._column, middle))
        self._show_start()

    # What a page says for itself

    def _of_study(self) -> Sequence[QWidget]:
        """What stands in the title line only while a study is in front."""
        raise NotImplementedError

    def _begin_again(self) -> None:
        """Ask for the same once more, nothing having been begun."""
        raise NotImplementedError

    def _tell_growing(self, snapshot: object) -> None:
        """A draft, or a result that is not finished."""
        raise NotImplementedError

    def _tell_result(self, result: Result) -> None:
        """The finished result, for what the page adds to it."""
        raise NotImplementedError

    def _open(self, row: StudyRow) -> None:
        """An earlier study comes to the front."""
        raise NotImplementedError

    # The contract of a page

    def side_widget(self) -> QWidget:
        return self.pane

    # A study

    def open_study(self, row: StudyRow) -> None:
        """Show an earlier study; what is unfinished goes on from its last model call."""
        if self.work.is_on(row):
            self._come_back(row)
            return
        self._row = row
        self._open(row)
        if unfinished(row):
            self.study.clear("Going on from the last model call.")
            self.work.go_on(row)
            return
        self.work.stop()
        self.study.clear()
        studies = self._house.studies
        if studies is not None:
            job = self._house.jobs.fetch(partial(studies.load, row.id), partial(self._load, row))
            job.failed.connect(self._house.notices.error)

    def _load(self, row: StudyRow, result: object) -> None:
        if self._row == row:
            self._tell(result)

    def _begun(self, row: StudyRow) -> None:
        self._row = row
        self.steer.tell(row)

    def _shown(self, snapshot: object) -> None:
        chain = snapshot.chain if isinstance(snapshot, Answer | Article) else snapshot
        if isinstance(chain, Chain):
            self.chain.tell(chain)
            self.pane.bring(chain.evidence, chain.disagreements)
        if not isinstance(snapshot, Chain):
            self._tell_growing(snapshot)

    def _stepped(self, step: Step, left_s: float | None) -> None:
        self.chain.tell_step(step, left_s)
        self.study.say(in_a_sentence(step))

    def _finished(self, row: StudyRow, result: object) -> None:
        self._row = row
        self._tell(result)
        self._look_at_studies()

    def _tell(self, result: object) -> None:
        """A finished result; the pane begins with its first number, or folds without one."""
        self._set_busy(False)
        if not isinstance(result, Answer | Article):
            return
        self.chain.tell_result(result)
        self.steer.finish(self._row, result)
        self.pane.bring(result.chain.evidence, result.chain.disagreements)
        self.study.sides.tell(result.chain.disagreements)
        self._tell_result(result)
        self.repeat.tell(self._row)
        first = next((one.claim for one in ledger.entries(result) if one.claim.cites), None)
        if self._stack.currentIndex() == START:
            return
        if first is not None:
            self._prove(first, first.cites[0])
        else:
            self._house.show_side(False, self.kind)

    def _take_up(self) -> None:
        """The finished study once more, with what the user has changed."""
        if self._row is not None:
            self._open(self._row)
            self.study.clear("Doing again what depends on your change.")
            self.work.go_on(self._row)

    def _run_again(self) -> None:
        if self._row is not None:
            self._open(self._row)
            self.study.clear("Asking the same anew.")
            self.work.repeat(self._row)

    def _failed(self, notice: Notice) -> None:
        self._rest()
        self.study.tell_trouble(notice)

    def _stopped(self) -> None:
        self._rest()
        self.study.tell_stopped()

    def _rest(self) -> None:
        self._set_busy(False)
        self.chain.rest()
        self._look_at_studies()

    def _go_on(self) -> None:
        """From the last model call; where none was made yet, from the beginning."""
        if self._row is not None:
            self.open_study(self._row)
        else:
            self._begin_again()

    @property
    def _id(self) -> str:
        """The study in front; it names the folder of an export."""
        return self._row.id if self._row is not None else ""

    # Proof

    def _prove(self, claim: Claim | None, number: int) -> None:
        self._house.show_side(True, self.kind)
        self.pane.show_evidence(number, claim)

    def _cited(self, claim: int, number: int) -> None:
        self._prove(self.study.text.claim(claim), number)

    def _chosen(self, claim: int) -> None:
        said = self.study.text.claim(claim)
        if said is not None and said.cites:
            self._prove(said, said.cites[0])

    def _toggle_proof(self) -> None:
        self.proof.toggle()

    def _walk(self, by: int) -> None:
        if self._stack.currentIndex() == STUDY:
            self.study.text.walk(by)

    def _fold(self) -> None:
        self._house.show_side(False, self.kind)
        self.study.text.choose(-1)

    # The library

    def _look(self) -> None:
        library = self._house.library
        if library is not None:
            read = partial(shelf, library, self._house.model_installed)
            self._house.jobs.fetch(read, self._tell_library)
            self._look_at_studies()

    def _look_at_studies(self) -> None:
        studies = self._house.studies
        if studies is not None:
            self._house.jobs.fetch(partial(_rows, studies, self.kind), self.start.tell_studies)

    def _tell_library(self, found: Shelf) -> None:
        self.start.tell_library(found)

    def _remove(self, row: StudyRow) -> None:
        studies = self._house.studies
        if studies is not None:
            job = self._house.jobs.fetch(partial(studies.delete, row.id), self._removed)
            job.failed.connect(self._house.notices.error)

    def _removed(self, nothing: object) -> None:
        self._look_at_studies()

    def _shelf_changed(self, what: object) -> None:
        """Documents change many times a second while they come in: looked at once for many."""
        if not self._news.isActive():
            self._news.start()

    def _look_if_seen(self) -> None:
        if self._stack.currentIndex() == START and self.isVisible():
            self._look()

    # What is in front

    def _show_start(self, text: str | None = None) -> None:
        """The first sight, with ``text`` in the box; None leaves what was being written."""
        self._stack.setCurrentIndex(START)
        for widget in self._of_study():
            widget.hide()
        if text is not None:
            self.start.box.set_text(text)
        self.start.setFocus()
        self._fold_for_start()
        self._look()

    def _show_study(self) -> None:
        self._stack.setCurrentIndex(STUDY)
        self.chain.clear()
        self.steer.tell(None)
        self.pane.clear()
        for widget in self._of_study():
            widget.show()
        self._set_busy(True)
        self.study.text.setFocus()

    def _come_back(self, row: StudyRow) -> None:
        """To the study in hand, as it stands."""
        self._stack.setCurrentIndex(STUDY)
        for widget in self._of_study():
            widget.show()
        self._set_busy(True)
        self.study.text.setFocus()

    def _set_busy(self, busy: bool) -> None:
        in_study = self._stack.currentIndex() == STUDY
        self.stop.setVisible(in_study and busy)
        self.again.setVisible(in_study and not busy)
        self.repeat.button.setVisible(in_study and not busy)

    def _new(self) -> None:
        self._show_start("")

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fold_for_start()

    def _fold_for_start(self) -> None:
        """Before anything is asked there is no evidence to show."""
        if self.isVisible() and self._stack.currentIndex() == START:
            self._house.show_side(False, self.kind)

    def _to_models(self) -> None:
        self._house.visit("models")

    def _to_library(self) -> None:
        self._house.visit("library", "add")

    # Making

    def _make_title(self) -> None:
        theme = self._house.theme
        self.method = Chip("AWARE")
        self.proof = Chip("Proof", checkable=True)
        self.proof.setToolTip("Underline every sentence by how it is proven (P)")
        self.again = Button(theme, "New", "plus")
        self.again.setAccessibleName(self.again_name)
        self.again.setToolTip(self.again_name)
        self.stop = Button(theme, "Stop", "square")

    def _connect(self) -> None:
        house, work, start, study = self._house, self.work, self.start, self.study
        house.opened.connect(self._look)
        house.documents_changed.connect(self._shelf_changed)
        house.settings_changed.connect(self._shelf_changed)
        house.order.changed.connect(partial(self._shelf_changed, None))
        work.begun.connect(self._begun)
        work.shown.connect(self._shown)
        work.stepped.connect(self._stepped)
        work.finished.connect(self._finished)
        work.failed.connect(self._failed)
        work.stopped.connect(self._stopped)
        start.opened.connect(self.open_study)
        start.removed.connect(self._remove)
        start.need.library_wanted.connect(self._to_library)
        start.need.models_wanted.connect(self._to_models)
        study.text.cited.connect(self._cited)
        study.text.chosen.connect(self._chosen)
        study.sides.wanted.connect(partial(self._prove, None))
        study.halt.models_wanted.connect(self._to_models)
        study.halt.go_on_wanted.connect(self._go_on)
        self.steer.wanted_again.connect(self._take_up)
        self.pane.left.connect(self._fold)
        self.pane.ban_wanted.connect(self.steer.ban)
        self.stop.clicked.connect(work.stop)
        self.again.clicked.connect(self._new)
        self.repeat.button.clicked.connect(self._run_again)
        self.proof.toggled.connect(study.text.set_proof)

    def _keys(self) -> None:
        for key, action in (
            ("P", self._toggle_proof),
            ("Right", partial(self._walk, 1)),
            ("Left", partial(self._walk, -1)),
            ("Esc", self._fold),
        ):
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(action)


def shelf(library: Library, has_model: Callable[[], bool]) -> Shelf:
    """What can be asked, and questions from the newest headers. In a worker."""
    known = library.catalog.documents()
    readable = [one for one in known if one.state not in ("failed", "locked")]
    headers = [library.catalog.header(one.id) for one in readable[:HEADERS_LOOKED_AT]]
    questions = examples.questions([header for header in headers if header])
    collections = tuple(one.name for one in library.shelves.all())
    return Shelf(len(readable), questions, has_model(), collections)


def _rows(studies: Studies, kind: Kind) -> list[StudyRow]:
    return [row for row in studies.list() if row.kind == kind]
