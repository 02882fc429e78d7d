"""What the details pane asks to be done with its documents: each wish is a job.

Unlocking, trying again, letting answers use what the x-ray found, reading again by the present
reader or pages with OCR, comparing some with it, giving back what a version took over. ``changed``
tells the document's new row when a job has ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop.house import House
from desktop.pages.library import lookup
from desktop.pages.library.details.pane import Details
from warehouse.documents.inspecting import comparing, outdated_readings
from warehouse.documents.inspecting.comparing import Compared
from warehouse.documents.inspecting.outdated_readings import Anew
from warehouse.records import Document
from warehouse.run import Run
from warehouse.text import plural

if TYPE_CHECKING:
    from warehouse.library import Library


class DocumentActions(QObject):
    changed = Signal(object)

    def __init__(self, house: House, parent: QObject) -> None:
        super().__init__(parent)
        self._house = house

    def take_orders(self, details: Details) -> None:
        details.unlock_wanted.connect(self.unlock)
        details.retry_wanted.connect(self.retry)
        details.retry_all_wanted.connect(self.retry_all)
        details.allow_wanted.connect(self.allow_suspects)
        details.reread_wanted.connect(self.read_again)
        details.anew_wanted.connect(self.read_anew)
        details.ocr_wanted.connect(self.compare)
        details.back_wanted.connect(self.give_back)
        details.go_on_wanted.connect(self.go_on)

    def unlock(self, document: str, password: str) -> None:
        if (library := self._house.library) is not None:
            work = partial(lookup.unlock, library, document, password)
            self._house.jobs.start("Unlocking", work).finished.connect(self.changed)

    def retry(self, document: str) -> None:
        if (library := self._house.library) is not None:
            work = partial(lookup.retry, library, document)
            self._house.jobs.start("Trying again", work).finished.connect(self.changed)

    def retry_all(self, documents: Sequence[str]) -> None:
        """One after the other."""
        if (library := self._house.library) is not None:
            work = partial(lookup.retry_all, library, tuple(documents))
            self._house.jobs.start("Trying again", work).finished.connect(self._tried)

    def go_on(self) -> None:
        """With what was stopped while it was being taken in."""
        if (library := self._house.library) is not None:
            self._house.jobs.start("Finishing what was begun", partial(lookup.go_on, library))

    def allow_suspects(self, document: str, allowed: bool) -> None:
        """Let answers use what the x-ray found in it, or keep it out."""
        if (library := self._house.library) is not None:
            work = partial(_allow, library, document, allowed)
            job = self._house.jobs.start("Changing what answers may use", work)
            job.finished.connect(self.changed)

    def read_again(self, document: str, pages: Sequence[int]) -> None:
        """These pages by OCR, whatever their file says."""
        if (library := self._house.library) is not None:
            work = partial(_read_again, library, document, tuple(pages))
            self._house.jobs.start("Reading again", work).finished.connect(self.changed)

    def read_anew(self, documents: Sequence[str]) -> None:
        """By the present reader; how many came out otherwise is a notice."""
        if (library := self._house.library) is not None:
            work = partial(_read_anew, library, tuple(documents))
            self._house.jobs.start("Reading again", work).finished.connect(self._read_anew_done)

    def describe(self, documents: Sequence[str]) -> None:
        """What each is about, made anew from its text; by the model when all is quiet."""
        if (library := self._house.library) is not None:
            work = partial(_describe, library, tuple(documents))
            job = self._house.jobs.start("Looking at what it is about", work)
            job.finished.connect(self._described)

    def compare(self, document: str) -> None:
        """Text against OCR on a few pages; the outcome is a notice, and stands in the details."""
        if (library := self._house.library) is not None:
            work = partial(_compare, library, document)
            job = self._house.jobs.start("Comparing with OCR", work)
            job.finished.connect(self._compared)

    def give_back(self, document: str, before: str) -> None:
        """Collections, tags and words that it took over from the version before."""
        if (library := self._house.library) is not None:
            work = partial(_give_back, library, document, before)
            job = self._house.jobs.start("Taking back", work)
            job.finished.connect(self._given_back)

    def _tried(self, documents: list[Document]) -> None:
        for document in documents:
            self.changed.emit(document)

    def _described(self, documents: list[Document]) -> None:
        self._tried(documents)
        self._house.notices.say(
            f"What {plural(len(documents), 'document')} {'is' if len(documents) == 1 else 'are'} "
            "about was made anew."
        )

    def _read_anew_done(self, done: Anew) -> None:
        title, why = done.problems[0] if done.problems else ("", "")
        self._house.notices.say(done.said, f"{title}: {why}" if title else "")

    def _given_back(self, document: Document) -> None:
        self.changed.emit(document)
        self._house.order.look()

    def _compared(self, done: tuple[Document, list[Compared]]) -> None:
        document, comparisons = done
        said = "; ".join(
            f"page {comparison.page.label}: {comparison.said}" for comparison in comparisons
        )
        different = comparing.is_doubtful(comparisons)
        self._house.notices.say(
            f"{document.title}: {said}.",
            "Its text is not what is printed: read it again with OCR." if different else "",
        )
        self.changed.emit(document)


# In workers


def _allow(library: Library, document: str, allowed: bool, run: Run) -> Document:
    library.allow_suspects(document, allowed)
    return library.catalog.document(document)


def _read_again(library: Library, document: str, pages: tuple[int, ...], run: Run) -> Document:
    return library.read_again(document, pages, run)


def _read_anew(library: Library, documents: tuple[str, ...], run: Run) -> Anew:
    return outdated_readings.read_anew(library, documents, run)


def _describe(library: Library, documents: tuple[str, ...], run: Run) -> list[Document]:
    for document in run.each("looking at what it is about", documents):
        library.header_anew(document)
    return list(library.catalog.some_documents(documents).values())


def _give_back(library: Library, document: str, before: str, run: Run) -> Document:
    return library.give_back(document, before, run)


def _compare(library: Library, document: str, run: Run) -> tuple[Document, list[Compared]]:
    comparisons = comparing.compare(library, document, comparing.SAMPLE, run)
    return library.catalog.document(document), comparisons
