"""kill -9 in the middle of taking in 50 documents, again and again, then once to the end."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from pathlib import Path

from shelf import SETTINGS, HashingEmbedder, prose, write_html, write_pdf

from warehouse.library import Library
from warehouse.run import Run

DOCUMENTS = 50
# How many changes of rows are let through before each kill; 0: as soon as the drop is noted.
KILLED_AFTER = (0, 17, 60, 25, 55)
HERE = Path(__file__).resolve().parent
TIMEOUT_S = 120


def generate(folder: Path) -> None:
    for number in range(DOCUMENTS):
        if number % 5 == 0:
            write_pdf(folder / f"{number}.pdf", [prose(number), prose(1000 + number)])
        elif number % 5 == 1:
            write_html(folder / f"{number}.html", f"Title {number}", prose(number))
        else:
            (folder / f"{number}.txt").write_text(prose(number))


def start(warehouse: Path, what: str, folder: Path) -> subprocess.Popen[str]:
    paths = os.pathsep.join([str(HERE), str(HERE.parent), str(HERE.parents[2])])
    return subprocess.Popen(
        [sys.executable, str(HERE / "ingest_until_killed.py"), str(warehouse), what, str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
    )


def lines_until(process: subprocess.Popen[str], wanted: int) -> int:
    """Read that many lines, or to the end; returns how many there were."""
    assert process.stdout is not None
    late = threading.Timer(TIMEOUT_S, process.kill)
    late.start()
    seen = 0
    while seen < wanted and process.stdout.readline():
        seen += 1
    late.cancel()
    late.join()
    return seen


def kill_after(changes: int, warehouse: Path, what: str, folder: Path) -> None:
    with start(warehouse, what, folder) as process:
        if changes == 0:
            drop_noted(warehouse)
        assert lines_until(process, changes) == changes, "it ended before it was killed"
        os.kill(process.pid, signal.SIGKILL)
        assert process.stdout is not None
        process.stdout.read()
        assert process.wait() == -signal.SIGKILL


def drop_noted(warehouse: Path) -> None:
    end = time.monotonic() + TIMEOUT_S
    while time.monotonic() < end:
        address = f"file:{warehouse / 'catalog.db'}?mode=ro"
        with suppress(sqlite3.Error), closing(sqlite3.connect(address, uri=True)) as database:
            if database.execute("SELECT count(*) FROM drops").fetchone()[0]:
                return
        time.sleep(0.01)
    raise AssertionError("the drop was never noted")


def test_fifty_documents_and_five_kills(tmp_path: Path) -> None:
    inbox, warehouse = tmp_path / "in", tmp_path / "warehouse"
    inbox.mkdir()
    generate(inbox)
    for number, changes in enumerate(KILLED_AFTER):
        kill_after(changes, warehouse, "resume" if number else "add", inbox)
    with start(warehouse, "resume", inbox) as process:
        lines_until(process, sys.maxsize)
        assert process.wait() == 0

    embedder = HashingEmbedder()
    with Library(warehouse, SETTINGS, embedder) as library:
        library.resume(Run())
        catalog, store = library.catalog, library.store
        documents = catalog.documents()
        assert sorted(Path(one.source).name for one in documents) == sorted(
            p.name for p in inbox.iterdir()
        )
        assert {one.state for one in documents} == {"verified"}
        ids = [one.id for one in documents]
        passages = {id: len(catalog.passages(id)) for id in ids}
        assert all(passages.values())
        assert catalog.rows("SELECT count(*) FROM passages") == [(sum(passages.values()),)]
        assert catalog.rows("SELECT count(*) FROM headers") == [(DOCUMENTS,)]
        assert catalog.drops() == []
        assert store.count("passages") == store.count_vectors("passages") == sum(passages.values())
        assert store.tally("passages", ids) == {id: (n, n) for id, n in passages.items()}
        assert store.count("headers") == store.count_vectors("headers") == DOCUMENTS
        assert set(library.objects.names()) == set(ids)
        assert list(library.objects.folder.rglob("*.part")) == []
        for number in range(DOCUMENTS):
            (hit,) = {h.document for h in library.retrieval.search_words(f"mark{number}", 9)}
            assert Path(catalog.document(hit).source).stem == str(number)
    assert embedder.embedded == []
