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
from warehouse.studies import study_files
from warehouse.studies.steering.acts import ActLog

if TYPE_CHECKING:
    from warehouse.library import Library
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
        """The numbers of ``evidence`` are taken, and what was chosen for this article holds. Raises
        StorageError.
        """
        settings = study_files.chosen_again(self._folder, settings)
        scope = self._studies.scope(self._study)
        with ActLog(self._folder) as steering, self.journaled(engine) as journaled:
            steered = course(steering.acts())
            numbers = steering.numbers()
            for piece in evidence:
                numbers.adopt(piece.place, piece.number)
            library = self._library.within(scope) if scope else self._library
            library = library.without(steered.banned) if steered.banned else library
            told = Steering(steered, numbers, self._study.id)
            yield Context.of(library, journaled, settings, run, told)

    @contextlib.contextmanager
    def journaled(self, engine: Engine) -> Iterator[Journaled]:
        """The engine with the journal of the edits."""
        with Journal(self._folder / JOURNAL) as journal:
            yield Journaled(engine, journal)
