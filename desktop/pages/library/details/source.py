"""The part of the details that takes a document as a source: its fields, versions, other copies."""

from __future__ import annotations

from functools import partial

from msgspec import Struct
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.house import House
from desktop.pages.library.details.similar_documents import TwinFacts, TwinsSection, twin_facts
from desktop.pages.library.details.versions import History, VersionsSection, history_of
from desktop.pages.library.details.work import WorkSection
from desktop.widgets.basics import column_of, label
from warehouse.store.catalog import Catalog
from warehouse.store.catalog.metadata import Known


class SourceFacts(Struct, frozen=True):
    document: str
    known: tuple[Known, ...]
    twins: tuple[TwinFacts, ...]
    history: History | None


def source_facts(catalog: Catalog, document: str) -> SourceFacts:
    """In a worker."""
    known = tuple(catalog.known(document).values())
    return SourceFacts(
        document, known, twin_facts(catalog, document), history_of(catalog, document)
    )


class SourcePart(QWidget):
    """``compare_wanted`` carries (before, after); ``back_wanted`` the document and the version it
    took something over from; ``changed`` when the user chose something."""

    edit_wanted = Signal(str)
    cite_wanted = Signal(str)
    compare_wanted = Signal(str, str)
    back_wanted = Signal(str, str)
    changed = Signal()

    def __init__(self, house: House, facts: SourceFacts) -> None:
        super().__init__()
        self._column = column_of(into=self, spacing_px=4)
        work = WorkSection(house, facts.known)
        work.edit_wanted.connect(partial(self.edit_wanted.emit, facts.document))
        work.cite_wanted.connect(self.cite_wanted)
        self._add("As a source", work)
        if facts.history is not None:
            versions = VersionsSection(house, facts.history)
            versions.compared.connect(self.compare_wanted)
            versions.given_back.connect(partial(self.back_wanted.emit, facts.document))
            self._add("Versions", versions)
        if facts.twins:
            twins = TwinsSection(house, facts.document, facts.twins)
            twins.compared.connect(self.compare_wanted)
            twins.changed.connect(self.changed)
            self._add("Also here as", twins)

    def _add(self, name: str, section: QWidget) -> None:
        self._column.addSpacing(12)
        self._column.addWidget(label(name, "section"))
        self._column.addWidget(section)
