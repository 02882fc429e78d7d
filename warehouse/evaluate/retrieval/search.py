"""How long a search takes, from words typed to ranked passages with their text.

``hybrid_p95_ms_100k`` and ``hybrid_p95_ms_1m``: through the library's own search (analyzer,
embedding of the question, full text, vectors, fusion, rows of the catalog) over a crowd of that
many passages. The questions are those of ``questions.jsonl``; each is asked ROUNDS times, after
one round that is not counted.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import psutil  # type: ignore[import-untyped]

from warehouse.evaluate import hotpot
from warehouse.evaluate.records import Job, Row, row
from warehouse.evaluate.retrieval.crowd import SENTENCES, crowd
from warehouse.library import Library
from warehouse.search import analyzer

SIZES = {"100k": (100_000, "<= 30"), "1m": (1_000_000, "<= 60")}
SHOWN = 20
ROUNDS = 3
WHAT = f"passages of {SENTENCES} shuffled real sentences, vectors their means"


def search(job: Job) -> list[Row]:
    """``--limit 100000`` leaves the million out."""
    rows: list[Row] = []
    for name, (passages, want) in SIZES.items():
        if job.limit and passages > job.limit:
            continue
        with crowd(job, passages) as library:
            rows += _rows(library, job, name, want)
    return rows


def _rows(library: Library, job: Job, name: str, want: str) -> list[Row]:
    questions = hotpot.asked(job)
    for question in questions:
        library.retrieval.passages(question, SHOWN)
    job.run.step("Searching", 0, 0, name)
    took = _times(questions, lambda text: library.retrieval.passages(text, SHOWN))
    about = {
        "median_ms": f"{np.median(took):.1f}",
        "passages": library.store.count("passages"),
        "of": WHAT,
        **{f"{part}_p95_ms": f"{ms:.1f}" for part, ms in _parts(library, questions).items()},
        "memory_mb": _memory_mb(),
        "index_mb": _folder_mb(library.store.folder),
        "catalog_mb": library.catalog.path.stat().st_size // 2**20,
        "near_found": f"{_nearest_found(library, questions):.3f}",
    }
    return [row(f"hybrid_p95_ms_{name}", _p95(took), "ms", want, **about)]


def _parts(library: Library, questions: list[str]) -> dict[str, float]:
    """Each part alone, for whoever looks where the time goes."""
    store, vectors = library.store, library.embedder.embed(questions)
    terms = {question: analyzer.query_terms(question) for question in questions}
    near = dict(zip(questions, vectors, strict=True))
    ids = {
        question: [hit.id for hit in library.retrieval.passages(question, SHOWN)]
        for question in questions
    }
    return {
        "embed": _p95(_times(questions, lambda text: library.embedder.embed([text]))),
        "words": _p95(_times(questions, lambda text: store.words("passages", terms[text], 80))),
        "dense": _p95(_times(questions, lambda text: store.dense("passages", near[text], 80))),
        "rows": _p95(_times(questions, lambda text: library.catalog.hits(ids[text]))),
    }


def _nearest_found(library: Library, questions: list[str]) -> float:
    """Share of the exact nearest SHOWN among those that the index gives."""
    shares = []
    for vector in library.embedder.embed(questions[:20]):
        quick = library.store.dense("passages", vector, SHOWN)
        exact = library.store.dense("passages", vector, SHOWN, exact=True)
        shares.append(len({hit.id for hit in quick} & {hit.id for hit in exact}) / SHOWN)
    return float(np.mean(shares))


def _times(questions: list[str], work: Callable[[str], object]) -> list[float]:
    """Milliseconds of each."""
    took = []
    for question in questions * ROUNDS:
        began = time.perf_counter()
        work(question)
        took.append(1000 * (time.perf_counter() - began))
    return took


def _p95(took: list[float]) -> float:
    return float(np.percentile(took, 95))


def _memory_mb() -> int:
    """Of this process and its children."""
    process = psutil.Process()
    processes = [process, *process.children(recursive=True)]
    return int(sum(process.memory_info().rss for process in processes) // 2**20)


def _folder_mb(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) // 2**20
