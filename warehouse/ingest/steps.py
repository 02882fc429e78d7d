"""The state machine of a document, from a drop to green.

    queued -> copied -> parsed -> searchable -> embedded -> headed -> verified
                 \\-> locked (needs a password), failed (not readable)

Every arrow is one transaction in the catalog, taken only after the files or LanceDB rows it speaks
of are written; so a program killed anywhere finds, at the next start, where each document stands,
and repeats at most one step. All documents are read and searchable by words before the first is
embedded. Files are read by several processes at once; only the calling thread writes.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from itertools import chain
from pathlib import Path

from msgspec import Struct

from indexers.errors import NeedsPassword, ReadingError, Stopped
from indexers.passages import cut
from indexers.readers import ReaderPool
from indexers.records import Loss, OcrPlan, Reading
from warehouse.errors import BadInput, Cancelled, MunimentError
from warehouse.extent import extent, noun
from warehouse.ingest.enclosed import queue_enclosed, within_depth
from warehouse.ingest.headers_plain import plain_header
from warehouse.ingest.in_progress import InProgress
from warehouse.ingest.indexing import Indexing
from warehouse.ingest.intake import Admission, CannotCopy, Intake
from warehouse.ingest.reading_progress import (
    NO_TEXT,
    OnChange,
    ReadProgress,
    page_problems,
    sentence,
    with_blank_pages_named,
)
from warehouse.records import UNFINISHED, Document, Provenance, State
from warehouse.run import Check, Run, unstopped
from warehouse.search import name_index
from warehouse.settings import Settings
from warehouse.store.catalog import Catalog
from warehouse.store.catalog.content import Parsed
from warehouse.store.catalog.sketches import sketch

log = logging.getLogger("muniment")
CANCEL_POLL_S = 0.2
ADMIT_TOGETHER = 100
UNREAD: tuple[State, ...] = ("queued", "copied")
UNINDEXED: tuple[State, ...] = ("parsed",)
UNEMBEDDED: tuple[State, ...] = ("searchable", "embedded", "headed")


class Refused(Struct, frozen=True):
    """A file that could not be read, and the state that gives its document."""

    document: str
    state: State
    problem: str


class Ingest:
    """Safe to use from several threads: each document is worked on by one of them."""

    def __init__(
        self,
        catalog: Catalog,
        intake: Intake,
        indexing: Indexing,
        readers: ReaderPool,
        readers_size: int,
        settings: Settings,
        on_change: OnChange | None = None,
    ) -> None:
        self._catalog = catalog
        self._intake = intake
        self._indexing = indexing
        self._readers = readers
        self._readers_size = readers_size
        self._settings = settings
        self._on_change = on_change
        self._claims = InProgress(self._unfinished)
        self.passwords: dict[str, str] = {}

    def add(
        self, paths: Sequence[Path], run: Run, password: str = "", in_place: bool = False
    ) -> list[Document]:
        """Take files in and see them through; their rows in order, each document once."""
        return self.add_remembered(self._intake.remember(paths, in_place, run), run, password)

    def remember(self, paths: Sequence[Path], in_place: bool = False) -> list[Path]:
        """The files under ``paths``, noted in the catalog. Raises BadInput when there are none."""
        return self._intake.remember(paths, in_place)

    def add_remembered(self, files: Sequence[Path], run: Run, password: str = "") -> list[Document]:
        ids: list[str] = []
        with self._claims.until_stopped(ids):
            for id in self._intake.queue(files, run):
                ids.append(id)
            if password:
                self.passwords.update(dict.fromkeys(ids, password))
                self._catalog.advance(ids, "queued", of=("locked",))
            self.changed(ids)
            self.process(ids, run)
        return list(self._catalog.some_documents(ids).values())

    def add_bytes(
        self, raw: bytes, suffix: str, source: str, run: Run, fetched: Provenance | None = None
    ) -> Document:
        """The same for bytes that are no file."""
        id = self._intake.queue_bytes(raw, suffix, source, fetched=fetched)
        self.changed([id])
        self.process([id], run)
        return self._catalog.document(id)

    def resume(self, run: Run) -> None:
        """Finish everything that was begun."""
        begun = [row.id for row in self._catalog.in_states(*UNFINISHED)]
        with self._claims.until_stopped(begun):
            drops = list(map(Path, self._catalog.drops()))
            for id in chain(self._intake.take_arrivals(), self._intake.queue(drops, run)):
                begun.append(id)
                self.changed([id])
            for id in self._catalog.without_sketch():
                run.check()
                self._catalog.keep_sketch(id, sketch(self._catalog.text(id)))
            name_index.keep_missing(self._catalog, run.check)
            self.process(begun, run)

    def stopped(self) -> frozenset[str]:
        """Documents whose work was stopped and that wait for ``resume``."""
        return self._claims.stopped()

    def _unfinished(self, ids: Iterable[str]) -> list[str]:
        """Of these and what was found in them."""
        return self._among(set(ids).union(*map(self._catalog.enclosed_in, ids)), UNFINISHED)

    def admit(self, batch: Sequence[Admission], run: Run) -> list[Document]:
        """The same path for readings that are already made."""
        ids: list[str] = []
        for at in range(0, len(batch), ADMIT_TOGETHER):
            run.step("adding", at, len(batch))
            part = batch[at : at + ADMIT_TOGETHER]
            admitted = self._intake.admit(part)
            ids += admitted
            readings = dict(zip(admitted, (admission.reading for admission in part), strict=True))
            with self._claims.take(admitted) as mine:
                rows = self._catalog.some_documents(self._among(mine, UNREAD))
                self._store(*(self._parse(row, readings[id]) for id, row in rows.items()))
        self.process(ids, run)
        documents = self._catalog.some_documents(ids)
        return [documents[id] for id in dict.fromkeys(ids)]

    def process(self, ids: Sequence[str], run: Run) -> None:
        """Bring these documents as far as they go, those that another thread has in hand once it
        let them go. Raises Cancelled, StorageError, EngineError; the documents then stay where they
        are and ``resume`` goes on.
        """
        left = list(dict.fromkeys(ids))
        while left:
            with self._claims.until_stopped(left), self._claims.take(left) as mine:
                taken = set(mine)
                theirs = [id for id in left if id not in taken]
                self._make_searchable(self._among(mine, UNINDEXED), run)
                enclosed = self._read(self._among(mine, UNREAD), run)
                unembedded = self._among(mine, UNEMBEDDED)
                self._claims.give(mine, set(mine).difference(unembedded))
                self._indexing.embed(unembedded, run, partial(self._claims.give, mine))
            if not enclosed:
                self._claims.wait(theirs, run.check)
            left = [*enclosed, *theirs]

    def retry(self, document: str, run: Run) -> Document:
        """Read a failed or locked document again. Raises BadInput while it is being worked on: who
        does that would say that it is done.
        """
        with self._idle(document):
            self._catalog.change([document], state="queued", problem="")
        self.changed([document])
        self.process([document], run)
        return self._catalog.document(document)

    def begin_again(self, ids: Sequence[str]) -> list[str]:
        """Send read documents back to be read; returns those that nobody has in hand."""
        with self._claims.take(ids) as mine:
            self._catalog.change(mine, state="queued", problem="")
        self.changed(mine)
        return mine

    @contextmanager
    def _idle(self, document: str) -> Iterator[None]:
        with self._claims.take([document]) as mine:
            if not mine:
                raise BadInput("It is being worked on.", "Try again when that is done.")
            yield

    def only_here(
        self, ids: Iterable[str], check: Check = unstopped
    ) -> AbstractContextManager[None]:
        """Once nobody works on any of ``ids``: they are kept from others meanwhile."""
        return self._claims.hold(ids, check)

    def read_again(self, document: str, pages: Sequence[int], run: Run) -> Document:
        """Read it anew, these pages by OCR whatever their file says; none: as at first.

        The new reading replaces the old one in a single step; what was cited from the old one is
        kept (catalog/former_readings.py). Raises BadInput for a page that is not there, and while
        the document is being worked on.
        """
        row = self._catalog.document(document)
        if any(not 0 <= page < max(row.pages, 1) for page in pages):
            raise BadInput(f"It has {extent(row) or 'no pages'}.")
        with self._idle(document):
            if pages:
                self._catalog.wish_ocr(document, pages)
            else:
                self._catalog.wish_no_ocr(document)
        return self.retry(document, run)

    def unlock(self, document: str, password: str, run: Run) -> Document:
        """Raises BadInput when the password does not open it."""
        self.passwords[document] = password
        after = self.retry(document, run)
        if after.state == "locked":
            del self.passwords[document]
            raise BadInput("That password does not open the document.")
        return after

    def alone(self) -> AbstractContextManager[bool]:
        """While it is held no document is begun; True when none is in work."""
        return self._claims.alone()

    def changed(self, ids: Iterable[str]) -> None:
        """Tell whoever watches that the rows of these documents were written."""
        if self._on_change is not None:
            for row in self._catalog.some_documents(ids).values():
                self._on_change(row)

    def _among(self, ids: Iterable[str], states: tuple[State, ...]) -> list[str]:
        rows = self._catalog.some_documents(ids).values()
        return [row.id for row in rows if row.state in states]

    def _read(self, ids: Sequence[str], run: Run) -> list[str]:
        """Returns the documents that were found inside these: attachments of e-mail."""
        enclosed: list[str] = []
        if not ids:
            return enclosed
        progress = ReadProgress(run, len(ids), self._on_change, self._catalog.knows)
        executor = ThreadPoolExecutor(self._readers_size, thread_name_prefix="reading")
        try:
            for outcomes in self._outcomes(executor, ids, run, progress):
                enclosed += self._settle(outcomes, run)
                progress.finished(len(outcomes))
                _let_go(outcomes)
        finally:
            executor.shutdown(wait=True, cancel_futures=True)
        return enclosed

    def _outcomes(
        self, executor: ThreadPoolExecutor, ids: Sequence[str], run: Run, progress: ReadProgress
    ) -> Iterator[list[Parsed | Refused | None]]:
        """What the readers made, as it comes; never more than a few readings ahead."""
        waiting = iter(ids)
        running: set[Future[Parsed | Refused | None]] = set()
        while True:
            for id in waiting:
                running.add(executor.submit(self._prepare, id, run, progress))
                if len(running) >= 2 * self._readers_size:
                    break
            if not running:
                return
            done, running = wait(running, timeout=CANCEL_POLL_S, return_when=FIRST_COMPLETED)
            run.check()
            if done:
                outcomes = [future.result() for future in done]
                done.clear()  # each keeps its result
                yield outcomes

    def _prepare(self, id: str, run: Run, progress: ReadProgress) -> Parsed | Refused | None:
        """Copy, read and cut one document; in a reading thread. None if it was removed."""
        run.check()
        if not self._catalog.knows(id):
            return None
        document = self._catalog.document(id)
        try:
            path = self._intake.copy(document)
            self._catalog.advance([id], "copied", of=UNREAD)
            self.changed([id])
            reading = self._readers.read(
                path,
                password=self.passwords.get(id, ""),
                on_page=lambda done, total: progress.page(document, done, total),
                cancelled=lambda: run.cancelled,
                ocr=self._plan(id),
                on_ocr=partial(self._catalog.keep_ocr, id),
                styles=self._catalog.styles(id),
                charset=self._catalog.charset(id),
            )
            if not self._intake.still_same(id):
                raise CannotCopy("The file was changed while it was being read.")
        except Stopped as error:
            raise Cancelled from error
        except NeedsPassword:
            return Refused(id, "locked", "Needs a password.")
        except (CannotCopy, ReadingError) as error:
            return Refused(id, "failed", sentence(str(error)))
        try:
            return self._parse(document, reading)
        except Exception as bug:  # of ours: it costs this document, not all that came with it
            log.exception("%s could not be cut into passages", id)
            return Refused(id, "failed", _fault(bug))

    def _plan(self, id: str) -> OcrPlan:
        """What was recognised before a kill is not recognised again."""
        catalog = self._catalog
        return OcrPlan(self._settings.ocr, catalog.wished_ocr(id), catalog.ocr_pages(id))

    def _parse(self, document: Document, reading: Reading) -> Parsed:
        reading = with_blank_pages_named(reading)
        return Parsed(
            document=document.id,
            reading=reading,
            passages=cut(reading, self._settings.passage_tokens, self._settings.passage_overlap),
            header=plain_header(document, reading),
            problem=page_problems(reading.pages, noun(reading.kind)),
            blank_pages=sum(page.problem == NO_TEXT for page in reading.pages),
            sketch=sketch(reading.text),
        )

    def _settle(self, outcomes: Sequence[Parsed | Refused | None], run: Run) -> list[str]:
        """What was found inside is queued first: a kill between the two repeats both."""
        parsed = [outcome for outcome in outcomes if isinstance(outcome, Parsed)]
        for outcome in outcomes:
            if isinstance(outcome, Refused):
                # One that was read before stays what it was, with the reason.
                read = self._catalog.passage_count(outcome.document) > 0
                self._refuse(outcome, "searchable" if read else outcome.state)
        enclosed: list[str] = []
        for outcome in parsed:
            with self._at_its_own_cost(outcome.document):
                whole = within_depth(self._catalog, outcome)
                enclosed += queue_enclosed(self._catalog, self._intake, whole)
                self._store(whole)
        self._make_searchable([outcome.document for outcome in parsed], run)
        return enclosed

    def _make_searchable(self, ids: Sequence[str], run: Run) -> None:
        try:
            self._indexing.make_searchable(ids, run)
        except MunimentError:
            raise
        except Exception:  # a fault of ours with one of them: which?
            for id in ids:
                with self._at_its_own_cost(id):
                    self._indexing.make_searchable([id], run)

    @contextmanager
    def _at_its_own_cost(self, document: str) -> Iterator[None]:
        """A fault of ours with one document fails it, and not all that came with it."""
        try:
            yield
        except MunimentError:
            raise
        except Exception as bug:
            log.exception("%s could not be taken in", document)
            self._refuse(Refused(document, "failed", _fault(bug)), "failed")

    def _refuse(self, one: Refused, state: State) -> None:
        with self._catalog.write():
            self._catalog.change([one.document], state=state, problem=one.problem)
            self._catalog.add_losses(one.document, [Loss("reading", "document", one.problem)])
        self.changed([one.document])

    def _store(self, *parsed: Parsed) -> None:
        self._catalog.store_readings(parsed)
        self.changed([outcome.document for outcome in parsed])


def _let_go(outcomes: list[Parsed | Refused | None]) -> None:
    """Empty the list, a page at a time: a long reading freed at once holds the interpreter."""
    pieces: list[object] = []
    while outcomes:
        outcome = outcomes.pop()
        if isinstance(outcome, Parsed):
            reading = outcome.reading
            pieces += (*reading.pages, *reading.sentences, *reading.sections, *outcome.passages)
            del reading
        del outcome
        while pieces:
            pieces.pop()


def _fault(bug: Exception) -> str:
    return f"A fault of Muniment: {bug!r}."
