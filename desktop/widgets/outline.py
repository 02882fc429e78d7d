"""The outline of an article: its headings, and beside each how much evidence stands under it.

A section that cites fewer than three sources is said to be thin, in a word and in amber.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from desktop.theme import Theme, interface_font
from warehouse.research.records import Article, Block

ROW_PX = 33
THIN = 3
Index = QModelIndex | QPersistentModelIndex


class Heading(Struct, frozen=True):
    """``sources`` cited under it; ``text`` is whether anything is written there yet."""

    title: str
    level: int
    sources: int
    text: bool
    failed: bool = False


class OutlineModel(QAbstractListModel):
    def __init__(self) -> None:
        super().__init__()
        self._headings: tuple[Heading, ...] = ()

    def show(self, headings: Sequence[Heading]) -> None:
        if tuple(headings) == self._headings:
            return
        if len(headings) == len(self._headings):
            self._headings = tuple(headings)
            self.dataChanged.emit(self.index(0), self.index(len(headings) - 1))
            return
        self.beginResetModel()
        self._headings = tuple(headings)
        self.endResetModel()

    def at(self, index: Index) -> Heading:
        return self._headings[index.row()]

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._headings)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        heading = self._headings[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return heading.title
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return f"{heading.title}, {said(heading) or 'not written yet'}"
        return None


class OutlineDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, ROW_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model, tokens = index.model(), self._theme.tokens
        assert isinstance(model, OutlineModel)
        heading, area = model.at(index), QRect(option.rect)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if chosen or hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.selection))
            painter.drawRoundedRect(area.adjusted(0, 1, 0, -1), 7, 7)
        words = area.adjusted(9 + 14 * max(0, heading.level - 2), 0, -9, 0)
        font = interface_font(13)
        thin = heading.failed or (heading.text and heading.sources < THIN)
        painter.setFont(font)
        painter.setPen(QColor(tokens.partly if thin else tokens.quiet))
        painter.drawText(
            words, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, said(heading)
        )
        words.setRight(words.right() - QFontMetrics(font).horizontalAdvance(said(heading)) - 8)
        font = interface_font(13, 600 if chosen else 400)
        painter.setFont(font)
        painter.setPen(QColor(tokens.ink if heading.text else tokens.quiet))
        fitted = QFontMetrics(font).elidedText(
            heading.title, Qt.TextElideMode.ElideRight, words.width()
        )
        painter.drawText(words, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, fitted)
        painter.restore()


class OutlineView(QListView):
    """``chosen(n)``: the n-th heading, counted from 0."""

    chosen = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._model = OutlineModel()
        self._delegate = OutlineDelegate(theme)
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName("Outline")
        self.setMouseTracking(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)
        theme.changed.connect(self.viewport().update)

    def tell(self, article: Article) -> None:
        self._model.show([heading_of(block) for block in article.blocks])
        self.setFixedHeight(self._model.rowCount() * ROW_PX + 2)

    def clear(self) -> None:
        self._model.show(())
        self.setFixedHeight(0)

    @property
    def headings(self) -> OutlineModel:
        return self._model

    def _choose(self, index: QModelIndex) -> None:
        self.chosen.emit(index.row())


def heading_of(block: Block) -> Heading:
    sources = {number for claim in block.claims for number in claim.cites}
    return Heading(block.title, block.level, len(sources), bool(block.claims), bool(block.failed))


def said(heading: Heading) -> str:
    if heading.failed:
        return "failed"
    if not heading.text:
        return ""
    return f"{heading.sources} thin" if heading.sources < THIN else str(heading.sources)
