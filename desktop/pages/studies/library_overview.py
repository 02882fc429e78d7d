"""What the first sight of Ask and Write knows of the library and of earlier studies.

Documents change many times a second while they come in: they are looked at once for many, and only
while somebody sees it. Nobody is told that something is missing by what was known before: who comes
back to the page hears of it when it has been looked at again. Everything is read in a worker.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from desktop.house import House
from desktop.pages.studies.start import Shelf, StudyStart
from desktop.pages.studies.work import Kind
from warehouse.question import examples
from warehouse.records import StudyRow

if TYPE_CHECKING:
    from warehouse.library import Library
    from warehouse.studies.keeper import Studies

HEADERS_LOOKED_AT = 40
NEWS_MS = 400


class StudyShelf(QObject):
    """``told(Shelf)``; earlier studies of ``kind`` go to ``start`` by themselves.

    ``is_seen`` says whether the first sight is in front.
    """

    told = Signal(object)

    def __init__(
        self, house: House, kind: Kind, start: StudyStart, is_seen: Callable[[], bool]
    ) -> None:
        super().__init__(start)
        self._house, self._kind, self._start, self._is_seen = house, kind, start, is_seen
        self._looking = self._look_again = False
        self._news = QTimer(self, singleShot=True, interval=NEWS_MS)
        self._news.timeout.connect(self._look_if_seen)
        house.opened.connect(self.look)
        house.documents_changed.connect(self._changed)
        house.settings_changed.connect(self._changed)
        house.order.changed.connect(partial(self._changed, None))
        start.removed.connect(self.remove)

    def look(self) -> None:
        """One look at a time, so that an older one never has the last word."""
        library = self._house.library
        self._look_again = self._looking
        if library is not None and not self._looking:
            self._looking = True
            read = partial(shelf, library, self._house.engines.installed)
            job = self._house.jobs.fetch(read, self._tell)
            job.ended.connect(self._looked)
            self.look_at_studies()

    def come_to_front(self) -> None:
        """The first sight is seen again: what was missing may have come meanwhile."""
        self._start.need.wait()
        self.look()

    def look_at_studies(self) -> None:
        studies = self._house.studies
        if studies is not None:
            self._house.jobs.fetch(partial(_rows, studies, self._kind), self._start.tell_studies)

    def remove(self, row: StudyRow) -> None:
        studies = self._house.studies
        if studies is not None:
            job = self._house.jobs.fetch(partial(studies.delete, row.id), self._removed)
            job.failed.connect(self._house.notices.error)

    def _removed(self, nothing: object) -> None:
        self.look_at_studies()

    def _tell(self, found: Shelf) -> None:
        if not self._look_again:
            self.told.emit(found)

    def _looked(self) -> None:
        self._looking = False
        if self._look_again:
            self.look()

    def _changed(self, what: object) -> None:
        if not self._news.isActive():
            self._news.start()

    def _look_if_seen(self) -> None:
        if self._is_seen():
            self.look()


def shelf(library: Library, has_model: Callable[[], bool]) -> Shelf:
    """What can be asked, and questions from the newest headers. In a worker."""
    newest = library.catalog.newest_readable(HEADERS_LOOKED_AT)
    headers = [library.catalog.header(one) for one in newest]
    questions = examples.questions([header for header in headers if header])
    collections = tuple(one.name for one in library.shelves.all())
    return Shelf(library.catalog.counts().readable, questions, has_model(), collections)


def _rows(studies: Studies, kind: Kind) -> list[StudyRow]:
    return [row for row in studies.list() if row.kind == kind]
