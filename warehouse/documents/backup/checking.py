"""Is everything still there, and still what it was? Looks at all of it; mending.py mends.

What stands in catalog, studies and search index against the hashes made when it was written
(damage.py); every original against the hash that is its name; the search index against the numbers
of the catalog; pages that were read badly are named. What holds the readers of documents on this
system is said, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import DecodeError, Struct

from indexers import sandbox
from indexers.errors import ReadingError
from warehouse.documents.backup import damage
from warehouse.documents.backup.damage import ORIGINAL, Finding
from warehouse.documents.backup.moving import half_moved
from warehouse.documents.inspecting import outdated_readings, quality
from warehouse.errors import Damaged
from warehouse.ingest.in_place import look_again
from warehouse.ingest.reconcile import INDEXED, MISSING_ORIGINAL, true_state
from warehouse.library import Library
from warehouse.records import Document
from warehouse.run import Run
from warehouse.store.lance.lance_errors import IndexDamaged


class Report(Struct, frozen=True):
    """``readers`` says what holds the readers of documents on this system, and what does not;
    ``older`` how many documents were read by an older reader, "" for none.
    """

    documents: int
    originals: int
    findings: tuple[Finding, ...]
    readers: str = ""
    older: str = ""


def check(library: Library, run: Run) -> Report:
    """Every original is read; Raises Cancelled, StorageError."""
    library.catalog.seal_waiting(run.check)
    findings = damaged(library, run)
    findings += _looked(_index(library), "the search index")
    findings += _looked(_pages(library), "the pages")
    findings += [*_half_move(library), *_encrypted(library)]
    documents = _documents(library)
    counts = len(documents), len(library.objects.names())
    try:
        held = readers(library.readers.held())
    except ReadingError as error:
        held = f"Readers of documents: {error}."
    return Report(*counts, tuple(findings), held, _older(len(outdated_readings.older(documents))))


def damaged(library: Library, run: Run) -> list[Finding]:
    """What is not what was written. Every byte is read. Raises Cancelled, StorageError."""
    findings = list(damage.of_catalog(library, run))
    for looked, where in (
        (damage.of_index(library, run), "the search index"),
        (damage.of_studies(library, run), "the studies"),
        (_originals(library, run), "the originals"),
    ):
        findings += _looked(looked, where)
    return findings


def _looked(found: Iterator[Finding], where: str) -> Iterator[Finding]:
    """What is found until damage is in the way."""
    try:
        yield from found
    except (Damaged, DecodeError, UnicodeDecodeError) as error:
        yield Finding("", "", f"Not all of {where} could be looked at: {error}")


def _documents(library: Library) -> list[Document]:
    try:
        return library.catalog.documents()
    except Damaged:
        return []


def readers(held: str) -> str:
    """A sentence about what the system grants of the sandbox."""
    open_ways = sandbox.lacking(held)
    lacks = f" This system does not keep them from: {', '.join(open_ways)}." if open_ways else ""
    return f"Readers of documents are held by: {held}.{lacks}"


def _older(count: int) -> str:
    were = "document was" if count == 1 else "documents were"
    again = "to read them again, with nothing lost that was cited: muniment reread --older"
    return f"{count:,} {were} read by an older reader; {again}" if count else ""


def _originals(library: Library, run: Run) -> Iterator[Finding]:
    originals = library.objects.names()
    rows = library.catalog.documents()
    for row in run.each("checking", rows, lambda row: row.title):
        path = originals.get(row.id)
        reference = library.catalog.referenced(row.id)
        if reference is not None:
            if problem := look_again(library.catalog, reference, thorough=True):
                yield Finding(row.id, row.title, problem)
        elif path is None:
            if row.state in INDEXED:
                yield Finding(row.id, row.title, MISSING_ORIGINAL, "original")
        elif not library.objects.is_whole(row.id, path.suffix):
            yield Finding(row.id, row.title, ORIGINAL, "original")


def _pages(library: Library) -> Iterator[Finding]:
    """Documents with pages that were read badly, and how they may be read better."""
    for row in library.catalog.in_states(*INDEXED):
        poor = quality.of(library, row.id).poor
        if poor:
            noun = "page was" if len(poor) == 1 else "pages were"
            yield Finding(
                row.id,
                row.title,
                f"{len(poor)} {noun} read badly, the worst is {poor[0].label} ({poor[0].flaw}); "
                f"try: muniment reread {row.id[:12]} --below {quality.POOR}",
            )


def _half_move(library: Library) -> Iterator[Finding]:
    left = half_moved()
    if left is not None and Path(left.source) == library.folder.resolve():
        sentence = (
            f"A move to {left.target} did not come to its end; its half copy is {left.part}. "
            f"Move there again to go on, or delete it."
        )
        yield Finding("", "", sentence)


def _encrypted(library: Library) -> Iterator[Finding]:
    """Files that were passed over when it was opened."""
    for path in sorted(library.walls.mirror.damaged) if library.walls else ():
        sentence = f"The encrypted file {path.name} is damaged; a copy of the library may have it."
        yield Finding("", "", sentence)


def _index(library: Library) -> Iterator[Finding]:
    rows = library.catalog.in_states(*INDEXED)
    ids = [row.id for row in rows]
    try:
        passages = library.store.tally("passages", ids)
        headers = library.store.tally("headers", ids)
    except IndexDamaged as error:
        yield Finding("", "", f"The search index is damaged ({error}).", "index")
        return
    for row in rows:
        state = true_state(row, passages.get(row.id, (0, 0)), headers.get(row.id, (0, 0)))
        if state != row.state:
            lack = f"The search index lacks a part of it (it is only {state})."
            yield Finding(row.id, row.title, lack, "part")
