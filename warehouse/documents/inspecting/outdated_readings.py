"""Documents whose text an older reader made: which they are, and reading them by the present one.

A document is read again as a whole, with what was recognised or wished by OCR. Where its text comes
out the same nothing is embedded again and its header stays; where it comes out otherwise the old
text is kept for what was cited from it (catalog/former_readings.py). A few are begun at a time:
stopped or killed, those are finished at the next start, and the others are as they were.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from indexers import versions
from warehouse.records import Document, State
from warehouse.run import Run

if TYPE_CHECKING:
    from warehouse.library import Library

TOGETHER = 20
READ: tuple[State, ...] = ("parsed", "searchable", "embedded", "headed", "verified")


class Anew(Struct, frozen=True):
    """``read`` were read again, the text of ``other`` of them came out otherwise; ``problems``
    are (title, why) of those that could not be, and kept the text they had.
    """

    read: int
    other: int
    problems: tuple[tuple[str, str], ...] = ()

    @property
    def said(self) -> str:
        noun = "document" if self.read == 1 else "documents"
        words = f"{self.read:,} {noun} read again, the text of {self.other:,} came out otherwise."
        if self.problems:
            words += f" {len(self.problems):,} could not be read again and kept the text they had."
        return words


def is_older(document: Document) -> bool:
    """Whether the present reader of its kind may read it better."""
    return document.state in READ and document.reader < versions.present(document.kind)


def older(documents: Iterable[Document]) -> list[Document]:
    return [document for document in documents if is_older(document)]


def read_anew(library: Library, documents: Sequence[str], run: Run) -> Anew:
    """Those that somebody else has in hand are left to him. Raises Cancelled, StorageError,
    EngineError.
    """
    catalog = library.catalog
    read, before = 0, catalog.former_count(documents)
    problems: list[tuple[str, str]] = []
    for at in range(0, len(documents), TOGETHER):
        run.step("reading again", at, len(documents))
        begun = library.ingest.begin_again(documents[at : at + TOGETHER])
        library.ingest.process(begun, run)
        rows = catalog.some_documents(begun).values()
        failed = [row for row in rows if row.state not in READ or _is_refused(library, row)]
        problems += [(row.title, row.problem or row.state) for row in failed]
        read += len(begun) - len(failed)
    return Anew(read, catalog.former_count(documents) - before, tuple(problems))


def _is_refused(library: Library, document: Document) -> bool:
    """Whether the last attempt failed, which leaves what was read before."""
    return bool(document.problem) and any(
        (loss.stage, loss.what, loss.reason) == ("reading", "document", document.problem)
        for loss in library.catalog.losses(document.id)
    )
