"""The round table: experts argue over the library, a map grows, the user joins in when they like.

Two sheets: the *start* (a topic, earlier tables) and the *table* (conversation and map side by
side, the evidence at the right when it is asked for). How turns follow one another stands in
``work.py``; all that the user does goes through it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedLayout, QStackedWidget, QWidget

from desktop.house import House
from desktop.notices import Notice
from desktop.pages.roundtable.halves import Halves
from desktop.pages.roundtable.map import MapPanel
from desktop.pages.roundtable.proof import PAGE, TableProof
from desktop.pages.roundtable.seats import Seats
from desktop.pages.roundtable.start import TableStart
from desktop.pages.roundtable.status import told
from desktop.pages.roundtable.steer import TableSteer
from desktop.pages.roundtable.talk import Talk
from desktop.pages.roundtable.title import TableTitle
from desktop.pages.roundtable.turn import TurnView, latest_why
from desktop.pages.roundtable.work import TableWork
from desktop.pages.studies.library_overview import StudyShelf
from desktop.starting.staged_build import Making
from desktop.widgets.evidence import EvidencePane
from desktop.widgets.question import QuestionBox
from desktop.widgets.scope_choice import Limit
from warehouse.records import StudyRow
from warehouse.results.roundtable import Speaking, Table, turns_on
from warehouse.run import Step

if TYPE_CHECKING:
    from warehouse.roundtable.session import RoundTable

START, TABLE = 0, 1
MAP, SEATS = 0, 1
TICK_MS = 1000


def make(house: House) -> Making:
    """The page, in pieces."""
    start = TableStart(house.theme)
    yield
    talk = Talk(house)
    yield
    panel = MapPanel(house)
    yield
    seats = Seats(house.theme)
    yield
    pane = EvidencePane(house)
    yield
    return RoundTablePage(house, start, (talk, panel, seats), pane)


class RoundTablePage(QWidget):
    side_full = True

    def __init__(
        self,
        house: House,
        start: TableStart,
        parts: tuple[Talk, MapPanel, Seats],
        pane: EvidencePane,
    ) -> None:
        """The parts are made by the caller, one by one, so that none holds the window up."""
        super().__init__()
        self._house, self.start, self.pane = house, start, pane
        self.talk, self.map, self.seats = parts
        self.work = TableWork(house)
        self.work.setParent(self)
        self.shelf = StudyShelf(house, "table", start, self._shows_start)
        self.proof = TableProof(house, pane, self)
        self.steer = TableSteer(house, self.work, (self.map, self.seats, pane))
        self.title = TableTitle(house, self.work, self.proof.chip)
        self.talk.box.add_choices(self.title.pace)
        self._step: Step | None = None
        self._tick = QTimer(self, interval=TICK_MS)
        self._right = QStackedWidget()
        self._right.addWidget(self.map)
        self._right.addWidget(self.seats)
        self.halves = Halves(house.theme, self.talk, self._right)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(start)
        self._stack.addWidget(self.halves)
        self._connect()
        self._show_start()

    # The contract of a page

    def title_widgets(self) -> tuple[Sequence[QWidget], Sequence[QWidget]]:
        return self.title.left, self.title.right

    def side_widget(self) -> QWidget:
        return self.pane

    def focus_place(self) -> QWidget:
        return self.start.box.edit if not self.is_at_table else self.talk.box.edit

    def written_in(self) -> QuestionBox:
        """Where letters go that are typed beside it."""
        return self.talk.box if self.is_at_table else self.start.box

    def accept(self, wish: object) -> None:
        """A topic for the box, a table's StudyRow to open, another study's to start from, a Limit
        of the next table.
        """
        if isinstance(wish, str) and wish not in ("search", "add"):
            self._show_start(wish)
            self.start.start_from(None)
        elif isinstance(wish, StudyRow) and wish.kind == "table":
            self.open_table(wish)
        elif isinstance(wish, StudyRow):
            self._show_start()
            self.start.start_from(wish)
        elif isinstance(wish, Limit):
            self._show_start()
            self.start.within.limit(wish)

    def escape(self) -> bool:
        """Folds the evidence away, then who sits there."""
        if not self.is_at_table:
            return False
        return self.proof.fold() or self.show_seats(False)

    # A table

    def begin(self, topic: str) -> None:
        from warehouse.roundtable.session import NewTable

        within = self.start.within.chosen
        origin = self.start.origin.id if self.start.origin is not None else ""
        self._show_table(topic)
        self.work.begin(NewTable(topic, within.name, within.query, origin))

    def open_table(self, row: StudyRow) -> None:
        """As it was left; one that is in hand stays as it is."""
        if self.work.is_on(row):
            self._to_table()
            return
        self._show_table(row.question)
        self.work.open(row)

    @property
    def is_at_table(self) -> bool:
        return self._stack.currentIndex() == TABLE

    @property
    def now(self) -> Table | None:
        return self.work.table.now if self.work.table is not None else None

    def report(self) -> None:
        """To the Write page, with this table to write from."""
        if self.work.table is not None:
            self.work.pause()
            self._house.visit("write", self.work.table.row)

    def toggle_why(self) -> None:
        """What is behind the moderator's last question."""
        if (view := latest_why(self.talk.turns)) is not None:
            view.toggle_why()
            self.halves.bring(False)
            self.talk.reveal_widget(view)

    def show_seats(self, wanted: bool) -> bool:
        """Who sits there in place of the map, or the map again; whether that changed anything."""
        was_shown = self._right.currentIndex() == SEATS
        self._right.setCurrentIndex(SEATS if wanted else MAP)
        self.title.people.setChecked(wanted)
        if wanted:
            self.halves.bring(True)
            self.seats.setFocus()
        elif was_shown:
            self.focus_place().setFocus()
        return wanted != was_shown

    # What is told

    def _opened(self, table: RoundTable) -> None:
        self.shelf.look_at_studies()
        self.pane.title.ban.setVisible(True)
        self.steer.name_sources(table.now)
        self._say()

    def _changed(self, table: Table) -> None:
        self.title.tell(table)
        self.talk.tell(table)
        self.map.tell(table)
        self.seats.tell(table)
        self.pane.bring(table.evidence)
        self._light(self.map.id)

    def _speaking(self, said: Speaking) -> None:
        self.talk.halt.hide()
        self.talk.tell_draft(said)

    def _stepped(self, step: Step) -> None:
        self._step = step
        self._say()

    def _turned(self) -> None:
        """A turn begins or ends."""
        self.title.tell_work()
        if self.work.busy:
            self.talk.halt.hide()
            self._tick.start()
        else:
            self._step = None
            self._tick.stop()
            self.talk.drop_draft()
            self.shelf.look_at_studies()
        self._say()

    def _say(self) -> None:
        words = told(self.work, self._step, self.now)
        self.talk.status.setText(words)
        self.talk.status.setVisible(bool(words))

    def _failed(self, notice: Notice) -> None:
        self.talk.drop_draft()
        self.talk.halt.tell_trouble(notice)
        self.title.tell_work()

    # From one half to the other

    def _to_turn(self, number: int) -> None:
        self.halves.bring(False)
        self.talk.reveal(number)

    def _light(self, id: str) -> None:
        table = self.now
        spoken = turns_on(table, id) if table is not None and id else ()
        self.talk.light(frozenset(turn.number for turn in spoken))

    def _join(self, view: TurnView) -> None:
        """What its numbers lead to stands beside the conversation, where one half makes way."""
        self.proof.follow(view.text)
        view.text.cited.connect(self._talk_first)
        view.text.chosen.connect(self._talk_first)

    def _talk_first(self, *_: int) -> None:
        self.halves.bring(False)

    def _from_talk(self, number: int) -> None:
        self.halves.bring(False)
        self.proof.evidence(number)

    def _from_map(self, number: int) -> None:
        self.halves.bring(True)
        self.proof.evidence(number)

    def _reached(self, text: QWidget) -> None:
        view = next((view for view in self.talk.turns if view.text is text), None)
        if view is not None:
            self.talk.reveal_widget(view)

    def _go_on(self) -> None:
        if self.work.table is None:
            self._show_start()
        else:
            self.work.play()

    def _forget(self, row: StudyRow) -> None:
        """It is taken off the list."""
        if self.work.is_on(row):
            self.work.leave()

    def _library_came(self) -> None:
        """Another library may have come: a table of the one before is out of reach."""
        if self.work.table is not None:
            self.work.leave()
            self._show_start()

    # What is in front

    def _show_start(self, text: str | None = None) -> None:
        """What is being said goes on; ``text`` for the box, None leaves what was being written."""
        self._stack.setCurrentIndex(START)
        self.title.show_table(False)
        if text is not None:
            self.start.box.set_text(text)
        self.focus_place().setFocus()
        self._fold_for_start()
        self.shelf.come_to_front()

    def new(self) -> None:
        self._show_start("")
        self.start.start_from(None)

    def _show_table(self, topic: str) -> None:
        """An empty table, until it is opened."""
        self.work.leave()
        for part in (self.talk, self.map, self.proof):
            part.clear()
        self.show_seats(False)
        self.halves.bring(False)
        self.title.tell(Table(topic))
        self._house.show_side(False, PAGE)
        self._to_table()

    def _to_table(self) -> None:
        self._stack.setCurrentIndex(TABLE)
        self.title.show_table(True)
        self.title.tell_work()
        if self.now is not None:
            self.title.tell(self.now)
        self._say()
        self.focus_place().setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.title.make_room(self.width())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fold_for_start()
        if self._shows_start():
            self.shelf.come_to_front()

    def _shows_start(self) -> bool:
        return not self.is_at_table and self.isVisible()

    def _fold_for_start(self) -> None:
        """Before anybody speaks there is no evidence to show."""
        if self._shows_start():
            self._house.show_side(False, PAGE)

    # Making

    def _connect(self) -> None:
        work, talk, start, title = self.work, self.talk, self.start, self.title
        self.shelf.told.connect(start.tell_library)
        for signal, slot in (
            (work.opened, self._opened),
            (work.changed, self._changed),
            (work.speaking, self._speaking),
            (work.stepped, self._stepped),
            (work.turned, self._turned),
            (work.failed, self._failed),
            (work.unsaid, talk.take_back),
            (start.asked, self.begin),
            (start.opened, self.open_table),
            (start.removed, self._forget),
            (self._house.opened, self._library_came),
            (talk.spoke, work.say),
            (talk.turn_made, self._join),
            (talk.wanted, self._from_talk),
            (talk.halt.go_on_wanted, self._go_on),
            (self.map.view.evidence_wanted, self._from_map),
            (self.map.chosen, self._light),
            (self.map.card.turn_wanted, self._to_turn),
            (self.seats.sources.wanted, self._from_map),
            (self.proof.reached, self._reached),
            (title.people.toggled, self.show_seats),
            (title.report.clicked, self.report),
            (title.again.clicked, self.new),
            (self._tick.timeout, self._say),
        ):
            signal.connect(slot)
        self.seats.left.connect(partial(self.show_seats, False))
        for need in (start.need.models_wanted, talk.halt.models_wanted):
            need.connect(partial(self._house.visit, "models"))
        start.need.library_wanted.connect(partial(self._house.visit, "library", "add"))
