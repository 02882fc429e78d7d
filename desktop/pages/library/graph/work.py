"""Documents are read for the library's graph, and what was read of them is forgotten.

What was read stays when it is stopped; going on reads the rest. A question comes before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop.house import House
from desktop.jobs import Job
from desktop.notices import UNDO_S
from warehouse.run import Run
from warehouse.text import plural

if TYPE_CHECKING:
    from warehouse.library import Library
    from warehouse.store.catalog.triples import Graphed

BUSY = "Documents are being read for the graph already."


class GraphWork(QObject):
    """``changed``: there is more or less in it now, or work on it began or ended; ``shown``: the
    graph of these documents is to be seen, of all where there are none.
    """

    changed = Signal()
    shown = Signal(object)

    def __init__(self, house: House, parent: QObject) -> None:
        super().__init__(parent)
        self._house = house
        self.job: Job | None = None

    def read(self, documents: Sequence[str] = ()) -> None:
        """What was not read yet of these, of all where there are none."""
        library, ids = self._house.library, tuple(documents)
        if self.job is not None:
            self._house.notices.say(BUSY, "Stop it under Now, or let it finish.")
        elif library is not None:
            work = partial(_read, self._house, library, ids)
            self.job = job = self._house.jobs.start("Reading for the graph", work, foreground=False)
            job.go = partial(self.shown.emit, ids)
            job.finished.connect(partial(self._read, ids))
            job.failed.connect(partial(self._failed, ids))
            job.ended.connect(partial(self._ended, ids))
            self.changed.emit()

    def forget(self, documents: Sequence[str]) -> None:
        """What takes long to make again is asked once more."""
        if (library := self._house.library) is not None:
            graphed = partial(library.catalog.graphed_documents, tuple(documents))
            self._house.jobs.fetch(graphed, self._offer_to_forget)

    def _offer_to_forget(self, graphed: Mapping[str, Graphed]) -> None:
        ids = tuple(graphed)
        if not ids:
            self._house.notices.say("Nothing of it was read for the graph yet.")
            return
        self._house.notices.offer(
            f"What the model read in {plural(len(ids), 'document')} for the graph will be gone.",
            "Forget",
            partial(self._forget, ids),
            seconds=UNDO_S,
        )

    def _forget(self, ids: tuple[str, ...]) -> None:
        if (library := self._house.library) is not None:
            work = partial(_forget, library, ids)
            job = self._house.jobs.start("Forgetting what was read", work)
            job.finished.connect(self.changed)

    def _read(self, ids: tuple[str, ...], counts: tuple[int, int]) -> None:
        sentences, unreadable = counts
        if sentences:
            words = f"{plural(sentences, 'sentence')} read for the graph."
            self._house.notices.offer(words, "Show it", partial(self.shown.emit, ids))
        elif unreadable:
            words = f"{plural(unreadable, 'document')} cannot be read for the graph yet."
            self._house.notices.say(words)
        else:
            self._house.notices.say("All of it was read for the graph before.")

    def _failed(self, ids: tuple[str, ...], error: BaseException) -> None:
        self._house.notices.error(error, "Go on", partial(self.read, ids))

    def _ended(self, ids: tuple[str, ...]) -> None:
        job, self.job = self.job, None
        if job is not None and job.run.cancelled:
            words = "Reading for the graph was stopped. What was read stays."
            self._house.notices.offer(words, "Go on", partial(self.read, ids))
        self.changed.emit()


# In workers


def _read(house: House, library: Library, ids: tuple[str, ...], run: Run) -> tuple[int, int]:
    """How many sentences were read, and how many documents cannot be read."""
    from warehouse.documents.graph import whole_documents

    library.require_writable()
    documents = ids or [document.id for document in library.catalog.documents()]
    unreadable = len(documents) - len(whole_documents.readable(ids, library))
    engine = house.engines.engine("processing")
    return whole_documents.read(ids, library, engine, run), unreadable


def _forget(library: Library, ids: tuple[str, ...], run: Run) -> None:
    library.require_writable()
    library.catalog.forget_triples(ids)
