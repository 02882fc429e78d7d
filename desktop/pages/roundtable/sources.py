"""The documents of a table: how much each gave, which is searched for every answer, which is not
read any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.theme import Theme
from desktop.widgets.basics import Button, Chip, column_of, discard, label, row
from desktop.widgets.elided import ElidedButton
from desktop.widgets.named_documents import Titles
from desktop.widgets.request_line import RequestLine
from warehouse.results.roundtable import Table
from warehouse.text import plural

Way = Literal["pin", "ban", "free"]
SHOWN = 40
UNKNOWN = "Of that title there is no document, or more than one."
UNNAMED = "A document that was forgotten"


class Sources(QWidget):
    """``way(document, way)``; ``wanted(number)``: the page of its first sentence;
    ``titles_wanted(text)``: documents with such a title.
    """

    way = Signal(str, str)
    wanted = Signal(int)
    titles_wanted = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown: object = None
        self._offered = Titles()
        self._said = ""  # what waits for its documents to be sought
        self._names: dict[str, str] = {}
        self.rows: dict[str, SourceRow] = {}
        self._list = column_of(spacing_px=6)
        self._rest = label("", "quiet")
        self.more = Button(theme, "Search another document for every answer", kind="link")
        self.more.clicked.connect(self.ask)
        self.line = RequestLine("Document to search for every answer")
        self.line.sought.connect(self._seek)
        self.line.said.connect(self._say)
        self._trouble = label(UNKNOWN, "bad", wrap=True)
        read = (label("What is read", "heading"), self._list, self._rest)
        more = (row(self.more, 1), self.line, self._trouble)
        column_of(*read, *more, into=self, spacing_px=8)
        self._rest.hide()
        self._trouble.hide()

    def tell(self, table: Table) -> None:
        counts = Counter(piece.place.document for piece in table.evidence)
        what = (tuple(counts.items()), table.banned, table.insisted)
        if what == self._shown:
            return
        self._shown = what
        self._names |= {piece.place.document: piece.title for piece in table.evidence}
        first = {piece.place.document: piece.number for piece in reversed(table.evidence)}
        self._tell_rows(table, counts, first)

    def unnamed(self, table: Table) -> tuple[str, ...]:
        """Documents of which only the id is known."""
        chosen = (*table.insisted, *table.banned)
        return tuple(document for document in chosen if document not in self._names)

    def name(self, names: Mapping[str, str], table: Table) -> None:
        """Their titles."""
        self._names |= names
        self.tell_anew(table)

    def tell_anew(self, table: Table) -> None:
        """As it stands, whatever was pressed since."""
        self._shown = None
        self.tell(table)

    def ask(self) -> None:
        self._said = ""
        self._trouble.hide()
        self.line.ask("Document to search for every answer", "Title of a document")

    def offer(self, titles: Titles) -> None:
        self._offered = titles
        self.line.suggest(titles.lines)
        if self._said and self._said == titles.sought and self.line.isVisible():
            self._say(self._said)

    def _tell_rows(self, table: Table, counts: Mapping[str, int], first: Mapping[str, int]) -> None:
        for source_row in self.rows.values():
            self._list.removeWidget(source_row)
            discard(source_row)
        documents = sorted(counts, key=lambda one: -counts[one])
        documents += [
            document
            for document in dict.fromkeys((*table.insisted, *table.banned))
            if document not in counts
        ]
        self.rows = {}
        for document in documents[:SHOWN]:
            count = counts.get(document, 0)
            source_row = SourceRow(self._theme, self._names.get(document, UNNAMED), count)
            source_row.pin.setChecked(document in table.insisted)
            source_row.ban.setChecked(document in table.banned)
            source_row.pin.clicked.connect(partial(self._turn, document, "pin", source_row.pin))
            source_row.ban.clicked.connect(partial(self._turn, document, "ban", source_row.ban))
            source_row.title.setEnabled(document in first)
            source_row.title.clicked.connect(partial(self.wanted.emit, first.get(document, 0)))
            self.rows[document] = source_row
            self._list.addWidget(source_row)
        more = len(documents) - SHOWN
        self._rest.setText(f"and {more:,} more")
        self._rest.setVisible(more > 0)

    def _turn(self, document: str, way: Way, chip: Chip) -> None:
        self.way.emit(document, way if chip.isChecked() else "free")

    def _seek(self, text: str) -> None:
        self._said = ""
        self.titles_wanted.emit(text)

    def _say(self, text: str) -> None:
        documents = self._offered.meant(text)
        if documents is None:
            self._said = text
            self.titles_wanted.emit(text)
            return
        self._said = ""
        self._trouble.setVisible(len(documents) != 1)
        if len(documents) == 1:
            [document] = documents
            self.line.hide()
            self._names[document.id] = document.title
            self.way.emit(document.id, "pin")


class SourceRow(QWidget):
    """``pin``: searched for every answer; ``ban``: not read any more."""

    def __init__(self, theme: Theme, title: str, count: int) -> None:
        super().__init__()
        self.title = ElidedButton(theme, title, kind="link")
        self.pin = Chip("Always", checkable=True)
        self.pin.setToolTip("Search it for every answer")
        self.pin.setAccessibleName(f"Always search {title}")
        self.ban = Chip("Never", checkable=True)
        self.ban.setToolTip("Do not read it any more; what was said from it stays")
        self.ban.setAccessibleName(f"Never read {title}")
        amount = label(plural(count, "sentence") if count else "nothing yet", "small")
        row(self.title, 1, amount, self.pin, self.ban, into=self)
