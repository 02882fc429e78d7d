"""How fast documents are read, and how soon after the drop their words can be found.

Both use real files: those under ``--data``, else the sample library. The time until a document
is searchable is that of a PDF near 100 pages; where there is none, of one made for it from the
text of the sample.
"""

from __future__ import annotations

import contextlib
import tempfile
import textwrap
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from indexers.errors import ReadingError
from indexers.readers import ReaderPool
from indexers.records import Reading
from warehouse.errors import BadInput, Cancelled
from warehouse.evaluate.documents.paper import LINES, pdf
from warehouse.evaluate.records import Job, Row, row
from warehouse.library import Library
from warehouse.records import Document
from warehouse.run import Run
from warehouse.settings import ASSETS, Settings

SAMPLE = ASSETS / "sample"
PAGES = 100
LONG_PAGES = 1000
NEAR = range(90, 131)  # pages of a PDF that may stand for one of 100
MOST_PAGES = 3000


def read(job: Job) -> list[Row]:
    """``read_pages_s``: text pages a second of one reader process, parsing and pipe included."""
    paths = pdfs(job)
    pages, seconds, files = 0, 0.0, 0
    with pool(job.settings) as readers:
        timed(readers, min(paths, key=lambda file: file.stat().st_size))  # starts the process
        for file in paths:
            job.run.step("Reading", pages, 0, file.name)
            reading, took = timed(readers, file)
            if reading is not None:
                files, seconds = files + 1, seconds + took
                pages += sum(page.end > page.start for page in reading.pages)
            if pages >= MOST_PAGES:
                break
    if not pages:
        raise BadInput("There are no PDF pages with text to measure.", "Give --data DIR of PDFs.")
    return [row("read_pages_s", pages / seconds, "pages/s", ">= 200", pages=pages, files=files)]


def ingest(job: Job) -> list[Row]:
    """``searchable_s_100p`` and ``searchable_s_1000p``: from the drop of a PDF to its first hit by
    words. The longer one is not waited for until it is embedded.
    """
    with tempfile.TemporaryDirectory(prefix="muniment-bench-") as folder:
        file, pages, what = _hundred_pages(job, Path(folder))
        seconds, verified, hits = _until_searchable(file, Path(folder) / "warehouse", job)
        long, what_long = _long(job, Path(folder))
        seconds_long = _until_searchable_only(long, Path(folder) / "second", job)
    return [
        row("searchable_s_100p", seconds, "s", "<= 3", pages=pages, what=what, hits=hits),
        row("searchable_s_1000p", seconds_long, "s", "<= 10", pages=LONG_PAGES, what=what_long),
        row("verified_s_100p", verified, "s", pages=pages, what=what),
    ]


@contextmanager
def pool(settings: Settings, size: int = 1) -> Iterator[ReaderPool]:
    with tempfile.TemporaryDirectory(prefix="muniment-bench-") as folder:
        pool = ReaderPool(size, settings.reader_memory_mb, settings.reader_patience_s, Path(folder))
        try:
            yield pool
        finally:
            pool.close()


def pdfs(job: Job) -> Sequence[Path]:
    """Those under ``--data``, else of the sample. Raises BadInput without any."""
    files = sorted((job.data or SAMPLE).rglob("*.pdf"))
    if not files:
        raise BadInput(f"There are no PDFs in {job.data or SAMPLE}.", "Give --data DIR of PDFs.")
    return files[: job.limit or None]


def timed(pool: ReaderPool, file: Path) -> tuple[Reading | None, float]:
    started = time.perf_counter()
    try:
        reading = pool.read(file)
    except ReadingError:
        return None, 0.0
    return reading, time.perf_counter() - started


def _long(job: Job, folder: Path) -> tuple[Path, str]:
    """LONG_PAGES pages of the PDFs of the data, one file after the other, as often as needed."""
    with pool(job.settings) as readers:
        readings = [timed(readers, file)[0] for file in pdfs(job)]
    text = " ".join(reading.text for reading in readings if reading is not None)
    joined = folder / "thousand pages.pdf"
    joined.write_bytes(_made(text, LONG_PAGES))
    return joined, "made from the text of the data"


def _made(text: str, pages: int) -> bytes:
    lines = textwrap.wrap(text, 92)
    if not lines:
        raise BadInput("There is no PDF with text to measure with.", "Give --data DIR of PDFs.")
    return pdf(
        [[lines[(page * LINES + i) % len(lines)] for i in range(LINES)] for page in range(pages)]
    )


def _until_searchable_only(file: Path, folder: Path, job: Job) -> float:
    """Seconds; what comes after is stopped."""
    run = Run()
    reached: list[float] = []

    def changed(document: Document) -> None:
        if document.state == "searchable" and not reached:
            reached.append(time.perf_counter())
            run.cancel()

    with Library(folder, job.settings, on_change=changed) as library:
        library.store.warm()
        started = time.perf_counter()
        with contextlib.suppress(Cancelled):
            library.add([file], run)
    return reached[0] - started


def _hundred_pages(job: Job, folder: Path) -> tuple[Path, int, str]:
    with pool(job.settings) as readers:
        texts = []
        for file in pdfs(job):
            reading, _ = timed(readers, file)
            if reading is None:
                continue
            if len(reading.pages) in NEAR:
                return file, len(reading.pages), file.name
            texts.append(reading.text)
    joined = folder / "hundred pages.pdf"
    joined.write_bytes(_made(" ".join(texts), PAGES))
    return joined, PAGES, "made from the sample's text"


def _until_searchable(file: Path, folder: Path, job: Job) -> tuple[float, float, int]:
    """Seconds to searchable and to verified, and how many passages a search then finds."""
    reached: dict[str, float] = {}

    def changed(document: Document) -> None:
        reached.setdefault(document.state, time.perf_counter())

    with Library(folder, job.settings, on_change=changed) as library:
        library.store.warm()
        started = time.perf_counter()
        [document] = library.add([file], job.run)
        if document.problem and "searchable" not in reached:
            raise BadInput(f"{file.name}: {document.problem}")
        word = max(library.catalog.text(document.id, 0, 4000).split(), key=len)
        hits = len(library.retrieval.search_words(word, 5))
    end = reached.get("verified", time.perf_counter())
    return reached["searchable"] - started, end - started, hits
