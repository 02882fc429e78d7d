"""Headers that an older Muniment made, brought up to what this one makes of the same text.

Plain ones are made anew; one by the model keeps its words and gets questions. Only the newest at a
time: a large library is done over several starts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from warehouse.ingest.about import Spread
from warehouse.ingest.suggested import suggested
from warehouse.run import Run

if TYPE_CHECKING:
    from warehouse.library import Library

STAGE = "Looking at what documents are about"
AT_ONCE = 200


def renew_headers(library: Library, run: Run) -> int:
    """How many were renewed. Raises Cancelled between any two."""
    waiting = library.catalog.headers_without_questions(AT_ONCE)
    for document in run.each(STAGE, waiting):
        renew_header(library, document)
    return len(waiting)


def renew_header(library: Library, document: str) -> None:
    header = library.catalog.header(document)
    if header is None:
        return
    if header.made_by == "plain":
        library.header_anew(document)
    reading = library.catalog.reading(document)
    if header.made_by == "model" or not reading.text:
        questions = suggested(reading, Spread(reading.text))
        library.catalog.set_header(structs.replace(header, questions=questions, asked_by="plain"))
