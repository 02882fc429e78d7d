"""Collections and saved searches in the side bar: see, make, rename, remove, open.

A click limits the Library to one, a second click shows the whole library again. The one that is
shown looks chosen as long as the Library is in front. A name is written into a field under the
list, for which a folded side bar unfolds; Return keeps it, Escape leaves all as it was. Documents
that are dragged here from the list land in the collection under the pointer, or beside them all in
a new one.
"""

from __future__ import annotations

from functools import partial

from msgspec import Struct
from PySide6.QtCore import QModelIndex, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QSizePolicy, QWidget

from desktop import icons
from desktop.collections import Naming
from desktop.house import House
from desktop.theme import interface_font
from desktop.widgets.basics import IconButton, column_of, label, pop_up, row
from desktop.widgets.dragged import documents_in
from desktop.widgets.rowlist import RADIUS_PX, RowList, RowModel, write
from warehouse.records import Collection
from warehouse.text import plural

ROW_PX = 30
MOST_ROWS = 9
ICON_PX = 16
HELD_MS = 30  # between two looks whether the mouse is still pressed


class Find(Struct, frozen=True):
    """A wish to the Library: this in its search box, ``inside`` this collection; ``saved`` is to be
    changed with it.
    """

    query: str = ""
    saved: Collection | None = None
    inside: Collection | None = None


class Rows(RowList[Collection]):
    """``opened``, ``edited``, ``renamed`` and ``removed`` carry the Collection."""

    opened = Signal(object)
    edited = Signal(object)
    renamed = Signal(object)
    removed = Signal(object)

    def __init__(self, house: House) -> None:
        rows = RowModel[Collection](lambda one: one.name, about, lambda one: one.id)
        super().__init__(house.theme, "Collections", ROW_PX, rows)
        self._landing = -1
        self._chosen = -1
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.setStyleSheet("QListView { background: transparent; border: none; }")
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._offer)
        self.clicked.connect(self._open)

    def paint_row(self, painter: QPainter, area: QRect, row: Collection, is_chosen: bool) -> None:
        tokens = self._theme.tokens
        if row.id == self._landing:
            self._paint_landing(painter, area)
        icon = icons.icon("text-search" if row.query else "folder", tokens.quiet)
        top = area.top() + (area.height() - ICON_PX) // 2
        icon.paint(painter, QRect(area.left() + 9, top, ICON_PX, ICON_PX))
        figure = f"{row.documents:,}" if row.documents else ""
        font = interface_font(13)
        painter.setFont(font)
        wide = painter.fontMetrics().horizontalAdvance(figure)
        right = area.right() - 10 - wide
        place = QRect(area.left() + 34, area.top(), right - area.left() - 42, area.height())
        write(painter, place, row.name, font, tokens.ink)
        place = QRect(right, area.top(), wide + 2, area.height())
        write(painter, place, figure, font, tokens.quiet)

    def _paint_landing(self, painter: QPainter, area: QRect) -> None:
        painter.setPen(QPen(QColor(self._theme.tokens.accent), 2))
        painter.setBrush(QColor(self._theme.tokens.wash))
        painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), RADIUS_PX, RADIUS_PX)

    def choose(self, id: int) -> None:
        """It looks chosen, and no other; -1: none."""
        self._chosen = id
        held = [self.rows.index(at) for at in range(self.rows.rowCount())]
        chosen = next((index for index in held if self.rows.at(index).id == id), None)
        if chosen is None:
            self.clearSelection()
        else:
            self.setCurrentIndex(chosen)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Where the keys walked to is not what is shown."""
        super().focusOutEvent(event)
        self.choose(self._chosen)

    def land(self, id: int) -> None:
        """It looks as if documents fell into it; -1: none."""
        if id != self._landing:
            self._landing = id
            self.viewport().update()

    def sizeHint(self) -> QSize:
        shown = min(MOST_ROWS, self.rows.rowCount())
        return QSize(160, shown * ROW_PX + 2 * self.frameWidth())

    def minimumSizeHint(self) -> QSize:
        """Never higher than its rows."""
        return super().minimumSizeHint().boundedTo(self.sizeHint())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        keys = {
            Qt.Key.Key_Return: self.opened,
            Qt.Key.Key_Enter: self.opened,
            Qt.Key.Key_F2: self.renamed,
            Qt.Key.Key_Delete: self.removed,
            Qt.Key.Key_Backspace: self.removed,
        }
        wish = keys.get(Qt.Key(event.key()))
        if wish is not None and index.isValid():
            wish.emit(self.rows.at(index))
        else:
            super().keyPressEvent(event)

    def menu(self, one: Collection) -> QMenu:
        menu = QMenu(self)
        for words, wish in (
            ("Show", self.opened),
            *((("Change its search …", self.edited),) if one.query else ()),
            ("Rename …", self.renamed),
            ("Remove, documents stay", self.removed),
        ):
            menu.addAction(words).triggered.connect(partial(wish.emit, one))
        return menu

    def _offer(self, where: QPoint) -> None:
        index = self.indexAt(where)
        if index.isValid():
            pop_up(self.menu(self.rows.at(index)), self.viewport().mapToGlobal(where))

    def _open(self, index: QModelIndex) -> None:
        self.opened.emit(self.rows.at(index))


class NameField(QLineEdit):
    """``entered(text)`` by Return; Escape, or leaving it, gives up."""

    entered = Signal(str)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Name of the collection")
        self.setMaxLength(80)
        self.returnPressed.connect(self._enter)
        self._leaving = QTimer(self, singleShot=True, interval=0)
        self._leaving.timeout.connect(self._leave)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        elsewhere = (Qt.FocusReason.MouseFocusReason, Qt.FocusReason.TabFocusReason)
        if event.reason() in elsewhere:
            self._leaving.start()

    def _leave(self) -> None:
        """Once the click that took the focus is over: it would miss what moves meanwhile."""
        if QApplication.mouseButtons() != Qt.MouseButton.NoButton:
            self._leaving.start(HELD_MS)
        elif not self.hasFocus():
            self.left.emit()

    def _enter(self) -> None:
        if self.text().strip():
            self.entered.emit(self.text())
        else:
            self.left.emit()


class CollectionList(QWidget):
    def __init__(self, house: House) -> None:
        super().__init__()
        self._house = house
        self._naming = Naming()
        self._in_front = ""
        self.rows = Rows(house)
        self.field = NameField()
        self.field.hide()
        self.add = IconButton(house.theme, "plus", "New collection", small=True)
        title = label("Collections", "section")
        title.setContentsMargins(9, 0, 0, 0)
        head = row(title, 1, self.add, margins_px=(0, 0, 4, 2))
        column = column_of(head, self.rows, self.field, into=self, spacing_px=2)
        self.landing = label("Drop for a new collection", "small")
        self.landing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.landing.setProperty("kind", "landing")
        self.landing.hide()
        column.addWidget(self.landing)
        self.setAcceptDrops(True)
        order = house.order
        order.changed.connect(self._show)
        order.shown_changed.connect(self._mark)
        order.name_wanted.connect(self._ask_name)
        house.library_left.connect(self._leave)
        self.add.clicked.connect(self._new)
        self.rows.opened.connect(self._open)
        self.rows.edited.connect(self._edit)
        self.rows.renamed.connect(self._rename)
        self.rows.removed.connect(order.delete)
        self.field.entered.connect(self._named)
        self.field.left.connect(self._leave)
        self._show()

    # Documents from the list

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if documents_in(event.mimeData()):
            self.landing.show()
            self.dragMoveEvent(event)
            event.accept()  # wherever it comes in: each move says anew where it would fall

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Into the one under the pointer, or beside them all into a new one; a saved search holds
        what it finds.
        """
        collection = self._under(event)
        is_saved = collection is not None and bool(collection.query)
        self.rows.land(-1 if collection is None or is_saved else collection.id)
        event.setDropAction(Qt.DropAction.CopyAction)
        event.setAccepted(not is_saved)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._land_nowhere()

    def dropEvent(self, event: QDropEvent) -> None:
        self._land_nowhere()
        documents, collection = documents_in(event.mimeData()), self._under(event)
        if not documents or (collection is not None and collection.query):
            event.ignore()
            return
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if collection is not None:
            self._house.order.put(collection, documents)
        else:
            self._ask_name(Naming(documents))

    def _under(self, event: QDropEvent) -> Collection | None:
        seen = self.rows.viewport()
        where = seen.mapFrom(self, event.position().toPoint())
        index = self.rows.indexAt(where) if seen.rect().contains(where) else QModelIndex()
        return self.rows.rows.at(index) if index.isValid() else None

    def _land_nowhere(self) -> None:
        self.landing.hide()
        self.rows.land(-1)

    def _show(self) -> None:
        collections = self._house.order.collections
        self.rows.rows.show(collections)
        self.rows.setVisible(bool(collections))
        self.rows.updateGeometry()
        self._mark()

    def tell_page(self, name: str) -> None:
        """The page in front."""
        self._in_front = name
        self._mark()

    @property
    def shown(self) -> Collection | None:
        """The one that is in sight, in the Library."""
        return self._house.order.shown if self._in_front == "library" else None

    def _mark(self) -> None:
        self.rows.choose(self.shown.id if self.shown is not None else -1)

    def _open(self, one: Collection) -> None:
        is_shown = self.shown is not None and self.shown.id == one.id
        self._house.visit("library", Find(inside=None if is_shown else one))

    def _edit(self, one: Collection) -> None:
        self._house.visit("library", Find(one.query, one))

    def _new(self) -> None:
        self._ask_name(Naming())

    def _rename(self, one: Collection) -> None:
        self._ask_name(Naming(renamed=one))

    def _ask_name(self, naming: Naming) -> None:
        self._naming = naming
        if self.isHidden():
            self._house.acts.do("fold-bar")
        self.field.setPlaceholderText(hint(naming))
        self.field.setText(naming.renamed.name if naming.renamed else "")
        self.field.selectAll()
        self.field.show()
        self.field.setFocus()

    def _named(self, name: str) -> None:
        self._house.order.name(self._naming, name)
        self._leave()

    def _leave(self) -> None:
        self._naming = Naming()
        self.field.hide()


def hint(naming: Naming) -> str:
    """What the field asks for."""
    if naming.query:
        return "Name of this search"
    held = len(naming.documents)
    return f"Name for {plural(held, 'document')}" if held else "Name of the collection"


def about(one: Collection) -> str:
    if one.query:
        return f"Saved search {one.name}: {one.query}"
    return f"Collection {one.name}, {plural(one.documents, 'document')}"
