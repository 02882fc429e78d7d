"""The outline of an article as a tree: headings, and how much evidence stands under each.

A heading with little to rest on is said to be thin, in a word and in amber. Headings are dragged to
another place (``outline_dropping.py``), renamed where they stand (F2), and moved, added, merged and
split by keys; what is wished leaves as a signal, and the tree shows what it is told next.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import (
    QAbstractItemModel,
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QDrag, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QFrame

from desktop.theme import Theme, interface_font
from desktop.widgets import outline_dropping
from desktop.widgets.dragged import EVIDENCE_MIME, evidence_in
from desktop.widgets.outline_dropping import BESIDE_PX, DropTree, Landing, zone
from desktop.widgets.rowlist import MIDDLE, RowDelegate, write
from desktop.widgets.tips import as_it_stands
from warehouse.results.records import Block
from warehouse.writing.editing import outline_edits
from warehouse.writing.editing.outline_edits import THIN, Path
from warehouse.writing.outline.outlining import Heading, Outline

ROW_PX, INDENT_PX = 33, 14
MIME = "application/x-muniment-heading"
Index = QModelIndex | QPersistentModelIndex
_KEYS = {
    (Qt.Key.Key_Up, "alt"): "up",
    (Qt.Key.Key_Down, "alt"): "down",
    (Qt.Key.Key_Left, "alt"): "outdent",
    (Qt.Key.Key_Right, "alt"): "indent",
    (Qt.Key.Key_Insert, ""): "add",
    (Qt.Key.Key_Delete, ""): "remove",
    (Qt.Key.Key_M, "control"): "merge",
    (Qt.Key.Key_J, "control"): "split",
    (Qt.Key.Key_Space, ""): "look",
}


class Row(Struct, frozen=True):
    """``section`` is that of the article, from 0; ``count`` pieces of evidence stand under it."""

    path: Path
    title: str
    count: int
    section: int
    about: str = ""
    is_thin: bool = False
    waits: bool = False
    failed: bool = False

    @property
    def said(self) -> str:
        if self.failed:
            return "failed"
        if self.waits:
            return f"{self.count} new"
        return f"{self.count} thin" if self.is_thin else str(self.count or "")


class OutlineModel(QAbstractItemModel):
    """Wishes, which change nothing here: ``renamed(path, title)``, ``moved(path, to)``, and
    ``given(path, number, to)``: a piece of evidence from one heading to another.
    """

    renamed = Signal(object, str)
    moved = Signal(object, object)
    given = Signal(object, int, object)

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[Row, ...] = ()
        self._places: dict[Path, int] = {}
        self.can_change = False

    def show(self, rows: Sequence[Row]) -> bool:
        """Whether headings stand elsewhere now, so that nothing is selected any more."""
        is_same = [row.path for row in rows] == [row.path for row in self.rows]
        if not is_same:
            self.beginResetModel()
        before, self.rows = self.rows, tuple(rows)
        self._places = {row.path: at for at, row in enumerate(rows)}
        if not is_same:
            self.endResetModel()
        else:
            for was, row in zip(before, rows, strict=True):
                if row != was:  # of one that is being renamed the view would take its title anew
                    index = self.index_of(row.path)
                    self.dataChanged.emit(index, index)
        return not is_same

    def at(self, index: Index) -> Row:
        return self.rows[index.internalId()]

    def index_of(self, path: Path) -> QModelIndex:
        at = self._places.get(path)
        return QModelIndex() if at is None else self.createIndex(path[-1], 0, at)

    def index(self, row: int, column: int, parent: Index | None = None) -> QModelIndex:
        above = self.at(parent).path if parent is not None and parent.isValid() else ()
        return self.index_of((*above, row)) if column == 0 else QModelIndex()

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]
        return self.index_of(self.at(index).path[:-1]) if index.isValid() else QModelIndex()

    def rowCount(self, parent: Index | None = None) -> int:
        above = self.at(parent).path if parent is not None and parent.isValid() else ()
        count = 0
        while (*above, count) in self._places:
            count += 1
        return count

    def columnCount(self, parent: Index | None = None) -> int:
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self.at(index)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return _heard(row)
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_it_stands("\n".join(filter(None, [_heard(row), row.about])))
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        row = self.at(index)
        if role != Qt.ItemDataRole.EditRole or not str(value).strip() or value == row.title:
            return False
        self.renamed.emit(row.path, str(value))
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag
        if not index.isValid():
            return flags.ItemIsDropEnabled if self.can_change else flags.NoItemFlags
        item_flags = flags.ItemIsEnabled | flags.ItemIsSelectable
        if self.can_change:
            item_flags |= flags.ItemIsEditable | flags.ItemIsDragEnabled | flags.ItemIsDropEnabled
        return item_flags

    # Dragging

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:
        return [MIME, EVIDENCE_MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        if indexes:
            data.setData(MIME, outline_edits.named(self.at(indexes[0]).path).encode())
        return data

    def dropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        """A heading between two, or onto one: then at the end below it. Evidence to the heading
        that it is dropped on, or before.
        """
        above = self.at(parent).path if parent.isValid() else ()
        if not self.can_change:
            return False
        if (piece := evidence_in(data)) is not None:
            to = above if row < 0 else (*above, min(row, self.rowCount(parent) - 1))
            if to in self._places and piece[0] in self._places:
                self.given.emit(*piece, to)
            return False
        if not data.hasFormat(MIME):
            return False
        path = heading_in(data)
        to = (*above, row if row >= 0 else self.rowCount(parent))
        if path in self._places and path != above[: len(path)]:
            self.moved.emit(path, to)
        return False


def heading_in(data: QMimeData) -> Path:
    return outline_edits.parsed(bytes(data.data(MIME).data()).decode())


class OutlineView(DropTree):
    """``chosen(Row)`` by a click or Enter; ``wanted(verb, path)`` by a key: up, down, indent,
    outdent, add, remove, merge, split, look.
    """

    chosen = Signal(object)
    wanted = Signal(str, object)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.rows = OutlineModel()
        self._delegate = RowDelegate(theme, ROW_PX, self._paint_row)
        self.setModel(self.rows)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName("Outline")
        self.setHeaderHidden(True)
        self.header().setAccessibleName("Headings")
        self.setRootIsDecorated(False)
        self.setItemsExpandable(False)
        self.setExpandsOnDoubleClick(False)
        self.setUniformRowHeights(True)
        self.setIndentation(INDENT_PX)
        self.setMouseTracking(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(triggers.EditKeyPressed | triggers.DoubleClicked)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)
        theme.changed.connect(self.viewport().update)

    def tell_blocks(self, blocks: Sequence[Block]) -> None:
        """The sections of an article while it is written: they are not to be changed yet."""
        self._show([_of_block(at, block) for at, block in enumerate(blocks)], False)

    def tell(self, outline: Outline, blocks: Sequence[Block] = (), can_change: bool = True) -> None:
        """With ``blocks``, the sections that are written, a heading that has none waits."""
        headings = outline_edits.walk(outline)
        self._show([_of_heading(path, heading, blocks) for path, heading in headings], can_change)

    def clear(self) -> None:
        self._show((), False)

    def current(self) -> Path | None:
        index = self.currentIndex()
        return self.rows.at(index).path if index.isValid() else None

    def put_at(self, path: Path) -> None:
        """The heading there becomes the current one."""
        self.setCurrentIndex(self.rows.index_of(path))

    def rename(self) -> None:
        """The current one, where it stands."""
        if self.rows.can_change and self.currentIndex().isValid():
            self.edit(self.currentIndex())

    def _show(self, rows: Sequence[Row], can_change: bool) -> None:
        before = self.current()
        self.rows.can_change = can_change
        if self.rows.show(rows):
            self.expandAll()
            if before is not None:
                self.put_at(before)
        self.setFixedHeight(len(rows) * ROW_PX + 2)

    def _choose(self, index: QModelIndex) -> None:
        self.chosen.emit(self.rows.at(index))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        modifiers = Qt.KeyboardModifier
        held = {
            modifiers.AltModifier: "alt",
            modifiers.ControlModifier: "control",
            modifiers.NoModifier: "",
        }.get(event.modifiers() & ~modifiers.KeypadModifier)
        verb = _KEYS.get((Qt.Key(event.key()), held or "")) if held is not None else None
        path = self.current()
        if verb is not None and path is not None:
            self.wanted.emit(verb, path)
        else:
            super().keyPressEvent(event)

    # Dragging

    def startDrag(self, supported: Qt.DropAction) -> None:
        index = self.currentIndex()
        if not index.isValid():
            return
        title, ratio = self.rows.at(index).title, self.devicePixelRatioF()
        drag = QDrag(self)
        drag.setMimeData(self.rows.mimeData([index]))
        drag.setPixmap(outline_dropping.picture(title, self._theme.tokens, ratio))
        drag.setHotSpot(BESIDE_PX)
        drag.exec(supported, Qt.DropAction.MoveAction)

    def lands(self, spot: QPoint, data: QMimeData) -> Landing | None:
        """Where it would come to stand; None where it cannot."""
        index = self.indexAt(spot)
        is_evidence = data.hasFormat(EVIDENCE_MIME)
        if not self.rows.can_change or not index.isValid():
            return None
        area = QRect(self.visualRect(index))
        path, where = self.rows.at(index).path, 0 if is_evidence else zone(spot.y(), area)
        above, row = path[:-1], path[-1]
        if where == 0:
            above, row = path, -1
        elif where == 1:
            area.moveTop(area.bottom() + 1)
            above, row = (path, 0) if self.rows.rowCount(index) else (above, row + 1)
            area.setLeft(area.left() + INDENT_PX * (len(above) - len(path) + 1))
        area.setHeight(area.height() if where == 0 else 0)
        if not is_evidence and (not data.hasFormat(MIME) or _is_part(above, heading_in(data))):
            return None
        return Landing(above, row, area)

    def let_fall(self, landing: Landing, data: QMimeData) -> None:
        above = self.rows.index_of(landing.above)
        self.rows.dropMimeData(data, Qt.DropAction.MoveAction, landing.row, 0, above)

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """None: how deep a heading stands is seen by where it begins."""

    def _paint_row(self, painter: QPainter, area: QRect, index: Index, is_chosen: bool) -> None:
        row, tokens, font = self.rows.at(index), self._theme.tokens, interface_font(13)
        words = area.adjusted(9, 0, -9, 0)
        is_odd = row.failed or row.is_thin
        painter.setFont(font)
        ink = tokens.accent if row.waits else tokens.partly if is_odd else tokens.quiet
        painter.setPen(QColor(ink))
        painter.drawText(words, Qt.AlignmentFlag.AlignRight | MIDDLE, row.said)
        words.setRight(words.right() - QFontMetrics(font).horizontalAdvance(row.said) - 8)
        write(painter, words, row.title, interface_font(13, 600 if is_chosen else 400), tokens.ink)


def _is_part(path: Path, of: Path) -> bool:
    """Whether it is that very heading, or stands below it."""
    return path[: len(of)] == of


def _of_heading(path: Path, heading: Heading, blocks: Sequence[Block]) -> Row:
    written = blocks[heading.section] if 0 <= heading.section < len(blocks) else None
    return Row(
        path=path,
        title=heading.title,
        count=len(outline_edits.evidence(heading)),
        section=heading.section,
        about=heading.about,
        is_thin=outline_edits.is_thin(heading),
        waits=bool(blocks) and not written and not outline_edits.only_stands_above(heading),
        failed=bool(written and written.failed),
    )


def _of_block(at: int, block: Block) -> Row:
    count = len({number for claim in block.claims for number in claim.cites})
    thin = bool(block.claims) and count < THIN
    return Row((at,), block.title, count, at, "", thin, failed=bool(block.failed))


def _heard(row: Row) -> str:
    facts = [f"{row.count} {'sentence' if row.count == 1 else 'sentences'} of evidence"]
    facts += ["thin"] if row.is_thin else []
    facts += ["to be written"] if row.waits else []
    facts += ["failed"] if row.failed else []
    return f"{row.title}, {', '.join(facts)}"
