"""Does the light fall on the very words? ``muniment bench highlight --data DIR``.

Sentences are sampled from the PDF files under DIR, the rectangles that a citation of each would
light are computed as the window does, and the letters under them are read back from the page by
another way (readback.py). ``highlight_truth`` is the share of sentences of which exactly the
letters come back, none more and none less; spaces, hyphens and ligatures aside. Files draw notes
in the margin and numbers of lines before or after what stands beside them, as they please, so the
letters may come in another order than they are read in; ``in_order`` tells for how many they do
not. The same is done for copies of some pages
that are turned, and of some made into pictures, whose words OCR has to find: there the letters
under the light are those of the page the picture was made from, and a sentence counts where nine
letters of ten agree, since OCR itself misreads some.
"""

from __future__ import annotations

import difflib
import random
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from indexers.errors import ReadingError
from indexers.paged.quality import odd_share
from indexers.readers import ReaderPool
from indexers.records import Reading, Sentence
from indexers.text.places import rects
from warehouse.errors import BadInput
from warehouse.evaluate.documents.readback import Paper, comparable, scanned, turned
from warehouse.evaluate.documents.reading import pdfs, pool
from warehouse.evaluate.records import Job, Row, row

A_FILE = 60
TURNED_FILES = 6
SCANNED_FILES, SCANNED_PAGES = 2, 4
LENGTH = range(25, 600)
MOST_ODD = 0.1
ALIKE = 0.9
SEED = 4


class Miss(Struct, frozen=True):
    file: str
    page: int
    wanted: str
    lit: str


class Tally:
    """``in_order`` of the ``lit`` sentences have their letters in the order of the file, too."""

    def __init__(self) -> None:
        self.lit = self.in_order = 0
        self.misses: list[Miss] = []

    @property
    def sentences(self) -> int:
        return self.lit + len(self.misses)

    def row(self, name: str, want: str = "") -> Row:
        share = self.lit / max(self.sentences, 1)
        worst = Counter(miss.file for miss in self.misses).most_common(3)
        about = {
            "sentences": self.sentences,
            "in_order": f"{self.in_order / max(self.sentences, 1):.4f}",
            "missed_in": ", ".join(f"{file} {count}" for file, count in worst),
        }
        return row(name, share, "share", want, **about)


def highlight(job: Job) -> list[Row]:
    """Raises BadInput where there is no PDF with text."""
    files = pdfs(job)
    plain, rotated, by_ocr = Tally(), Tally(), Tally()
    with pool(job.settings) as readers, tempfile.TemporaryDirectory() as folder:
        for file in job.run.each("Lighting", files, lambda file: file.name):
            measure(file, file, readers, plain)
        chosen = random.Random(SEED).sample(files, min(TURNED_FILES, len(files)))
        for number, file in enumerate(chosen):
            copy = Path(folder) / f"{number}.pdf"
            if turned(file, copy, 90 * (number % 3 + 1)):
                measure(copy, copy, readers, rotated)
            job.run.step("Lighting scans", number, len(chosen), file.name)
            scan = Path(folder) / f"{number} scan.pdf"
            source = scanned(file, scan, SCANNED_PAGES) if number < SCANNED_FILES else None
            if source is not None:
                measure(scan, source, readers, by_ocr, ALIKE)
    if not plain.sentences:
        raise BadInput("There are no PDF pages with text to measure.", "Give --data DIR of PDFs.")
    rows = [plain.row("highlight_truth", ">= .995")]
    rows += [rotated.row("highlight_truth_turned", ">= .995")] if rotated.sentences else []
    rows += [by_ocr.row("highlight_truth_ocr", ">= .995")] if by_ocr.sentences else []
    return rows


def measure(file: Path, truth: Path, readers: ReaderPool, tally: Tally, alike: float = 1.0) -> None:
    """Sentences of ``file``, lit on ``truth``, which shows the same pages; unreadable: none."""
    try:
        reading = readers.read(file)
        paper = Paper(truth)
    except ReadingError:
        return
    try:
        for sentence in _sample(reading, file.name):
            wanted = comparable(reading.text[sentence.start : sentence.end])
            page, lit = _lit(reading, sentence, paper)
            if _agree(wanted, lit, alike):
                tally.lit += 1
                tally.in_order += wanted == lit
            else:
                tally.misses.append(Miss(file.name, page, wanted, lit))
    finally:
        paper.close()


def _sample(reading: Reading, name: str) -> Sequence[Sentence]:
    """The same ones every time. What nobody sees is not lit, and what is in no letters (music,
    ornaments) is no sentence."""
    hidden = [suspect for suspect in reading.suspects if suspect.kind == "hidden"]
    fit = [
        sentence
        for sentence in reading.sentences
        if sentence.end - sentence.start in LENGTH
        and odd_share(reading.text[sentence.start : sentence.end]) < MOST_ODD
        and not any(other.start < sentence.end and sentence.start < other.end for other in hidden)
    ]
    return random.Random(f"{SEED} {name}").sample(fit, min(A_FILE, len(fit)))


def _lit(reading: Reading, sentence: Sentence, paper: Paper) -> tuple[int, str]:
    """(index of its first page, the letters under its light)."""
    pages = [page for page in reading.pages if _on(page.start, page.end, sentence)]
    lit = [paper.under(page.index, rects(page, sentence.start, sentence.end)) for page in pages]
    return pages[0].index if pages else -1, comparable("".join(lit))


def _on(start: int, end: int, sentence: Sentence) -> bool:
    return start < sentence.end and sentence.start < end


def _agree(wanted: str, lit: str, alike: float) -> bool:
    if alike >= 1.0:
        return sorted(wanted) == sorted(lit)
    return difflib.SequenceMatcher(None, wanted, lit, autojunk=False).ratio() >= alike
