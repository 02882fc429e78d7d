"""Words of the document put on the clipboard, alone or with where they stand; a notice says so."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from desktop.house import House
from desktop.reader.content import Content
from desktop.reader.selecting import copied
from desktop.reader.view import ReaderView
from indexers.text.placenames import pages_label, place_name
from warehouse.text import shortened

SAID_CHARS = 60


class Copying(QObject):
    def __init__(self, house: House, view: ReaderView) -> None:
        super().__init__(view)
        self._house, self._view = house, view
        view.selecting.copied.connect(self._say)

    def copy(self, start: int, end: int) -> None:
        self._view.selecting.copy_range(start, end)

    def with_source(self, start: int, end: int) -> None:
        """In quotation marks, with title and page: as it goes into a text of one's own."""
        content = self._view.content
        if content is not None and end > start:
            self._view.read_text(start, end, partial(self._put, content, start))

    def _put(self, content: Content, start: int, text: str) -> None:
        words, source = copied(text), _source(content, start, text)
        if words:
            QGuiApplication.clipboard().setText(f"“{words}” ({source})")
            self._say(words, source)

    def _say(self, words: str, source: str = "") -> None:
        said = f"“{shortened(words, SAID_CHARS)}”"
        self._house.notices.say(f"Copied: {said} ({source})" if source else f"Copied: {said}")


def _source(content: Content, start: int, text: str) -> str:
    """Title and page, or pages, of the words; blanks around them may stand on others."""
    first = content.page_of(start + len(text) - len(text.lstrip()))
    last = content.page_of(start + max(0, len(text.rstrip()) - 1))
    pages = pages_label(content.pages[first].label, content.pages[last].label)
    return ", ".join(filter(None, (content.document.title, place_name(pages))))
