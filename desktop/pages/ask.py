"""Ask: a question, the chain of knowledge as it grows, an answer whose every sentence is proven.

At the left what is being searched and read, in the middle the answer, at the right the evidence.
Enter asks; P shows the proof of every sentence; the arrows walk from claim to claim; a click on a
number lights the words; Escape folds the evidence away.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedLayout, QWidget

from desktop.house import House
from desktop.notices import Notice
from desktop.pages.ask_answer import AnswerView, Near
from desktop.pages.ask_start import AskStart
from desktop.pages.study_work import StudyWork, in_a_sentence
from desktop.widgets.basics import Button, Chip
from desktop.widgets.beside import Beside
from desktop.widgets.chain import ChainView
from desktop.widgets.elided import Elided
from desktop.widgets.evidence import EvidencePane
from desktop.widgets.studylist import unfinished
from warehouse import examples, ledger
from warehouse.records import Place, StudyRow
from warehouse.research.records import Answer, Chain, Draft
from warehouse.run import Step

if TYPE_CHECKING:
    from warehouse.library import Library
    from warehouse.studies import Studies

CHAIN_PX = 268
HEADERS_LOOKED_AT = 40


class AskPage(QWidget):
    side_full = True

    def __init__(self, house: House, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._house = house
        self._row: StudyRow | None = None
        self._asked = ("", "aware")
        self.work = StudyWork(house, "ask", "Asking")
        self.start = AskStart(house.theme)
        self.answer = AnswerView(house)
        self.chain = ChainView(house.theme)
        self.pane = EvidencePane(house)
        self._make_title()
        self._lay_out()
        self._connect()
        self._keys()
        self._show_start()
        if house.library is not None:
            self._look_at_library()

    # The contract of a page

    def title_widgets(self) -> tuple[Sequence[QWidget], Sequence[QWidget]]:
        return [self.title, self.method, self.documents], [self.proof, self.again, self.stop]

    def side_widget(self) -> QWidget:
        return self.pane

    def accept(self, wish: object) -> None:
        """A question to put into the box, a StudyRow to open."""
        if isinstance(wish, str) and wish not in ("search", "add"):
            self._show_start()
            self.start.box.set_text(wish)
        elif isinstance(wish, StudyRow):
            self.open_study(wish)

    def search(self, text: str = "") -> None:
        self._show_start()
        self.start.box.set_text(text)

    # Asking

    def ask(self, question: str, method: str = "aware") -> None:
        self._row, self._asked = None, (question, method)
        self._show_study(question, method)
        self.answer.clear("Planning what to look for." if method == "aware" else "Searching.")
        self.work.start(question, method)

    def open_study(self, row: StudyRow) -> None:
        """Show an earlier study; what is unfinished goes on from its last model call."""
        self._row = row
        self._asked = (row.question, row.method)
        self._show_study(row.question, row.method)
        if unfinished(row):
            self.answer.clear("Going on from the last model call.")
            self.work.go_on(row)
            return
        self.work.stop()
        self.answer.clear()
        studies = self._house.studies
        if studies is not None:
            job = self._house.jobs.fetch(partial(studies.load, row.id), partial(self._load, row))
            job.failed.connect(self._house.notices.error)

    def _load(self, row: StudyRow, result: object) -> None:
        if isinstance(result, Answer) and self._row == row:
            self._tell_answer(result)

    def _begun(self, row: StudyRow) -> None:
        self._row = row

    def _shown(self, snapshot: object) -> None:
        if isinstance(snapshot, Chain):
            self.chain.tell(snapshot)
            self.pane.bring(snapshot.evidence)
        elif isinstance(snapshot, Draft):
            self.answer.tell_draft(snapshot)
        elif isinstance(snapshot, Answer):
            self.chain.tell(snapshot.chain)
            self.pane.bring(snapshot.chain.evidence)
            self.answer.tell_answer(snapshot, final=False)

    def _stepped(self, step: Step, left_s: float | None) -> None:
        self.chain.tell_step(step, left_s)
        self.answer.say(in_a_sentence(step))

    def _finished(self, row: StudyRow, result: object) -> None:
        self._row = row
        self._set_busy(False)
        if isinstance(result, Answer):
            self._tell_answer(result)
        self._look_at_studies()

    def _tell_answer(self, answer: Answer) -> None:
        self._set_busy(False)
        self.chain.tell_result(answer)
        self.pane.bring(answer.chain.evidence)
        self.answer.tell_answer(answer)
        self.documents.set(ledger.plural(answer.coverage.documents, "document"))
        self.answer.export.offer(answer, self._row.id if self._row else "")
        if answer.absent:
            self._look_for_nearest(answer)
        else:
            self._show_first_proof(answer)

    def _show_first_proof(self, answer: Answer) -> None:
        """The pane begins with the first number of the answer; the caret stays where it is."""
        for claim in answer.claims:
            if claim.cites:
                self._house.show_side(True)
                self.pane.show_evidence(claim.cites[0], claim)
                return

    def _failed(self, notice: Notice) -> None:
        self._set_busy(False)
        self.chain.rest()
        self.answer.tell_trouble(notice)
        self._look_at_studies()

    def _stopped(self) -> None:
        self._set_busy(False)
        self.chain.rest()
        self.answer.tell_stopped()
        self._look_at_studies()

    def _look_for_nearest(self, answer: Answer) -> None:
        library = self._house.library
        if library is not None and answer.nearest:
            read = partial(nearest_in_words, library, answer.nearest)
            self._house.jobs.fetch(read, self.answer.tell_nearest)

    # Proof

    def _cited(self, claim: int, number: int) -> None:
        self._house.show_side(True)
        self.pane.show_evidence(number, self.answer.text.claim(claim))

    def _chosen(self, claim: int) -> None:
        said = self.answer.text.claim(claim)
        if said is not None and said.cites:
            self._cited(claim, said.cites[0])

    def _near(self, place: Place) -> None:
        self._house.show_side(True)
        self.pane.show_place(place, "Near, but it does not answer the question")

    def _toggle_proof(self) -> None:
        self.proof.toggle()

    def _prove(self, wanted: bool) -> None:
        self.answer.text.set_proof(wanted)

    def _walk(self, by: int) -> None:
        if self._stack.currentIndex() == 1:
            self.answer.step(by)

    def _fold(self) -> None:
        self._house.show_side(False)
        self.answer.text.choose(-1)

    # The library

    def _look_at_library(self) -> None:
        library, studies = self._house.library, self._house.studies
        if library is not None:
            self._house.jobs.fetch(partial(_facts, self._house, library), self._tell_library)
        if studies is not None:
            self._look_at_studies()

    def _look_at_studies(self) -> None:
        studies = self._house.studies
        if studies is not None:
            self._house.jobs.fetch(partial(_asked, studies), self.start.tell_studies)

    def _tell_library(self, facts: tuple[int, tuple[str, ...], bool]) -> None:
        documents, questions, model = facts
        self.start.tell_library(documents, questions, model)
        self.documents.set(ledger.plural(documents, "document"))

    def _remove(self, row: StudyRow) -> None:
        studies = self._house.studies
        if studies is not None:
            job = self._house.jobs.fetch(partial(studies.delete, row.id), self._removed)
            job.failed.connect(self._house.notices.error)

    def _removed(self, nothing: object) -> None:
        self._look_at_studies()

    # What is in front

    def _show_start(self) -> None:
        self._stack.setCurrentIndex(0)
        self.title.setText("Ask")
        for widget in (self.method, self.documents, self.proof, self.again, self.stop):
            widget.hide()
        self.start.setFocus()
        self._fold_for_start()
        self._look_at_library()

    def _show_study(self, question: str, method: str) -> None:
        self._stack.setCurrentIndex(1)
        self.title.setText(question)
        self.method.set(ledger.method_name(method))
        self.chain.clear()
        self.pane.clear()
        self.answer.export.offer(None, "")
        for widget in (self.method, self.documents, self.proof):
            widget.show()
        self._set_busy(True)
        self.answer.text.setFocus()

    def _set_busy(self, busy: bool) -> None:
        in_study = self._stack.currentIndex() == 1
        self.stop.setVisible(in_study and busy)
        self.again.setVisible(in_study and not busy)

    def _new_question(self) -> None:
        self._show_start()
        self.start.box.set_text("")

    def _go_on(self) -> None:
        """From the last model call; where none was made yet, from the beginning."""
        if self._row is not None:
            self.open_study(self._row)
        else:
            self.ask(*self._asked)

    def _write(self) -> None:
        self._house.visit("write", self._row)

    def _to_models(self) -> None:
        self._house.visit("models")

    def _to_library(self) -> None:
        self._house.visit("library", "add")

    # Making

    def _make_title(self) -> None:
        theme = self._house.theme
        self.title = Elided("title")
        self.method, self.documents = Chip("AWARE"), Chip("")
        self.proof = Chip("Proof", checkable=True)
        self.proof.setToolTip("Underline every sentence by how it is proven (P)")
        self.again = Button(theme, "New", "plus")
        self.again.setAccessibleName("New question")
        self.again.setToolTip("New question")
        self.stop = Button(theme, "Stop", "square")

    def _lay_out(self) -> None:
        left = QScrollArea()
        left.setWidget(self.chain)
        left.setWidgetResizable(True)
        left.setFrameShape(QFrame.Shape.NoFrame)
        left.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        left.setFixedWidth(CHAIN_PX)
        left.setAccessibleName("Knowledge chain")
        study = Beside(left, self.answer)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.start)
        self._stack.addWidget(study)

    def _connect(self) -> None:
        house, work, answer = self._house, self.work, self.answer
        house.opened.connect(self._look_at_library)
        house.documents_changed.connect(self._documents_changed)
        house.settings_changed.connect(self._documents_changed)
        work.begun.connect(self._begun)
        work.shown.connect(self._shown)
        work.stepped.connect(self._stepped)
        work.finished.connect(self._finished)
        work.failed.connect(self._failed)
        work.stopped.connect(self._stopped)
        self.start.asked.connect(self.ask)
        self.start.opened.connect(self.open_study)
        self.start.removed.connect(self._remove)
        self.start.need.library_wanted.connect(self._to_library)
        self.start.need.models_wanted.connect(self._to_models)
        answer.text.cited.connect(self._cited)
        answer.text.chosen.connect(self._chosen)
        answer.near_wanted.connect(self._near)
        answer.write_wanted.connect(self._write)
        answer.halt.models_wanted.connect(self._to_models)
        answer.halt.go_on_wanted.connect(self._go_on)
        self.pane.left.connect(self._fold)
        self.stop.clicked.connect(work.stop)
        self.again.clicked.connect(self._new_question)
        self.proof.toggled.connect(self._prove)

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

    def _documents_changed(self, documents: object) -> None:
        if self._stack.currentIndex() == 0 and self.isVisible():
            self._look_at_library()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        QTimer.singleShot(0, self._fold_for_start)

    def _fold_for_start(self) -> None:
        """Before there is a question there is no evidence to show."""
        if self.isVisible() and self._stack.currentIndex() == 0:
            self._house.show_side(False)


def library_facts(library: Library) -> tuple[int, tuple[str, ...]]:
    """How many documents can be asked, and questions from the newest headers. In a worker."""
    known = library.catalog.documents()
    documents = [one for one in known if one.state not in ("failed", "locked")]
    headers = [library.catalog.header(one.id) for one in documents[:HEADERS_LOOKED_AT]]
    return len(documents), examples.questions([header for header in headers if header])


def _facts(house: House, library: Library) -> tuple[int, tuple[str, ...], bool]:
    return (*library_facts(library), house.model_installed())


def nearest_in_words(library: Library, places: Sequence[Place]) -> list[Near]:
    """In a worker."""
    found = []
    for place in places:
        if library.catalog.knows(place.document):
            title = library.catalog.document(place.document).title
            page = library.catalog.page(place.document, place.page)
            text = library.catalog.text(place.document, place.start, place.end)
            found.append(Near(place, title, page.label, text))
    return found


def _asked(studies: Studies) -> list[StudyRow]:
    return [row for row in studies.list() if row.kind == "ask"]
