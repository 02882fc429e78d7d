"""Rows of highlights and notes: a range of a document's text, its words, and where they stand.

When a document is read again its text has other ranges. Each annotation then goes to where its
words stand in the new text, nearest to where they stood; where they are no longer to be found it
keeps its page and its rectangles, since pages keep their numbers, and says so.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Sequence
from typing import Literal, get_args

import msgspec
from msgspec import Struct

from indexers.records import Page, Reading
from indexers.text.placenames import pages_label
from indexers.text.places import Box, rects
from warehouse.store.catalog.documents import DocumentRows

Colour = Literal["yellow", "green", "blue", "rose"]
COLOURS: tuple[Colour, ...] = get_args(Colour)


class Annotation(Struct, frozen=True):
    """``text[start:end]`` of a document, marked. ``words`` are those it was made on, ``boxes``
    their rectangles by page index (none where there are no pages). ``made`` and ``changed`` in Unix
    seconds. Not ``found``: a later reading of the document does not have the words.
    """

    id: str
    document: str
    start: int
    end: int
    words: str
    page: int
    page_label: str
    boxes: tuple[tuple[int, tuple[Box, ...]], ...] = ()
    colour: Colour = "yellow"
    note: str = ""
    made: float = 0.0
    changed: float = 0.0
    found: bool = True


class Letters:
    """A text, and the letters of it without spaces and breaks: which, and where each stands."""

    def __init__(self, text: str) -> None:
        self.text, self.bare = text, bare(text)
        self.at = array("I", (at for at, letter in enumerate(text) if not letter.isspace()))


class AnnotationRows(DocumentRows):
    def annotations(self, document: str) -> list[Annotation]:
        """In the order of the text."""
        rows = self.rows(
            "SELECT body FROM annotations WHERE document = ? ORDER BY first, id", [document]
        )
        return [msgspec.json.decode(body, type=Annotation) for (body,) in rows]

    def save_annotation(self, annotation: Annotation) -> None:
        """Insert, or change the one with its id; nothing for a document that is gone."""
        with self.write() as connection:
            if self.has(annotation.document):
                _insert(connection, annotation)

    def delete_annotation(self, id: str) -> None:
        with self.write() as connection:
            connection.execute("DELETE FROM annotations WHERE id = ?", (id,))


def keep_annotations(connection: sqlite3.Connection, document: str, reading: Reading) -> None:
    """Bring those of a document to their words in a new reading of it."""
    cursor = connection.execute("SELECT body FROM annotations WHERE document = ?", (document,))
    rows = cursor.fetchall()
    letters = Letters(reading.text if rows else "")
    for (body,) in rows:
        before = msgspec.json.decode(body, type=Annotation)
        after = matched(before, letters, reading.pages)
        if after != before:
            _insert(connection, after)


def matched(annotation: Annotation, letters: Letters, pages: Sequence[Page]) -> Annotation:
    """The annotation where its words stand in another reading of its document."""
    start, end = annotation.start, annotation.end
    if letters.text[start:end] != annotation.words:
        place = _nearest(annotation, letters, pages)
        if place is None:
            return msgspec.structs.replace(annotation, found=False)
        start, end = place
    touched = [page for page in pages if page.start < end and page.end > start]
    label = pages_label(touched[0].label, touched[-1].label) if touched else annotation.page_label
    boxes = tuple((page.index, own) for page in touched if (own := rects(page, start, end)))
    return msgspec.structs.replace(
        annotation,
        start=start,
        end=end,
        page=touched[0].index if touched else annotation.page,
        page_label=label,
        boxes=boxes or annotation.boxes,
        found=True,
    )


def _nearest(
    annotation: Annotation, letters: Letters, pages: Sequence[Page]
) -> tuple[int, int] | None:
    """Where its words stand, whatever spaces and breaks are between their letters: nearest to
    where they were marked, on their page or else in the text.
    """
    wanted = bare(annotation.words)
    if not wanted:
        return None
    marked = [(pages[at], boxes[0]) for at, boxes in annotation.boxes if at < len(pages)]
    near = marked[0][0].start if marked else annotation.start

    def away(place: tuple[int, int]) -> tuple[bool, float]:
        for page, box in marked[:1]:
            if own := rects(page, *place):
                return False, abs(own[0][0] - box[0]) + abs(own[0][1] - box[1])
        return True, abs(place[0] - near)

    places, first = [], letters.bare.find(wanted)
    while first >= 0:
        after = first + len(wanted)
        places.append((letters.at[first], letters.at[after - 1] + 1))
        first = letters.bare.find(wanted, after)
    return min(places, key=away, default=None)


def bare(text: str) -> str:
    return "".join(text.split())


def _insert(connection: sqlite3.Connection, annotation: Annotation) -> None:
    connection.execute(
        "INSERT OR REPLACE INTO annotations (id, document, first, body) VALUES (?, ?, ?, ?)",
        (annotation.id, annotation.document, annotation.start, msgspec.json.encode(annotation)),
    )
