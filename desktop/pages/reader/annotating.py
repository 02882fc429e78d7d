"""Highlights and notes of the document in front: made, changed, deleted, and all of it undone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from desktop.house import House
from warehouse.documents import notes
from warehouse.store.catalog.annotations import Annotation, Colour

if TYPE_CHECKING:
    from warehouse.library import Library

UNDO_S = 10.0


class Change(Struct, frozen=True):
    """``before`` is None for one that was made, ``after`` for one that was taken away."""

    before: Annotation | None
    after: Annotation | None


class Annotating(QObject):
    """``changed(annotations)``: those of the document, in the order of its text; ``made`` with one
    that is new."""

    changed = Signal(object)
    made = Signal(object)

    def __init__(self, house: House, parent: QObject) -> None:
        super().__init__(parent)
        self._house = house
        self._document = ""
        self._undo: list[Change] = []
        self.all: tuple[Annotation, ...] = ()

    def show(self, document: str) -> None:
        if document != self._document:
            self._undo.clear()
            self.all = ()
        self._document = document
        self.look()

    def look(self) -> None:
        library = self._house.library
        if library is not None and self._document:
            read = partial(_read, library, self._document)
            self._house.jobs.fetch(read, self._tell)

    def make(self, start: int, end: int, colour: Colour) -> None:
        library = self._house.library
        if library is not None and self._document and end > start:
            work = partial(notes.make, library.catalog, self._document, start, end, colour)
            job = self._house.jobs.fetch(work, self._made)
            job.failed.connect(self._house.notices.error)

    def edit(self, before: Annotation, note: str, colour: Colour) -> None:
        """Nothing happens where nothing is otherwise."""
        if (note, colour) == (before.note, before.colour):
            return
        after = msgspec.structs.replace(before, note=note, colour=colour)
        self._note(Change(before, after))
        self._work(lambda library: notes.change(library.catalog, before, note, colour))

    def delete(self, gone: Annotation) -> None:
        """At once; the notice takes it back."""
        self._note(Change(gone, None))
        self._work(lambda library: library.catalog.delete_annotation(gone.id))
        what = "note" if gone.note.strip() else "highlight"
        self._house.notices.offer(f"The {what} is deleted.", "Undo", self.undo, seconds=UNDO_S)

    def undo(self) -> None:
        """The last change of this document, whichever it was."""
        if not self._undo:
            return
        change = self._undo.pop()
        before, after = change.before, change.after
        if before is not None:
            self._work(lambda library: library.catalog.save_annotation(before))
        elif after is not None:
            self._work(lambda library: library.catalog.delete_annotation(after.id))

    def _made(self, made: Annotation) -> None:
        self._note(Change(None, made))
        self.look()
        self.made.emit(made)

    def _note(self, change: Change) -> None:
        self._undo.append(change)

    def _work(self, change: Callable[[Library], object]) -> None:
        library = self._house.library
        if library is not None:
            job = self._house.jobs.fetch(partial(change, library), self._looked)
            job.failed.connect(self._house.notices.error)

    def _looked(self, _: object) -> None:
        self.look()

    def _tell(self, found: tuple[str, tuple[Annotation, ...]]) -> None:
        document, annotations = found
        if document == self._document:
            self.all = annotations
            self.changed.emit(annotations)


def _read(library: Library, document: str) -> tuple[str, tuple[Annotation, ...]]:
    """Worker."""
    return document, tuple(library.catalog.annotations(document))
