"""From a drop to an original in objects/: expand, remember, hash, queue, copy.

The paths of a drop are remembered before anything is hashed, each is forgotten in the transaction
that queues its document, and the copy is complete before a document is "copied": a kill at any
instant loses nothing. What cannot be taken is listed: a single file as a failed document, the
unsupported files of a folder as one line of the loss ledger.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from indexers.detect import FORMATS, KINDS, format_of
from indexers.errors import NotReadable
from indexers.records import Loss, Reading
from warehouse.catalog import Catalog
from warehouse.errors import BadInput
from warehouse.ingest.folders import survey
from warehouse.objects import Objects, SourceChanged, sha256_of
from warehouse.records import Document
from warehouse.run import Run

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

    def remember(self, paths: Sequence[Path]) -> list[Path]:
        """Every supported file under ``paths``, noted in the catalog.

        Raises BadInput when there is nothing at all to add.
        """
        files: list[Path] = []
        losses: list[Loss] = []
        for path in paths:
            if path.is_dir():
                found, left = survey(path)
                files += found
                losses += left
            elif path.exists():
                files.append(path)
            else:
                losses.append(Loss("add", str(path), "There is no such file."))
        self._catalog.add_losses("", losses)
        if not files:
            reasons = "; ".join(f"{loss.what}: {loss.reason}" for loss in losses)
            raise BadInput(reasons or "There was nothing to add.")
        absolute = list(dict.fromkeys(path.absolute() for path in files))
        self._catalog.remember_drops([str(path) for path in absolute])
        return absolute

    def queue(self, paths: Sequence[Path], run: Run) -> list[str]:
        """Ids of the documents of these files, in order, each once; all of them in the catalog."""
        ids: dict[str, None] = {}
        for number, path in enumerate(paths):
            run.step("adding", number, len(paths), path.name)
            document = self._queue_file(path)
            if document:
                ids[document] = None
        return list(ids)

    def _queue_file(self, path: Path) -> str:
        try:
            size = path.stat().st_size
            suffix = _suffix(path)
            kind = KINDS.get(FORMATS.get(suffix, ""), "")
            document = _new_row(sha256_of(path), path.stem, kind, str(path), size)
        except OSError as error:
            reason = error.strerror or "could not be opened"
            self._catalog.add_losses("", [Loss("add", str(path), f"Not readable: {reason}.")])
            self._catalog.forget_drop(str(path))
            return ""
        self._queue_row(document, suffix, drop=str(path))
        return document.id

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
        problem = ""
        for source in self._catalog.sources(document.id):
            try:
                return self._objects.keep_file(Path(source), document.id, suffix)
            except (SourceChanged, OSError) as error:
                problem = problem or _copy_problem(error)
        raise CannotCopy(problem or "The file is gone.")

    def queue_bytes(self, raw: bytes, suffix: str, source: str, title: str = "") -> str:
        """The original is in objects/ before its document is queued; returns the id."""
        id = hashlib.sha256(raw).hexdigest()
        self._objects.keep_bytes(raw, id, suffix)
        row = _new_row(id, title or source, KINDS.get(FORMATS[suffix], ""), source, len(raw))
        self._queue_row(row, suffix)
        return id

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
        ids = [hashlib.sha256(one.raw).hexdigest() for one in batch]
        for id, one in zip(ids, batch, strict=True):
            self._objects.keep_bytes(one.raw, id, _SUFFIX_OF_KIND.get(one.reading.kind, ""))
        with self._catalog.write():
            for id, one in zip(ids, batch, strict=True):
                row = _new_row(id, one.reading.title, one.reading.kind, one.source, len(one.raw))
                self._queue_row(row, _SUFFIX_OF_KIND.get(one.reading.kind, ""))
        return ids


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
