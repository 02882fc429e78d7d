"""What an ingest tells on its way: pages as they are read, and problems in sentences."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterable, Sequence

import msgspec

from indexers.records import BLANK, Page, Reading
from warehouse.errors import Cancelled
from warehouse.extent import noun
from warehouse.records import Document
from warehouse.run import Run

REPORTS_PER_S = 10
NO_TEXT = "no text"
OnChange = Callable[[Document], None]


class ReadProgress:
    """Pages as they are read: to the run, and to the document's row, some ten times a second;
    there is none any more of what the catalog no longer ``knows``.
    """

    def __init__(
        self, run: Run, total: int, on_change: OnChange | None, knows: Callable[[str], bool]
    ) -> None:
        self._run = run
        self._total = total
        self._done = 0
        self._on_change, self._knows = on_change, knows
        self._reported = 0.0
        self._lock = threading.Lock()

    def page(self, document: Document, done: int, total: int) -> None:
        with self._lock:
            now = time.monotonic()
            if now - self._reported < 1 / REPORTS_PER_S and done < total:
                return
            self._reported = now
        if self._total == 1:
            self._show(done, total, document.title)
        else:
            note = f"{document.title}, {noun(document.kind)} {done} of {total}"
            self._show(self._done, self._total, note)
        if self._on_change is not None and self._knows(document.id):
            row = msgspec.structs.replace(document, state="copied", pages=total, pages_done=done)
            self._on_change(row)

    def finished(self, documents: int) -> None:
        self._done += documents
        if self._total > 1:
            self._run.step("reading", self._done, self._total)

    def _show(self, done: int, total: int, note: str) -> None:
        # In a reading thread: the cancel is heard by the reader pool, not raised through it.
        with contextlib.suppress(Cancelled):
            self._run.step("reading", done, total, note)


def page_problems(pages: Iterable[Page], place: str) -> str:
    """One sentence for each kind of problem: "No text on pages 3–9." """
    by_problem: dict[str, list[int]] = {}
    for page in pages:
        if page.problem not in ("", BLANK):
            by_problem.setdefault(page.problem.rstrip("."), []).append(page.index + 1)
    return " ".join(
        f"{sentence(problem)[:-1]} on {place}{'s' if len(numbers) > 1 else ''} {_ranges(numbers)}."
        for problem, numbers in by_problem.items()
    )


def with_blank_pages_named(reading: Reading) -> Reading:
    """And with "?" for what has no UTF-8, which keeps every offset."""
    text = reading.text.encode("utf-8", "replace").decode()
    pages = tuple(
        page
        if page.problem or reading.text[page.start : page.end].strip()
        else msgspec.structs.replace(page, problem=NO_TEXT)
        for page in reading.pages
    )
    return msgspec.structs.replace(reading, text=text, pages=pages)


def _ranges(numbers: Sequence[int]) -> str:
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ", ".join(f"{a}" if a == b else f"{a}–{b}" for a, b in spans)


def sentence(text: str) -> str:
    text = text.strip() or "not readable"
    return text[0].upper() + text[1:].rstrip(".") + "."
