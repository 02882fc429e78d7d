"""What the user changes of a table: its map, who sits there, what is read. The work does it all.

What cannot be is said in a notice; nothing here waits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from desktop.house import House
from desktop.notices import Notice
from desktop.pages.roundtable.map import MapPanel
from desktop.pages.roundtable.seats import Seats
from desktop.pages.roundtable.work import Change, TableWork
from desktop.pages.studies.steer import titles
from desktop.widgets.evidence import EvidencePane
from warehouse.results.roundtable import Table

if TYPE_CHECKING:
    from warehouse.library import Library

BANNED = "That document is not read any more at this table."


class TableSteer(QObject):
    def __init__(
        self, house: House, work: TableWork, parts: tuple[MapPanel, Seats, EvidencePane]
    ) -> None:
        super().__init__(work)
        self._house, self._work = house, work
        self._map, self._seats, self._pane = parts
        self._map.card.wished.connect(self._of_concept)
        self._seats.expert.connect(self._expert)
        self._seats.dismissed.connect(self._dismiss)
        self._seats.sources.way.connect(self._read)
        self._seats.sources.titles_wanted.connect(self._seek)
        self._pane.ban_wanted.connect(self._ban)
        work.refused.connect(self._refused)

    def name_sources(self, table: Table) -> None:
        """Of documents that were chosen and gave nothing yet only the ids are kept."""
        missing = self._seats.sources.unnamed(table)
        library = self._house.library
        if missing and library is not None:
            self._house.jobs.fetch(partial(_titles, library, missing), self._named)

    def _named(self, names: Mapping[str, str]) -> None:
        if self._work.table is not None:
            self._seats.sources.name(names, self._work.table.now)

    def _of_concept(self, verb: str, text: str) -> None:
        """The one that is chosen."""
        id = self._map.id
        if not id or self._work.table is None:
            return
        table = self._work.table.now
        is_asked, is_held = table.deeper == id, id in table.pinned
        node = table.map.find(id)  # none where it went just now, before the window knew
        held = node.evidence if node is not None else ()
        piece = self._pane.number if self._pane.number in held else next(iter(held), 0)
        changes: dict[str, Change] = {
            "deeper": lambda one: one.deeper("" if is_asked else id),
            "rename": lambda one: one.rename(id, text),
            "add": lambda one: one.add_concept(id, text),
            "move": lambda one: one.move(id, text),
            "merge": lambda one: one.merge(id, text),
            "piece": lambda one: one.move_evidence(piece, text),
            "pin": lambda one: one.pin_concept(id, not is_held),
            "delete": lambda one: one.delete(id),
        }
        if verb in changes:
            self._work.act(changes[verb])

    def _expert(self, id: str, name: str, about: str) -> None:
        undone = self._seats.ask_again
        if id:
            self._work.act(lambda one: one.edit_expert(id, name, about), undone=undone)
        else:
            self._work.act(lambda one: one.add_expert(name, about), undone=undone)

    def _dismiss(self, id: str) -> None:
        self._work.act(lambda one: one.remove_expert(id))

    def _read(self, document: str, way: str) -> None:
        ways: dict[str, Change] = {
            "pin": lambda one: one.pin_source(document),
            "ban": lambda one: one.ban_source(document),
            "free": lambda one: one.free_source(document),
        }
        self._work.act(ways[way], undone=self._tell_sources)

    def _tell_sources(self) -> None:
        if self._work.table is not None:
            self._seats.sources.tell_anew(self._work.table.now)

    def _ban(self, document: str) -> None:
        self._read(document, "ban")
        self._house.notices.say(BANNED)

    def _seek(self, text: str) -> None:
        if (library := self._house.library) is not None and text.strip():
            offer = self._seats.sources.offer
            self._house.jobs.fetch(partial(titles, library, text), offer)

    def _refused(self, notice: Notice) -> None:
        self._house.notices.say(notice.sentence, notice.next_step)


def _titles(library: Library, documents: Sequence[str]) -> dict[str, str]:
    """Of those that are still there. In a worker."""
    known = (document for document in documents if library.catalog.knows(document))
    return {document: library.catalog.document(document).title for document in known}
