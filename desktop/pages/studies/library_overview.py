"""What the first sight of Ask and Write knows of the library and of earlier studies.

Documents change many times a second while they come in: they are looked at once for many, and only
while somebody sees it. Nobody is told that something is missing by what was known before: who comes
back to the page hears of it when it has been looked at again. Everything is read in a worker.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Literal

from msgspec import structs
from PySide6.QtCore import QObject, QTimer, Signal

from desktop.house import House
from desktop.pages.studies.start import Shelf, StudyStart
from desktop.pages.studies.work import Kind
from warehouse.question import examples
from warehouse.records import StudyRow
from warehouse.studies.conversation import heads
from warehouse.text import shortened

if TYPE_CHECKING:
    from warehouse.library import Library
    from warehouse.studies.keeper import Studies

Shelved = Kind | Literal["table"]
HEADERS_LOOKED_AT = 40
NEWS_MS = 400
KEPT = "Kept for 30 days."
TOLD_CHARACTERS = 80  # of a question, in a notice


class StudyShelf(QObject):
    """``told(Shelf)``; earlier studies of ``kind`` go to ``start`` by themselves.

    ``is_seen`` says whether the first sight is in front.
    """

    told = Signal(object)

    def __init__(
        self, house: House, kind: Shelved, start: StudyStart, is_seen: Callable[[], bool]
    ) -> None:
        super().__init__(start)
        self._house, self._kind, self._start, self._is_seen = house, kind, start, is_seen
        self._looking = self._look_again = self._suggesting = False
        self._shelf: Shelf | None = None
        self._questions: tuple[str, ...] = ()
        self._answered: dict[tuple[str, str], bool] = {}
        self._news = QTimer(self, singleShot=True, interval=NEWS_MS)
        self._news.timeout.connect(self._look_if_seen)
        house.opened.connect(self.look)
        house.documents_changed.connect(self._changed)
        house.document_removed.connect(self._changed)
        house.settings_changed.connect(self._changed)
        house.order.changed.connect(self._changed)
        start.removed.connect(self.remove)
        start.history.worked = house.jobs.studies

    def look(self) -> None:
        """One look at a time, so that an older one never has the last word."""
        library = self._house.library
        self._look_again = self._looking
        if library is not None and not self._looking:
            self._looking = True
            house = self._house
            left_out = house.order.left_out
            read = partial(shelf, library, left_out, house.engines.installed, self._questions)
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
            self._house.jobs.keep(partial(_remove, studies, row), partial(self._removed, row))

    def _removed(self, row: StudyRow, ids: tuple[str, ...]) -> None:
        self.look_at_studies()
        words = f"Removed “{shortened(row.title or row.question, TOLD_CHARACTERS)}”"
        again = partial(self._do, _remove_each, ids)
        back = partial(self._do, _restore_each, ids)
        self._house.undo.did(words, back, again, note=KEPT)

    def _do(self, act: Callable[[Studies, tuple[str, ...]], None], ids: tuple[str, ...]) -> None:
        studies = self._house.studies
        if studies is not None:
            self._house.jobs.keep(partial(act, studies, ids), lambda _: self.look_at_studies())

    def _tell(self, found: Shelf) -> None:
        self._shelf = found
        if not self._look_again:
            self.told.emit(found)
            self._suggest()

    def _suggest(self) -> None:
        """Questions are searched for, which may wait for the index: they come behind."""
        library = self._house.library
        if library is not None and self._kind == "ask" and not self._suggesting:
            self._suggesting = True
            work = partial(suggestions, library, self._answered)
            self._house.jobs.fetch(work, self._suggested).ended.connect(self._suggested_all)

    def _suggested(self, questions: tuple[str, ...]) -> None:
        self._questions = questions
        if self._shelf is not None and self._shelf.questions != questions:
            self._shelf = structs.replace(self._shelf, questions=questions)
            self.told.emit(self._shelf)

    def _suggested_all(self) -> None:
        self._suggesting = False

    def _looked(self) -> None:
        self._looking = False
        if self._look_again:
            self.look()

    def _changed(self, *_: object) -> None:
        if not self._news.isActive():
            self._news.start()

    def _look_if_seen(self) -> None:
        if self._is_seen():
            self.look()


def shelf(
    library: Library,
    left_out: Sequence[str],
    has_model: Callable[[], bool],
    questions: tuple[str, ...],
) -> Shelf:
    """What can be asked, without what is on its way into the trash; ``questions`` are those
    suggested last. In a worker.
    """
    collections = tuple(collection.name for collection in library.shelves.all())
    leaving = library.catalog.some_documents(left_out).values()
    count = library.catalog.counts().readable - sum(
        document.state not in ("failed", "locked") for document in leaving
    )
    return Shelf(count, questions, has_model(), collections)


def suggestions(library: Library, answered: dict[tuple[str, str], bool]) -> tuple[str, ...]:
    """Questions that the newest documents answer. In a worker."""
    newest = library.catalog.newest_readable(HEADERS_LOOKED_AT)
    headers = [library.catalog.header(document) for document in newest]
    known = [header for header in headers if header]
    return examples.questions(known, examples.answers(library.finder, answered))


def _rows(studies: Studies, kind: Shelved) -> list[StudyRow]:
    rows = [row for row in studies.list() if row.kind == kind]
    return list(heads(rows)) if kind == "ask" else rows


def _remove(studies: Studies, row: StudyRow) -> tuple[str, ...]:
    """A conversation goes whole; nothing of it while its last question runs. Raises BadInput."""
    whole = studies.conversation(row) if row.kind == "ask" else (row,)
    ids = tuple(question.id for question in reversed(whole))
    _remove_each(studies, ids)
    return ids


def _remove_each(studies: Studies, ids: tuple[str, ...]) -> None:
    for id in ids:
        studies.remove(id)


def _restore_each(studies: Studies, ids: tuple[str, ...]) -> None:
    for id in reversed(ids):
        studies.restore(id)
