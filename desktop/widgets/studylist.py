"""Earlier questions and articles: a list of rows, painted, with what came of each.

``opened(row)``: show its result, or go on where it was cut off; ``removed(row)``: Delete.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from desktop import icons
from desktop.theme import Theme, interface_font
from warehouse.ledger import method_name, plural
from warehouse.records import StudyRow

ROW_PX = 54
Index = QModelIndex | QPersistentModelIndex


class StudiesModel(QAbstractListModel):
    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[StudyRow, ...] = ()

    def show(self, rows: Sequence[StudyRow]) -> None:
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    def at(self, index: Index) -> StudyRow:
        return self._rows[index.row()]

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title or row.question
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return f"{row.title or row.question}. {outcome(row)}"
        return None


class StudyDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, ROW_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, StudiesModel)
        row, tokens = model.at(index), self._theme.tokens
        area: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & (QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_Selected):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.selection))
            painter.drawRoundedRect(area.adjusted(0, 1, 0, -1), 7, 7)
        name = "history" if unfinished(row) else "circle-check" if row.state == "done" else "circle"
        icon = icons.icon(name, tokens.accent if unfinished(row) else tokens.quiet)
        icon.paint(painter, QRect(area.left() + 10, area.top() + 10, 16, 16))
        self._write(painter, area, row)
        painter.restore()

    def _write(self, painter: QPainter, area: QRect, row: StudyRow) -> None:
        tokens = self._theme.tokens
        words = area.adjusted(38, 8, -12, -8)
        lines = (
            (row.title or row.question, interface_font(13, 500), tokens.ink, 0),
            (outcome(row), interface_font(12), tokens.quiet, 20),
        )
        for text, font, colour, down in lines:
            painter.setFont(font)
            painter.setPen(QColor(colour))
            place = QRect(words.left(), words.top() + down, words.width(), 18)
            painter.drawText(place, _aligned(), _fitted(text, font, words.width()))


class StudyList(QListView):
    opened = Signal(object)
    removed = Signal(object)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._model = StudiesModel()
        self._delegate = StudyDelegate(theme)
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self._open)
        theme.changed.connect(self.viewport().update)

    def show_studies(self, rows: Sequence[StudyRow]) -> None:
        self._model.show(rows)

    @property
    def model_rows(self) -> StudiesModel:
        return self._model

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if index.isValid() and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(index)
        elif index.isValid() and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit(self._model.at(index))
        else:
            super().keyPressEvent(event)

    def _open(self, index: QModelIndex) -> None:
        self.opened.emit(self._model.at(index))


def unfinished(row: StudyRow) -> bool:
    return row.state in ("running", "stopped", "failed")


def outcome(row: StudyRow) -> str:
    """``AWARE · 9 of 10 claims proven · 21 Nov, 22:40``."""
    what = {
        "running": "not finished: go on",
        "stopped": "stopped: go on",
        "failed": f"{row.problem or 'failed'} Try again".strip(),
    }.get(row.state, "")
    if row.state == "done":
        proven = f"{row.proven:,} of {plural(row.claims, 'claim')} proven"
        what = "not in your library" if row.absent else proven
    at = time.localtime(row.created)
    when = f"{at.tm_mday} {time.strftime('%b, %H:%M', at)}"
    return " · ".join([method_name(row.method), what, when])


def _aligned() -> Qt.AlignmentFlag:
    return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


def _fitted(text: str, font: QFont, width: int) -> str:
    return QFontMetrics(font).elidedText(" ".join(text.split()), Qt.TextElideMode.ElideRight, width)
