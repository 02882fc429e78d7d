"""Reading against PyMuPDF alone, and with two readers against one.

``read_vs_raw``: pages a second of one reader process, everything included (words and their boxes,
order, headings, tables, sentences, the pipe), against ``get_text("dict")`` in a process of its own;
rounds alternate. ``read_linear``: pages a second of two readers, against twice those of one; it is
left out where there is one core.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median

from indexers.errors import ReadingError
from indexers.readers import ReaderPool
from warehouse.errors import BadInput
from warehouse.evaluate.documents.raw import raw
from warehouse.evaluate.documents.reading import SAMPLE, pool
from warehouse.evaluate.records import Job, Row, row

ROUNDS = 3


def readers(job: Job) -> list[Row]:
    """PDF files under ``--data``, else those of the sample. Raises BadInput without any."""
    folder = job.data or SAMPLE
    files = sorted(folder.rglob("*.pdf"), key=lambda file: -file.stat().st_size)
    files = files[: job.limit or None]
    if not files:
        raise BadInput(f"There are no PDFs in {folder}.", "Give --data DIR of PDFs.")
    ratios, linear = [], []
    for number in range(ROUNDS):
        job.run.step("Reading", number, ROUNDS)
        pages, alone = raw(files)
        by_one = _seconds(files, 1, job)
        ratios.append(alone / by_one)
        if (os.cpu_count() or 1) > 1:
            linear.append(by_one / _seconds(files, 2, job) / 2)
    about = {"pages": str(pages), "files": str(len(files))}
    said = ", ".join(f"{ratio:.2f}" for ratio in ratios)
    rows = [row("read_vs_raw", median(ratios), "x", ">= 0.8", rounds=said, **about)]
    if linear:
        said = ", ".join(f"{ratio:.2f}" for ratio in linear)
        rows.append(row("read_linear", median(linear), "x", ">= 0.8", rounds=said, **about))
    return rows


def _seconds(files: Sequence[Path], size: int, job: Job) -> float:
    """Of reading all of them with that many readers, which are started before."""
    smallest = files[-1]
    with pool(job.settings, size) as readers, ThreadPoolExecutor(size) as threads:
        list(threads.map(lambda _: _read(readers, smallest), range(2 * size)))
        began = time.perf_counter()
        list(threads.map(lambda file: _read(readers, file), files))
        return time.perf_counter() - began


def _read(pool: ReaderPool, file: Path) -> None:
    try:
        pool.read(file)
    except ReadingError as error:
        raise BadInput(f"{file.name} cannot be read: {error}.") from error
