"""The library: one warehouse folder, opened by one program at a time.

    warehouse.lock   held while it is open
    catalog.db       the truth             -> .catalog
    lance/           what can be searched  -> .store
    objects/         the originals         -> .objects
    studies/         one folder for each question asked or article written
    handed/          notes of programs that found it open

Opening reads the catalog only; LanceDB is imported in a background thread, the embedder and the
readers start at their first use.
"""

from __future__ import annotations

import contextlib
import copy
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

import msgspec

from indexers.readers import ReaderPool
from indexers.records import Reading
from warehouse.disk.durable import make_folder
from warehouse.errors import BadInput, NotWritable, StorageError
from warehouse.ingest import embedders, index_files, reconcile, shadow_index
from warehouse.ingest.embedder_change import Change
from warehouse.ingest.foreign_libraries import parted
from warehouse.ingest.headers_plain import plain_header
from warehouse.ingest.in_place import look_again, look_at_all
from warehouse.ingest.indexing import Indexing
from warehouse.ingest.intake import Admission, Intake
from warehouse.ingest.reading_progress import OnChange
from warehouse.ingest.reconcile import MadeBy
from warehouse.ingest.steps import Ingest
from warehouse.ingest.trash import Trash
from warehouse.ingest.watching import Watching
from warehouse.records import Document, Header, Provenance, Scope
from warehouse.run import Run
from warehouse.search.collections.more_like_this import Likeness
from warehouse.search.collections.naming_and_filing import Shelves
from warehouse.search.collections.query_search import Finder
from warehouse.search.embedding import Embedder, Embeds
from warehouse.search.preload import Warming
from warehouse.search.retrieval import Retrieval
from warehouse.settings import Settings, home
from warehouse.store import private, read_only
from warehouse.store.catalog import Catalog
from warehouse.store.catalog.editing import checked
from warehouse.store.folder import FolderLock, remember_place, require_place
from warehouse.store.handover import HANDED, Note, handed_over
from warehouse.store.lance.store import Store
from warehouse.store.objects import Objects, sentences_for_disk

if TYPE_CHECKING:
    from warehouse.store.encryption.walls import Walls

_PRIVATE = "closed to others"


class Library:
    """Safe to use from any thread. Raises StorageError when the folder cannot be opened.

    ``on_change`` is called from worker threads with a document's new row. ``embedder`` takes the
    place of that of the settings, and ``embedder_at`` makes the one that an older index needs.
    ``folder`` is the open walls of an encrypted one, which are closed with it.
    ``scope`` is None, or what a narrowed library is limited to; ``banned`` it does not show.
    """

    scope: Scope | None = None
    banned: frozenset[str] = frozenset()

    def __init__(
        self,
        folder: Path | Walls,
        settings: Settings,
        embedder: Embeds | None = None,
        on_change: OnChange | None = None,
        embedder_at: embedders.EmbedderAt | None = None,
    ) -> None:
        self.walls = None if isinstance(folder, Path) else folder
        self.medium = folder if isinstance(folder, Path) else folder.folder
        self._base = base = folder if isinstance(folder, Path) else folder.place
        self.settings = settings
        require_place(self.medium)
        self.is_read_only = read_only.is_read_only(base)
        with sentences_for_disk(base):
            self.folder = folder = read_only.place_for_writing(base) if self.is_read_only else base
            for place in (folder / "logs", folder / HANDED):
                make_folder(place)
        self._log = folder / "logs" / "embedder.log"
        self._lock = FolderLock(folder)
        self._retired: list[Embeds] = []
        try:
            self._open(
                embedder,
                on_change,
                embedder_at or (self._embedder_at if embedder is None else lambda made: None),
            )
        except BaseException:
            self._lock.release()
            raise
        remember_place(self.medium)
        self.closed_to_others = self._close_to_others()
        self.warming = Warming(self.store)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the children and let the folder go. Cancel running work first; safe to call twice."""
        self.warming.close()
        self.readers.close()
        self.change.close()
        for embedder in (self.embedder, *self._retired):
            embedder.close()
        if self.store.ready and not self.is_read_only:
            with contextlib.suppress(StorageError):  # another look comes with the next ingest
                self.store.flush()
                index_files.learn(self.catalog, self.store.folder)
        self.store.close()
        self.catalog.close()
        self._lock.release()
        if self.walls is not None:
            self.walls.close()

    def within(self, scope: Scope) -> Self:
        """The same as research sees it that is limited to some documents: ``retrieval`` and
        ``documents`` know no others; all else is shared, so do not close it.
        """
        narrowed = copy.copy(self)
        narrowed.scope = scope
        narrowed.retrieval = self.retrieval.within(scope.documents)
        return narrowed

    def without(self, documents: frozenset[str]) -> Self:
        """The same that may not read these documents."""
        narrowed = copy.copy(self)
        narrowed.banned = self.banned | documents
        narrowed.retrieval = self.retrieval.without(documents)
        return narrowed

    def documents(self) -> list[Document]:
        """In reach, newest first."""
        return [document for document in self.catalog.documents() if self.may_read(document.id)]

    def may_read(self, document: str) -> bool:
        """Is it in what the library is limited to, and not banned?"""
        within = self.scope is None or document in self.scope.documents
        return within and document not in self.banned

    def date(self, document: str) -> str:
        """As it stands in the catalogue; "" where none is known, or the document."""
        known = self.catalog.knows(document)
        return self.catalog.document(document).date if known else ""

    def add(
        self, paths: Sequence[Path], run: Run, password: str = "", in_place: bool = False
    ) -> list[Document]:
        """Take in files and folders; returns when all are verified, or failed with a reason.

        ``in_place``: the originals stay where they are, and are watched there.

        Raises BadInput when there is nothing to add, ModelMissing after everything is searchable
        by words when there is no embedder.
        """
        self.require_writable()
        return self.ingest.add(paths, run, password, in_place)

    def require_writable(self) -> None:
        """Raises NotWritable where it cannot be."""
        if self.is_read_only:
            raise NotWritable(f"The library in {self.medium} can only be read.")

    def take_handed(self, run: Run) -> list[Document]:
        """Take in what other programs handed over, if anything; see handover.py."""
        return self.add_handed(handed_over(self.folder), run)

    def add_handed(self, notes: Sequence[Note], run: Run) -> list[Document]:
        """A note is removed once its paths are remembered in the catalog: a kill loses none. What
        is a library of another program waits there for importing/unfinished_imports.py.
        """
        remembered: list[Path] = []
        for note in notes:
            libraries, files = parted(note.paths, run.check)
            self.catalog.await_imports([str(path) for path in libraries], note.in_place)
            if files:
                with contextlib.suppress(BadInput):  # the loss ledger says that nothing is there
                    remembered += self.ingest.remember(files, note.in_place)
            note.remove()
        return self.ingest.add_remembered(remembered, run) if remembered else []

    def add_bytes(
        self,
        raw: bytes,
        suffix: str,
        source: str,
        run: Run,
        fetched: Provenance | None = None,
    ) -> Document:
        """Take in bytes that are no file, of a kind that is read; ``source`` is for display."""
        self.require_writable()
        return self.ingest.add_bytes(raw, suffix, source, run, fetched)

    def admit(self, reading: Reading, source: str, raw: bytes, run: Run) -> Document:
        return self.admit_many([Admission(reading, source, raw)], run)[0]

    def admit_many(self, batch: Sequence[Admission], run: Run) -> list[Document]:
        """Readings made elsewhere; rows in order, each document once."""
        self.require_writable()
        return self.ingest.admit(batch, run)

    def resume(self, run: Run) -> None:
        """Repair what an interruption left, then finish what was begun, a change of the embedder
        included. Call once after opening. Raises Cancelled between any two steps of it.
        """
        if self.is_read_only:
            return
        reconcile.reconcile(self.catalog, self.store, self.objects, run.check)
        look_at_all(self.catalog, run)
        self.take_handed(run)
        self.ingest.resume(run)
        self.change.finish(run)

    def change_embedder(self, settings: Settings, run: Run) -> None:
        """Build the index of another embedder beside the one in use, and use it when it is whole.
        Raises ModelMissing, ModelRefused, EngineDied, Cancelled; ``resume`` goes on.
        """
        self.require_writable()
        wanted = self._embedder_of(settings)
        if not wanted.present:
            wanted.warm()
        self.change.to(wanted, settings.embedder)
        self.change.finish(run)

    def rebuild(self, run: Run) -> None:
        """Make LanceDB again from the catalog."""
        self.require_writable()
        reconcile.rebuild(self.catalog, self.store)
        self.ingest.resume(run)

    def retry(self, document: str, run: Run) -> Document:
        self.require_writable()
        return self.ingest.retry(document, run)

    def read_again(self, document: str, pages: Sequence[int], run: Run) -> Document:
        """Read a document anew, ``pages`` (indices) by OCR. Raises BadInput."""
        self.require_writable()
        return self.ingest.read_again(document, pages, run)

    def unlock(self, document: str, password: str, run: Run) -> Document:
        """Raises BadInput when the password is wrong. It is kept in memory only."""
        return self.ingest.unlock(document, password, run)

    def password(self, document: str) -> str:
        """What opened it, or ""."""
        return self.ingest.passwords.get(document, "")

    def original(self, document: str) -> Path:
        """The file in objects/, or where it is referenced, which must not be changed. Raises
        BadInput for one referenced in place that is not what it was, Damaged.
        """
        reference = self.catalog.referenced(document)
        if reference is None:
            return self.objects.path(document, self.catalog.suffix(document))
        if problem := look_again(self.catalog, reference):
            raise BadInput(problem, "The text that was read of it is kept.")
        return Path(reference.path)

    def copy_in(self, document: str) -> None:
        """Make an original that is referenced in place the warehouse's own. Raises BadInput when
        it is not what it was, StorageError.
        """
        self.intake.copy_in(document)
        self.ingest.changed([document])

    def set_header(self, header: Header) -> None:
        """Replace a document's header, in catalog and index."""
        self.indexing.replace_header(header)
        self.change.forget_header(header.document)

    def edit(self, document: str, values: Mapping[str, Sequence[str] | None], run: Run) -> Document:
        """The user's own word on title, authors, date and so on; None takes it back. It is kept at
        once; what can be searched follows. Raises BadInput for what cannot be.
        """
        self.require_writable()
        self.catalog.tell(document, "yours", checked(values))
        self.describe_anew([document], run)
        return self.catalog.document(document)

    def describe_anew(self, documents: Sequence[str], run: Run) -> None:
        """Bring header and search index up to what now counts as title, authors, date, language.

        The passages keep their vectors.
        """
        with self.ingest.only_here(documents, run.check):
            stale = self.indexing.stale(documents)
        for id in stale:
            self.change.forget_header(id)
        self.ingest.changed(documents)
        self.ingest.process(stale, run)

    def give_back(self, document: str, before: str, run: Run) -> Document:
        """Undo what it took over from ``before`` and nobody changed since."""
        if self.catalog.give_back(document, before):
            self.describe_anew([document], run)
        return self.catalog.document(document)

    def allow_suspects(self, document: str, allowed: bool) -> None:
        """Whether prompts may have what the x-ray found; the header is made anew. BadInput."""
        self.catalog.set_allowed(document, allowed)
        self.header_anew(document)

    def header_anew(self, document: str) -> None:
        """The plain header from its text; the model writes its own later."""
        reading = self.catalog.reading(document)
        if reading.text and self.catalog.header(document) is not None:
            if self.catalog.allowed(document):
                reading = msgspec.structs.replace(reading, suspects=())
            self.set_header(plain_header(self.catalog.document(document), reading))

    def remove(self, document: str) -> None:
        """Into the trash: found by no search; ``trash.restore`` brings it back for 30 days."""
        self.require_writable()
        self.trash.remove(document)

    def warm(self) -> None:
        """Load the embedder, so that the first question does not wait."""
        self.embedder.embed(["ready"])

    def _open(
        self, embedder: Embeds | None, on_change: OnChange | None, embedder_at: embedders.EmbedderAt
    ) -> None:
        folder, settings = self.folder, self.settings
        self.catalog = Catalog(folder / "catalog.db")
        self.objects = self.walls.originals() if self.walls else Objects(self._base / "objects")
        wanted = embedder or self._embedder_of(settings)
        made, self.embedder = embedders.settled(
            self.catalog, self._base, wanted, settings.embedder, embedder_at, self.is_read_only
        )
        self.store = Store(self._base / made.folder, made.dimension)
        self.retrieval = Retrieval(self.catalog, self.store, self.embedder, settings)
        self.shelves = Shelves(self.catalog)
        self.finder = Finder(self.catalog, self.retrieval)
        self.likeness = Likeness(self.catalog, self.retrieval)
        size = settings.readers or max(1, (os.cpu_count() or 2) // 2)
        self.readers = ReaderPool(
            size, settings.reader_memory_mb, settings.reader_patience_s, folder / "logs"
        )
        self.indexing = Indexing(self.catalog, self.store, self.embedder, self._changed)
        self.intake = Intake(self.catalog, self.objects)
        self.ingest = Ingest(
            self.catalog, self.intake, self.indexing, self.readers, size, settings, on_change
        )
        self.watching = Watching(self.catalog, self.ingest, folder)
        self.trash = Trash(self.catalog, self.store, self.objects, self.indexing, self.ingest)
        self.change = Change(self.catalog, folder, self.ingest, self._adopt)
        if self.is_read_only:
            return
        if wanted is not self.embedder and wanted.present:
            self.change.to(wanted, settings.embedder)
        elif wanted is self.embedder:
            shadow_index.abandon(self.catalog)
        shadow_index.sweep(self.catalog, folder)
        reconcile.know_originals(self.catalog, self.objects)

    def _close_to_others(self) -> int:
        """How many files and folders others could read until now; asked once for each library."""
        closed = private.close_home(home())
        if not self.catalog.fact(_PRIVATE):
            closed += private.close_warehouse(self.folder)
            self.catalog.set_fact(_PRIVATE, "yes")
        return closed

    def _embedder_of(self, settings: Settings) -> Embedder:
        return embedders.of_settings(settings, self._log)

    def _embedder_at(self, made: MadeBy) -> Embedder:
        return embedders.of_index(made, self._log)

    def _adopt(self, store: Store, embedder: Embeds) -> None:
        """Another index from now on; a search in hand ends on the old one."""
        self.catalog.forget_index_files()
        self._retired.append(self.embedder)
        self.embedder.close()
        self.store, self.embedder = store, embedder
        self.retrieval.use(store, embedder)
        self.indexing.use(store, embedder)
        self.trash.use(store)

    def _changed(self, ids: Iterable[str]) -> None:
        self.ingest.changed(ids)
