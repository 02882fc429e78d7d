"""A bundle into the library: entries kept whole, their files added, their values told.

What an entry says of a file is kept before the file is added, so that a kill between the two loses
nothing; and everything is keyed by what it is (the bytes of a file, the key of an entry), so that
importing again adds nothing and brings only what has changed.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from indexers.records import FIELDS, Loss
from warehouse.documents.importing import bibtex, collections, csl, zotero
from warehouse.documents.importing.records import Attached, Bundle, Found, Unread
from warehouse.errors import BadInput
from warehouse.ingest.foreign_libraries import ZOTERO
from warehouse.library import Library
from warehouse.run import Run
from warehouse.store.catalog import Catalog
from warehouse.store.catalog.imports import ImportedFile
from warehouse.store.objects import sha256_of

_READERS: dict[str, Callable[[Path], Bundle]] = {".bib": bibtex.read, ".json": csl.read}
_KEY = re.compile(r"[^A-Za-z0-9:_./+-]")


Said = dict[str, Mapping[str, tuple[str, ...]]]
"""By document, what the entries of a bundle said of it so far."""


class Missing(Struct, frozen=True):
    """An entry, a file or a value that is not in the library now, and why."""

    title: str
    reason: str


class Taken(Struct, frozen=True):
    """``entries`` in all, of which ``new`` were not known; ``documents`` that came in now.

    ``without`` are entries without a file, ``missing`` files of entries that have another;
    ``altered`` are values that were not taken as they were said, of entries that were.
    """

    entries: int
    new: int
    documents: int
    without: tuple[Missing, ...]
    missing: tuple[Missing, ...]
    unread: tuple[Unread, ...]
    altered: tuple[Missing, ...]


def read(path: Path) -> Bundle:
    """A Zotero folder or its database, a .bib or a .json file. Raises BadInput for all else."""
    if path.is_dir():
        return zotero.read(path)
    if path.name == ZOTERO:
        return zotero.read(path.parent)
    if path.suffix.lower() not in _READERS or not path.is_file():
        raise BadInput(
            f"{path} is no library of another program.",
            "Name a Zotero folder, a .bib file or a CSL-JSON file.",
        )
    return _READERS[path.suffix.lower()](path)


def take_in(
    bundle: Bundle, library: Library, run: Run, in_place: bool = False, since: float | None = None
) -> Taken:
    """``in_place``: files stay where they are. What is added after ``since`` (Unix seconds, now
    where it is None) has come in now, also when the folder around it was added meanwhile.

    Raises Cancelled, StorageError and what adding files raises; then run it again.
    """
    catalog = library.catalog
    began = time.time() if since is None else since
    new = 0
    paths: dict[str, Path] = {}
    named: list[str] = []
    absent: set[str] = set()  # what comes in now, whatever the clock says
    placed: list[tuple[Found, list[str], bool]] = []
    said: Said = {}
    unread = list(bundle.unread)
    altered = [Missing(entry.title, said) for entry in bundle.entries for said in entry.left_out]
    without: list[Missing] = []
    missing: list[Missing] = []
    for entry in run.each("importing", bundle.entries, lambda entry: entry.title):
        files = [_identified(file) for file in entry.files]
        if not any(file.document for file in files):
            files += _known(entry, catalog)
        ids = [file.document for file in files if file.document]
        body = _body(entry)
        changed = body != catalog.entry_body(bundle.origin, bundle.source, entry.key)
        if changed and (known := list(catalog.some_documents(ids))):
            # Before the entry is kept: whoever is killed here finds it changed the next time.
            unread += collections.place(entry, known, library.shelves)
        new += _keep(bundle, entry, body, files, catalog, said)
        named += ids
        absent.update(document for document in ids if not catalog.has(document))
        placed.append((entry, ids, changed))
        paths |= {
            file.document: attached.path
            for file, attached in zip(files, entry.files, strict=False)
            if file.document and attached.path
        }
        if ids:
            missing += [Missing(entry.title, f"{f.name}: {f.problem}") for f in files if f.problem]
        else:
            reason = " ".join(f"{f.name}: {f.problem}" for f in files if f.problem)
            without.append(Missing(entry.title, reason or "It names no file."))
    if paths:
        library.add(list(paths.values()), run, in_place=in_place)
    library.describe_anew(named, run)
    rows = catalog.some_documents(named).values()
    fresh = {row.id for row in rows if row.added >= began or row.id in absent}
    for entry, documents, changed in placed:
        if changed or fresh & set(documents):
            unread += collections.place(entry, documents, library.shelves)
    catalog.add_losses("", _losses(unread, [*without, *missing, *altered]))
    counts = (len(bundle.entries), new, len(fresh))
    return Taken(
        *counts, tuple(without), tuple(missing), tuple(dict.fromkeys(unread)), tuple(altered)
    )


def _losses(unread: Iterable[Unread], missing: Iterable[Missing]) -> list[Loss]:
    losses = [Loss("import", skipped.what, skipped.reason) for skipped in unread]
    return losses + [Loss("import", lack.title, lack.reason) for lack in missing]


def _known(entry: Found, catalog: Catalog) -> list[ImportedFile]:
    """The document in the library that has the DOI or arXiv number of an entry, if just one has."""
    for field in ("doi", "arxiv"):
        if number := entry.fields.get(field):
            documents = catalog.with_value(field, number[0])
            if len(documents) == 1:
                return [ImportedFile(f"{field}:{number[0]}", documents[0], "")]
    return []


def _identified(file: Attached) -> ImportedFile:
    if file.path is None:
        return ImportedFile(file.name, "", file.problem)
    try:
        return ImportedFile(file.name, sha256_of(file.path), "")
    except OSError as error:
        return ImportedFile(file.name, "", f"Not readable: {error.strerror or 'it is gone'}.")


def _body(entry: Found) -> bytes:
    return msgspec.json.encode(
        {"whole": entry.whole, "collections": entry.collections, "tags": entry.tags}
    )


def _keep(
    bundle: Bundle,
    entry: Found,
    body: bytes,
    files: list[ImportedFile],
    catalog: Catalog,
    said: Said,
) -> bool:
    """All of one entry in one transaction; whether it is new.

    Of a document with several entries the first one counts; the others fill in what it leaves open.
    """
    with catalog.write():
        for file in files:
            if file.document:
                values = {**entry.fields, **said.get(file.document, {})}
                said[file.document] = values
                catalog.tell(file.document, bundle.origin, {**dict.fromkeys(FIELDS), **values})
        first = next((file.document for file in files if file.document), "")
        if first and (key := _KEY.sub("", entry.citation_key)):
            catalog.keep_citation_key(first, key)
        name = (bundle.origin, bundle.source, entry.key)
        return catalog.keep_entry(name, entry.title, body, files)
