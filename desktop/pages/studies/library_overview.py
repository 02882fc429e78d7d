"""What the first sight of Ask and Write knows of the library and of earlier studies.

Documents change many times a second while they come in: they are looked at once for many, and only
while somebody sees it. Everything is read in a worker.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec import structs
from PySide6.QtCore import QObject, QTimer, Signal

from desktop.house import House
from desktop.pages.studies.start import Shelf, StudyStart
from desktop.pages.studies.work import Kind
from warehouse.ingest.about import Spread
from warehouse.ingest.suggested import suggested
from warehouse.question import examples
from warehouse.records import Header, StudyRow

if TYPE_CHECKING:
    from warehouse.library import Library
    from warehouse.studies.keeper import Studies

HEADERS_LOOKED_AT = 40
MADE_AT_ONCE = 3
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
        self._news = QTimer(self, singleShot=True, interval=NEWS_MS)
        self._news.timeout.connect(self._look_if_seen)
        house.opened.connect(self.look)
        house.documents_changed.connect(self._changed)
        house.settings_changed.connect(self._changed)
        house.order.changed.connect(partial(self._changed, None))
        start.removed.connect(self.remove)

    def look(self) -> None:
        library = self._house.library
        if library is not None:
            read = partial(shelf, library, self._house.engines.installed)
            self._house.jobs.fetch(read, self.told.emit)
            self.look_at_studies()

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

    def _changed(self, what: object) -> None:
        if not self._news.isActive():
            self._news.start()

    def _look_if_seen(self) -> None:
        if self._is_seen():
            self.look()


def shelf(library: Library, has_model: Callable[[], bool]) -> Shelf:
    """What can be asked, and questions that the newest documents answer. In a worker."""
    known = library.catalog.documents()
    readable = [one for one in known if one.state not in ("failed", "locked")]
    headers = [library.catalog.header(one.id) for one in readable[:HEADERS_LOOKED_AT]]
    there = with_questions(library, [header for header in headers if header])
    questions = examples.questions(there, examples.answers(library.finder))
    collections = tuple(one.name for one in library.shelves.all())
    return Shelf(len(readable), questions, has_model(), collections)


def with_questions(library: Library, headers: Sequence[Header]) -> list[Header]:
    """Of a few documents that came in before questions were made of them, they are made now."""
    told: list[Header] = []
    made = 0
    for header in headers:
        if not header.asked_by and made < MADE_AT_ONCE:
            reading = library.catalog.reading(header.document)
            questions = suggested(reading, Spread(reading.text))
            header = structs.replace(header, questions=questions, asked_by="plain")
            library.catalog.set_header(header)
            made += 1
        told.append(header)
    return told


def _rows(studies: Studies, kind: Kind) -> list[StudyRow]:
    return [row for row in studies.list() if row.kind == kind]
