"""The right pane of the Library: what the selected document is about, and what can be done; for
several selected, what they have in common (details/several.py).

Everything shown is fetched by a job and set as plain text. A locked document has its password
field here; an unreadable one its reason and a second try.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from desktop.house import House
from desktop.pages.library.details.collections import Kept, OrderPart
from desktop.pages.library.details.graph import GraphFacts, GraphSection
from desktop.pages.library.details.original import Original, OriginalView
from desktop.pages.library.details.outline import AboutPart, names
from desktop.pages.library.details.quality import QualityPart
from desktop.pages.library.details.several import Several, SeveralPart
from desktop.pages.library.details.source import SourceFacts, SourcePart
from desktop.pages.library.details.words import count, meta, snippet
from desktop.pages.library.details.wrapped import Wrapped
from desktop.pages.library.details.xray import XrayPart
from desktop.pages.library.rows.columns import needs_you, status
from desktop.widgets.basics import Button, Dot, label, row
from desktop.widgets.elided import ElidedButton
from desktop.widgets.sidepane import SidePane
from indexers.records import Loss
from warehouse.documents.inspecting.outdated_readings import READ, is_older
from warehouse.documents.inspecting.quality import Quality
from warehouse.documents.inspecting.xray import Xray
from warehouse.extent import noun
from warehouse.records import Document, Header

if TYPE_CHECKING:
    from warehouse.search.collections.word_matches import Standing

LOSS_LINES = 12
PLACES = 6
LESSON = (
    ("Kept", "The original is copied into your warehouse folder and never changed."),
    ("Read", "In a closed-off process, page by page; what could not be read is listed."),
    ("Searchable", "Its words can be found within seconds, its meaning soon after."),
    ("Described", "A short header says what it is about, so that a question need not open it."),
    ("Checked", "It is marked ready only when every page and passage is accounted for."),
)


class Facts(Struct, frozen=True):
    """All the pane knows about one document; ``places`` is where the searched words stand."""

    document: Document
    header: Header | None
    losses: tuple[Loss, ...]
    places: tuple[Standing, ...] = ()
    kept: Kept = Kept()
    source: SourceFacts | None = None
    xray: Xray | None = None
    quality: Quality | None = None
    original: Original = Original()
    is_stopped: bool = False
    graph: GraphFacts = GraphFacts()


class Details(SidePane):
    """Signals carry the document's id; ``unlock_wanted`` also the password, ``place_wanted`` a
    Place, ``heading_wanted`` one that is to be read from, ``like_wanted`` a Hit, ``find_wanted`` a
    query, ``wished`` what row_actions.py knows, and documents.
    """

    unlock_wanted = Signal(str, str)
    retry_wanted = Signal(str)
    remove_wanted = Signal(str)
    read_wanted = Signal(object)
    place_wanted = Signal(object)
    like_wanted = Signal(object)
    heading_wanted = Signal(object)
    find_wanted = Signal(str)
    document_wanted = Signal(str)
    edit_wanted = Signal(str)
    cite_wanted = Signal(str)
    compare_wanted = Signal(str, str)
    back_wanted = Signal(str, str)
    changed = Signal()
    spot_wanted = Signal(object)
    allow_wanted = Signal(str, bool)
    reread_wanted = Signal(str, object)
    ocr_wanted = Signal(str)
    ask_wanted = Signal(str)
    retry_all_wanted = Signal(object)
    anew_wanted = Signal(object)
    removal_wanted = Signal()
    go_on_wanted = Signal()
    wished = Signal(str, object)

    def __init__(self, house: House, parent: QWidget | None = None) -> None:
        super().__init__("Details of the selected document", 6, parent)
        self._house = house
        self._facts: Facts | Several | None = None
        self.order: OrderPart | None = None
        self.show_nothing("Select a document to see what it is about.")

    @property
    def _one(self) -> Facts | None:
        return self._facts if isinstance(self._facts, Facts) else None

    def show_nothing(self, sentence: str) -> None:
        self._facts = None
        column = self.fresh()
        column.addWidget(Wrapped(sentence, "quiet"))
        column.addStretch(1)

    def teach(self) -> None:
        """For a library that is still empty: what will happen to a document."""
        self._facts = None
        column = self.fresh()
        column.addWidget(Wrapped("What happens to a document", "heading"))
        for head, words in LESSON:
            column.addSpacing(10)
            column.addWidget(label(head, "strong"))
            column.addWidget(Wrapped(words, "quiet"))
        column.addStretch(1)

    def show_several(self, found: Several) -> None:
        """Nothing is rebuilt when nothing changed; what is typed stays with its documents."""
        if found == self._facts:
            return
        typed = self._typed() if _ids(self._facts) == _ids(found) else []
        self._facts = found
        column = self.fresh()
        part = SeveralPart(self._house, found)
        part.ask_wanted.connect(self.ask_wanted)
        part.compare_wanted.connect(self.compare_wanted)
        part.retry_wanted.connect(self.retry_all_wanted)
        part.anew_wanted.connect(self.anew_wanted)
        part.go_on_wanted.connect(self.go_on_wanted)
        part.cite_wanted.connect(self.cite_wanted)
        part.remove_wanted.connect(self.removal_wanted)
        part.graph.wished.connect(self.wished)
        self.order = part.order
        self.order.find_wanted.connect(self.find_wanted)
        column.addWidget(part)
        column.addStretch(1)
        self._type(typed)

    def show_facts(self, facts: Facts) -> None:
        """Nothing is rebuilt when nothing changed; what is typed stays with its document."""
        if facts == self._facts:
            return
        is_same = _ids(self._facts) == _ids(facts)
        typed, place_px = (self._typed(), self.place_px) if is_same else ([], 0)
        self._facts = facts
        column = self.fresh()
        self._add_head(column, facts)
        if facts.original.place:
            column.addWidget(OriginalView(self._house, facts.document.id, facts.original))
        if needs_you(facts.document):
            self._add_needs(column, facts.document)
        if facts.is_stopped:
            go_on = Button(self._house.theme, "Go on", "play")
            go_on.setToolTip("With all that was stopped while it was being taken in")
            go_on.clicked.connect(self.go_on_wanted)
            column.addLayout(row(go_on, 1))
        if facts.places:
            self._add_places(column, facts.places, facts.document.pages <= 1)
        self._add_order(column, facts)
        if facts.xray is not None and (facts.xray.spotted or not facts.xray.looked):
            self._add_xray(column, facts.xray)
        if facts.header is not None:
            self._add_header(column, facts.header)
        self._add_alike(column)
        if facts.source is not None:
            self._add_source(column, facts.source)
        self._add_quality(column, facts)
        if facts.quality is not None and facts.quality.score >= 0:
            self._add_reread(column, facts.document, facts.quality)
        graph = GraphSection(self._house, (facts.document,), facts.graph)
        graph.wished.connect(self.wished)
        column.addWidget(graph)
        self._add_actions(column, facts.document)
        column.addStretch(1)
        self._type(typed)
        self.stay_at(place_px)

    # Parts, from top to bottom

    def _add_head(self, column: QVBoxLayout, facts: Facts) -> None:
        column.addWidget(Wrapped(facts.document.title, "heading"))
        column.addWidget(Wrapped(meta(facts.document), "quiet"))
        state = status(facts.document, facts.is_stopped)
        line = row(Dot(self._house.theme, state.token or "accent"), spacing_px=6)
        line.addWidget(Wrapped(state.words, "quiet"), 1)
        column.addLayout(line)
        if facts.document.state in READ:
            read = Button(self._house.theme, "Read", "book-open")
            read.setAccessibleName(f"Read {facts.document.title}")
            read.setToolTip("Open it in the reader (Enter)")
            read.clicked.connect(self._read)
            column.addLayout(row(read, 1))
        if is_older(facts.document):
            words = "Read by an older version of Muniment; this one may read it better."
            column.addWidget(Wrapped(words, "small"))

    def _add_needs(self, column: QVBoxLayout, document: Document) -> None:
        column.addSpacing(10)
        if document.state == "locked":
            self._add_password(column, document)
        else:
            retry = Button(self._house.theme, "Try again", "rotate-cw")
            retry.clicked.connect(self._retry)
            column.addLayout(row(retry, 1))

    def _add_password(self, column: QVBoxLayout, document: Document) -> None:
        words = document.problem or "This file is encrypted. Its password stays on this computer."
        column.addWidget(Wrapped(words, "quiet"))
        self._password = QLineEdit()
        self._password.setEchoMode(QLineEdit.EchoMode.Password)
        self._password.setPlaceholderText("Password")
        self._password.setAccessibleName(f"Password of {document.title}")
        unlock = Button(self._house.theme, "Unlock", "key-round", "primary")
        self._password.returnPressed.connect(self._unlock)
        unlock.clicked.connect(self._unlock)
        line = row(spacing_px=8)
        line.addWidget(self._password, 1)
        line.addWidget(unlock)
        column.addLayout(line)

    def _add_places(
        self, column: QVBoxLayout, places: tuple[Standing, ...], is_one_page: bool
    ) -> None:
        self._section(column, "Found here")
        named = names(((place.hit.path, place.page_label) for place in places), is_one_page)
        for place, name in zip(places, named, strict=True):
            link = ElidedButton(self._house.theme, name, kind="link")
            link.setAccessibleName(f"Show {name}")
            link.clicked.connect(partial(self._show_place, place))
            like = Button(self._house.theme, "More like this", kind="link")
            like.setToolTip("Passages that mean much the same")
            like.clicked.connect(partial(self._show_alike, place))
            column.addLayout(row(link, 1, like))
            column.addWidget(Wrapped(snippet(place.hit.text, place.text), "small"))
            document = place.hit.document
            if others := sorted(
                {also.title for also in place.hit.also if also.document != document}
            ):
                column.addWidget(Wrapped(f"Also in {', '.join(others)}", "small"))

    def _add_order(self, column: QVBoxLayout, facts: Facts) -> None:
        self.order = OrderPart(self._house, (facts.document.id,), facts.kept)
        self.order.find_wanted.connect(self.find_wanted)
        self.order.document_wanted.connect(self.document_wanted)
        column.addWidget(self.order)

    def _add_alike(self, column: QVBoxLayout) -> None:
        alike = self.order.alike() if self.order is not None else None
        if alike is not None:
            self._section(column, "Like this one")
            column.addWidget(alike)

    def _fields(self) -> dict[str, QLineEdit]:
        """Those that are written in, by name; that of a number has one of Qt."""
        fields = self.findChildren(QLineEdit)
        return {field.accessibleName() or field.objectName(): field for field in fields}

    def _typed(self) -> list[tuple[str, str, int, bool]]:
        """Field, words, caret, and whether the keys go there."""
        return [
            (name, field.text(), field.cursorPosition(), field.hasFocus())
            for name, field in self._fields().items()
            if field.isModified() or field.hasFocus()
        ]

    def _type(self, typed: list[tuple[str, str, int, bool]]) -> None:
        fields = self._fields()
        for name, words, caret, has_focus in typed:
            if (field := fields.get(name)) is not None:
                if field.text() != words:
                    field.selectAll()
                    field.insert(words)  # as by hand, unlike setText: it can be taken back
                completer = field.completer()
                if completer is not None and (popup := completer.popup()) is not None:
                    popup.hide()  # it would take the next letters
                field.setCursorPosition(caret)
                if has_focus:
                    field.setFocus()

    def _add_xray(self, column: QVBoxLayout, found: Xray) -> None:
        part = XrayPart(self._house.theme, found)
        part.spot_wanted.connect(self.spot_wanted)
        part.allow_wanted.connect(self.allow_wanted)
        column.addWidget(part)

    def _add_header(self, column: QVBoxLayout, header: Header) -> None:
        part = AboutPart(self._house, header)
        part.heading_wanted.connect(self.heading_wanted)
        column.addWidget(part)

    def _add_source(self, column: QVBoxLayout, facts: SourceFacts) -> None:
        part = SourcePart(self._house, facts)
        part.edit_wanted.connect(self.edit_wanted)
        part.cite_wanted.connect(self.cite_wanted)
        part.compare_wanted.connect(self.compare_wanted)
        part.back_wanted.connect(self.back_wanted)
        part.changed.connect(self.changed)
        column.addWidget(part)

    def _add_quality(self, column: QVBoxLayout, facts: Facts) -> None:
        column.addSpacing(14)
        document, header = facts.document, facts.header
        parts = []
        if document.pages:
            good = (document.pages - document.blank_pages) / document.pages
            parts.append(f"Text on {good:.0%} of the {noun(document.kind)}s")
        parts.append(count(document.passages, "passage"))
        if header is not None:
            parts += [count(header.words, "word"), count(header.tables, "table")]
            parts.append(count(header.figures, "figure"))
        if said := " · ".join(filter(None, parts)):
            column.addWidget(Wrapped(said, "quiet"))
        if header is not None:
            by = "the model" if header.made_by == "model" else "the program, from the text itself"
            column.addWidget(Wrapped(f"What it is about was written by {by}", "quiet"))
        if facts.losses:
            self._section(column, "Left behind, and why")
            for loss in facts.losses[:LOSS_LINES]:
                column.addWidget(Wrapped(f"{loss.what}: {loss.reason}", "small"))
            rest = len(facts.losses) - LOSS_LINES
            if rest > 0:
                column.addWidget(label(f"and {rest:,} more", "small"))

    def _add_reread(self, column: QVBoxLayout, document: Document, found: Quality) -> None:
        part = QualityPart(self._house.theme, document, found)
        part.reread_wanted.connect(self.reread_wanted)
        part.compare_wanted.connect(self.ocr_wanted)
        column.addWidget(part)

    def _add_actions(self, column: QVBoxLayout, document: Document) -> None:
        column.addSpacing(14)
        if document.state in READ:
            anew = Button(self._house.theme, "Read again", "rotate-cw", "quiet")
            anew.setAccessibleName(f"Read {document.title} again")
            anew.setToolTip("By the present reader; what was cited from it stays as it was")
            anew.clicked.connect(self._read_anew)
            anew.setStyleSheet("padding-left: 0;")
            column.addLayout(row(anew, 1))
        remove = Button(self._house.theme, "Remove", "trash-2", "quiet")
        remove.setAccessibleName(f"Remove {document.title} from the library")
        remove.clicked.connect(self._remove)
        remove.setStyleSheet("padding-left: 0;")
        column.addLayout(row(remove, 1))

    def _section(self, column: QVBoxLayout, text: str) -> None:
        column.addSpacing(12)
        column.addWidget(label(text, "section"))

    # What the user does

    def _unlock(self) -> None:
        if self._one is not None and self._password.text():
            self.unlock_wanted.emit(self._one.document.id, self._password.text())
            self._password.clear()

    def _read(self) -> None:
        if self._one is not None:
            self.read_wanted.emit(self._one.document)

    def _retry(self) -> None:
        if self._one is not None:
            self.retry_wanted.emit(self._one.document.id)

    def _read_anew(self) -> None:
        if self._one is not None:
            self.anew_wanted.emit((self._one.document.id,))

    def _remove(self) -> None:
        if self._one is not None:
            self.remove_wanted.emit(self._one.document.id)

    def _show_place(self, one: Standing, checked: bool = False) -> None:
        self.place_wanted.emit(one.place)

    def _show_alike(self, one: Standing, checked: bool = False) -> None:
        self.like_wanted.emit(one.hit)


def _ids(shown: Facts | Several | None) -> list[str]:
    if isinstance(shown, Several):
        return [document.id for document in shown.documents]
    return [shown.document.id] if shown is not None else []
