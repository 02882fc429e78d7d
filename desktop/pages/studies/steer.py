"""The study in front as the user steers it: every act is recorded off the main thread.

A study that runs takes an act by itself, between two model calls, and shows it in its next chain.
One that is finished is taken up again at once (``wanted_again``), an article that was edited since
when the user agrees; one that was stopped keeps the act until it goes on. What came too late is
said.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop.house import House
from desktop.widgets.chain import ChainView
from desktop.widgets.evidence import EvidencePane
from desktop.widgets.named_documents import Titles, named
from warehouse.records import StudyRow
from warehouse.results.records import Answer, Article
from warehouse.steering import Act, Kind
from warehouse.studies import revisions
from warehouse.studies.steering import acts_in_words, steerable

if TYPE_CHECKING:
    from warehouse.library import Library

SUGGESTED = 12


class StudySteer(QObject):
    """``wanted_again``: the finished study in front has changes that are not in it yet."""

    wanted_again = Signal()

    def __init__(self, house: House, chain: ChainView, pane: EvidencePane) -> None:
        super().__init__(house)
        self._house, self._chain, self._pane = house, chain, pane
        self._row: StudyRow | None = None
        self._finished = False
        self._told: set[int] = set()
        self._fresh: set[int] = set()
        chain.steered.connect(self.act)
        chain.wishes.titles_wanted.connect(self._seek)

    def tell(self, row: StudyRow | None) -> None:
        """Another study is in front, or the same one begins; None where none can be steered."""
        self._row, self._finished = row, False
        self._house.notices.withdrawn.emit(self._agree)
        self._let(steerable.useful(row) if row else frozenset())

    def finish(self, row: StudyRow | None, result: Answer | Article, changed: bool = False) -> None:
        """It is finished, with these acts in it; where it was ``changed`` since and stopped, others
        wait until it goes on.
        """
        self._row, self._finished = row, not changed
        self._told = {act.number for act in result.research.acts if act.state != "waiting"}
        self._let(steerable.useful(row, result) if row else frozenset())
        for act in result.research.acts:
            if act.state == "late" and act.number in self._fresh:
                self._house.notices.say(f"{acts_in_words.told(act)}: too late, {act.note}.")
        self._fresh.clear()
        studies = self._house.studies
        if studies is not None and row is not None:
            self._house.jobs.fetch(partial(studies.acts, row), partial(self._all, row))

    def _let(self, kinds: Collection[Kind]) -> None:
        self._chain.let_steer(kinds)
        self._pane.title.ban.setVisible("ban" in kinds)

    def ban(self, document: str) -> None:
        """What the evidence pane shows is not read any more for this study."""
        self.act(Act("ban", document=document))

    def act(self, act: Act) -> None:
        """Record it, in a worker."""
        studies, row = self._house.studies, self._row
        if studies is None or row is None:
            return
        self._house.jobs.fetch(partial(studies.steer, row, act), partial(self._recorded, row))

    def _recorded(self, row: StudyRow, act: Act) -> None:
        if self._row is None or row.id != self._row.id:
            return
        self._fresh.add(act.number)
        self._chain.wishes.tell([act])
        self._look()

    def _all(self, row: StudyRow, acts: tuple[Act, ...]) -> None:
        """Every act there is: some may have come when the result was being saved."""
        if self._row is not None and row.id == self._row.id:
            self._chain.wishes.tell(acts)
            self._look()

    def _look(self) -> None:
        """A finished study with acts that it has not taken goes on with them."""
        studies, row = self._house.studies, self._row
        if not self._finished or studies is None or row is None:
            return
        if self._has_changes():
            look = partial(revisions.is_edited, studies.folder(row.id))
            self._house.jobs.fetch(look, partial(self._go_on_or_ask, row))
        else:
            self._house.notices.withdrawn.emit(self._agree)

    def _has_changes(self) -> bool:
        """What was taken back before it was in the result changes nothing."""
        fresh = [act for act in self._chain.wishes.acts if act.number not in self._told]
        taken_back = {act.other for act in fresh if act.kind == "back"}
        return any(
            act.other in self._told if act.kind == "back" else act.number not in taken_back
            for act in fresh
        )

    def _go_on_or_ask(self, row: StudyRow, is_edited: bool) -> None:
        if not self._finished or self._row is None or row.id != self._row.id:
            return
        if is_edited:
            self._house.notices.offer(revisions.HAND_EDITED, "Write it anew", self._agree)
        else:
            self._agree()

    def _agree(self) -> None:
        if self._finished and self._has_changes():
            self._finished = False
            self.wanted_again.emit()

    def _seek(self, text: str) -> None:
        library = self._house.library
        if library is not None and text.strip():
            self._house.jobs.fetch(partial(titles, library, text), self._chain.wishes.offer)


def titles(library: Library, text: str) -> Titles:
    """Documents that may be meant, those of this very title first. In a worker."""
    sought = text.strip()
    documents = named(library.catalog.documents(sought))
    documents.sort(key=lambda one: one.title.casefold() != sought.casefold())
    return Titles(sought, documents[:SUGGESTED])
