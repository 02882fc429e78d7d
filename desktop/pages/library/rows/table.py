"""How the list of documents is drawn: one delegate for all cells, hairlines, a bar for progress."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from desktop.pages.library.rows.model import (
    KIND,
    LANGUAGE,
    PAGES,
    STATE,
    STATUS_ROLE,
    TITLE,
    YEAR,
    DocumentsModel,
    Status,
)
from desktop.theme import Theme, interface_font
from desktop.widgets.basics import BAR_HEIGHT_PX, label, paint_bar

ROW_PX = 36
BAR_PX = 86
PAD_PX = 10
WIDTHS = {KIND: 92, PAGES: 64, YEAR: 58, LANGUAGE: 54, STATE: 272}
STATE_LEAST_PX, TITLE_LEAST_PX, TITLE_NARROW_PX = 190, 260, 160


class RowDelegate(QStyledItemDelegate):
    """Paints from the record; makes no widget."""

    def __init__(self, theme: Theme, table: QTableView) -> None:
        super().__init__(table)
        self._theme, self._table = theme, table
        self._font, self._title_font = interface_font(13), interface_font(13, 500)

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(80, ROW_PX)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        tokens = self._theme.tokens
        area = QRectF(option.rect)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        if selected:
            painter.fillRect(area, QColor(tokens.wash))
        # Within the row: a line on the row below would go when that one is painted anew.
        foot = QRectF(area.left(), area.bottom() - 1, area.width(), 1)
        painter.fillRect(foot, QColor(tokens.line))
        inner = area.adjusted(PAD_PX, 0, -PAD_PX, -1)
        if index.column() == STATE:
            self._paint_state(painter, inner, index.data(STATUS_ROLE))
        else:
            title = index.column() == TITLE
            painter.setFont(self._title_font if title else self._font)
            painter.setPen(QColor(tokens.ink if title else tokens.quiet))
            _draw_elided(painter, inner, str(index.data()))
        if self._table.hasFocus() and index.row() == self._table.currentIndex().row():
            self._paint_focus(painter, area, index.column())
        painter.restore()

    def _paint_state(self, painter: QPainter, area: QRectF, status: Status) -> None:
        tokens = self._theme.tokens
        words = QRectF(area)
        middle = area.center().y()
        if status.token:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(str(getattr(tokens, status.token))))
            painter.drawEllipse(QRectF(area.left(), middle - 4, 8, 8))
            words.setLeft(area.left() + 14)
        else:
            top = middle - BAR_HEIGHT_PX / 2
            bar = QRectF(area.left(), top, BAR_PX, BAR_HEIGHT_PX)
            paint_bar(painter, bar, status.fraction, self._theme)
            words.setLeft(area.left() + BAR_PX + 8)
        painter.setFont(self._font)
        painter.setPen(QColor(tokens.quiet))
        _draw_elided(painter, words, status.words)

    def _paint_focus(self, painter: QPainter, area: QRectF, column: int) -> None:
        """A ring around the whole current row, cell by cell."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(QColor(self._theme.tokens.accent), 1))
        ring = area.adjusted(0, 0, -1, -1)
        painter.drawLine(ring.topLeft(), ring.topRight())
        painter.drawLine(ring.bottomLeft(), ring.bottomRight())
        if column == TITLE:
            painter.drawLine(ring.topLeft(), ring.bottomLeft())
        if column == STATE:
            painter.drawLine(ring.topRight(), ring.bottomRight())


class DocumentsTable(QTableView):
    """Arrows move, Delete removes, Return opens; no cell is edited."""

    removeWanted = Signal()  # noqa: N815

    def __init__(self, theme: Theme, model: DocumentsModel) -> None:
        super().__init__()
        self.setModel(model)
        self.setItemDelegate(RowDelegate(theme, self))
        self.setAccessibleName("Documents")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setMouseTracking(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW_PX)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._none = label("", "quiet", wrap=True)
        self._none.setParent(self.viewport())
        self._none.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._none.hide()
        self._set_header()
        theme.changed.connect(self.viewport().update)

    def _set_header(self) -> None:
        header = self.horizontalHeader()
        header.setSectionsClickable(True)
        header.setHighlightSections(False)
        header.setSortIndicatorShown(False)
        header.setMinimumSectionSize(44)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setFixedHeight(ROW_PX)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()
        self._none.setGeometry(self.viewport().rect().adjusted(PAD_PX, PAD_PX, -PAD_PX, 0))

    def tell_none(self, words: str) -> None:
        """A sentence in place of the rows; "" where there are rows."""
        self._none.setText(words)
        self._none.setVisible(bool(words))

    def _fit_columns(self) -> None:
        """Title takes what is left; State gives way before it, then the last of the rest."""
        room = self.viewport().width()
        shown = [KIND, PAGES, YEAR, LANGUAGE]
        least = STATE_LEAST_PX + TITLE_NARROW_PX
        while shown and room < least + sum(WIDTHS[column] for column in shown):
            shown.pop()
        fixed = sum(WIDTHS[column] for column in shown)
        state = max(STATE_LEAST_PX, min(WIDTHS[STATE], room - fixed - TITLE_LEAST_PX))
        for column in (KIND, PAGES, YEAR, LANGUAGE):
            self.setColumnWidth(column, WIDTHS[column])
            self.setColumnHidden(column, column not in shown)
        self.setColumnWidth(STATE, state)
        self.setColumnWidth(TITLE, max(TITLE_NARROW_PX, room - fixed - state))

    def currentChanged(
        self,
        current: QModelIndex | QPersistentModelIndex,
        previous: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Qt paints two cells anew; the ring goes around two rows."""
        super().currentChanged(current, previous)
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removeWanted.emit()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.viewport().update()
        return super().event(event)


def _draw_elided(painter: QPainter, area: QRectF, text: str) -> None:
    metrics = QFontMetricsF(painter.font())
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width())
    painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
