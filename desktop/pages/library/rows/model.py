"""The list of documents as a table model: what each column says, filtering, sorting.

All documents are held as plain records and one list of those that are shown is kept in order, so
ten thousand rows cost a few milliseconds and no widget. Changes come in batches: rows in place
are repainted, anything else moves through one layout change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QAbstractTableModel, QLocale, QModelIndex, QPersistentModelIndex, Qt

from desktop.widgets.tips import as_it_stands
from warehouse.documents.inspecting.outdated_readings import is_older
from warehouse.records import Document, State

Index = QModelIndex | QPersistentModelIndex
COLUMNS = ("Title", "Kind", "Pages", "Year", "Lang", "State")
TITLE, KIND, PAGES, YEAR, LANGUAGE, STATE = range(6)
DOCUMENT_ROLE = Qt.ItemDataRole.UserRole + 1
STATUS_ROLE = Qt.ItemDataRole.UserRole + 2
NONE = "—"
KIND_NAMES = {
    "pdf": "PDF",
    "web": "Web page",
    "text": "Text",
    "document": "Document",
    "book": "E-book",
    "sheet": "Spreadsheet",
    "slides": "Slides",
    "mail": "E-mail",
    "image": "Picture",
}
_ORDER: dict[State, int] = {
    "locked": 0,
    "failed": 1,
    "queued": 2,
    "copied": 3,
    "parsed": 4,
    "searchable": 5,
    "embedded": 6,
    "headed": 7,
    "verified": 8,
    "removed": 9,
}


class Status(Struct, frozen=True):
    """What the State column shows: words, and either a dot in a token's colour or a bar."""

    words: str
    token: str = ""
    fraction: float = 0.0


class Filter(Struct, frozen=True, kw_only=True):
    """``found`` is the ids a search gave, None while there is none: then titles have ``text``."""

    text: str = ""
    found: frozenset[str] | None = None
    kind: str = ""
    language: str = ""
    year: str = ""
    needs_you: bool = False
    older: bool = False


def status(document: Document) -> Status:
    """The state in words, with figures that mean something."""
    pages = f"page {document.pages_done:,} of {document.pages:,}"
    match document.state:
        case "queued":
            return Status("Waiting to be read again" if document.passages else "Waiting")
        case "copied":
            share = document.pages_done / document.pages if document.pages else 0.0
            return Status(f"Reading {pages}" if document.pages else "Reading", "", 0.5 * share)
        case "parsed":
            return Status("Being indexed", "", 0.55)
        case "searchable":
            share = document.embedded / document.passages if document.passages else 0.0
            words = f"Embedding {document.embedded:,} of {document.passages:,}"
            return Status(words if share else "Searchable", "", 0.6 + 0.3 * share)
        case "embedded":
            return Status("Header being written", "", 0.92)
        case "headed":
            return Status("Being checked", "", 0.97)
        case "locked":
            return Status("Needs a password", "missing")
        case "removed":
            return Status("Recently deleted", "missing")
        case "failed":
            return Status(document.problem or "Not readable", "missing")
        case "verified":
            return _ready(document)


def _ready(document: Document) -> Status:
    if document.blank_pages:
        noun = "page" if document.blank_pages == 1 else "pages"
        return Status(f"Ready · {document.blank_pages:,} {noun} without text", "partly")
    return Status("Ready", "quoted")


def needs_you(document: Document) -> bool:
    """Whether only the user can bring it further."""
    return document.state in ("locked", "failed")


def year(document: Document) -> str:
    return document.date[:4]


def language_name(code: str) -> str:
    """ "en" -> "English"; the code itself where it is not known."""
    if not code:
        return ""
    language = QLocale.codeToLanguage(code)
    return code if language == QLocale.Language.AnyLanguage else QLocale.languageToString(language)


def cell(document: Document, column: int) -> str:
    match column:
        case 0:
            return document.title
        case 1:
            return KIND_NAMES.get(document.kind, document.kind.upper() or NONE)
        case 2:
            return f"{document.pages:,}" if document.pages else NONE
        case 3:
            return year(document) or NONE
        case 4:
            return document.language or NONE
        case _:
            return status(document).words


_KEYS: dict[str, Callable[[Document], Any]] = {
    "added": lambda one: one.added,
    "title": lambda one: one.title.casefold(),
    "kind": lambda one: one.kind,
    "pages": lambda one: one.pages,
    "year": lambda one: one.date,
    "lang": lambda one: one.language,
    "state": lambda one: _ORDER[one.state],
}


class DocumentsModel(QAbstractTableModel):
    """Rows are ``Document`` records, under ``DOCUMENT_ROLE``."""

    def __init__(self) -> None:
        super().__init__()
        self._all: dict[str, Document] = {}
        self._shown: list[Document] = []
        self._rows: dict[str, int] = {}
        self._hidden: set[str] = set()
        self.filter = Filter()
        self.sort_key, self.descending = "added", True

    # What the page asks

    def documents(self) -> Iterable[Document]:
        """All of them, shown or not, without those being removed."""
        return (one for one in self._all.values() if one.id not in self._hidden)

    def document(self, row: int) -> Document:
        return self._shown[row]

    def row_of(self, document_id: str) -> int:
        """-1 when it is not shown."""
        return self._rows.get(document_id, -1)

    # What changes it

    def reset(self, documents: Iterable[Document]) -> None:
        self.beginResetModel()
        self._all = {one.id: one for one in documents}
        self._arrange()
        self.endResetModel()

    def change(self, documents: Iterable[Document]) -> None:
        """New rows and changed ones, in one go."""
        keys = _KEYS[self.sort_key]
        moved = False
        touched: list[int] = []
        for one in documents:
            before = self._all.get(one.id)
            self._all[one.id] = one
            row = self._rows.get(one.id, -1)
            if row < 0 or before is None or keys(before) != keys(one) or not self._fits(one):
                moved = True
            else:
                self._shown[row] = one
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

    def forget(self, document_id: str) -> None:
        self._all.pop(document_id, None)
        self._hidden.discard(document_id)
        self._rearrange()

    def set_filter(self, wanted: Filter) -> None:
        self.filter = wanted
        self._rearrange()

    def set_sort(self, key: str, descending: bool) -> None:
        self.sort_key, self.descending = key, descending
        self._rearrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.set_sort(COLUMNS[column].lower(), order == Qt.SortOrder.DescendingOrder)

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
        fitting = [one for one in self._all.values() if self._fits(one)]
        self._shown = sorted(fitting, key=_KEYS[self.sort_key], reverse=self.descending)
        self._rows = {one.id: row for row, one in enumerate(self._shown)}

    def _rearrange(self) -> None:
        """Keep selection and current row where their documents go."""
        self.layoutAboutToBeChanged.emit()
        held = [(index, self._shown[index.row()].id) for index in self.persistentIndexList()]
        self._arrange()
        for index, document_id in held:
            row = self._rows.get(document_id, -1)
            target = self.index(row, index.column()) if row >= 0 else QModelIndex()
            self.changePersistentIndex(index, target)
        self.layoutChanged.emit()

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
            return cell(document, index.column())
        if role == DOCUMENT_ROLE:
            return document
        if role == STATUS_ROLE:
            return status(document)
        if role == Qt.ItemDataRole.ToolTipRole:
            said = cell(document, index.column())
            whole = f"{said}\n{document.source}" if index.column() == TITLE else said
            return as_it_stands(whole)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{COLUMNS[index.column()]}: {cell(document, index.column())}"
        return None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None
