"""The finished article in front, as it is kept: changed in workers, with a way back each time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from desktop.house import House
from desktop.jobs import Job
from desktop.pages.write.article import ArticleView
from warehouse.records import StudyRow
from warehouse.studies.editing.editor import ArticleEditor, Edited
from warehouse.writing.editing import spots
from warehouse.writing.editing.records import Part, Spot

T = TypeVar("T")
Beside = Callable[[ArticleEditor], object]


class KeptArticle(QObject):
    """``changed(Edited)``: the article, or what lies beside it, is otherwise by now; ``now`` is
    that, None while none is in front.
    """

    changed = Signal(object)

    def __init__(self, house: House, view: ArticleView) -> None:
        super().__init__(view)
        self.house, self._view = house, view
        self.row: StudyRow | None = None
        self.now: Edited | None = None

    def editor(self) -> ArticleEditor | None:
        """Of the article in front, for a worker."""
        if (warehouse := self.house.warehouse) is None or self.row is None:
            return None
        return ArticleEditor(warehouse.studies, warehouse.library, self.row)

    def fetch(self, act: Callable[[], T], then: Callable[[T], None]) -> Job:
        """In a worker, after what was asked for before; ``then`` comes while the same article is in
        front.
        """
        row = self.row

        def told(found: T) -> None:
            if row is self.row:
                then(found)

        return self.house.jobs.keep(act, told)

    def ask(self, act: Callable[[ArticleEditor], T], then: Callable[[T], None]) -> None:
        """As ``fetch``, of the editor; nothing where no article is in front."""
        if (editor := self.editor()) is not None:
            self.fetch(partial(act, editor), then)

    def show(self, edited: Edited) -> None:
        self.now = edited
        self.changed.emit(edited)

    def did(
        self, words: str, edited: Edited, back: Beside | None = None, again: Beside | None = None
    ) -> None:
        """Something was done to it; ``back`` and ``again`` are done in a worker before the head
        moves that way.
        """
        old, new = (self.now.head if self.now else 0), edited.head
        self.show(edited)
        if old != new:
            start = old or edited.versions[0].number
            ways = partial(self._put_head, start, back), partial(self._put_head, new, again)
            self.remember(words, *ways)

    def remember(
        self,
        words: str,
        back: Callable[[], object],
        again: Callable[[], object],
        note: str | None = None,
    ) -> None:
        """Something can be taken back, while the same article is in front. With ``note``, a
        sentence more, it is said aloud.
        """
        study = self.row.id if self.row is not None else ""
        ways = [partial(self._if_in_front, study, way) for way in (back, again)]
        self.house.undo.did(words, ways[0], ways[1], note=note)

    def _if_in_front(self, study: str, act: Callable[[], object]) -> object:
        if self.row is not None and self.row.id == study:
            return act()
        self.house.notices.say("That was done to another article.", "Open it first.")
        return False

    def go_to(self, number: int) -> None:
        """Let a version count."""
        words = f"Went to version {number}"
        self.ask(lambda editor: editor.go_to(number), partial(self.did, words))

    def part(self, spot: Spot) -> Part:
        """A paragraph of it; without words where there is none."""
        article = self._view.article
        paragraphs = spots.paragraphs(article) if article else ()
        return next(
            (paragraph.part for paragraph in paragraphs if paragraph.spot == spot), Part("")
        )

    def here(self) -> Spot | None:
        """The paragraph in which the reader is, by default the first."""
        paragraphs = spots.paragraphs(self._view.article) if self._view.article else ()
        return self._view.spot_here() or (paragraphs[0].spot if paragraphs else None)

    def _put_head(self, number: int, beside: Beside | None) -> None:
        self.ask(partial(_headed, number=number, beside=beside), self.show)


def _headed(editor: ArticleEditor, number: int, beside: Beside | None) -> Edited:
    """In a worker."""
    if beside is not None:
        beside(editor)
    return editor.go_to(number)
