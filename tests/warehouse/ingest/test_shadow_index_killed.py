"""kill -9 while another embedder's index is built, again and again, then once to the end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from shelf import SETTINGS, HashingEmbedder, prose, reading

from warehouse.ingest.intake import Admission
from warehouse.library import Library
from warehouse.run import Run

DOCUMENTS = 12
KILLED_AFTER = (2, 5, 9)  # texts that were embedded in that life
HERE = Path(__file__).resolve().parent

CHILD = """
import sys, time
from pathlib import Path
from shelf import SETTINGS, HashingEmbedder
from warehouse.ingest import indexing
from warehouse.library import Library
from warehouse.run import Run

indexing.GROUP_PASSAGES = indexing.CHUNK_PASSAGES = 3

class Telling(HashingEmbedder):
    def embed(self, texts, background=False, on_batch=None):
        for _ in texts:
            print("embedded", flush=True)
        time.sleep(0.02)
        return super().embed(texts, background, on_batch)

old = HashingEmbedder(32)
with Library(Path(sys.argv[1]), SETTINGS, Telling(64), embedder_at=lambda made: old) as library:
    assert library.retrieval.passages("mark3", 1)[0].title == "Book 3"
    library.resume(Run())
"""


def kill_after(texts: int, folder: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE.parent), str(HERE.parents[2])])},
    )
    assert child.stdout is not None
    seen = [child.stdout.readline() for _ in range(texts)]
    child.send_signal(signal.SIGKILL)
    child.stdout.close()
    assert child.wait(60) == -signal.SIGKILL and all(seen)


def test_a_change_that_is_killed_again_and_again_is_finished(tmp_path: Path) -> None:
    folder = tmp_path / "w"
    batch = [
        Admission(reading(f"Book {at}", prose(at)), "s", str(at).encode())
        for at in range(DOCUMENTS)
    ]
    with Library(folder, SETTINGS, HashingEmbedder(32)) as library:
        library.admit_many(batch, Run())
        passages = library.catalog.counts().passages
    for texts in KILLED_AFTER:
        kill_after(texts, folder)
    old, new = HashingEmbedder(32), HashingEmbedder(64)
    with Library(folder, SETTINGS, new, embedder_at=lambda made: old) as library:
        library.resume(Run())
        assert 0 < sum("Topics:" not in text for text in new.embedded) < passages
        assert library.store.dimension == 64
        assert library.store.count_vectors("passages") == passages
        assert library.store.count("passages") == passages
        assert library.store.count_vectors("headers") == DOCUMENTS
        assert all(
            library.retrieval.passages(f"mark{at}", 1)[0].title == f"Book {at}"
            for at in range(DOCUMENTS)
        )
        assert {row.state for row in library.catalog.documents()} == {"verified"}
