"""Highlights and notes of the document in front: made, changed, deleted; Ctrl+Z takes it back."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QObject, Signal

from desktop.house import House
from warehouse.documents import notes
from warehouse.store.catalog.annotations import Annotation, Colour

if TYPE_CHECKING:
    from warehouse.library import Library


class Annotating(QObject):
    """``changed(annotations)``: those of the document, in the order of its text; ``made`` with one
    that is new."""

    changed = Signal(object)
    made = Signal(object)

    def __init__(self, house: House, parent: QObject) -> None:
        super().__init__(parent)
        self._house = house
        self._document = ""
        self.all: tuple[Annotation, ...] = ()

    def show(self, document: str) -> None:
        if document != self._document:
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
            self._house.jobs.keep(work, self._made)

    def edit(self, before: Annotation, note: str, colour: Colour) -> None:
        """Nothing happens where nothing is otherwise."""
        if (note, colour) != (before.note, before.colour):
            after = msgspec.structs.replace(before, note=note, colour=colour, changed=time.time())
            self._keep(after)
            undo = self._house.undo
            undo.did(
                "Changed a note",
                partial(self._keep, before),
                partial(self._keep, after),
                note=None,
            )

    def delete(self, gone: Annotation) -> None:
        """At once; the notice takes it back."""
        self._drop(gone)
        what = "note" if gone.note.strip() else "highlight"
        back, again = partial(self._keep, gone), partial(self._drop, gone)
        self._house.undo.did(f"Deleted a {what}", back, again)

    def _made(self, made: Annotation) -> None:
        back, again = partial(self._drop, made), partial(self._keep, made)
        self._house.undo.did("Highlighted some words", back, again, note=None)
        self.look()
        self.made.emit(made)

    def _keep(self, one: Annotation) -> None:
        self._work(lambda library: library.catalog.save_annotation(one))

    def _drop(self, one: Annotation) -> None:
        self._work(lambda library: library.catalog.delete_annotation(one.id))

    def _work(self, change: Callable[[Library], object]) -> None:
        library = self._house.library
        if library is not None:
            self._house.jobs.keep(partial(change, library), self._looked)

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
