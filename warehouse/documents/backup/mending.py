"""Making again what was damaged and can be had again: from the original, or from the catalog.

What the user made (collections, tags, notes, studies, thoughts) cannot be; it stays named until it
comes back from a backup, or until the user ``accept``s what is there.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path

from warehouse.disk import sealed_rows
from warehouse.documents.backup.damage import Cure, Finding
from warehouse.errors import BadInput, StorageError
from warehouse.ingest import index_files, reconcile
from warehouse.library import Library
from warehouse.run import Run
from warehouse.search import name_index
from warehouse.store.catalog.sketches import sketch
from warehouse.store.objects import SourceChanged


def mend(library: Library, findings: Sequence[Finding], run: Run) -> int:
    """Returns how many findings were gone about; look again to see what is left.

    Raises Cancelled, ModelMissing where vectors are to be made and there is no embedder.
    """
    cures: dict[Cure, list[str]] = {}
    for finding in findings:
        if finding.cure:
            cures.setdefault(finding.cure, []).append(finding.document)
    catalog = library.catalog
    if "sqlite" in cures:
        with contextlib.suppress(StorageError):
            catalog.index_anew()
    if "rows" in cures:
        catalog.accept_tables(["losses"])
    if "names" in cures:
        catalog.begin_names_again()
    if "sketches" in cures:
        catalog.begin_sketches_again()
    if "graph" in cures:
        catalog.begin_graph_again()
    if strays := cures.get("stray"):
        originals = library.objects.names()
        paths = [library.objects.path(stray, originals[stray].suffix) for stray in strays]
        library.ingest.add(paths, run)
        reconcile.know_originals(catalog, library.objects)
    for document in cures.get("original", ()):
        _original(library, document)
    read = [document for document in cures.get("read", ()) if _begin_again(library, document)]
    library.ingest.process(read, run)
    name_index.keep_missing(catalog, run.check)
    for document in catalog.without_sketch():
        run.check()
        catalog.keep_sketch(document, sketch(catalog.text(document)))
    if "part" in cures:
        reconcile.match_rows(catalog, library.store, run.check)
        library.ingest.resume(run)
    if "words" in cures and "index" not in cures:
        library.store.mend(run.check)
        library.catalog.forget_index_files()
    if "index" in cures:
        library.catalog.accept_tables(["index_files"])
        library.catalog.forget_index_files()
        library.rebuild(run)
    if library.store.ready:
        index_files.learn(library.catalog, library.store.folder, run.check)
    return sum(bool(finding.cure) for finding in findings)


def accept(library: Library) -> int:
    """What is there now counts as right; how many parts of tables and lost changes that were."""
    given_up = library.catalog.lost
    given_up += reconcile.give_up_originals(library.catalog, library.objects)
    library.catalog.accept_lost()
    broken = [damaged for damaged in library.catalog.broken() if damaged.part != "?"]
    for table, part in broken:
        if table == sealed_rows.SCHEMA:
            library.catalog.accept_schema()
        else:
            library.catalog.accept(table, part)
    return len(broken) + given_up


def _original(library: Library, document: str) -> bool:
    """Of a file that lies still where it came from, with the same bytes."""
    catalog, objects = library.catalog, library.objects
    for source in catalog.sources(document):
        with contextlib.suppress(OSError, SourceChanged, StorageError, ValueError):
            objects.keep_file(Path(source), document, catalog.suffix(document))
            catalog.take_back_losses(document, "original")
            return True
    return False


def _begin_again(library: Library, document: str) -> bool:
    """Send it back to be read, with a row made of what is known otherwise. False where its original
    is not what it was.
    """
    catalog = library.catalog
    if catalog.has(document) and not catalog.knows(document):
        return False  # in the trash: out of it first
    original = library.objects.names().get(document)
    path = library.objects.path(document, original.suffix) if original else None
    if path is None:
        with contextlib.suppress(BadInput, StorageError, ValueError):
            path = library.original(document)
    if path is None or not path.is_file():
        return _drop_stray(library, document)
    if not library.objects.is_whole(document, path.suffix) and catalog.referenced(document) is None:
        return False
    catalog.begin_row_again(document, path.suffix, path.stat().st_size)
    return True


def _drop_stray(library: Library, document: str) -> bool:
    """A row under an id that was never given."""
    if len(document) != 64 or not document.isalnum():
        library.catalog.forget(document)
        library.catalog.accept("documents", document)
    return False
