"""A list of painted rows: one frozen record a row, no widget a row.

A list says how its records read (``title``, ``about``) and how one is painted (``paint_row``); the
model, the height of rows, the bubble under the pointer and the accessible words are the same for
all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelection,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QIcon, QPainter, QPen
from PySide6.QtWidgets import QFrame, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop.theme import Theme, Tokens, interface_font
from desktop.widgets.tips import as_it_stands

RADIUS_PX = 7
TITLED_PX, LINE_PX, ICON_PX = 54, 18, 16
FOCUS_PX = 2
LEAST_PX = 120
MIDDLE = Qt.AlignmentFlag.AlignVCenter
Index = QModelIndex | QPersistentModelIndex
Row = TypeVar("Row")


class RowModel(QAbstractListModel, Generic[Row]):
    """``title`` is what is shown of a record, ``about`` what a tooltip and a screen reader say;
    ``key`` is what it is, whatever is said of it, where its words may change.
    """

    def __init__(
        self,
        title: Callable[[Row], str],
        about: Callable[[Row], str],
        key: Callable[[Row], object] | None = None,
    ) -> None:
        super().__init__()
        self._title, self._about = title, about
        self._key: Callable[[Row], object] = key or title
        self._rows: tuple[Row, ...] = ()

    def show(self, rows: Sequence[Row]) -> None:
        """What is selected stays selected, also where it stands elsewhere now. Other records: none
        is selected any more, and no key reaches what came in the place of one.
        """
        if tuple(rows) == self._rows:
            return
        before, now = list(map(self._key, self._rows)), list(map(self._key, rows))
        place = {key: at for at, key in enumerate(now)}
        if before == now:
            self._rows = tuple(rows)
            self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
        elif len(place) == len(before) == len(now) and set(before) == set(now):
            self._move(tuple(rows), [place[key] for key in before])
        else:
            self.beginResetModel()
            self._rows = tuple(rows)
            self.endResetModel()

    def _move(self, rows: tuple[Row, ...], places: Sequence[int]) -> None:
        """``places`` says where each row stands now."""
        self.layoutAboutToBeChanged.emit()
        self._rows = rows
        for index in self.persistentIndexList():
            self.changePersistentIndex(index, self.index(places[index.row()]))
        self.layoutChanged.emit()

    def at(self, index: Index) -> Row:
        return self._rows[index.row()]

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._title(self.at(index))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._about(self.at(index))
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_it_stands(self._about(self.at(index)))
        return None


class RowDelegate(QStyledItemDelegate):
    """The bubble of the row chosen or hovered; what stands on it is painted by the list."""

    def __init__(
        self, theme: Theme, row_px: int, paint_row: Callable[[QPainter, QRect, Index, bool], None]
    ) -> None:
        super().__init__()
        self._theme, self._row_px, self._paint_row = theme, row_px, paint_row

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(LEAST_PX, self._row_px)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        area, state = QRect(option.rect), option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & (QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_Selected):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._theme.tokens.selection))
            painter.drawRoundedRect(area.adjusted(0, 1, 0, -1), RADIUS_PX, RADIUS_PX)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(self._theme.tokens.accent), FOCUS_PX))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(area.adjusted(1, 2, -1, -2), RADIUS_PX, RADIUS_PX)
        self._paint_row(painter, area, index, bool(state & QStyle.StateFlag.State_Selected))
        painter.restore()


class RowList(QListView, Generic[Row]):
    """``rows`` holds the records."""

    def __init__(self, theme: Theme, name: str, row_px: int, rows: RowModel[Row]) -> None:
        super().__init__()
        self.rows, self._theme = rows, theme
        self._delegate = RowDelegate(theme, row_px, self._paint)
        self.setModel(rows)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        theme.changed.connect(self.viewport().update)

    def paint_row(self, painter: QPainter, area: QRect, row: Row, is_chosen: bool) -> None:
        """What stands on the row of ``row``."""
        raise NotImplementedError

    def _paint(self, painter: QPainter, area: QRect, index: Index, is_chosen: bool) -> None:
        self.paint_row(painter, area, self.rows.at(index), is_chosen)


class ChoosingList(RowList[Row]):
    """``chosen(row)`` by mouse or keys."""

    chosen = Signal(object)

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        for index in self.selectedIndexes()[:1]:
            self.chosen.emit(self.rows.at(index))


def write_titled(
    painter: QPainter, area: QRect, icon: QIcon, title: str, about: str, tokens: Tokens
) -> None:
    """On a row of ``TITLED_PX``: an icon, and beside it a title over what is said of it."""
    icon.paint(painter, QRect(area.left() + 10, area.top() + 10, ICON_PX, ICON_PX))
    place = QRect(area.left() + 38, area.top() + 8, area.width() - 50, LINE_PX)
    write(painter, place, title, interface_font(13, 500), tokens.ink)
    place.translate(0, LINE_PX + 2)
    write(painter, place, about, interface_font(12), tokens.quiet)


def write(painter: QPainter, area: QRect, text: str, font: QFont, colour: str) -> None:
    """One line at the left of ``area``, cut with … where there is no room."""
    painter.setFont(font)
    painter.setPen(QColor(colour))
    flat = " ".join(text.split())
    fitted = QFontMetrics(font).elidedText(flat, Qt.TextElideMode.ElideRight, area.width())
    painter.drawText(area, Qt.AlignmentFlag.AlignLeft | MIDDLE, fitted)
