"""The list of documents as a table model: filtering, sorting, what is marked while searching.

What each column says stands in columns.py. All documents are held as plain records and one list of
those that are shown is kept in order, so ten thousand rows cost a few milliseconds and no widget.
Changes come in batches: rows in place
are repainted, anything else moves through one layout change.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QAbstractTableModel, QMimeData, QModelIndex, QPersistentModelIndex, Qt

from desktop.pages.library.rows.columns import (
    COLUMNS,
    STATE,
    TITLE,
    Status,
    cell,
    needs_you,
    sort_key,
    status,
    year,
)
from desktop.widgets.dragged import DOCUMENTS_MIME, dragged
from desktop.widgets.tips import as_it_stands
from warehouse.documents.inspecting.outdated_readings import is_older
from warehouse.records import Document, Place
from warehouse.search.collections.found_words import Seen

Index = QModelIndex | QPersistentModelIndex
RELEVANCE = "relevance"
DOCUMENT_ROLE = Qt.ItemDataRole.UserRole + 1
STATUS_ROLE = Qt.ItemDataRole.UserRole + 2
SEEN_ROLE = Qt.ItemDataRole.UserRole + 3
# With it a selection holds one index a row through a change, else one a cell.
ROWS_MOVE = QAbstractTableModel.LayoutChangeHint.VerticalSortHint
WITH_HINT = "QList<QPersistentModelIndex>", "QAbstractItemModel::LayoutChangeHint"


class Filter(Struct, frozen=True, kw_only=True):
    """``found`` is the ids a search gave, None while there is none: then titles have ``text``.
    ``order`` are the best of them, best first.
    """

    text: str = ""
    found: frozenset[str] | None = None
    order: tuple[str, ...] = ()
    kind: str = ""
    language: str = ""
    year: str = ""
    needs_you: bool = False
    older: bool = False


_first = operator.itemgetter(0)


class DocumentsModel(QAbstractTableModel):
    """Rows are ``Document`` records, under ``DOCUMENT_ROLE``."""

    def __init__(self) -> None:
        super().__init__()
        self._all: dict[str, Document] = {}
        self._shown: list[Document] = []
        self._rows: dict[str, int] = {}
        self._hidden: set[str] = set()
        self._seen: dict[str, Seen] = {}
        self._stopped: frozenset[str] = frozenset()
        self.filter = Filter()
        self.sort_key, self.descending = "added", True

    # What the page asks

    def documents(self) -> Iterable[Document]:
        """All of them, shown or not, without those being removed."""
        return (document for document in self._all.values() if document.id not in self._hidden)

    def document(self, row: int) -> Document:
        return self._shown[row]

    def row_of(self, document_id: str) -> int:
        """-1 when it is not shown."""
        return self._rows.get(document_id, -1)

    def seen(self, document_id: str) -> Seen | None:
        """Where the words that are searched for stand in a document, as far as that is known."""
        return self._seen.get(document_id)

    def place_of(self, document_id: str) -> Place | None:
        """Where those words stand, as far as that is known."""
        seen = self._seen.get(document_id)
        return seen.place if seen is not None else None

    # What changes it

    def reset(self, documents: Iterable[Document]) -> None:
        self.beginResetModel()
        self._all = {document.id: document for document in documents}
        self._arrange()
        self.endResetModel()

    def change(self, documents: Iterable[Document]) -> None:
        """New rows and changed ones, in one go."""
        keys = self._key()
        moved = False
        touched: list[int] = []
        for document in documents:
            before = self._all.get(document.id)
            self._all[document.id] = document
            row = self._rows.get(document.id, -1)
            if (
                row < 0
                or before is None
                or keys(before) != keys(document)
                or not self._fits(document)
            ):
                moved = True
            else:
                self._shown[row] = document
                touched.append(row)
        if moved:
            self._rearrange()
        elif touched:
            last = len(COLUMNS) - 1
            self.dataChanged.emit(self.index(min(touched), 0), self.index(max(touched), last))

    def hide(self, ids: Iterable[str]) -> None:
        """Take rows away for now; ``unhide`` brings them back."""
        self._hidden.update(ids)
        self._rearrange()

    def unhide(self, ids: Iterable[str]) -> None:
        self._hidden.difference_update(ids)
        self._rearrange()

    def forget(self, ids: Iterable[str]) -> None:
        for id in ids:
            self._all.pop(id, None)
            self._hidden.discard(id)
        self._rearrange()

    def set_filter(self, wanted: Filter) -> None:
        if wanted.text != self.filter.text:
            self._seen = {}
        self.filter = wanted
        self._rearrange()

    def mark(self, seen: Mapping[str, Seen]) -> None:
        """Where the words that are searched for stand, of some more documents."""
        self._seen |= seen
        if self._shown:
            corners = self.index(0, 0), self.index(len(self._shown) - 1, len(COLUMNS) - 1)
            self.dataChanged.emit(*corners)

    def tell_stopped(self, stopped: frozenset[str]) -> bool:
        """On which documents nobody works any more; whether these are others than before."""
        is_news = stopped != self._stopped
        self._stopped = stopped
        if is_news and self._shown:
            self.dataChanged.emit(self.index(0, STATE), self.index(len(self._shown) - 1, STATE))
        return is_news

    def set_sort(self, key: str, descending: bool) -> None:
        self.sort_key, self.descending = key, descending
        self._rearrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.set_sort(COLUMNS[column].key, order == Qt.SortOrder.DescendingOrder)

    # Order

    def _fits(self, one: Document) -> bool:
        wanted = self.filter
        return (
            one.id not in self._hidden
            and (not wanted.needs_you or needs_you(one))
            and (not wanted.older or is_older(one))
            and (not wanted.kind or one.kind == wanted.kind)
            and (not wanted.language or one.language == wanted.language)
            and (not wanted.year or year(one) == wanted.year)
            and self._found(one)
        )

    def _found(self, one: Document) -> bool:
        wanted = self.filter
        if wanted.found is not None:
            return one.id in wanted.found
        title = one.title.casefold()
        return all(word in title for word in wanted.text.casefold().split())

    def _arrange(self) -> None:
        """Those of which the column says nothing come last, in either direction."""
        key = self._key()
        keyed = [
            (key(document), document) for document in self._all.values() if self._fits(document)
        ]
        known = sorted((pair for pair in keyed if pair[0]), key=_first, reverse=self.descending)
        self._shown = [
            document for _, document in (*known, *(pair for pair in keyed if not pair[0]))
        ]
        self._rows = {document.id: row for row, document in enumerate(self._shown)}

    def _key(self) -> Callable[[Document], Any]:
        """Best first: those without a rank come last, the newest first."""
        if self.sort_key != RELEVANCE:
            return sort_key(self.sort_key)
        best = {id: len(self.filter.order) - rank for rank, id in enumerate(self.filter.order)}
        return lambda one: (best.get(one.id, 0), one.added)

    def _rearrange(self) -> None:
        """Keep selection and current row where their documents go."""
        self.layoutAboutToBeChanged[WITH_HINT].emit([], ROWS_MOVE)  # type: ignore[index]
        held = [(index, self._shown[index.row()].id) for index in self.persistentIndexList()]
        self._arrange()
        for index, document_id in held:
            row = self._rows.get(document_id, -1)
            target = self.index(row, index.column()) if row >= 0 else QModelIndex()
            self.changePersistentIndex(index, target)
        self.layoutChanged[WITH_HINT].emit([], ROWS_MOVE)  # type: ignore[index]

    # What the view asks

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        document = self._shown[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._cell(document, index.column())
        if role == DOCUMENT_ROLE:
            return document
        if role == STATUS_ROLE:
            return self._status(document)
        if role == SEEN_ROLE:
            return self._seen.get(document.id)
        if role == Qt.ItemDataRole.ToolTipRole:
            said = self._cell(document, index.column())
            whole = f"{said}\n{document.source}" if index.column() == TITLE else said
            return as_it_stands(whole)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._said(document, index.column())
        return None

    def _status(self, document: Document) -> Status:
        return status(document, document.id in self._stopped)

    def _cell(self, document: Document, column: int) -> str:
        return self._status(document).words if column == STATE else cell(document, column)

    def _said(self, document: Document, column: int) -> str:
        """For a screen reader; with the title also the words that were found."""
        seen = self._seen.get(document.id) if column == TITLE else None
        words = f". Found: {seen.text}" if seen is not None and seen.text else ""
        return f"{COLUMNS[column].name}: {self._cell(document, column)}{words}"

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section].name
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    # What is dragged

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsDragEnabled if index.isValid() else flags

    def mimeTypes(self) -> list[str]:
        return [DOCUMENTS_MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        rows = sorted({index.row() for index in indexes})
        return dragged([self._shown[row].id for row in rows])
