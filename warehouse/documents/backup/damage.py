"""What stands in the warehouse, against the hashes that were made when it was written.

Rows of the catalog and of the studies' databases by their sums (sealed_rows.py), files of studies
and of the search index by their hashes, and the rows of the index against the passages of the
catalog.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

from msgspec import Struct

from warehouse.disk import hashed_files, sealed_rows
from warehouse.errors import StorageError
from warehouse.ingest import index_files, reconcile
from warehouse.ingest.reconcile import INDEXED
from warehouse.library import Library
from warehouse.run import Run
from warehouse.store.catalog.studies import REMOVED
from warehouse.store.catalog.triples import GRAPH
from warehouse.store.lance.lance_errors import IndexDamaged
from warehouse.store.lance.tables import TABLES

Cure = Literal[
    "",
    "read",
    "original",
    "names",
    "sketches",
    "graph",
    "part",
    "words",
    "index",
    "sqlite",
    "rows",
    "stray",
]
"""How it can be made again: "" is not at all."""

_READ = {
    "texts": "text",
    "pages": "pages",
    "structures": "sentences and sections",
    "passages": "passages",
    "headers": "header",
    "losses": "loss ledger",
    "suspects": "x-ray",
    "documents": "row in the list",
}
_CURES: dict[str, Cure] = {
    **dict.fromkeys(_READ, "read"),
    "named": "names",
    "passage_names": "names",
    "sketches": "sketches",
    "sketch_bands": "sketches",
    **dict.fromkeys(GRAPH, "graph"),
    "index_files": "index",
}
_BY_ITSELF = {
    "names": "The index of names is damaged.",
    "sketches": "What tells which documents are alike is damaged.",
    "graph": "What was read for the library's graph is damaged.",
    "index": "The list of the search index's files is damaged.",
}
_LOST = "damaged on the disk; it cannot be made again, a backup has it as it was."
ORIGINAL = "The original was changed or damaged on the disk; add the same file again to mend it."
TOGETHER = 500


class Finding(Struct, frozen=True):
    """``document`` is empty when the whole warehouse is meant."""

    document: str
    title: str
    sentence: str
    cure: Cure = ""


def of_catalog(library: Library, run: Run) -> Iterator[Finding]:
    """Shape by SQLite's own check, rows by their sums. Where a table cannot be read, little else
    can.
    """
    run.step("checking", 0, 1, "catalog.db")
    for said in library.catalog.problems():
        cure: Cure = "sqlite" if "index" in said else ""
        yield Finding("", "", f"catalog.db is damaged: {said}", cure)
    yield from _of_lost(library)
    yield from of_rows(library, library.catalog.broken())


def _of_lost(library: Library) -> Iterator[Finding]:
    """What the catalog does not know any more since its log, or one before it, was lost, and still
    lies there.
    """
    catalog = library.catalog
    said = reconcile.lost(catalog)
    if not said:
        return
    yield Finding("", "", said)
    for document in library.objects.names().keys() - catalog.ids():
        yield Finding(document, "", "The catalog has lost this document.", "stray")
    studies = {row.id for row in catalog.studies()}
    for folder in (library.folder / "studies").glob("*"):
        if folder.name not in studies and not (folder / REMOVED).exists():
            yield Finding("", "", f"The catalog has lost a study; its files are in {folder}.")


def of_rows(library: Library, broken: Iterable[sealed_rows.Part]) -> Iterator[Finding]:
    parts: dict[tuple[str, Cure], list[str]] = defaultdict(list)
    for table, part in broken:
        cure = _CURES.get(table, "")
        whole = part == "?" or cure in _BY_ITSELF or (table == "losses" and not part)
        parts["" if whole else part, "rows" if table == "losses" and not part else cure] += [table]
    for (part, cure), tables in parts.items():
        title = _title(library, part)
        if cure in _BY_ITSELF:
            yield Finding("", "", _BY_ITSELF[cure], cure)
        elif cure == "read" and part:
            what = ", ".join(_READ[table] for table in tables)
            yield Finding(part, title, f"What was read of it is damaged on the disk: {what}.", cure)
        else:
            what = ", ".join(tables)
            yield Finding(part if title else "", title, f"catalog.db: {what}: {_LOST}", cure)


def of_index(library: Library, run: Run) -> Iterator[Finding]:
    """Every file of it, and its rows by their ids."""
    run.step("checking", 0, 1, "search index")
    store, catalog = library.store, library.catalog
    names = list(index_files.changed(catalog, store.folder, run.check))
    if names:
        cure: Cure = "index" if any("/_indices/" not in name for name in names) else "words"
        more = f" and {len(names) - 1} more" if names[1:] else ""
        yield Finding("", "", f"The search index is damaged ({names[0]}{more}).", cure)
    try:
        rows = catalog.in_states(*INDEXED)
        for at in range(0, len(rows), TOGETHER):
            run.check()
            part = rows[at : at + TOGETHER]
            wanted = {id for row in part for id in catalog.passage_ids(row.id)}
            if others := store.ids("passages", [row.id for row in part]) - wanted:
                said = f"The search index has {len(others)} passages that the catalog has not."
                yield Finding("", "", said, "index")
        for table in TABLES:
            store.rows_by_document(table, run.check)
    except IndexDamaged as error:
        if not names:
            yield Finding("", "", f"The search index is damaged ({error}).", "index")


def of_studies(library: Library, run: Run) -> Iterator[Finding]:
    for row in library.catalog.studies():
        run.check()
        folder = library.folder / "studies" / row.id
        for name in [*hashed_files.changed(folder), *damaged_databases(folder)]:
            yield Finding("", row.question, f"{name} of this study is {_LOST}")


def damaged_databases(folder: Path) -> Iterator[str]:
    """Where the power failed while one was begun, or written, opening it to write ends that."""
    for file in sorted(folder.glob("*.db")):
        if not (_is_whole(file, "ro") or _is_whole(file, "rw")):
            yield file.name


def _is_whole(file: Path, mode: Literal["ro", "rw"]) -> bool:
    try:
        with contextlib.closing(sqlite3.connect(f"{file.as_uri()}?mode={mode}", uri=True)) as it:
            sealed_rows.hear(it)
            is_sound = it.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            return is_sound and not any(sealed_rows.broken(it))
    except sqlite3.Error:
        return False


def _title(library: Library, part: str) -> str:
    with contextlib.suppress(StorageError, ValueError):
        row = library.catalog.row("SELECT title FROM documents WHERE id = ?", (part,))
        return str(row[0]) if row else ""
    return ""
