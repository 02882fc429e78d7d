"""What the model is asked with for an edit: the study's limits, its numbers, a journal of its own.

So a call that was cut off is answered from the journal when the same is wished again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from warehouse.context import Context
from warehouse.engine.journal.journal import Journal
from warehouse.engine.journal.journaled import Journaled
from warehouse.engine.protocol import Engine
from warehouse.records import StudyRow
from warehouse.results.records import Evidence
from warehouse.run import Run
from warehouse.settings import Settings
from warehouse.steering import Steering, course
from warehouse.store.catalog.former_readings import same_words
from warehouse.studies import study_files
from warehouse.studies.report import lost_sources
from warehouse.studies.steering.acts import ActLog

if TYPE_CHECKING:
    from warehouse.library import Library
    from warehouse.store.catalog import Catalog
    from warehouse.studies.keeper import Studies

JOURNAL = "editing.db"


class EditContext:
    """Of one study."""

    def __init__(self, studies: Studies, library: Library, study: StudyRow) -> None:
        self._studies, self._library, self._study = studies, library, study
        self._folder = studies.folder(study.id)

    @contextlib.contextmanager
    def opened(
        self, evidence: Sequence[Evidence], engine: Engine, settings: Settings, run: Run
    ) -> Iterator[Context]:
        """The numbers of ``evidence`` are taken, and what was chosen for this article holds. Other
        words in the range of a piece, of a document that was read again, get a number of their own.
        Where a piece was taken from what is gone or replaced by now, nothing more is. Raises
        StorageError.
        """
        settings = study_files.chosen_again(self._folder, settings)
        catalog = self._library.catalog
        scope = self._studies.scope(self._study)
        with ActLog(self._folder) as steering, self.journaled(engine) as journaled:
            steered = course(steering.acts())
            again = catalog.times_read_again()
            numbers = steering.numbers(again)
            for piece in evidence:
                if piece.place.document not in again or _stands(piece, catalog):
                    numbers.adopt(piece.place, piece.number)
                else:
                    numbers.reserve(piece.number)
            library = self._library.within(scope) if scope else self._library
            unread = steered.banned | lost_sources.of(evidence, catalog).documents
            library = library.without(unread) if unread else library
            told = Steering(steered, numbers, self._study.id)
            yield Context.of(library, journaled, settings, run, told)

    @contextlib.contextmanager
    def journaled(self, engine: Engine) -> Iterator[Journaled]:
        """The engine with the journal of the edits."""
        with Journal(self._folder / JOURNAL) as journal:
            yield Journaled(engine, journal)


def _stands(piece: Evidence, catalog: Catalog) -> bool:
    """At its range, and not only somewhere in the text."""
    place = piece.place
    return same_words(catalog.text(place.document, place.start, place.end), piece.text)
