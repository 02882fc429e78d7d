"""From a drop to an original in objects/: expand, remember, hash, queue, copy.

The paths of a drop are remembered before anything is hashed, each is forgotten in the transaction
that queues its document, and the copy is complete before a document is "copied": a kill at any
instant loses nothing. What cannot be taken is listed: a single file as a failed document, the
entries of a folder that are not read as lines of the loss ledger.
"""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from indexers.detect import FORMATS, format_of, kind_named
from indexers.errors import NotReadable
from indexers.orders import in_metadata
from indexers.records import Loss, Reading
from warehouse.errors import BadInput
from warehouse.ingest.file_names import NO_UTF8, has_utf8, shown
from warehouse.ingest.folders import no_file, refused, style_sheets, survey
from warehouse.ingest.in_place import look_again
from warehouse.ingest.reconcile import INDEXED
from warehouse.records import Document, LeftOut, Provenance, State
from warehouse.run import Check, Run
from warehouse.store.catalog import Catalog
from warehouse.store.catalog.arrivals import Arrival
from warehouse.store.catalog.in_place import Referenced
from warehouse.store.objects import Look, Objects, SourceChanged, look_at, sha256_of

WITH_ORIGINAL: tuple[State, ...] = ("parsed", *INDEXED, "locked")
NAME_SPEAKS = "a file whose name speaks to a machine"
_SUFFIX_OF_KIND = {"pdf": ".pdf", "web": ".html", "text": ".txt"}


class Admission(Struct, frozen=True):
    """A reading that came from elsewhere; ``raw`` are the bytes that give its identity."""

    reading: Reading
    source: str
    raw: bytes


class CannotCopy(Exception):
    """``str(error)`` is the sentence for the document's row."""


class Intake:
    def __init__(self, catalog: Catalog, objects: Objects) -> None:
        self._catalog = catalog
        self._objects = objects

    def remember(
        self, paths: Sequence[Path], in_place: bool = False, run: Run | None = None
    ) -> list[Path]:
        """Every supported file under ``paths``, noted in the catalog.

        ``in_place``: they are to stay where they are, and are watched there. ``run`` is shown what
        is LeftOut.

        Raises BadInput when there is nothing at all to add, Cancelled.
        """
        run = run or Run()
        files: list[Path] = []
        losses: list[Loss] = []
        for path in paths:
            try:
                readable, left = _found(path, run.check)
            except OSError as error:  # of a share that is down, say
                readable, left = [], [Loss("add", shown(path), refused(error))]
            files += readable
            losses += left
        if losses:
            self._catalog.add_losses("", losses)
            run.show(LeftOut("", tuple(losses)))
        if not files:
            reasons = "; ".join(f"{loss.what}: {loss.reason}" for loss in losses)
            raise BadInput(reasons or "There was nothing to add.")
        absolute = list(dict.fromkeys(path.absolute() for path in files))
        self._catalog.remember_drops([str(path) for path in absolute], in_place)
        return absolute

    def queue(self, paths: Sequence[Path], run: Run) -> Iterator[str]:
        """Ids of the documents of these files, in order, each once and as soon as it is in the
        catalog.
        """
        queued = {""}
        for path in run.each("adding", paths, lambda path: path.name):
            document = self._queue_file(path, run)
            if document not in queued:
                queued.add(document)
                yield document

    def _queue_file(self, path: Path, run: Run) -> str:
        try:
            about = path.stat()
            suffix = _suffix(path)
            kind = kind_named(suffix)
            document = _new_row(sha256_of(path), _title(path), kind, str(path), about.st_size)
        except OSError as error:
            reason = error.strerror or "could not be opened"
            loss = Loss("add", str(path), f"Not readable: {reason}.")
            with self._catalog.write():
                is_new = self._catalog.add_losses("", [loss])
                self._catalog.forget_drop(str(path))
                comes_again = self._catalog.watch_again(str(path))
            if not comes_again or is_new:
                run.show(LeftOut(str(path), (loss,)))
            return ""
        stays = self._catalog.drop_stays(str(path))
        styles = style_sheets(path) if kind == "web" else []
        with self._catalog.write():
            self._queue_row(document, suffix, drop=str(path))
            self._catalog.keep_styles(document.id, styles)
            before = self._catalog.note_version(str(path), document.id)
            self._catalog.take_over(before, document.id)
            if stays and not self._objects.path(document.id, suffix).exists():
                look = Look(about.st_size, about.st_mtime_ns)
                self._catalog.reference(Referenced(document.id, str(path), *look))
        if not stays:
            self._make_good(path, document.id)
        if document.title == NAME_SPEAKS:
            self._catalog.add_losses("", [Loss("title", path.name, f"{NAME_SPEAKS}: not used")])
        return document.id

    def _make_good(self, path: Path, document: str) -> None:
        """Of one that is known: an original that is damaged, missing or elsewhere is had again."""
        is_elsewhere = self._catalog.referenced(document) is not None
        if is_elsewhere or self._catalog.document(document).state in WITH_ORIGINAL:
            with contextlib.suppress(SourceChanged, OSError):  # then all stays as it was
                self._objects.keep_file(path, document, self._catalog.suffix(document))
                self._catalog.reference_no_more(document)
                self._catalog.take_back_losses(document, "original")

    def _queue_row(self, document: Document, suffix: str, drop: str = "") -> None:
        """Bytes that failed before, or were removed, begin anew: the user wants them."""
        with self._catalog.write():
            fresh = self._catalog.queue(document, suffix, drop=drop)
            before = "" if fresh else self._catalog.document(document.id).state
            if before == "removed":
                self._catalog.take_from_trash(document.id, "queued")
            if before in ("failed", "removed"):
                self._catalog.restart(document, suffix)

    def copy(self, document: Document) -> Path:
        """The original of a document in objects/, copied there if need be.

        Raises CannotCopy when the file is of no use or gone.
        """
        suffix = self._catalog.suffix(document.id)
        place = self._objects.path(document.id, suffix)
        if place.exists():
            return place
        if document.size_bytes == 0:
            raise CannotCopy("not readable: the file is empty")
        if not suffix:
            raise CannotCopy(self._why_not(document.id))
        if (reference := self._catalog.referenced(document.id)) is not None:
            if problem := look_again(self._catalog, reference):
                raise CannotCopy(problem)
            return Path(reference.path)
        problem = ""
        for source in self._catalog.sources(document.id):
            try:
                return self._objects.keep_file(Path(source), document.id, suffix)
            except (SourceChanged, OSError) as error:
                problem = problem or _copy_problem(error)
                self._catalog.watch_again(source)
        raise CannotCopy(problem or "The file is gone.")

    def still_same(self, document: str) -> bool:
        """Whether an original that was just read in place is what it was before."""
        reference = self._catalog.referenced(document)
        return reference is None or look_at(Path(reference.path)) == Look(
            reference.size_bytes, reference.mtime_ns
        )

    def copy_in(self, document: str) -> None:
        """Copy an original that is referenced in place; from now on it is the warehouse's own.

        Raises BadInput when it is not what it was, StorageError.
        """
        reference = self._catalog.referenced(document)
        if reference is None:
            return
        try:
            self._objects.keep_file(Path(reference.path), document, self._catalog.suffix(document))
        except (SourceChanged, OSError) as error:
            raise BadInput(look_again(self._catalog, reference) or _copy_problem(error)) from error
        self._catalog.reference_no_more(document)

    def queue_bytes(
        self,
        raw: bytes,
        suffix: str,
        source: str,
        title: str = "",
        fetched: Provenance | None = None,
    ) -> str:
        """Noted, kept in objects/, queued: a kill after the second step loses nothing.

        Returns the id.
        """
        id = hashlib.sha256(raw).hexdigest()
        row = _new_row(id, title or source, kind_named(suffix), source, len(raw))
        arrival = Arrival(row, suffix, fetched)
        self._catalog.expect(arrival)
        try:
            self._objects.keep_bytes(raw, id, suffix)
        except BaseException:
            self._catalog.expect_no_more(id)
            raise
        self._queue_arrival(arrival)
        return id

    def take_arrivals(self) -> list[str]:
        """Queue what an earlier program had kept but not queued; name what it had not kept."""
        queued: list[str] = []
        for arrival in self._catalog.arrivals_before():
            row = arrival.document
            if self._objects.path(row.id, arrival.suffix).exists():
                self._queue_arrival(arrival)
                queued.append(row.id)
                continue
            reason = "The program ended before it was kept: add it once more."
            with self._catalog.write():
                self._catalog.expect_no_more(row.id)
                self._catalog.add_losses("", [Loss("add", row.source, reason)])
        return queued

    def _queue_arrival(self, arrival: Arrival) -> None:
        with self._catalog.write():
            self._queue_row(arrival.document, arrival.suffix)
            if arrival.fetched is not None:
                before = self._catalog.note_fetch(arrival.fetched)
                self._catalog.take_over(before, arrival.document.id)
            self._catalog.expect_no_more(arrival.document.id)

    def _why_not(self, document: str) -> str:
        """What a file is that no reader takes."""
        try:
            for source in self._catalog.sources(document):
                format_of(Path(source))
        except NotReadable as error:
            return str(error)
        except OSError as error:
            return _copy_problem(error)
        return "This kind of file is read now: add it once more."

    def admit(self, batch: Sequence[Admission]) -> list[str]:
        """Queue and copy readings that came with their bytes; ids in order."""
        ids = [hashlib.sha256(admission.raw).hexdigest() for admission in batch]
        for id, admission in zip(ids, batch, strict=True):
            self._objects.keep_bytes(
                admission.raw, id, _SUFFIX_OF_KIND.get(admission.reading.kind, "")
            )
        with self._catalog.write():
            for id, admission in zip(ids, batch, strict=True):
                row = _new_row(
                    id,
                    admission.reading.title,
                    admission.reading.kind,
                    admission.source,
                    len(admission.raw),
                )
                self._queue_row(row, _SUFFIX_OF_KIND.get(admission.reading.kind, ""))
        return ids


def _found(path: Path, check: Check) -> tuple[list[Path], list[Loss]]:
    if path.is_dir():
        return survey(path, check)
    reason = no_file(path) if path.exists() else "There is no such file."
    reason = reason or ("" if has_utf8(path.absolute()) else NO_UTF8)
    return ([], [Loss("add", shown(path), reason)]) if reason else ([path], [])


def _title(path: Path) -> str:
    """Its name, until what it says of itself is read. A name that speaks to a machine would do so
    in every prompt."""
    return NAME_SPEAKS if in_metadata.name_speaks(path.stem) else path.stem


def _new_row(id: str, title: str, kind: str, source: str, size: int) -> Document:
    return Document(id, title, kind, source, size, time.time(), "queued")


def _suffix(path: Path) -> str:
    """One of those that are read, by name or else by the first bytes; "" for any other file."""
    suffix = path.suffix.lower()
    if suffix in FORMATS:
        return suffix
    try:
        format = format_of(path)
    except NotReadable:
        return ""
    return next(suffix for suffix, its in FORMATS.items() if its == format)


def _copy_problem(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "The file was moved or deleted before it could be copied."
    if isinstance(error, OSError):
        return f"not readable: {error.strerror or error}"
    return str(error)
