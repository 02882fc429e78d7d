"""The line over a document: back to where one came from, title, page, and how it is shown."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop.house import House
from desktop.reader.content import Content
from desktop.reader.tones import NAMES, Tone
from desktop.reader.view import ReaderView
from desktop.reader.zoom import STEP, Zoom, percent
from desktop.widgets.basics import IconButton, label, row
from desktop.widgets.elided import Elided
from warehouse.text import plural

PAGE_PX = 58
PERCENT_PX = 46
NARROW_PX, ROOMY_PX = 640, 760


class PageField(QLineEdit):
    """The label of the page that is read; another one typed and Enter goes there.

    ``wanted(page)`` by its index, ``refused(text)`` where no page is called so, ``left`` at Escape.
    """

    wanted = Signal(int)
    refused = Signal(str)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._content: Content | None = None
        self._shown = ""
        self.setFixedWidth(PAGE_PX)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setAccessibleName("Page")
        self.setToolTip("Type a page and press Enter (Ctrl+G)")
        self.returnPressed.connect(self._go)

    def tell(self, content: Content, page: int) -> None:
        self._content = content
        self._shown = content.pages[page].label or str(page + 1)
        if not self.hasFocus():
            self.setText(self._shown)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.setText(self._shown)
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _go(self) -> None:
        page = page_called(self._content, self.text()) if self._content is not None else None
        if page is None:
            self.refused.emit(self.text().strip())
            self.setText(self._shown)
            self.selectAll()
        else:
            self.wanted.emit(page)
            self.left.emit()


def pages_of(content: Content) -> str:
    """``This document has 12 pages, from i to 8.``"""
    first, last = content.pages[0].label, content.pages[-1].label
    is_plain = not first or last in ("", str(len(content.pages)))
    called = "" if is_plain else f", from {first} to {last}"
    return f"This document has {plural(len(content.pages), 'page')}{called}."


def page_called(content: Content, text: str) -> int | None:
    """By the label printed on it; else by its number from the first page on."""
    wanted = text.strip().casefold()
    for page in content.pages:
        if wanted and page.label.casefold() == wanted:
            return page.index
    if wanted.isdecimal() and 1 <= int(wanted) <= len(content.pages):
        return int(wanted) - 1
    return None


class ReaderBar:
    """The widgets of the title line; ``tell`` keeps them true to what is shown."""

    def __init__(self, house: House, view: ReaderView) -> None:
        theme = house.theme
        self._house, self._view = house, view
        self.leave = IconButton(theme, "arrow-left", "Back to where you were (Esc)")
        self.title = Elided("title")
        self.back = IconButton(theme, "chevron-left", "Back in this document (Alt+Left)")
        self.forward = IconButton(theme, "chevron-right", "Forward (Alt+Right)")
        self.page = PageField()
        self._pages = self._roomy = self._walked = QWidget()
        self.pages = label("", "quiet")
        self.smaller = IconButton(theme, "zoom-out", "Smaller (Ctrl+-)")
        self.percent = label("", "quiet")
        self.percent.setFixedWidth(PERCENT_PX)
        self.percent.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.larger = IconButton(theme, "zoom-in", "Larger (Ctrl++)")
        self.width = IconButton(theme, "move-horizontal", "As wide as the window (W)")
        self.whole = IconButton(theme, "maximize", "The whole page (F)")
        self.tone = IconButton(theme, "contrast", "White, dimmed or dark pages (D)")
        self.find = IconButton(theme, "search", "Find in this document (Ctrl+F)")
        self.library = IconButton(theme, "library", "Show this document in the library")
        self.page.refused.connect(self._refuse)
        for button, by in ((self.smaller, 1 / STEP), (self.larger, STEP)):
            button.clicked.connect(partial(self._step, by))
        self.width.clicked.connect(partial(self._fit, Zoom("width")))
        self.whole.clicked.connect(partial(self._fit, Zoom("page")))

    def widgets(self) -> tuple[list[QWidget], list[QWidget]]:
        left = _group(8, self.leave, self.title)
        self._walked = _group(0, self.back, self.forward)
        self._pages = _group(6, self.page, self.pages)
        self._roomy = _group(0, self.width, self.whole)
        looks = _group(0, self.smaller, self.percent, self.larger, self._roomy, self.tone)
        return [left], [self._walked, self._pages, looks, _group(0, self.find, self.library)]

    def fit(self, width_px: int) -> None:
        """Where it is narrow, what has a key of its own makes room."""
        self._roomy.setVisible(width_px >= ROOMY_PX)
        self._walked.setVisible(width_px >= NARROW_PX)
        self.percent.setVisible(width_px >= NARROW_PX)
        self.library.setVisible(width_px >= NARROW_PX)

    def tell(self) -> None:
        """What is in sight has changed."""
        content, sheets = self._view.content, self._view.sheets
        is_open = content is not None and sheets is not None
        self._pages.setVisible(is_open and content is not None and len(content.pages) > 1)
        is_paged = content is not None and content.paged
        self.width.setVisible(is_paged)
        self.whole.setVisible(is_paged)
        self.tone.setVisible(is_paged and self._house.theme.tokens.dark)
        if content is None or sheets is None:
            return
        self.title.setText(content.document.title)
        page, pages = sheets.page_of(self._view.sheet), len(content.pages)
        self.page.tell(content, page)
        self.page.setVisible(is_paged)
        self.pages.setText(f"{page + 1:,} of {pages:,}")
        if is_paged:
            is_plain = content.pages[-1].label in ("", str(pages))
            self.pages.setText(f"of {pages:,}" if is_plain else f"({page + 1:,} of {pages:,})")
        self.percent.setText(f"{percent(content, sheets.scale)} %")

    def tell_tone(self, tone: Tone) -> None:
        words = f"{NAMES[tone]}: change (D)"
        self.tone.setToolTip(words)
        self.tone.setAccessibleName(words)

    def _refuse(self, typed: str) -> None:
        if self._view.content is not None:
            sentence = f"No page is called “{typed}”." if typed else "No page was named."
            self._house.notices.say(sentence, pages_of(self._view.content))

    def _step(self, by: float, *_: object) -> None:
        self._view.step_zoom(by)

    def _fit(self, zoom: Zoom, *_: object) -> None:
        self._view.set_zoom(zoom)


def _group(spacing_px: int, *widgets: QWidget) -> QWidget:
    group = QWidget()
    group.setLayout(row(*widgets, spacing_px=spacing_px))
    return group
