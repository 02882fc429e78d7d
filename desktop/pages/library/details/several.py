"""Several documents selected at once: what they have in common, and what can be done with all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.house import House
from desktop.pages.library.citing import CiteButton
from desktop.pages.library.details.collections import Kept, OrderPart
from desktop.pages.library.details.graph import GraphFacts, GraphSection
from desktop.pages.library.details.wrapped import Wrapped
from desktop.pages.library.large_drop import size
from desktop.pages.library.rows.columns import KIND_NAMES, language_name, year
from desktop.widgets.basics import Button, Dot, column_of, row
from warehouse.documents.inspecting.outdated_readings import READ, older
from warehouse.extent import printed_pages
from warehouse.records import Document
from warehouse.text import plural

ID_CHARS = 12
NAMED = 4


class Several(Struct, frozen=True):
    """At least two, in the order of the list; of how many the work was ``stopped``."""

    documents: tuple[Document, ...]
    kept: Kept
    stopped: int = 0
    graph: GraphFacts = GraphFacts()


class SeveralPart(QWidget):
    """``ask_wanted`` carries a query that finds just these, ``compare_wanted`` (before, after),
    ``retry_wanted`` the ids of those that failed, ``anew_wanted`` of those that were read,
    ``cite_wanted`` the form.
    """

    ask_wanted = Signal(str)
    compare_wanted = Signal(str, str)
    retry_wanted = Signal(object)
    anew_wanted = Signal(object)
    cite_wanted = Signal(str)
    go_on_wanted = Signal()
    remove_wanted = Signal()

    def __init__(self, house: House, found: Several) -> None:
        super().__init__()
        self._house, self._documents = house, found.documents
        self._stopped = found.stopped
        self._column = column_of(into=self, spacing_px=6)
        self._add_head()
        self.order = OrderPart(
            house, tuple(document.id for document in found.documents), found.kept
        )
        self._column.addWidget(self.order)
        self.graph = GraphSection(house, found.documents, found.graph)
        self._column.addWidget(self.graph)
        self._add_actions()

    def _add_head(self) -> None:
        rows = self._documents
        self._column.addWidget(Wrapped(plural(len(rows), "document"), "heading"))
        pages = sum(map(printed_pages, rows))
        amount = [
            plural(pages, "page") if pages else "",
            size(sum(document.size_bytes for document in rows)),
        ]
        for parts in (
            _counted(KIND_NAMES.get(document.kind, document.kind) for document in rows),
            amount,
            [_years(rows), *_counted(language_name(document.language) for document in rows)],
        ):
            if words := " · ".join(filter(None, parts)):
                self._column.addWidget(Wrapped(words, "quiet"))
        for state, token, words in (
            (("verified",), "quoted", "ready"),
            (("failed",), "missing", "not readable"),
            (("locked",), "missing", "in need of a password"),
        ):
            if count := sum(document.state in state for document in rows):
                self._add_state(token, f"{count:,} {words}")
        done = ("verified", "failed", "locked")
        if count := sum(document.state not in done for document in rows) - self._stopped:
            self._add_state("accent", f"{count:,} being taken in")
        if self._stopped:
            self._add_state("partly", f"{self._stopped:,} stopped")
        if count := len(older(rows)):
            self._add_state("partly", f"{count:,} read by an older reader")

    def _add_state(self, token: str, words: str) -> None:
        line = row(Dot(self._house.theme, token), spacing_px=6)
        line.addWidget(Wrapped(words, "quiet"), 1)
        self._column.addLayout(line)

    def _add_actions(self) -> None:
        self._column.addSpacing(14)
        self._button("Ask these", "message-circle-question-mark").clicked.connect(self._ask)
        if len(self._documents) == 2:
            self._button("What differs", "list-checks").clicked.connect(self._compare)
        if self._stopped:
            self._button("Go on", "play").clicked.connect(self.go_on_wanted)
        if any(document.state == "failed" for document in self._documents):
            self._button("Try again", "rotate-cw").clicked.connect(self._retry)
        if any(document.state in READ for document in self._documents):
            self._button("Read again", "rotate-cw").clicked.connect(self._read_anew)
        cite = CiteButton(self._house)
        cite.wanted.connect(self.cite_wanted)
        self._place(cite)
        self._button("Remove", "trash-2").clicked.connect(self.remove_wanted)

    def _button(self, words: str, icon: str) -> Button:
        button = Button(self._house.theme, words, icon, "quiet")
        button.setAccessibleName(f"{words}: {plural(len(self._documents), 'document')}")
        self._place(button)
        return button

    def _place(self, button: Button) -> None:
        button.setStyleSheet("padding-left: 0;")
        self._column.addLayout(row(button, 1))

    # What the user does

    def _ask(self) -> None:
        self.ask_wanted.emit(
            "id:" + ",".join(document.id[:ID_CHARS] for document in self._documents)
        )

    def _compare(self) -> None:
        before, after = sorted(self._documents, key=lambda one: (one.date, one.added))
        self.compare_wanted.emit(before.id, after.id)

    def _read_anew(self) -> None:
        self.anew_wanted.emit(
            tuple(document.id for document in self._documents if document.state in READ)
        )

    def _retry(self) -> None:
        self.retry_wanted.emit(
            tuple(document.id for document in self._documents if document.state == "failed")
        )


def _counted(words: Iterable[str]) -> list[str]:
    """The most frequent with their counts; the rest as "3 others"."""
    counts = Counter(filter(None, words)).most_common()
    named = [f"{count:,} {word}" for word, count in counts[:NAMED]]
    rest = sum(count for _, count in counts[NAMED:])
    return [*named, plural(rest, "other")] if rest else named


def _years(documents: Iterable[Document]) -> str:
    years = sorted(filter(None, map(year, documents)))
    if not years:
        return ""
    return years[0] if years[0] == years[-1] else f"{years[0]} to {years[-1]}"
