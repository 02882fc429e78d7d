"""What a large library costs: to open it, and to add to it.

``opened_s_10k``: from nothing open to the list of 10,000 documents and the first search by words,
with no embedding computed (``bench start`` has the window with as many). ``add_cost_growth``: what
adding ADDED documents takes with 10,000 in the library, against 1,000; embedding is left out of it
by a synthetic embedder, which costs the same at any size. At 1,000 so many are worth tidying the
index after each time, which is in the figure.
"""

from __future__ import annotations

import tempfile
import time
import zlib
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import numpy as np

from warehouse.evaluate.libraries import a_page
from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.retrieval.crowd import Sentences, fill, sentences_of
from warehouse.ingest.intake import Admission
from warehouse.library import Library
from warehouse.search.embedding import OnBatch, Vectors

DIMENSION = 384
SIZES = (1_000, 10_000)
PASSAGES = 10
ADDED = 100
ROUNDS = 3
OPENED = 5


class Synthetic:
    """Unit vectors from the bytes of a text; ``count`` is how many were made."""

    present = True
    name = "synthetic"
    dimension = DIMENSION

    def __init__(self) -> None:
        self.count = 0

    def embed(
        self, texts: Sequence[str], background: bool = False, on_batch: OnBatch | None = None
    ) -> Vectors:
        rows = np.zeros((len(texts), DIMENSION), dtype=np.float32)
        for vector, text in zip(rows, texts, strict=True):
            vector[:] = np.random.default_rng(zlib.crc32(text.encode())).normal(size=DIMENSION)
            vector /= np.linalg.norm(vector)
        self.count += len(texts)
        if on_batch is not None:
            on_batch(len(texts))
        return rows

    def close(self) -> None:
        """Nothing is open."""


def growth(job: Job) -> list[Row]:
    """Raises BadInput without ``--data``."""
    known = sentences_of(job, Synthetic())
    costs: list[list[float]] = []
    rows: list[Row] = []
    for size in SIZES:
        with tempfile.TemporaryDirectory(prefix="muniment-bench-") as temporary:
            folder = Path(temporary) / "warehouse"
            with Library(folder, job.settings, Synthetic()) as library:
                fill(library, known, size * PASSAGES, job, PASSAGES)
            if size == SIZES[-1]:
                rows.append(_usable(folder, job, size))
            costs.append(_adding(folder, job, known, size))
    few, many = (median(taken) for taken in costs)
    about = {
        f"add_{ADDED}_s_at_{size}": ", ".join(f"{seconds:.2f}" for seconds in taken)
        for size, taken in zip(SIZES, costs, strict=True)
    }
    rows.append(row("add_cost_growth", many / few, "x", "<= 1.3", **about, embedder="synthetic"))
    return rows


def _usable(folder: Path, job: Job, size: int) -> Row:
    """In this process, where LanceDB is imported already; the slowest of OPENED."""
    took, embedded = [], 0
    for _ in range(OPENED):
        embedder = Synthetic()
        began = time.perf_counter()
        with Library(folder, job.settings, embedder) as library:
            listed = len(library.catalog.documents())
            library.retrieval.search_words("treaty", 20)
            took.append(time.perf_counter() - began)
        embedded += embedder.count
    return row("opened_s_10k", max(took), "s", "< 2", documents=listed, embedded=embedded)


def _adding(folder: Path, job: Job, known: Sentences, size: int) -> list[float]:
    """Seconds of each round of ADDED documents, until they are verified."""
    took = []
    with Library(folder, job.settings, Synthetic()) as library:
        library.store.warm()
        for number in range(ROUNDS):
            job.run.step("Adding", number, ROUNDS, f"to {size}")
            batch = [_admission(known, number * ADDED + at) for at in range(ADDED)]
            began = time.perf_counter()
            library.admit_many(batch, job.run)
            took.append(time.perf_counter() - began)
    return took


def _admission(known: Sentences, number: int) -> Admission:
    drawn = np.random.default_rng(number).integers(0, len(known.texts), PASSAGES * 6)
    text = " ".join(known.texts[at] for at in drawn)
    return Admission(a_page(f"Added {number}", text), "", f"added {number}".encode())
