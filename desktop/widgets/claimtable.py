"""The claim ledger as a table: every sentence, its state, its sources and why."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from desktop.theme import Theme, interface_font
from desktop.widgets.basics import Chip, column_of, label
from desktop.widgets.flow import FlowLayout
from desktop.widgets.marks import TOKENS
from warehouse.render import without_numbers
from warehouse.results import fallbacks
from warehouse.results.records import ClaimState
from warehouse.studies.report.ledger import STATES, Entry

COLUMNS = ("State", "Sentence and reason", "Sources")
WORDS = 1
PAD_X_PX, PAD_Y_PX, DOT_PX = 10, 9, 8
ROWS_AT_ONCE = 40
ENTRY_ROLE = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


class ClaimsModel(QAbstractTableModel):
    def __init__(self) -> None:
        super().__init__()
        self._all: tuple[Entry, ...] = ()
        self._shown: tuple[Entry, ...] = ()
        self._state: ClaimState | None = None

    def show(self, entries: Sequence[Entry]) -> None:
        self._all = tuple(entries)
        self.filter(self._state)

    def filter(self, state: ClaimState | None) -> None:
        """Only this state; None for all."""
        self._state = state
        self.beginResetModel()
        self._shown = tuple(entry for entry in self._all if state in (None, entry.claim.state))
        self.endResetModel()

    def at(self, row: int) -> Entry:
        return self._shown[row]

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        entry = self._shown[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words(entry, index.column())
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft
        if role == ENTRY_ROLE:
            return entry
        return None

    def _words(self, entry: Entry, column: int) -> str:
        claim = entry.claim
        if column == 0:
            return claim.state
        if column == 2:
            return ", ".join(str(number) for number in claim.cites)
        return "\n".join(
            part for part in (without_numbers(claim.text), fallbacks.reason(claim)) if part
        )


class ClaimDelegate(QStyledItemDelegate):
    """A dot and the word of the state; the sentence over its reason; the numbers of its sources.

    A row is as high as sentence and reason.
    """

    def __init__(self, theme: Theme, table: QTableView) -> None:
        super().__init__(table)
        self._theme, self._table = theme, table

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        width = self._table.columnWidth(index.column())
        if index.column() != WORDS:
            return QSize(width, 0)
        return QSize(width, sum(height for *_, height in self._parts(index, width)) + 2 * PAD_Y_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        area, tokens = QRect(option.rect), self._theme.tokens
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, QColor(tokens.wash))
        painter.fillRect(area.left(), area.bottom(), area.width(), 1, QColor(tokens.line))
        if index.column() == 0:
            self._paint_dot(painter, area, index)
            area.adjust(DOT_PX + 6, 0, 0, 0)
        top = area.top() + PAD_Y_PX
        for words, font, colour, height in self._parts(index, area.width()):
            painter.setFont(font)
            painter.setPen(QColor(colour))
            room = QRect(area.left() + PAD_X_PX, top, area.width() - 2 * PAD_X_PX, height)
            painter.drawText(room, _WRAPPED, words)
            top += height
        painter.restore()

    def _paint_dot(self, painter: QPainter, area: QRect, index: Index) -> None:
        entry: Entry = index.data(ENTRY_ROLE)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(str(getattr(self._theme.tokens, TOKENS[entry.claim.state]))))
        painter.drawEllipse(area.left() + PAD_X_PX, area.top() + PAD_Y_PX + 5, DOT_PX, DOT_PX)

    def _parts(self, index: Index, width: int) -> list[tuple[str, QFont, str, int]]:
        entry: Entry = index.data(ENTRY_ROLE)
        tokens = self._theme.tokens
        said = without_numbers(entry.claim.text)
        words = said if index.column() == WORDS else str(index.data())
        parts = [(words, interface_font(13), tokens.ink)]
        reason = fallbacks.reason(entry.claim)
        if index.column() == WORDS and reason:
            parts.append((reason, interface_font(12), tokens.quiet))
        room = QRect(0, 0, max(40, width - 2 * PAD_X_PX), 100_000)
        return [
            (words, font, colour, QFontMetrics(font).boundingRect(room, _WRAPPED, words).height())
            for words, font, colour in parts
        ]


class ClaimTable(QWidget):
    """``chosen(number)``: a claim was clicked, counted through the whole text."""

    chosen = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._fit_rows = QTimer(self, singleShot=True, interval=0)
        self._fit_rows.timeout.connect(self._fit_some)
        self._fitted = 0
        self.model = ClaimsModel()
        self._chips: dict[ClaimState | None, Chip] = {}
        column = column_of(
            label("Every sentence and its proof", "heading2"),
            into=self,
            margins_px=(34, 18, 24, 12),
            spacing_px=12,
        )
        chips = QWidget()
        flow = FlowLayout(chips)
        for state in (None, *STATES):
            chip = Chip(state or "all", checkable=True)
            chip.setAutoExclusive(True)
            chip.clicked.connect(self._filter)
            self._chips[state] = chip
            flow.addWidget(chip)
        self._chips[None].setChecked(True)
        column.addWidget(chips)
        self.table = self._make_table()
        column.addWidget(self.table, 1)

    def tell(self, entries: Sequence[Entry]) -> None:
        self.model.show(entries)
        for state, chip in self._chips.items():
            many = sum(state in (None, entry.claim.state) for entry in entries)
            chip.set(f"{state or 'all'} {many:,}")
            chip.setVisible(many > 0 or state is None)
        self._fit_all()

    def _filter(self) -> None:
        wanted = next(state for state, chip in self._chips.items() if chip.isChecked())
        self.model.filter(wanted)
        self._fit_all()

    def _rows_again(self, column: int, old_px: int, new_px: int) -> None:
        if column == WORDS and old_px != new_px:
            self._fit_all()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit_all()

    def _fit_all(self) -> None:
        """The height of every row from its text, a few rows a turn; nothing while out of sight."""
        self._fitted = 0
        if self.isVisible():
            self._fit_rows.start()

    def _fit_some(self) -> None:
        end = min(self._fitted + ROWS_AT_ONCE, self.model.rowCount())
        for at in range(self._fitted, end):
            self.table.resizeRowToContents(at)
        self._fitted = end
        if end < self.model.rowCount():
            self._fit_rows.start()

    def _make_table(self) -> QTableView:
        table = QTableView()
        table.setModel(self.model)
        table.setItemDelegate(ClaimDelegate(self._theme, table))
        table.setAccessibleName("Sentences with their states")
        table.setFrameShape(QFrame.Shape.NoFrame)
        table.setShowGrid(False)
        table.setTabKeyNavigation(False)
        table.setWordWrap(True)
        table.verticalHeader().hide()
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = table.horizontalHeader()
        header.setAccessibleName("Columns of the sentences")
        table.verticalHeader().setAccessibleName("Rows of the sentences")
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(WORDS, QHeaderView.ResizeMode.Stretch)
        for column, width in ((0, 104), (2, 72)):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            table.setColumnWidth(column, width)
        self._theme.changed.connect(table.viewport().update)
        header.sectionResized.connect(self._rows_again)
        table.clicked.connect(self._choose)
        table.activated.connect(self._choose)
        return table

    def _choose(self, index: QModelIndex) -> None:
        self.chosen.emit(self.model.at(index.row()).number)
