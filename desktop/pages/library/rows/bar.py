"""The Library's two lines: title with search and Add, and the filters with the order of rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QMenu

from desktop import icons
from desktop.acts import PICTURE_KEY, key_words
from desktop.house import House
from desktop.pages.library.line_field import LineField
from desktop.pages.library.rows.columns import KIND_NAMES, language_name, needs_you, year
from desktop.pages.library.rows.folding_line import FoldingLine
from desktop.pages.library.rows.model import Filter
from desktop.pages.library.rows.order import RowOrder
from desktop.widgets.basics import Button, Chip, IconButton, label, pop_up, row
from desktop.widgets.elided import Elided
from warehouse.documents.inspecting.outdated_readings import is_older
from warehouse.extent import printed_pages
from warehouse.records import Document
from warehouse.search.collections.query import beside_fields
from warehouse.text import plural

SEARCH_PX = 300
HELP = """Search titles and words (Ctrl+F)
Down: to the first that was found; Return opens it

river mill – both words in a passage
"water mill" – these words side by side
mill OR bridge, river -bridge, NOT, ( )
tag: in: kind: lang: author: title:
year:1998-2004, id:3f2a"""
FILL = "To fill it go to Library, and drag documents from the list there onto its name at the left."
NOTHING_NOW = "This saved search finds nothing now. It fills when a document comes that fits it."
WITHIN_PX = 160
BESIDE_WORDS_PX = 60  # the glass and the air around the words of the search
FIELD_OF = {"kind": "kind", "year": "year", "language": "lang"}


class SearchField(LineField):
    """Search as you type; Escape empties it, and then leaves the collection that is shown.

    ``down_pressed``: to what was found.
    """

    down_pressed = Signal()

    def __init__(self, house: House) -> None:
        super().__init__()
        self._house, self._theme = house, house.theme
        self.setAccessibleName("Search titles and words in all documents")
        self.setToolTip(HELP)
        self.setMinimumWidth(180)
        self.setMaximumWidth(SEARCH_PX)
        self.setClearButtonEnabled(False)
        self.setTextMargins(-6, 0, 0, 0)
        self._glass = QAction("Search", self)
        self.addAction(self._glass, QLineEdit.ActionPosition.LeadingPosition)
        self._clear = QAction("Clear the search (Esc)", self)
        self._clear.setVisible(False)
        self._clear.triggered.connect(self.clear)
        self.addAction(self._clear, QLineEdit.ActionPosition.TrailingPosition)
        self._keys = QLabel("Ctrl F", self)
        self._keys.setProperty("role", "key")
        self._tell_shown()
        self.textChanged.connect(self._show_keys)
        house.theme.changed.connect(self._recolour)
        house.order.shown_changed.connect(self._tell_shown)
        self._recolour()

    def _tell_shown(self) -> None:
        """What is searched, as far as there is room beside the key."""
        shown = self._house.order.shown
        words = f"Search in {shown.name}" if shown is not None else "Search titles and words"
        room = SEARCH_PX - self._keys.sizeHint().width() - BESIDE_WORDS_PX
        end = Qt.TextElideMode.ElideRight
        self.setPlaceholderText(self.fontMetrics().elidedText(words, end, room))

    def sizeHint(self) -> QSize:
        return QSize(SEARCH_PX, super().sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            if not self.text():
                self._house.order.show(None)
            self.clear()
        elif event.key() == Qt.Key.Key_Down:
            self.down_pressed.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        hint = self._keys.sizeHint()
        self._keys.setGeometry(
            self.width() - hint.width() - 8,
            (self.height() - hint.height()) // 2,
            hint.width(),
            hint.height(),
        )

    def _show_keys(self, text: str) -> None:
        self._keys.setVisible(not text)
        self._clear.setVisible(bool(text))

    def _recolour(self) -> None:
        self._glass.setIcon(icons.icon("search", self._theme.tokens.quiet))
        self._clear.setIcon(icons.icon("x", self._theme.tokens.quiet))


class LibraryTitle(QObject):
    """The widgets of the title line; ``files_wanted`` and the like come from Add."""

    files_wanted = Signal()
    folder_wanted = Signal()
    address_wanted = Signal()
    import_wanted = Signal()

    def __init__(self, house: House, parent: QObject) -> None:
        super().__init__(parent)
        self.name = label("Library", "title")
        self.counts = label("", "quiet")
        self.search = SearchField(house)
        self.add = Button(house.theme, "Add", "plus", "primary")
        self.add.setToolTip("Add files or a folder (Ctrl+O)")
        self._menu = QMenu(self.add)
        for text, wanted, act in (
            ("Files …", self.files_wanted, "add-files"),
            ("A folder …", self.folder_wanted, "add-folder"),
            ("A web page …", self.address_wanted, "add-web-page"),
            ("From Zotero, BibTeX or CSL-JSON …", self.import_wanted, "import"),
        ):
            action = self._menu.addAction(text)
            action.triggered.connect(wanted)
            house.acts.tell_key(action, act)
        self.add.clicked.connect(self._choose)

    def count(self, documents: Sequence[Document]) -> None:
        pages = sum(map(printed_pages, documents))
        parts = [plural(len(documents), "document"), plural(pages, "page") if pages else ""]
        words = " · ".join(filter(None, parts))
        self.counts.setText(words if documents else "nothing here yet")

    def _choose(self) -> None:
        self._menu.popup(self.add.mapToGlobal(self.add.rect().bottomLeft()))


class FilterBar(FoldingLine):
    """Chips that narrow the list, and the order of rows.

    ``changed``: ask ``filter()`` again; ``ask_wanted``: a question to those that are shown;
    ``columns_wanted``: a menu for the columns, there; ``whole_wanted``: what a chip counts is of
    the whole library, so no search may stand in its way.
    """

    changed = Signal()
    ask_wanted = Signal()
    columns_wanted = Signal(QPoint)
    trash_wanted = Signal()
    whole_wanted = Signal()

    def __init__(self, house: House) -> None:
        super().__init__()
        self._house = house
        self.within = Chip("", checkable=True)
        self.within.setToolTip("Show the whole library again")
        self.within.clicked.connect(self._leave_shown)
        house.order.shown_changed.connect(self._tell_shown)
        self._chosen = {"kind": "", "year": "", "language": ""}
        self._chips = {
            "kind": Chip("All kinds", checkable=True),
            "year": Chip("Any date", checkable=True),
            "language": Chip("Any language", checkable=True),
        }
        self._any = {name: chip.text() for name, chip in self._chips.items()}
        self._choices: dict[str, list[str]] = {name: [] for name in self._chips}
        self.needs = Chip("", "amber", checkable=True)
        self.older = Chip("", checkable=True)
        self.older.setToolTip(
            "Read by an older version of Muniment. To read them again: select them, Read again."
        )
        self._found = Elided("small")
        self.order = RowOrder(house.theme)
        self.columns = IconButton(house.theme, "table", "Columns", token="quiet")
        graph = f"The graph of the library ({key_words(PICTURE_KEY)})"
        self.graph = IconButton(house.theme, "network", graph, token="quiet")
        self._counts = (0, 0)
        for name, chip in self._chips.items():
            chip.clicked.connect(partial(self._choose, name))
        self.ask = Button(house.theme, "Ask these", kind="link")
        self.ask.setToolTip("Ask a question of the documents that are shown here")
        self.ask.clicked.connect(self.ask_wanted)
        self.ask.hide()
        self.trash = Button(house.theme, "", "trash-2", "quiet")
        self.trash.clicked.connect(self.trash_wanted)
        self.trash.hide()
        beside = row(self._found, self.ask, 1, self.trash, self.order, self.graph, self.columns)
        self.fill((self.within, *self._chips.values(), self.needs, self.older), beside)
        self.needs.toggled.connect(self._toggled)
        self.older.toggled.connect(self._toggled)
        self.columns.clicked.connect(self._offer_columns)
        self.offer([])
        self._tell_shown()

    def _leave_shown(self) -> None:
        self._house.order.show(None)

    def _tell_shown(self) -> None:
        """The collection that the list is limited to, and the way out of it."""
        shown = self._house.order.shown
        self.within.setVisible(shown is not None)
        if shown is not None:
            fitted = self.within.fontMetrics().elidedText(
                shown.name, Qt.TextElideMode.ElideRight, WITHIN_PX
            )
            self.within.set(f"{fitted}  ×")
            self.within.setAccessibleName(f"Only {shown.name}: show the whole library again")
            self.within.setChecked(True)

    def filter(
        self, text: str, found: frozenset[str] | None, order: tuple[str, ...] = ()
    ) -> Filter:
        return Filter(
            text=text,
            found=found,
            order=order,
            needs_you=self.needs.isChecked(),
            older=self.older.isChecked(),
            **self._chosen,
        )

    def query(self, text: str) -> str:
        """The search and the chips as one query of the search box."""
        fields = [f"{FIELD_OF[name]}:{value}" for name, value in self._chosen.items() if value]
        words = beside_fields(text) if fields else text
        return " ".join(filter(None, [words, *fields]))

    @property
    def says_all(self) -> bool:
        """Whether ``query`` finds what is shown, and no more: it has no words for these two."""
        return not (self.needs.isChecked() or self.older.isChecked())

    def clear(self) -> None:
        """Show everything again."""
        self.needs.setChecked(False)
        self.older.setChecked(False)
        for name in self._chosen:
            self._take(name, "")

    def offer(self, documents: Sequence[Document]) -> None:
        """What can be chosen, from what is there."""
        kinds: Counter[str] = Counter()
        years: Counter[str] = Counter()
        languages: Counter[str] = Counter()
        for document in documents:
            kinds[document.kind] += 1
            years[year(document)] += 1
            languages[document.language] += 1
        for name, counted in (("kind", kinds), ("year", years), ("language", languages)):
            self._choices[name] = sorted(filter(None, counted), reverse=name == "year")
        need = sum(map(needs_you, documents))
        self.needs.set(f"{need:,} {'needs' if need == 1 else 'need'} you")
        old = sum(map(is_older, documents))
        self.older.set(f"{old:,} older {'reading' if old == 1 else 'readings'}")
        self._counts = (need, old)
        self._show_chips()

    def say_found(self, searched: bool, documents: int) -> None:
        shown = self._house.order.shown is not None
        words = f"{documents:,} found" if documents else "none found"
        held = plural(documents, "document") if shown else ""
        self._found.setText(words if searched else held)
        narrowed = searched or shown or any(self._chosen.values())
        self.ask.setVisible(documents > 0 and narrowed and self.says_all)

    def none(self, searched: bool) -> str:
        """Why the list is empty, and what to do; "" where nothing narrows it."""
        if searched:
            return "Nothing was found. Try fewer or other words, or take a filter away."
        chips = (self.needs, self.older)
        narrowed = any(chip.isChecked() for chip in chips) or any(self._chosen.values())
        if narrowed:
            return "No document is like this. Take a filter away to see more."
        shown = self._house.order.shown
        if shown is None:
            return ""
        return NOTHING_NOW if shown.query else f"“{shown.name}” is empty. {FILL}"

    def offer_trash(self, documents: int) -> None:
        """The way to what was removed, where there is anything."""
        self.trash.set(f"{documents:,} deleted")
        self.trash.setAccessibleName(f"Recently deleted: {documents:,}")
        self.trash.setVisible(documents > 0)

    def _choose(self, name: str) -> None:
        chip = self._chips[name]
        chip.setChecked(bool(self._chosen[name]))
        menu = QMenu(chip)
        menu.addAction(self._any[name]).triggered.connect(partial(self._take, name, ""))
        menu.addSeparator()
        for value in self._choices[name]:
            menu.addAction(_word(name, value)).triggered.connect(partial(self._take, name, value))
        pop_up(menu, chip.mapToGlobal(chip.rect().bottomLeft()))

    def _take(self, name: str, value: str) -> None:
        self._chosen[name] = value
        chip = self._chips[name]
        chip.set(_word(name, value) if value else self._any[name])
        chip.setChecked(bool(value))
        self.changed.emit()

    def _toggled(self, chosen: bool) -> None:
        if chosen:
            for name in filter(self._chosen.get, self._chosen):
                self._take(name, "")
            self._house.order.show(None)
            self.whole_wanted.emit()
        self._show_chips()
        self.changed.emit()

    def _show_chips(self) -> None:
        """One that has nothing to show goes as soon as it is taken away."""
        for chip, count in zip((self.needs, self.older), self._counts, strict=True):
            chip.setVisible(count > 0 or chip.isChecked())

    def _offer_columns(self) -> None:
        self.columns_wanted.emit(self.columns.mapToGlobal(self.columns.rect().bottomLeft()))


def _word(name: str, value: str) -> str:
    if name == "kind":
        return KIND_NAMES.get(value, value)
    return language_name(value) if name == "language" else value
