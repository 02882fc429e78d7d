"""A look at a part of the warehouse, each time at the next, so that all of it is seen in time.

Rows of the catalog are looked at whole, as that takes seconds; originals and files of the search
index until the time is up, from where the last look ended.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from warehouse.documents.backup import damage
from warehouse.documents.backup.damage import ORIGINAL, Finding
from warehouse.ingest import index_files
from warehouse.library import Library
from warehouse.run import Run

LOOK_S = 20.0
EVERY_S = 86_400.0
_WHEN, _WHERE = "looked", "looked-until"


def is_due(library: Library) -> bool:
    """A day after the last one; a clock that was set back does not put it off."""
    last = library.catalog.fact(_WHEN)
    return not last or not 0 <= time.time() - float(last) < EVERY_S


def look(library: Library, run: Run, seconds: float = LOOK_S) -> list[Finding]:
    """What is not what was written, of what was seen. Raises Cancelled, StorageError."""
    catalog = library.catalog
    catalog.seal_waiting(run.check)
    findings = list(damage.of_rows(library, catalog.broken()))
    until = time.monotonic() + seconds
    begin = catalog.fact(_WHERE)
    reached = ""
    for name, finding in _things(library, begin):
        run.check()
        findings += [finding] if finding else []
        reached = name
        if time.monotonic() > until:
            break
    else:
        reached = ""  # all of it was seen: the next one begins anew
    catalog.set_fact(_WHERE, reached)
    catalog.set_fact(_WHEN, repr(time.time()))
    return findings


def _things(library: Library, begin: str) -> Iterator[tuple[str, Finding | None]]:
    """Originals, then files of the index, by name from ``begin`` on."""
    for document, path in sorted(library.objects.names().items()):
        if (name := f"1 {document}") > begin and library.catalog.knows(document):
            is_whole = library.objects.is_whole(document, path.suffix)
            title = library.catalog.document(document).title
            yield name, None if is_whole else Finding(document, title, ORIGINAL, "original")
    known = library.catalog.index_files()
    for file in sorted(known):
        if (name := f"2 {file}") > begin:
            is_changed = index_files.is_changed(library.store.folder / file, known[file])
            sentence = f"The search index is damaged ({file})."
            yield name, Finding("", "", sentence, "index") if is_changed else None
