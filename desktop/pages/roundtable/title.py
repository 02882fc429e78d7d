"""The line over a table: play, the next turn, speed, experts, export, report."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from desktop.house import House
from desktop.pages.roundtable.exporting import TableExport
from desktop.pages.roundtable.work import FIRST_PACE, PACES, TableWork
from desktop.widgets.basics import Button, Chip, IconButton
from desktop.widgets.elided import Elided
from desktop.widgets.menu_choice import MenuChoice
from warehouse.results.roundtable import Table
from warehouse.text import plural

NAME = "Round table"
ROOMY_PX = 840
SETTLE_MS = 700
REPORT = "Report …"


class TableTitle:
    """The widgets of the title line; ``left`` and ``right`` are their order."""

    def __init__(self, house: House, work: TableWork, proof: Chip) -> None:
        theme = house.theme
        self._work = work
        self._is_narrow, self._people, self._verb = False, 0, "Listen"
        self.title = Elided("title")
        self.counts = Chip("")
        self.play = Button(theme, "Listen", "play")
        self.next = IconButton(theme, "skip-forward", "Next turn (N)")
        self.pace = MenuChoice("Speed", PACES, FIRST_PACE)
        self.proof = proof
        self.people = Button(theme, "Experts", "users")
        self.people.setCheckable(True)
        self.people.setToolTip("Who sits at the table, and what is read (U)")
        self.export = TableExport(house)
        self.report = Button(theme, REPORT, "square-pen", kind="primary")
        self.report.setToolTip("An article of it, with the map as its outline (R)")
        self.again = IconButton(theme, "plus", "New round table")
        self.play.clicked.connect(self._play)
        self.next.clicked.connect(work.next)
        self.pace.changed.connect(work.set_pace)
        self._settle = QTimer(self.play, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(partial(self.play.setEnabled, True))
        work.turned.connect(self.tell_work)
        self.title.setText(NAME)

    @property
    def left(self) -> Sequence[QWidget]:
        return (self.title, self.counts)

    @property
    def right(self) -> Sequence[QWidget]:
        turns = (self.play, self.next)
        return (*turns, self.proof, self.people, self.export, self.again, self.report)

    def show_table(self, wanted: bool) -> None:
        """All but the title stands there only while a table is in front."""
        if not wanted:
            self.title.setText(NAME)
        for widget in (self.counts, *self.right):
            widget.setVisible(wanted)

    def tell(self, table: Table) -> None:
        self.title.setText(table.topic)
        sources = len({piece.place.document for piece in table.evidence})
        turns = plural(len(table.turns), "turn")
        self.counts.set(f"{turns} · {plural(sources, 'source')}")
        self._people = len(table.experts)
        self._tell_words()
        self.report.setEnabled(bool(table.evidence))
        self.export.offer(self._work.table)

    def tell_work(self) -> None:
        """Play while it rests, Pause while it plays, Stop what is still being said after that."""
        work = self._work
        words, icon, about = ("Listen", "play", "Turn after turn (L)")
        if work.plays:
            words, icon, about = ("Pause", "pause", "After the turn that is being said (L)")
        elif work.busy:
            words, icon, about = ("Stop", "square", "At once; what was being said is left out (L)")
        self._verb = words
        self.play.set(words, icon)
        self.play.setToolTip(about)
        self._tell_words()
        self.next.setEnabled(not work.busy)

    def make_room(self, width_px: int) -> None:
        """In a narrow page the buttons do without words."""
        is_narrow = width_px < ROOMY_PX
        if is_narrow != self._is_narrow:
            self._is_narrow = is_narrow
            self._tell_words()

    def _tell_words(self) -> None:
        """The names stay for those who hear them."""
        people = f"Experts · {self._people}" if self._people else "Experts"
        short = f"{self._people}" if self._people else ""
        for button, words, few in (
            (self.play, self._verb, ""),
            (self.people, people, short),
            (self.report, REPORT, ""),
        ):
            button.setText(few if self._is_narrow else words)
            button.setAccessibleName(words)

    def change_pace(self, by: int) -> None:
        """Faster or slower."""
        paces = list(PACES)
        at = max(0, min(len(paces) - 1, paces.index(self.pace.chosen) + by))
        self.pace.choose(paces[at])

    def _play(self) -> None:
        if self._work.plays:
            self._work.pause()
            self.play.setEnabled(False)  # Stop comes in its place, and a second click is not meant
            self._settle.start()
        elif self._work.busy:
            self._work.stop()
        else:
            self._work.play()
