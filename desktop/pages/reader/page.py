"""The reader: one document, full width, from its first page to its last.

    house.visit("reader", Opening(document, place))     also a Place, or the id of a document

What is shown is fetched by a job (desktop/reader/content.py) and put under the view; the outline,
the pages small and the notes stand in the right pane. Escape goes back to the page of the window
from which the document was opened. Every act has a key: ``_keys``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QWidget

from desktop.house import House
from desktop.pages.reader.bar import ReaderBar
from desktop.pages.reader.findbar import FindBar
from desktop.pages.reader.marking import Marking
from desktop.pages.reader.places import Places
from desktop.pages.reader.side import ReaderSide
from desktop.pages.reader.spoken import SpokenPage
from desktop.reader import content as contents
from desktop.reader.content import Content
from desktop.reader.opening import History, Opening, Visit
from desktop.reader.paged import PagedSheets
from desktop.reader.pictures import Kept
from desktop.reader.prose import ProseSheets
from desktop.reader.sheets import Position
from desktop.reader.tones import Tone, next_tone, tone_of
from desktop.reader.view import ReaderView
from desktop.reader.zoom import Zoom
from desktop.state import WindowState
from desktop.widgets.basics import column_of, label
from warehouse.documents.inspecting.outdated_readings import READ
from warehouse.records import Document, Place
from warehouse.store.catalog.annotations import Annotation

if TYPE_CHECKING:
    from warehouse.library import Library

FOLLOW_MS = 80
READY_SCALE = 0.05
NOTHING = "No document is open. Choose one in the Library and press Enter."


class ReaderPage(QWidget):
    """``view`` is the sheet of glass; ``history`` the places one can go back to."""

    side_full = True

    def __init__(self, house: House) -> None:
        super().__init__()
        self._house = house
        self._kept = Kept()
        self._opening: Opening | None = None
        self._places = Places(house)
        self._is_being_read = False
        self.history = History()
        self.view = ReaderView(house, "Document")
        self.bar = ReaderBar(house, self.view)
        self.findbar = FindBar(house, self.view)
        self.side = ReaderSide(house)
        self.marking = Marking(house, self.view, self.side)
        self._nothing = label(NOTHING, "quiet", wrap=True)
        self._nothing.setContentsMargins(24, 24, 24, 24)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        column_of(self.findbar, self._nothing, (self.view, 1), into=self, spacing_px=0)
        self.view.hide()
        self._following = QTimer(self, singleShot=True, interval=FOLLOW_MS)
        self._following.timeout.connect(self._follow)
        self._connect()
        self._keys()
        self._tell()

    # The contract of a page

    def title_widgets(self) -> tuple[Sequence[QWidget], Sequence[QWidget]]:
        return self.bar.widgets()

    def side_widget(self) -> QWidget:
        return self.side

    def remember(self, state: WindowState) -> None:
        self._places.remember(state)

    def accept(self, wish: object) -> None:
        """An Opening, a Place whose words are to be lit, or the id of a document."""
        if isinstance(wish, Place):
            self.open(Opening(wish.document, wish))
        elif isinstance(wish, str):
            self.open(Opening(wish))
        elif isinstance(wish, Opening):
            self.open(wish)

    def focus_place(self) -> QWidget:
        return self.view if self.view.isVisibleTo(self) else self.bar.leave

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.view.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.bar.fit(self.width())

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._kept.only_in_sight()

    @property
    def kept_bytes(self) -> int:
        """What the pictures of pages take of the memory."""
        return self._kept.bytes

    # Opening

    def open(self, wanted: Opening) -> None:
        """What was in front can be gone back to."""
        here = self._here()
        if here is not None:
            self.history.jump(here)
        self._fetch(wanted, None)

    def _fetch(self, wanted: Opening, at: Position | None, anew: bool = False) -> None:
        library = self._house.library
        if library is None:
            return
        self._leave_document(wanted.document)
        self._opening = wanted
        shown = self.view.content
        is_known = shown is not None and shown.document.id == wanted.document and not anew
        known = shown if is_known else None
        if known is None:
            ready = self._house.jobs.fetch(partial(_make_ready, library, wanted.document), _ignore)
            ready.failed.connect(_ignore)
        job = self._house.jobs.fetch(
            partial(_read, library, wanted, known), partial(self._show, wanted, at)
        )
        job.failed.connect(partial(self._could_not, wanted))

    def _show(self, wanted: Opening, at: Position | None, content: Content) -> None:
        if wanted is not self._opening:
            return
        shown = self.view.content
        self._nothing.hide()
        self.view.show()
        if shown is not None and shown.is_same_reading(content):
            self.view.relight(content)
        else:
            self._put(content)
            at = at or (None if content.lit else self._places.of(content.document.id))
        if at is not None:
            self.view.go_to(at)
        if wanted.find:
            self.findbar.open(wanted.find)
        elif shown is not None and shown.document.id != content.document.id:
            self.findbar.leave()
        self.view.setFocus()
        self._tell()

    def _put(self, content: Content) -> None:
        house, tone = self._house, self._tone
        if content.paged:
            self.view.show_content(content, PagedSheets(house, content, self._kept, tone))
        else:
            self.view.show_content(content, ProseSheets(house, content))
        self.side.tell(content)
        self.side.pages.set_tone(tone)
        self.marking.show(content.document.id)
        self.findbar.again()
        self.setAccessibleName(content.document.title)

    def _could_not(self, wanted: Opening, error: BaseException) -> None:
        if wanted is self._opening:
            self._house.notices.error(error)

    def _leave_document(self, coming: str) -> None:
        here = self._here()
        if here is not None and here.document != coming:
            self.side.notes.save()
            self._places.note(here)

    # Places

    def _here(self) -> Visit | None:
        content = self.view.content
        return Visit(content.document.id, self.view.position) if content is not None else None

    def jump(self, to: Position) -> None:
        """Somewhere else in this document; Alt+Left comes back."""
        self._note_jump()
        self.view.go_to(to)
        self.view.setFocus()

    def _note_jump(self) -> None:
        here = self._here()
        if here is not None:
            self.history.jump(here)
            self._tell()

    def _walk(self, back: bool) -> None:
        here = self._here()
        if here is None:
            return
        visit = self.history.back(here) if back else self.history.forward(here)
        if visit is None:
            if back:
                self._leave()
        elif visit.document == here.document:
            self.view.go_to(visit.position)
        else:
            self._fetch(Opening(visit.document), visit.position)
        self._tell()

    def _to_page(self, page: int) -> None:
        if self.view.sheets is not None:
            self.jump(Position(self.view.sheets.sheet_of_page(page)))

    def _to_heading(self, start: int) -> None:
        self._note_jump()
        if self.view.sheets is not None:
            self.view.go_to(Position(self.view.sheets.sheet_of(start)))
            self.view.show_top(start)
        self.view.setFocus()

    def _to_note(self, one: Annotation) -> None:
        self._note_jump()
        content, place = self.view.content, Place(one.document, one.page, one.start, one.end)
        if one.found and content is not None and content.former:
            self._fetch(Opening(one.document, place), None)
        elif one.found:
            self.view.show_range(one.start, one.end)
        elif self.view.sheets is not None:
            self.view.go_to(Position(self.view.sheets.sheet_of_page(one.page)))

    def _leave(self) -> None:
        """Back to the page of the window from which one came."""
        self.side.notes.save()
        self._house.return_wanted.emit()

    def escape(self) -> bool:
        """One thing after the other is put away, at last the document."""
        if self.findbar.isVisible():
            self.findbar.leave()
        elif not self.view.selecting.is_empty:
            self.view.selecting.clear()
        else:
            self._leave()
        return True

    # How it looks

    @property
    def _tone(self) -> Tone:
        return tone_of(self._house)

    def _next_tone(self) -> None:
        if self._house.theme.tokens.dark:
            self._house.change(pages_at_night=next_tone(self._tone))

    def _retone(self, *_: object) -> None:
        tone = self._tone
        self.bar.tell_tone(tone)
        self.side.pages.set_tone(tone)
        if isinstance(self.view.sheets, PagedSheets):
            self.view.sheets.set_tone(tone)
        self._tell()

    def _moved(self) -> None:
        if not self._following.isActive():
            self._following.start()

    def _follow(self) -> None:
        """Places are noted as one reads: when the program ends nobody asks any more."""
        if (here := self._here()) is not None:
            self._places.note(here)
        self._tell()
        self.side.follow(self.view)

    def _tell(self) -> None:
        self.bar.tell()
        self.bar.back.setEnabled(self.history.can_go_back)
        self.bar.forward.setEnabled(self.history.can_go_forward)

    def _changed(self, documents: Iterable[Document]) -> None:
        """One that is read again while it is open is opened anew when that is done."""
        content = self.view.content
        for document in documents:
            if content is not None and document.id == content.document.id:
                was, self._is_being_read = self._is_being_read, document.state not in READ
                if was and document.state in READ:
                    self._fetch(Opening(document.id), self.view.position, anew=True)

    def _gone(self, document: str) -> None:
        self._places.forget(document)
        content = self.view.content
        if content is not None and content.document.id == document:
            self.view.clear()
            self.view.hide()
            self._nothing.show()
            self._leave()

    # Putting together

    def _connect(self) -> None:
        view, bar, side = self.view, self.bar, self.side
        self.spoken = SpokenPage(self._house, view)
        view.moved.connect(self._moved)
        view.zoomed.connect(self._follow)
        bar.leave.clicked.connect(self._leave)
        bar.back.clicked.connect(partial(self._walk, True))
        bar.forward.clicked.connect(partial(self._walk, False))
        bar.page.wanted.connect(self._to_page)
        bar.tone.clicked.connect(self._next_tone)
        bar.find.clicked.connect(partial(self._find))
        bar.library.clicked.connect(self._show_in_library)
        side.outline.chosen.connect(self._to_heading)
        side.pages.chosen.connect(self._to_page)
        side.notes.wanted.connect(self._to_note)
        for part in (side, side.notes, bar.page, self.findbar):
            part.left.connect(view.setFocus)
        self.findbar.jumped.connect(self._note_jump)
        self.marking.find_wanted.connect(self._find)
        self._house.theme.changed.connect(self._retone)
        self._house.settings_changed.connect(self._retone)
        self._house.closing.connect(side.notes.save)
        self._house.document_removed.connect(self._gone)
        self._house.documents_changed.connect(self._changed)
        self._retone()

    def _find(self, *_: object) -> None:
        self.findbar.open()

    def _show_in_library(self) -> None:
        if self.view.content is not None:
            self._house.visit("library", self.view.content.document.id)

    def _keys(self) -> None:
        acts: dict[str, Callable[[], object]] = {
            "Ctrl+F": self.findbar.open,
            "F3": partial(self.findbar.step, 1),
            "Shift+F3": partial(self.findbar.step, -1),
            "Ctrl+G": self._to_page_field,
            "Ctrl+Shift+C": partial(self.marking.copy, True),
            "Alt+Left": partial(self._walk, True),
            "Alt+Right": partial(self._walk, False),
        }
        for key, act in acts.items():
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(act)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """What the view had no use for."""
        acts: dict[Qt.Key, Callable[[], object]] = {
            Qt.Key.Key_H: self.marking.highlight,
            Qt.Key.Key_N: partial(self.marking.highlight, None, True),
            Qt.Key.Key_W: partial(self.view.set_zoom, Zoom("width")),
            Qt.Key.Key_F: partial(self.view.set_zoom, Zoom("page")),
            Qt.Key.Key_D: self._next_tone,
            Qt.Key.Key_Escape: self.escape,
        }
        act = acts.get(Qt.Key(event.key()))
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if act is None or held:
            super().keyPressEvent(event)
        else:
            act()

    def _to_page_field(self) -> None:
        self.bar.page.setFocus()
        self.bar.page.selectAll()


def _make_ready(library: Library, document: str) -> None:
    """Worker: what draws opens the file, while its pages are looked up. What is wrong with it is
    said where a page is to be drawn."""
    path, password = library.original(document), library.password(document)
    if library.catalog.page(document, 0).width:
        library.readers.render(path, 0, READY_SCALE, password)


def _ignore(_: object) -> None:
    pass


def _read(library: Library, wanted: Opening, known: Content | None) -> Content:
    """Worker."""
    usable = known is not None and known.paged  # text that flows may be that of an older reading
    content = known if usable and known else contents.read(library, wanted.document)
    place = wanted.place
    if place is None or not (place.page or place.end):
        return contents.ready(msgspec.structs.replace(content, lit=None), known)
    return contents.ready(contents.lit(library, content, place, wanted.words), known)
