"""How the list of documents is drawn: one delegate for all cells, hairlines, a bar for progress.

While something is searched for each row has a second line with the words where they stand, marked
there and in the title. It is drawn over the whole row, whatever the columns are. What it says is
asked for as rows come in sight (``in_sight``).
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QDrag,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from desktop.pages.library.rows.columns import STATE, TITLE, Status
from desktop.pages.library.rows.header import ColumnsHeader
from desktop.pages.library.rows.model import SEEN_ROLE, STATUS_ROLE, DocumentsModel
from desktop.theme import Theme, interface_font
from desktop.widgets.basics import BAR_HEIGHT_PX, label, paint_bar
from desktop.widgets.marked import draw_marked
from warehouse.search.collections.found_words import Seen
from warehouse.text import plural

ROW_PX, FOUND_ROW_PX = 36, 56
BAR_PX, BAR_UP_PX = 86, 3
PAD_PX = 10
SIGHT_MS = 60
CARRIED_PX = (190, 30)


class RowDelegate(QStyledItemDelegate):
    """Paints from the record; makes no widget."""

    def __init__(self, theme: Theme, table: DocumentsTable) -> None:
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
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, QColor(tokens.wash))
        # Within the row: a line on the row below would go when that one is painted anew.
        foot = QRectF(area.left(), area.bottom() - 1, area.width(), 1)
        painter.fillRect(foot, QColor(tokens.line))
        inner = area.adjusted(PAD_PX, 0, -PAD_PX, -1)
        if self._table.tells_found:
            inner.setHeight(ROW_PX - 2)
        if index.column() == STATE:
            self._paint_state(painter, inner, index.data(STATUS_ROLE))
        elif index.column() == TITLE:
            painter.setFont(self._title_font)
            painter.setPen(QColor(tokens.ink))
            seen: Seen | None = index.data(SEEN_ROLE)
            draw_marked(painter, inner, index.data(), seen.title if seen else (), tokens)
        else:
            painter.setFont(self._font)
            painter.setPen(QColor(tokens.quiet))
            draw_marked(painter, inner, str(index.data()), (), tokens)
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
        else:  # under the words, which need the whole width
            top = area.bottom() - BAR_UP_PX - BAR_HEIGHT_PX
            bar = QRectF(area.left(), top, min(BAR_PX, area.width()), BAR_HEIGHT_PX)
            paint_bar(painter, bar, status.fraction, self._theme)
        painter.setFont(self._font)
        painter.setPen(QColor(tokens.quiet))
        draw_marked(painter, words, status.words, (), tokens)


class DocumentsTable(QTableView):
    """Arrows move, Delete removes, Return opens, Space looks, the menu key has the menu.

    ``menu_wanted`` carries where, ``in_sight`` the ids of the rows that are seen, of whose found
    words nothing is known yet.
    """

    removeWanted = Signal()  # noqa: N815
    look_wanted = Signal()
    menu_wanted = Signal(QPoint)
    in_sight = Signal(object)

    def __init__(self, theme: Theme, model: DocumentsModel) -> None:
        super().__init__()
        self._theme, self._model = theme, model
        self.tells_found = False
        self.setModel(model)
        self._delegate = RowDelegate(theme, self)
        self.setItemDelegate(self._delegate)
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
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(ROW_PX)
        self.verticalHeader().setDefaultSectionSize(ROW_PX)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._none = label("", "quiet", wrap=True)
        self._none.setParent(self.viewport())
        self._none.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._none.hide()
        self.columns = ColumnsHeader(theme, self)
        self.setHorizontalHeader(self.columns)
        self.columns.setFixedHeight(ROW_PX)
        self._sight = QTimer(self, singleShot=True, interval=SIGHT_MS)
        self._sight.timeout.connect(self._tell_sight)
        self.verticalScrollBar().valueChanged.connect(self._look_soon)
        model.layoutChanged.connect(self._look_soon)
        model.modelReset.connect(self._look_soon)
        theme.changed.connect(self.viewport().update)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.columns.fit(self.viewport().width())
        self._none.setGeometry(self.viewport().rect().adjusted(PAD_PX, PAD_PX, -PAD_PX, 0))
        self._look_soon()

    def tell_none(self, words: str) -> None:
        """A sentence in place of the rows; "" where there are rows."""
        self._none.setText(words)
        self._none.setVisible(bool(words))

    def tell_found(self, wanted: bool) -> None:
        """Rows with a second line for the words that were found, or without."""
        if wanted != self.tells_found:
            self.tells_found = wanted
            self.verticalHeader().setDefaultSectionSize(FOUND_ROW_PX if wanted else ROW_PX)
            current = self.currentIndex()
            if current.isValid():
                self.scrollTo(current)
        self._look_soon()

    def choose(self, rows: Sequence[int]) -> None:
        """These and no others, the first as the current one; nothing happens for none."""
        if not rows:
            return
        chosen, last = QItemSelection(), self._model.columnCount() - 1
        for row in sorted(rows):
            chosen.select(self._model.index(row, 0), self._model.index(row, last))
        flag = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(self._model.index(rows[0], 0), flag.NoUpdate)
        self.selectionModel().select(chosen, flag.ClearAndSelect | flag.Rows)

    def go_on_at(self, row: int) -> None:
        """What stands there now is chosen, where nothing else is."""
        count = self._model.rowCount()
        if count and not self.selectionModel().hasSelection():
            self.choose([min(row, count - 1)])

    def rows_in_sight(self) -> range:
        """Empty without rows."""
        first = self.rowAt(0)
        last = self.rowAt(self.viewport().height() - 1)
        if first < 0:
            return range(0)
        return range(first, (last if last >= 0 else self._model.rowCount() - 1) + 1)

    def _look_soon(self) -> None:
        if self.tells_found:
            self._sight.start()

    def _tell_sight(self) -> None:
        ids = [self._model.document(row).id for row in self.rows_in_sight()]
        if unknown := [id for id in ids if self._model.seen(id) is None]:
            self.in_sight.emit(unknown)

    # What is drawn over whole rows

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        if self.tells_found:
            self._paint_found(painter, event.rect())
        current = self.currentIndex()
        if self.hasFocus() and current.isValid():
            self._paint_focus(painter, current.row())
        painter.end()

    def _paint_found(self, painter: QPainter, seen_area: QRect) -> None:
        tokens = self._theme.tokens
        painter.setFont(interface_font(12))
        for row in self.rows_in_sight():
            area = self._row_area(row)
            seen = self._model.seen(self._model.document(row).id)
            if seen is None or not seen.text or not area.intersects(seen_area):
                continue
            line = QRectF(area.adjusted(PAD_PX, ROW_PX - 6, -PAD_PX, -4))
            painter.setPen(QColor(tokens.quiet))
            draw_marked(painter, line, seen.text, seen.marks, tokens)

    def _paint_focus(self, painter: QPainter, row: int) -> None:
        """A ring around the whole current row."""
        painter.setPen(QPen(QColor(self._theme.tokens.accent), 1))
        painter.drawRect(self._row_area(row).adjusted(0, 0, -1, -2))

    def _row_area(self, row: int) -> QRect:
        top, height = self.rowViewportPosition(row), self.rowHeight(row)
        return QRect(0, top, self.viewport().width(), height)

    # Keys, menu, drag

    def currentChanged(
        self,
        current: QModelIndex | QPersistentModelIndex,
        previous: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Qt paints two cells anew; the ring goes around two rows."""
        super().currentChanged(current, previous)
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        shifted = event.modifiers() == Qt.KeyboardModifier.ShiftModifier
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removeWanted.emit()
        elif event.key() == Qt.Key.Key_Space and not event.modifiers():
            self.look_wanted.emit()
        elif event.key() == Qt.Key.Key_Menu or (event.key() == Qt.Key.Key_F10 and shifted):
            self._offer_at_row()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """By the key it stands at the current row, wherever the pointer is."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self._offer_at_row()
        else:
            self.menu_wanted.emit(event.globalPos())

    def _offer_at_row(self) -> None:
        area = self._row_area(max(0, self.currentIndex().row()))
        where = QPoint(24, min(max(area.bottom(), 0), self.viewport().height()))
        self.menu_wanted.emit(self.viewport().mapToGlobal(where))

    def startDrag(self, actions: Qt.DropAction) -> None:
        """The chosen documents, carried as a small card that says how many."""
        rows = self.selectionModel().selectedRows()
        if rows:
            drag = QDrag(self)
            drag.setMimeData(self._carried(rows))
            drag.setPixmap(self._card(rows))
            drag.setHotSpot(QPoint(-12, -8))
            drag.exec(Qt.DropAction.CopyAction)

    def _carried(self, rows: Sequence[QModelIndex]) -> QMimeData:
        return self._model.mimeData(rows)

    def _card(self, rows: Sequence[QModelIndex]) -> QPixmap:
        title = self._model.document(rows[0].row()).title
        said = title if len(rows) == 1 else plural(len(rows), "document")
        tokens, ratio = self._theme.tokens, self.devicePixelRatioF()
        pixmap = QPixmap(QSize(*CARRIED_PX) * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(tokens.accent))
        painter.setBrush(QColor(tokens.card))
        area = QRectF(0.5, 0.5, CARRIED_PX[0] - 1, CARRIED_PX[1] - 1)
        painter.drawRoundedRect(area, 7, 7)
        painter.setFont(interface_font(13, 500))
        painter.setPen(QColor(tokens.ink))
        draw_marked(painter, area.adjusted(PAD_PX, 0, -PAD_PX, 0), said, (), tokens)
        painter.end()
        return pixmap

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.viewport().update()
        return super().event(event)
