"""A look at a warehouse: ``python -m warehouse.evaluate.trust.looking BACKUP EMBEDDER``.

For each line on its standard input it opens that of the home, finishes what was interrupted, has it
checked and mended, and prints what it found (``worlds.Look``). EMBEDDER is ``module:name`` or
empty for the model of the settings, which stays open from look to look.
"""

from __future__ import annotations

import importlib
import os
import sys
import time
from collections import Counter
from hashlib import sha256
from pathlib import Path

import msgspec
import numpy as np

from warehouse import app
from warehouse.app import Parts, Warehouse
from warehouse.documents.backup import backup, checking, mending
from warehouse.documents.backup.moving import half_moved
from warehouse.errors import InUse, MunimentError
from warehouse.evaluate.trust.worlds import Look
from warehouse.ingest import embedders
from warehouse.library import Library
from warehouse.run import Run
from warehouse.search.embedding import Embeds
from warehouse.studies.study_files import FILES

PATIENCE_S = 20.0
FAR_FROM_ONE = 1e-2  # of the length of a vector; they are kept whole


def main() -> None:
    archive, named = Path(sys.argv[1]), sys.argv[2]
    embedder: Embeds | None = None
    for _ in sys.stdin:
        try:
            embedder = embedder or _embedder(named)
            look = _look(archive, embedder)
        except Exception as error:  # of ours, too: it is what is looked for
            look = Look((f"{type(error).__name__}: {error}",))
        sys.stdout.buffer.write(msgspec.json.encode(look) + b"\n")
        sys.stdout.buffer.flush()
    if embedder is not None:
        embedder.close()


def _embedder(named: str) -> Embeds:
    if not named:
        return embedders.of_settings(app.loaded(), Path(os.devnull))
    module, _, name = named.partition(":")
    embedder: Embeds = getattr(importlib.import_module(module), name)()
    return embedder


def _look(archive: Path, embedder: Embeds) -> Look:
    has_backup = archive.exists()
    wrong = [] if not has_backup else _of_backup(archive)
    if not app.loaded().warehouse_folder.exists():
        return Look(tuple(wrong), backup=has_backup)
    with _opened(embedder) as warehouse:
        library = warehouse.library
        library.resume(Run())
        findings = checking.check(library, Run()).findings
        if findings:
            mending.mend(library, findings, Run())
        left = checking.check(library, Run()).findings if findings else ()
        moving = half_moved()
        wrong += [
            f"not mended: {finding.sentence}"
            for finding in left
            if moving is None or moving.part not in finding.sentence  # named, and left to the user
        ]
        documents = {
            document.id: _document(library, document.id, wrong) for document in library.documents()
        }
        trashed = {removed.document.id: "removed" for removed in library.trash.list()}
        studies = {row.id: _study(warehouse, row.id, wrong) for row in library.catalog.studies()}
        mended = tuple(finding.sentence for finding in findings)
        return Look(tuple(wrong), mended, documents | trashed, studies, has_backup)


def _opened(embedder: Embeds) -> Warehouse:
    """One whose program was killed is let go in a moment."""
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            return app.open(parts=Parts(embedder=embedder))
        except InUse:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def _of_backup(archive: Path) -> list[str]:
    try:
        backup.verify(archive, Run())
    except MunimentError as error:
        return [f"the backup: {error}"]
    return []


def _document(library: Library, id: str, wrong: list[str]) -> str:
    """A hash of what is kept of it; what the index lacks, or has twice, is wrong."""
    catalog, store = library.catalog, library.store
    row, text, passages = catalog.document(id), catalog.text(id), catalog.passage_ids(id)
    path = library.objects.path(id, catalog.suffix(id))
    if row.state == "verified" and not library.objects.is_whole(id, path.suffix):
        wrong.append(f"{row.title}: its original is not whole")
    rows = (store.count("passages", id), store.count("headers", id))
    if rows != (len(passages), 1) or store.ids("passages", [id]) != set(passages):
        wrong.append(f"{row.title}: {rows} rows for {len(passages)} passages and a header")
    for vectors in (store.vectors("passages", passages), store.vectors("headers", [id])):
        if any(abs(np.linalg.norm(vector) - 1) > FAR_FROM_ONE for vector in vectors.values()):
            wrong.append(f"{row.title}: a vector is damaged")
    words = Counter(word for word in text.split() if word.isalpha())
    longest = max(words, key=len, default="")
    if id not in {hit.document for hit in library.retrieval.search_words(longest, 50)}:
        wrong.append(f"{row.title}: not found by {longest}")
    content = (row.title, row.state, row.problem, text, passages)
    return sha256(repr(content).encode()).hexdigest()


def _study(warehouse: Warehouse, id: str, wrong: list[str]) -> str:
    """A hash of its result, "" where there is none and need not be."""
    row = warehouse.library.catalog.study(id)
    assert row is not None
    file = warehouse.studies.folder(id) / FILES[row.kind]
    if row.state != "done":
        return ""
    try:
        if warehouse.studies.load(id) is None:
            wrong.append(f"the study {id} is done and has no result")
            return ""
    except MunimentError as error:
        wrong.append(f"the study {id}: {error}")
    return sha256(file.read_bytes()).hexdigest()


if __name__ == "__main__":
    main()
