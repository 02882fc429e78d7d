"""Words selected in the reader: copied, highlighted, noted, asked about; and the notes there are.

The bubble beside the selection and the keys do the same (``pages/reader/page.py`` binds the keys);
the list of notes stands in the right pane.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import cast

from PySide6.QtCore import QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QMenu

from desktop.house import House
from desktop.pages.reader.annotating import Annotating
from desktop.pages.reader.bubble import SelectionBubble
from desktop.pages.reader.copying import Copying
from desktop.pages.reader.side import ReaderSide
from desktop.reader.sheets import Mark
from desktop.reader.view import ReaderView
from desktop.widgets.basics import pop_up
from warehouse.documents import notes
from warehouse.store.catalog.annotations import Annotation, Colour

MOST_ASKED = 400  # letters of a selection that go into a question


class Marking(QObject):
    """``find_wanted`` from the menu."""

    find_wanted = Signal()

    def __init__(self, house: House, view: ReaderView, side: ReaderSide) -> None:
        super().__init__(view)
        self._house, self._view, self._side = house, view, side
        self._colour: Colour = "yellow"
        self._writes = False
        self.annotating = Annotating(house, self)
        self.copying = Copying(house, view)
        self.bubble = SelectionBubble(house.theme, view.viewport())
        self._connect()

    def show(self, document: str) -> None:
        """The notes of this document from now on."""
        self.bubble.hide()
        self.annotating.show(document)

    def _selected(self) -> None:
        selecting = self._view.selecting
        if selecting.is_empty or selecting.is_dragging:
            self.bubble.hide()
            return
        area = self._view.area_of(*selecting.range)
        if area.isEmpty():
            self.bubble.hide()
        else:
            self.bubble.show_at(area)

    def copy(self, with_source: bool = False, over: Annotation | None = None) -> None:
        """The selected words, or those of a highlight."""
        start, end = self._view.selecting.range if over is None else (over.start, over.end)
        if end > start:
            (self.copying.with_source if with_source else self.copying.copy)(start, end)
        self.bubble.hide()

    def highlight(self, colour: Colour | None = None, write: bool = False) -> None:
        """The selected words; ``write``: a note follows."""
        if self._view.selecting.is_empty:
            return
        if self._is_former:
            said = "This is an earlier reading of the document."
            self._house.notices.say(said, "Open the document itself to mark words in it.")
            return
        self._colour = colour or self._colour
        self._writes = write
        start, end = self._view.selecting.range
        known = next(
            (
                annotation
                for annotation in self.annotating.all
                if (annotation.start, annotation.end) == (start, end)
            ),
            None,
        )
        if known is None:
            self.annotating.make(start, end, self._colour)
            return
        self.annotating.edit(known, known.note, colour or known.colour)
        self._made(known)

    def _made(self, one: Annotation) -> None:
        self._view.selecting.clear()
        if self._writes:
            self._write(one)
        self._writes = False

    def _write(self, one: Annotation) -> None:
        self._house.show_side(True, "reader")
        self._side.show_tab("notes")
        self._side.notes.tell(self.annotating.all)
        self._side.notes.choose(one, write=True)

    def _ask(self) -> None:
        self._view.read_text(*self._view.selecting.range, self._ask_about)

    def _ask_about(self, text: str) -> None:
        self._house.visit("ask", " ".join(text.split())[:MOST_ASKED])

    def _annotated(self, found: Sequence[Annotation]) -> None:
        self._side.notes.tell(found)
        self._side.count_notes(len(found))
        shown = () if self._is_former else found
        self._view.layer(
            "notes",
            [
                Mark(annotation.start, annotation.end, annotation.colour)
                for annotation in shown
                if annotation.found
            ],
        )

    @property
    def _is_former(self) -> bool:
        return self._view.content is not None and self._view.content.former

    def _note_at(self, offset: int) -> Annotation | None:
        annotations = (
            annotation
            for annotation in self.annotating.all
            if annotation.found and not self._is_former
        )
        return next(
            (
                annotation
                for annotation in annotations
                if annotation.start <= offset < annotation.end
            ),
            None,
        )

    def _clicked(self, offset: int) -> None:
        """A highlight that was clicked is shown in the list."""
        annotation = self._note_at(offset)
        if annotation is not None:
            self._house.show_side(True, "reader")
            self._side.show_tab("notes")
            self._side.notes.choose(annotation)

    def _menu(self, where: QPoint) -> None:
        menu = QMenu(self._view)
        offset = self._view.offset_at(QPointF(self._view.viewport().mapFromGlobal(where)))
        annotation = self._note_at(offset) if offset is not None else None
        is_empty = self._view.selecting.is_empty
        if not is_empty or annotation is not None:
            over, keys = (
                (annotation, ("", "")) if is_empty else (None, ("\tCtrl+C", "\tCtrl+Shift+C"))
            )
            menu.addAction(f"Copy{keys[0]}").triggered.connect(partial(self._copy, False, over))
            source = menu.addAction(f"Copy with its source{keys[1]}")
            source.triggered.connect(partial(self._copy, True, over))
        if not is_empty:
            menu.addAction("Highlight").triggered.connect(partial(self._by_menu, False))
            menu.addAction("Write a note").triggered.connect(partial(self._by_menu, True))
            menu.addAction("Ask about this").triggered.connect(self._ask)
        if annotation is not None:
            menu.addAction("Edit the note").triggered.connect(partial(self._edit, annotation))
            menu.addAction("Delete the highlight").triggered.connect(
                partial(self._delete, annotation)
            )
        menu.addAction("Find …").triggered.connect(self.find_wanted)
        pop_up(menu, where)

    def _copy(self, with_source: bool, over: Annotation | None, *_: object) -> None:
        self.copy(with_source, over)

    def _by_menu(self, write: bool, *_: object) -> None:
        self.highlight(None, write)

    def _edit(self, one: Annotation, *_: object) -> None:
        self._write(one)

    def _delete(self, one: Annotation, *_: object) -> None:
        self.annotating.delete(one)

    def _edited(self, one: Annotation, note: str, colour: str) -> None:
        self.annotating.edit(one, note, cast(Colour, colour))

    def _export(self) -> None:
        content = self._view.content
        if content is None:
            return
        begin = self._house.chosen.begin("export")
        dialog = QFileDialog(
            self._view.window(), "Save highlights and notes", begin, "Markdown (*.md)"
        )
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("md")
        dialog.selectFile("notes.md")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(partial(self._house.chosen.remember, "export"))
        dialog.fileSelected.connect(self.save_notes)
        dialog.open()

    def save_notes(self, file: str) -> None:
        content, library = self._view.content, self._house.library
        if content is not None and library is not None:
            work = partial(notes.save, library.catalog, [content.document], Path(file))
            self._house.jobs.fetch(work, self._saved)

    def _saved(self, path: Path) -> None:
        self._house.notices.say(f"The notes are in {path}.")

    def _connect(self) -> None:
        view, listed, bubble = self._view, self._side.notes, self.bubble
        view.moved.connect(bubble.hide)
        view.selected.connect(self._selected)
        view.clicked.connect(self._clicked)
        view.menu_wanted.connect(self._menu)
        listed.edited.connect(self._edited)
        listed.unwanted.connect(self.annotating.delete)
        listed.export_wanted.connect(self._export)
        self.annotating.changed.connect(self._annotated)
        self.annotating.made.connect(self._made)
        bubble.copy_wanted.connect(self.copy)
        bubble.source_wanted.connect(partial(self.copy, True))
        bubble.colour_wanted.connect(self.highlight)
        bubble.note_wanted.connect(partial(self.highlight, None, True))
        bubble.ask_wanted.connect(self._ask)
