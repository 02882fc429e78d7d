"""What Ask and Write share: one study in front, its chain at the left, its evidence at the right.

A page is two sheets: the *start* (``start.py``, ``library_overview.py``) and the *study* (a column
at the left, a text that grows in the middle: ``text.py``). Here stands how a study begins, stops,
goes on and is opened again (``earlier.py``); how a claim leads to its evidence is in ``proof.py``,
what the user changes of it in ``steer.py``, what differs from page to page in ``of_one_page.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedLayout, QWidget

from desktop.acts import OVER_KEY, PICTURE_KEY, bind
from desktop.house import House
from desktop.in_turns import InTurns
from desktop.notices import Notice
from desktop.pages.studies.again import StudyAgain
from desktop.pages.studies.earlier import EarlierStudy, Former
from desktop.pages.studies.library_overview import StudyShelf
from desktop.pages.studies.of_one_page import OfOnePage
from desktop.pages.studies.picture import StudyPicture
from desktop.pages.studies.proof import StudyProof
from desktop.pages.studies.start import Shelf, StudyStart
from desktop.pages.studies.steer import StudySteer
from desktop.pages.studies.text import StudyText
from desktop.pages.studies.work import StudyWork, in_a_sentence
from desktop.widgets.basics import Button, Chip
from desktop.widgets.chain import ChainView
from desktop.widgets.downscroll import DownScroll
from desktop.widgets.evidence import EvidencePane
from desktop.widgets.question import QuestionBox
from desktop.widgets.side_column import SideColumn
from desktop.widgets.studylist import unfinished
from warehouse.records import StudyRow
from warehouse.results.records import Answer, Article, Research
from warehouse.run import Step
from warehouse.studies.report import ledger

START, STUDY = 0, 1


class StudyPage(OfOnePage):
    """What both pages do; ``of_one_page.py`` says what each does by itself."""

    side_full = True

    def __init__(
        self, house: House, start: StudyStart, text: StudyText, pane: EvidencePane
    ) -> None:
        """The parts are made by the caller, one by one, so that none holds the window up."""
        super().__init__()
        self._house = house
        self._row: StudyRow | None = None
        self.turns = InTurns(self)
        self.start, self.study, self.pane = start, text, pane
        self.work = StudyWork(house, self.kind, self.verb)
        self.earlier = EarlierStudy(house, self._stands_still)
        self.repeat = StudyAgain(house, text)
        self.chain = ChainView(house.theme, of_sections=self.kind == "write")
        self.steer = StudySteer(house, self.chain, pane)
        self.shelf = StudyShelf(house, self.kind, start, self._shows_start)
        self.to_proof = StudyProof(house, self.kind, text, pane, self)
        self.proof = self.to_proof.chip
        self.picture = StudyPicture(house, self.chain, self.to_proof)
        for part in (self.work, self.steer, self.picture):
            part.setParent(self)  # each goes with the page
        self._make_title()
        self._column = DownScroll()
        self._stack = QStackedLayout(self)
        self._stack.addWidget(start)
        self._connect()
        self._keys()

    def _show_beside(self, column: QWidget, width_px: int, name: str, middle: QWidget) -> None:
        """The sheet of the study: ``column`` scrolls at the left of ``middle``."""
        self._column.setWidget(column)
        self._column.setAccessibleName(name)
        whole = self.picture.over(middle)
        self.beside = SideColumn(self._house.theme, self._column, whole, width_px, name)
        self._stack.addWidget(self.beside)
        self._show_start()

    # The contract of a page

    def side_widget(self) -> QWidget:
        return self.pane

    def focus_place(self) -> QWidget:
        """The box; of a study its text, or where that will stand."""
        if self._stack.currentIndex() == START:
            return self.start.box.edit
        if self.picture.is_shown:
            return self.picture.view.focus_place()
        return self.study.focus_place()

    def written_in(self) -> QuestionBox | None:
        """Where letters go that are typed beside it; None where nothing is to be written."""
        return self.start.box if self._stack.currentIndex() == START else None

    def escape(self) -> bool:
        """Folds the evidence away, then the picture."""
        is_study = self._stack.currentIndex() == STUDY
        return is_study and (self.to_proof.fold() or self.picture.leave())

    # A study

    def open_study(self, row: StudyRow) -> None:
        """Show an earlier study; what is unfinished waits until it is to go on."""
        if self.work.is_on(row):
            self._come_back(row)
            return
        self.work.leave()
        self._row = row
        self._open(row)
        self.study.clear()
        if self.work.bring(row):
            return
        if unfinished(row):
            self._tell_unfinished(row)
        else:
            self.earlier.result(row, self._tell)

    def take_on(self, row: StudyRow) -> None:
        """An unfinished study goes on from its last model call."""
        if self.work.is_on(row):
            self._come_back(row)
            return
        self.work.leave()
        self._row = row
        self._open(row)
        self.study.clear("Going on where it stopped.")
        if not self.work.bring(row):
            self.work.go_on(row)

    def _tell_unfinished(self, row: StudyRow) -> None:
        """Where it stands, and the way on."""
        self._set_busy(False)
        self.study.tell_unfinished(row)
        self._look_for_former(self._tell_kept)

    def _look_for_former(self, otherwise: Callable[[StudyRow], None] | None = None) -> None:
        """What the study in front said before it was changed comes back until that is in it."""
        if (row := self._row) is not None:
            self.earlier.former(row, partial(self._tell_former, row, otherwise))

    def _tell_former(
        self, row: StudyRow, otherwise: Callable[[StudyRow], None] | None, former: Former
    ) -> None:
        if former.result is not None:
            self._tell(former.result, former.changed)
            self.study.tell_former(former.changed)
        elif otherwise is not None:
            otherwise(row)

    def _tell_kept(self, row: StudyRow) -> None:
        """What was found by then."""
        self.earlier.chain(row, self._tell_chain)

    def _tell_chain(self, chain: Research | None) -> None:
        if chain is not None:
            self._shown(chain)
            self.turns.finish()
            self.chain.rest()

    def _stands_still(self, row: StudyRow) -> bool:
        """Is it in front, and not worked on?"""
        return self._id == row.id and not self.work.busy

    def _begun(self, row: StudyRow) -> None:
        self.turns.forget()
        self._row = row
        self.study.clock.start(self.work.began)
        self.steer.tell(row)

    def _shown(self, snapshot: object) -> None:
        chain = snapshot.research if isinstance(snapshot, Answer | Article) else snapshot
        if isinstance(chain, Research):
            self.turns.do(
                partial(self.to_proof.bring, chain),
                partial(self.study.tell_found, chain),
                partial(self.chain.tell, chain),
                partial(self.picture.tell, chain),
            )
        if not isinstance(snapshot, Research):
            self._tell_growing(snapshot)

    def _stepped(self, step: Step, left_s: float | None) -> None:
        self.chain.tell_step(step, left_s)
        self.study.say(in_a_sentence(step))

    def _finished(self, row: StudyRow, result: object) -> None:
        self._row = row
        self._tell(result)
        self.shelf.look_at_studies()

    def _tell(self, result: object, changed: bool = False) -> None:
        """A finished result; the pane begins with its first number, or folds without one.
        ``changed``: it lacks what the user changed since.
        """
        self._set_busy(False)
        if not isinstance(result, Answer | Article):
            return
        research = result.research
        self._tell_result(result)
        self.study.hand_focus_on()
        self.to_proof.bring(research)
        self.turns.do(
            partial(self._begin_proof, result),
            partial(self._tell_foot, result),
            partial(self.study.sides.tell, research.disagreements),
            partial(self.repeat.tell, self._row),
            partial(self.chain.tell_result, result),
            partial(self.picture.tell, research),
            partial(self.steer.finish, self._row, result, changed),
        )

    def _begin_proof(self, result: Answer | Article) -> None:
        if self._stack.currentIndex() == STUDY:
            self.to_proof.begin([entry.claim for entry in ledger.entries(result)])

    def _once_more(self, said: str, begin: Callable[[StudyRow], None]) -> None:
        """The finished study in front."""
        if self._row is not None:
            self._open(self._row)
            self.study.clear(said)
            begin(self._row)

    def _failed(self, notice: Notice) -> None:
        self._rest()
        self.study.tell_trouble(notice)
        self._look_for_former()

    def _stopped(self) -> None:
        self._rest()
        self.study.tell_stopped()
        self._look_for_former(self._keep_open)

    def _keep_open(self, row: StudyRow) -> None:
        """It was stopped, and said nothing before."""

    def _rest(self) -> None:
        self._set_busy(False)
        self.turns.finish()
        self.chain.rest()
        self.shelf.look_at_studies()

    def _go_on(self) -> None:
        """From the last model call; where none was made yet, from the beginning."""
        if self._row is None:
            self._begin_again()
        elif unfinished(self._row):
            self.take_on(self._row)
        else:
            self.open_study(self._row)

    @property
    def _id(self) -> str:
        """The study in front; it names the folder of an export."""
        return self._row.id if self._row is not None else ""

    def walk(self, by: int) -> None:
        if self._stack.currentIndex() == STUDY:
            self.to_proof.walk(by)

    def _see_left_out(self) -> None:
        """The loss ledger, from under the text."""
        self.beside.bring(True)
        self.chain.show_losses()
        show = partial(self._column.ensureWidgetVisible, self.chain.ledger)
        QTimer.singleShot(0, self, show)

    def _turn_picture(self, wanted: bool) -> None:
        """Where only one of them has room, the list makes way for the picture."""
        self.beside.bring(False)
        if not wanted and self._stack.currentIndex() == STUDY:
            self.study.focus_place().setFocus()

    def _look_for_more(self) -> None:
        self.beside.bring(True)
        self.chain.wishes.ask("add")

    # What is in front

    def _show_start(self, text: str | None = None) -> None:
        """The first sight, with ``text`` in the box; None leaves what was being written."""
        self._stack.setCurrentIndex(START)
        self._show_title_line(False)
        if text is not None:
            self.start.box.set_text(text)
        self.focus_place().setFocus()
        self._fold_for_start()
        self.shelf.come_to_front()

    def _show_study(self) -> None:
        self.turns.forget()
        self._stack.setCurrentIndex(STUDY)
        self.beside.bring(False)
        self.chain.clear()
        self.picture.clear()
        self.steer.tell(None)
        self.to_proof.clear()
        self._show_title_line(True)
        self._set_busy(True)
        self.focus_place().setFocus()

    def _come_back(self, row: StudyRow) -> None:
        """To the study in hand, as it stands."""
        self._stack.setCurrentIndex(STUDY)
        self._show_title_line(True)
        self._set_busy(True)
        self.focus_place().setFocus()

    def _show_title_line(self, wanted: bool) -> None:
        left, right = self.title_widgets()
        for widget in (*left[1:], *right):
            widget.setVisible(wanted)

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
        if self._shows_start():
            self.shelf.come_to_front()

    def _shows_start(self) -> bool:
        return self._stack.currentIndex() == START and self.isVisible()

    def _tell_library(self, found: Shelf) -> None:
        self.start.tell_library(found)
        self.study.halt.is_empty = not found.documents

    def _fold_for_start(self) -> None:
        if self._shows_start():  # nothing is asked yet, and there is no evidence to show
            self._house.show_side(False, self.kind)

    # Making

    def _make_title(self) -> None:
        theme = self._house.theme
        self.method = Chip("")
        self.again = Button(theme, "New", "plus")
        self.again.setAccessibleName(self.again_name)
        self.again.setToolTip(self.again_name)
        self.stop = Button(theme, "Stop", "square")

    def _connect(self) -> None:
        work, start, study = self.work, self.start, self.study
        self.shelf.told.connect(self._tell_library)
        work.begun.connect(self._begun)
        work.expected.connect(study.clock.expect)
        work.shown.connect(self._shown)
        work.stepped.connect(self._stepped)
        work.finished.connect(self._finished)
        work.failed.connect(self._failed)
        work.stopped.connect(self._stopped)
        work.ended_beside.connect(self.shelf.look_at_studies)
        start.opened.connect(self.open_study)
        for place in (start.need, study.halt):
            place.library_wanted.connect(partial(self._house.visit, "library", "add"))
            place.models_wanted.connect(partial(self._house.visit, "models"))
        study.halt.go_on_wanted.connect(self._go_on)
        study.found.wanted.connect(self.to_proof.evidence)
        changed = "Doing again what depends on your change."
        self.steer.wanted_again.connect(partial(self._once_more, changed, work.go_on))
        self.chain.picture.toggled.connect(self._turn_picture)
        self.picture.view.more_wanted.connect(self._look_for_more)
        self.pane.ban_wanted.connect(self.steer.ban)
        self.stop.clicked.connect(work.stop)
        self.again.clicked.connect(self._new)
        self.repeat.button.clicked.connect(
            lambda: self._once_more("Asking the same anew.", work.repeat)
        )

    def _keys(self) -> None:
        for key, action in (
            ("Right", partial(self.walk, 1)),
            ("Left", partial(self.walk, -1)),
            (OVER_KEY, self._change_over),
            (PICTURE_KEY, self.chain.picture.click),
        ):
            bind(key, self, action)

    def _change_over(self) -> None:
        """The chain and the text, where only one of them has room."""
        if self._stack.currentIndex() == STUDY:
            self.beside.change_over()
