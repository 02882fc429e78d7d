"""A quick look: the page of a document over the list, by the space bar.

The page that has the words that are searched for, else the first. Space or Escape put it away, up
and down go on to the next document, left and right turn the page, Return opens it. A picture that
comes late is dropped.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QStackedLayout, QWidget

from desktop import notices
from desktop.house import House
from desktop.pages.library.rows.model import DocumentsModel
from desktop.pages.library.rows.table import DocumentsTable
from desktop.reader.tones import tone_of, toned
from desktop.widgets.basics import Button, ElidedLabel, IconButton, column_of, label, row
from desktop.widgets.focus_order import next_in
from desktop.widgets.pageview import ContextView, PageView
from desktop.widgets.place_view import Key, PlaceView, PlaceViews, look
from warehouse.records import Document, Place
from warehouse.studies.report.cited_places import place_in

WIDEST_PX, MARGIN_PX = 760, 24
PAUSE_MS = 40
HINT = "Space closes · ↑ ↓ another document · ← → turn the page · Return opens"


class QuickLook(QWidget):
    """Lies over ``parent``. ``stepped`` carries -1 or 1: the document above or below;
    ``opened`` a Place; ``left`` when it was put away.
    """

    stepped = Signal(int)
    opened = Signal(object)
    left = Signal()

    def __init__(self, house: House, parent: QWidget) -> None:
        super().__init__(parent)
        self._house = house
        self._document: Document | None = None
        self._place: Place | None = None
        self._page = 0
        self._asked: Key | None = None
        self._kept = PlaceViews()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Quick look")
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._look)
        self._build()
        parent.installEventFilter(self)
        house.theme.changed.connect(self._retone)
        house.settings_changed.connect(self._retone)
        self.hide()

    def look_at(self, document: Document, place: Place | None = None) -> None:
        """``place`` is where the words stand that are searched for."""
        self._document = document
        self._place = place or Place(document.id, 0, 0, 0)
        self._page = self._place.page
        if not self.isVisible():
            self._cover()
            self.show()
            self.raise_()
            self.setFocus()
        self._tell()
        self._pause.start()

    @property
    def shows(self) -> str:
        """The id of the document in sight, else ""."""
        return self._document.id if self._document is not None and self.isVisible() else ""

    def put_away(self) -> None:
        if self.isVisible():
            self._asked = None
            self.hide()
            self.left.emit()

    # What the user does

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Space | Qt.Key.Key_Escape:
                self.put_away()
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                self.stepped.emit(1 if event.key() == Qt.Key.Key_Down else -1)
            case Qt.Key.Key_Left | Qt.Key.Key_PageUp:
                self._turn(-1)
            case Qt.Key.Key_Right | Qt.Key.Key_PageDown:
                self._turn(1)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._open()
            case _:
                super().keyPressEvent(event)

    def _turn(self, by: int) -> None:
        if self._document is None:
            return
        page = min(max(0, self._page + by), max(0, self._document.pages - 1))
        if page != self._page:
            self._page = page
            self._tell()
            self._pause.start()

    def _open(self) -> None:
        place = self._place
        if place is None:
            return
        wanted = place if place.page == self._page else Place(place.document, self._page, 0, 0)
        self.put_away()
        self.opened.emit(wanted)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab stays on the sheet: what is below it is not to be worked unseen."""
        wanted = next_in(self, self.focusWidget(), forward)
        if wanted is not None:
            wanted.setFocus(Qt.FocusReason.TabFocusReason)
        return wanted is not None

    # Looking

    def _retone(self, *_: object) -> None:
        self.update()
        if self.isVisible():
            self._pause.start()

    def _look(self) -> None:
        library, place = self._house.library, self._place
        if library is None or place is None or not self.isVisible():
            return
        width = round(self._paper.paper_px * self.devicePixelRatioF())
        key = self._asked = Key(place.document, self._page, width)
        read = partial(look, library, place, key, self._kept.get(key))
        job = self._house.jobs.fetch(read, partial(self._show, key))
        job.failed.connect(partial(self._not_shown, key))

    def _show(self, key: Key, view: PlaceView) -> None:
        if key != self._asked:
            return
        if view.image is None:
            self._text.show_words(view.before, view.words, view.after)
            self._layers.setCurrentWidget(self._text)
        else:
            self._kept.put(key, view.image)
            points = (view.page.width, view.page.height)
            tone, tokens = tone_of(self._house), self._house.theme.tokens
            image = toned(view.image.copy(), tone, tokens.card, tokens.ink)
            self._paper.show_page(image, tone, points)
            self._paper.show_light(view.lit, view.words)
            self._layers.setCurrentWidget(self._scroll)
            self._to_light()
        where = place_in(view.document, view.page.index, view.page.label)
        self._where.setText(where)
        self.setAccessibleDescription(f"{view.document.title}, {where}")

    def _to_light(self) -> None:
        area = self._paper.area_of_light()
        bar = self._scroll.verticalScrollBar()
        bar.setValue(0 if area.isEmpty() else max(0, round(area.top()) - 120))

    def _not_shown(self, key: Key, error: BaseException) -> None:
        if key == self._asked:
            self._say(notices.words(error).sentence)

    def _say(self, words: str) -> None:
        self._nothing.setText(words)
        self._layers.setCurrentWidget(self._nothing)

    def _tell(self) -> None:
        document = self._document
        if document is None:
            return
        self._title.say(document.title)
        self._where.setText("opening …")
        if document.state in ("locked", "failed", "queued", "copied"):
            self._where.setText("")
            problem = document.problem or "It has not been read yet."
            self._say("Needs a password." if document.state == "locked" else problem)

    # Putting together

    def _build(self) -> None:
        self._title = ElidedLabel("strong")
        self._where = label("", "quiet")
        self._paper = PageView(self._house.theme)
        self._scroll = QScrollArea()
        self._scroll.setWidget(self._paper)
        self._scroll.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._text = ContextView(self._house.theme)
        self._text.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._nothing = label("", "quiet", wrap=True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        middle = QWidget()
        self._layers = QStackedLayout(middle)
        for layer in (self._scroll, self._text, self._nothing):
            self._layers.addWidget(layer)
        self._sheet = QFrame(self)
        self._sheet.setProperty("kind", "card")
        column = column_of(
            self._head(), (middle, 1), into=self._sheet, margins_px=(16, 8, 8, 10), spacing_px=6
        )
        hint = label(HINT, "small")
        hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(hint)

    def _head(self) -> QHBoxLayout:
        opened = Button(self._house.theme, "Open", "book-open", "quiet")
        opened.clicked.connect(self._open)
        away = IconButton(self._house.theme, "x", "Close the quick look")
        away.clicked.connect(self.put_away)
        for button in (opened, away):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return row((self._title, 1), self._where, opened, away)

    def _cover(self) -> None:
        """All of what is below; the sheet in the middle of it."""
        over = self.parentWidget()
        assert over is not None
        self.setGeometry(over.rect())
        width = min(WIDEST_PX, self.width() - 2 * MARGIN_PX)
        height = self.height() - 2 * MARGIN_PX
        self._sheet.setGeometry(QRect((self.width() - width) // 2, MARGIN_PX, width, height))
        self._paper.fit(width - 40, 1.0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._cover()
            self._pause.start()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        veil = QColor(self._house.theme.tokens.background)
        veil.setAlphaF(0.72)
        painter.fillRect(self.rect(), veil)
        painter.end()


class Looking(QObject):
    """The quick look goes along the rows of the list."""

    def __init__(self, preview: QuickLook, table: DocumentsTable, model: DocumentsModel) -> None:
        super().__init__(preview)
        self._preview, self._table, self._model = preview, table, model
        preview.stepped.connect(self._step)
        preview.left.connect(table.setFocus)

    def look(self) -> None:
        """At the current document."""
        row = self._table.currentIndex().row()
        if 0 <= row < self._model.rowCount():
            document = self._model.document(row)
            self._preview.look_at(document, self._model.place_of(document.id))

    def _step(self, by: int) -> None:
        row = self._table.currentIndex().row() + by
        if 0 <= row < self._model.rowCount():
            self._table.selectRow(row)
            self.look()
