"""The line over a table: play, the next turn, speed, experts, export, report."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from desktop.house import House
from desktop.pages.roundtable.exporting import TableExport
from desktop.pages.roundtable.work import FIRST_PACE, PACES, TableWork
from desktop.widgets.basics import Button, Chip, IconButton
from desktop.widgets.elided import Elided
from desktop.widgets.menu_choice import MenuChoice
from warehouse.results.provenance import plural
from warehouse.results.roundtable import Table

NAME = "Round table"


class TableTitle:
    """The widgets of the title line; ``left`` and ``right`` are their order."""

    def __init__(self, house: House, work: TableWork, proof: Chip) -> None:
        theme = house.theme
        self._work = work
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
        self.report = Button(theme, "Report", "square-pen", kind="primary")
        self.report.setToolTip("An article of it, with the map as its outline (R)")
        self.again = IconButton(theme, "plus", "New round table")
        self.play.clicked.connect(self._play)
        self.next.clicked.connect(work.next)
        self.pace.changed.connect(work.set_pace)
        work.turned.connect(self.tell_work)
        self.title.setText(NAME)

    @property
    def left(self) -> Sequence[QWidget]:
        return (self.title, self.counts)

    @property
    def right(self) -> Sequence[QWidget]:
        chips = (self.play, self.next, self.pace, self.proof)
        return (*chips, self.people, self.export, self.again, self.report)

    def show_table(self, wanted: bool) -> None:
        """All but the title stands there only while a table is in front."""
        if not wanted:
            self.title.setText(NAME)
        for one in (self.counts, *self.right):
            one.setVisible(wanted)

    def tell(self, table: Table) -> None:
        self.title.setText(table.topic)
        sources = len({one.place.document for one in table.evidence})
        turns = plural(len(table.turns), "turn")
        self.counts.set(f"{turns} · {plural(sources, 'source')}")
        self.people.set(f"Experts · {len(table.experts)}" if table.experts else "Experts")
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
        self.play.set(words, icon)
        self.play.setToolTip(about)
        self.next.setEnabled(not work.busy)

    def change_pace(self, by: int) -> None:
        """Faster or slower."""
        paces = list(PACES)
        at = max(0, min(len(paces) - 1, paces.index(self.pace.chosen) + by))
        self.pace.choose(paces[at])

    def _play(self) -> None:
        if self._work.plays:
            self._work.pause()
        elif self._work.busy:
            self._work.stop()
        else:
            self._work.play()
