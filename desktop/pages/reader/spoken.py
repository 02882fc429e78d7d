"""What those hear who do not see the page: its number and its words, once it stands still."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QTimer

from desktop.house import House
from desktop.reader.view import ReaderView
from indexers.records import Page

STILL_MS = 300
MOST_CHARACTERS = 4000


class SpokenPage(QObject):
    """Kept in the accessible description of ``view``."""

    def __init__(self, house: House, view: ReaderView) -> None:
        super().__init__(view)
        self._house, self._view = house, view
        self._told: tuple[str, int] | None = None
        self._still = QTimer(self, singleShot=True, interval=STILL_MS)
        self._still.timeout.connect(self._look)
        view.moved.connect(self._still.start)
        view.zoomed.connect(self._still.start)

    def _look(self) -> None:
        content, sheets, library = self._view.content, self._view.sheets, self._house.library
        if content is None or sheets is None or library is None:
            return
        page = content.pages[sheets.page_of(self._view.sheet)]
        key = (content.document.id, page.index)
        if key != self._told:
            self._told = key
            end = min(page.end, page.start + MOST_CHARACTERS)
            read = partial(library.catalog.text, content.document.id, page.start, end)
            self._house.jobs.fetch(read, partial(self._tell, key, page))

    def _tell(self, key: tuple[str, int], page: Page, words: str) -> None:
        if key == self._told:
            self._view.setAccessibleDescription(f"Page {page.label or page.index + 1}. {words}")
