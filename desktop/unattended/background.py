"""Work that goes on by itself: unfinished ingest at the start; the index of another embedder when
one was chosen; when all is quiet, a look at a part of the library (once a day), a measurement of a
model that was loaded for the first time, then articles held against what is new
(living_articles.py), model headers, and a look by OCR at documents whose text is doubtful
(ocr_comparison.py).

Headers are written only while nothing a person waits for is running, with a model installed and
the setting on; the job can be stopped under *Now* and then waits for "Go on" or the next start.
"""

from __future__ import annotations

import contextlib
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from desktop.house import House
from desktop.jobs import Job
from desktop.unattended.living_articles import LivingArticles
from desktop.unattended.ocr_comparison import Comparing
from warehouse.app import Warehouse
from warehouse.documents.backup.moving import clear_moved
from warehouse.documents.renewing import renew_headers
from warehouse.opening import clear_removed
from warehouse.run import Run, Step
from warehouse.settings import Settings

if TYPE_CHECKING:
    from warehouse.engine.process import LlamaEngine
    from warehouse.library import Library

QUIET_MS = 20_000


class Background(QObject):
    def __init__(self, house: House, quiet_ms: int = QUIET_MS) -> None:
        super().__init__(house)
        self._house = house
        self._headers: Job | None = None
        self._comparing = Comparing(house, self)
        self._articles = LivingArticles(house, self)
        self._measuring: Job | None = None
        self._changing: Job | None = None
        self._looking: Job | None = None
        self._looked_at: set[str] = set()
        self._paused = False
        self._is_start = True
        self._quiet = QTimer(self, singleShot=True, interval=quiet_ms)
        self._quiet.timeout.connect(self._when_quiet)
        self._embedding = _embedding(house)
        house.opened.connect(self._resume_ingest)
        house.settings_changed.connect(self._embed_anew)
        house.jobs.changed.connect(self._wait_for_quiet)

    def stop(self) -> None:
        self._quiet.stop()

    def _resume_ingest(self) -> None:
        warehouse = self._house.warehouse
        if warehouse is not None:
            job = self._house.jobs.start(
                "Finishing what was begun",
                partial(_finish, warehouse, self._is_start),
                foreground=False,
                visible=False,
            )
            job.stepped.connect(partial(self._show, job))
            self._is_start = False

    def _embed_anew(self) -> None:
        """Another embedder was chosen: an index for it is built beside the one in use."""
        before, self._embedding = self._embedding, _embedding(self._house)
        library = self._house.library
        if library is None or before == self._embedding:
            return
        if self._changing is not None:
            self._changing.cancel()
        job = self._house.jobs.start(
            "Changing how meaning is found",
            partial(_change_embedder, library, self._house.settings),
            foreground=False,
        )
        self._changing = job
        job.finished.connect(self._embedded_anew)

    def _embedded_anew(self) -> None:
        self._changing = None
        self._house.notices.say(
            "The library is ready for the new model.", "Searches find by meaning with it."
        )

    def _show(self, job: Job, step: Step) -> None:
        """Only a resume that has something to do is worth a line under Now."""
        if not job.visible:
            job.visible = True
            self._house.jobs.changed.emit()

    @property
    def _own(self) -> tuple[Job | None, ...]:
        """What gives way to everything else."""
        jobs = (self._headers, self._measuring, self._looking)
        return (*jobs, self._comparing.job, self._articles.job)

    def _wait_for_quiet(self) -> None:
        busy = [job for job in self._house.jobs.running() if job not in self._own]
        if busy:
            self._quiet.stop()
            # A measurement beside other work would be wrong, and would slow the work.
            if self._measuring is not None:
                self._measuring.cancel()
            if self._looking is not None:
                self._looking.cancel()
            self._comparing.give_way()  # a reader that is wanted would be held for seconds
            self._articles.give_way()
        elif not any(self._own):
            self._quiet.start()

    def _when_quiet(self) -> None:
        if not any(self._own):
            self._house.jobs.fetch(self._is_look_due, self._look)

    def _is_look_due(self) -> bool:
        """Worker."""
        from warehouse.documents.backup import light_look

        return self._house.library is not None and light_look.is_due(self._house.library)

    def _look(self, is_due: bool) -> None:
        """Is a part of the library still what was written? Some seconds a day."""
        library = self._house.library
        if not is_due or library is None:
            self._house.jobs.fetch(self._unmeasured, self._measure)
            return
        look = partial(_look, library)
        job = self._house.jobs.start("Looking after the library", look, foreground=False)
        self._looking = job
        job.finished.connect(self._tell_damage)
        job.ended.connect(self._looked)

    def _tell_damage(self, sentences: list[str]) -> None:
        if sentences:
            more = f" And {len(sentences) - 1} more." if sentences[1:] else ""
            next_step = "Settings, Check, tells all of it, and makes again what can be."
            self._house.notices.say(sentences[0] + more, next_step)

    def _looked(self) -> None:
        self._looking = None
        self._wait_for_quiet()

    def _unmeasured(self) -> LlamaEngine | None:
        """Worker: an engine that somebody used, and whose speed here is not known."""
        from warehouse.engine import slots

        for engine in self._house.engines.opened():
            if engine.facts.path not in self._looked_at:
                if not slots.is_measured(engine):
                    return engine
                self._looked_at.add(engine.facts.path)
        return None

    def _measure(self, engine: LlamaEngine | None) -> None:
        if engine is None:
            if not self._articles.consider():
                self._consider_headers()
            return
        job = self._house.jobs.start(
            "Measuring the model", partial(_measure, engine), foreground=False
        )
        self._measuring = job
        job.finished.connect(self._tell_nonsense)
        job.ended.connect(partial(self._measured, engine.facts.path))

    def _tell_nonsense(self, said: str) -> None:
        if said:
            self._house.notices.say(said)

    def _measured(self, path: str) -> None:
        job, self._measuring = self._measuring, None
        if job is not None and not job.run.cancelled:
            self._looked_at.add(path)
        self._house.look_at_engine()
        self._wait_for_quiet()

    def _consider_headers(self) -> None:
        if self._paused or not self._house.settings.model_headers:
            self._comparing.consider()
            return
        library = self._house.library
        if library is not None and self._headers is None:
            self._house.jobs.fetch(self._is_wanted, self._begin)

    def _is_wanted(self) -> bool:
        """Worker: is there a model, and a document with only its plain header or questions?"""
        from warehouse.documents.questions import waiting_for

        library = self._house.library
        if library is None or not self._house.engines.installed():
            return False
        plain = any(
            document.header == "plain" and document.state == "verified"
            for document in library.catalog.documents()
        )
        return plain or bool(waiting_for(library))

    def _begin(self, wanted: bool) -> None:
        library = self._house.library
        if not wanted or library is None or self._headers is not None:
            self._comparing.consider()
            return
        house = self._house
        job = house.jobs.start(
            "Summaries", lambda run: _write(house, library, run), foreground=False
        )
        self._headers = job
        job.failed.connect(self._failed)
        job.ended.connect(self._ended)

    def _failed(self, error: BaseException) -> None:
        self._paused = True
        self._house.notices.error(error, "Go on", self._go_on)

    def _ended(self) -> None:
        job, self._headers = self._headers, None
        if job is not None and job.run.cancelled:
            self._paused = True
            self._house.notices.offer(
                "Writing headers is paused until the next start.", "Go on", self._go_on
            )

    def _go_on(self) -> None:
        self._paused = False
        self._when_quiet()


def _measure(engine: LlamaEngine, run: Run) -> str:
    """What its self-test said."""
    from warehouse.engine import self_test, slots
    from warehouse.errors import EngineError

    # The figures are a convenience: a model that cannot be measured says so when it is asked.
    with contextlib.suppress(EngineError):
        slots.measure(engine, run)
        return self_test.failed(engine.info().sha256)
    return ""


def _look(library: Library, run: Run) -> list[str]:
    from warehouse.documents.backup import light_look

    return [finding.sentence for finding in light_look.look(library, run)]


def _write(house: House, library: Library, run: Run) -> None:
    from warehouse.documents.headers import ahead, write_headers
    from warehouse.documents.questions import write_questions
    from warehouse.engine import estimates

    engine = house.engines.engine("processing")
    write_headers(library, engine, run, estimates.seconds(ahead(library), engine))
    write_questions(library, engine, run)


def _embedding(house: House) -> tuple[str, str]:
    return house.settings.embedder, house.settings.embedding


def _change_embedder(library: Library, settings: Settings, run: Run) -> None:
    library.change_embedder(settings, run)


def _finish(warehouse: Warehouse, is_start: bool, run: Run) -> None:
    """Worker: what was interrupted; at a start the old folder of a warehouse that was moved comes
    first, and holds the rest up with no error of its own.
    """
    library = warehouse.library
    try:
        if is_start:
            clear_moved(library.folder)
    finally:
        library.warming.wait(run.check)
        clear_removed(library)
        library.resume(run)
        warehouse.finish_imports(run)
    if is_start:
        renew_headers(library, run)
