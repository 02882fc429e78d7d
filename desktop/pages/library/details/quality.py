"""How well the selected document was read, and reading pages of it again: a part of the details.

Scores are those of the catalog. Reading again with OCR is a job of the page; the new text replaces
the old one when it is complete, and what was cited before keeps being shown as it was. Comparing
some pages with OCR is a job, too, and changes no text.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.pages.library.details.wrapped import Wrapped
from desktop.theme import Theme
from desktop.widgets.basics import Button, column_of, label, row
from desktop.widgets.flow import FlowLayout
from desktop.widgets.number_field import NumberField
from warehouse.documents.inspecting.quality import Quality
from warehouse.records import Document
from warehouse.text import plural

PAGES = 5


class QualityPart(QWidget):
    """``reread_wanted`` carries the document's id and the indices of pages to be read by OCR,
    ``compare_wanted`` the id alone."""

    reread_wanted = Signal(str, object)
    compare_wanted = Signal(str)

    def __init__(
        self, theme: Theme, document: Document, found: Quality, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._document = document
        self._found = found
        column = column_of(
            label("How well it was read", "section"),
            Wrapped(_summary(found), "ink"),
            into=self,
            margins_px=(0, 12, 0, 0),
            spacing_px=4,
        )
        if found.agreed:
            column.addWidget(Wrapped(found.agreed, "ink"))
        for page in found.poor[:PAGES]:
            said = f"Page {page.label}: {page.quality:.0%}, {page.flaw}"
            column.addWidget(Wrapped(said, "small"))
        if len(found.poor) > PAGES:
            column.addWidget(label(f"and {len(found.poor) - PAGES:,} more", "small"))
        self._add_one_page(column)
        self._add_many(column)

    def _add_one_page(self, column: QVBoxLayout) -> None:
        pages = max(1, self._document.pages)
        self.number = NumberField(1, pages, f"This document has {plural(pages, 'page')}.")
        self.number.setValue(1)
        self.number.setAccessibleName("Number of the page to read again with OCR")
        self.number.setFixedWidth(64)
        if self._found.poor:
            self.number.setValue(self._found.poor[0].index + 1)
        self.again = Button(self._theme, "Read with OCR", "rotate-cw")
        self.again.setAccessibleName("Read this page again with OCR")
        self.again.clicked.connect(self._one)
        page = QWidget()
        page.setLayout(row(label("Page", "quiet"), self.number))
        line = FlowLayout(gap_px=8)
        line.addWidget(page)
        line.addWidget(self.again)
        column.addLayout(line)
        column.addWidget(self.number.said)
        column.addSpacing(4)

    def _add_many(self, column: QVBoxLayout) -> None:
        if self._found.poor:
            count = len(self._found.poor)
            words = f"Read the {count:,} worst with OCR" if count > 1 else "Read it with OCR"
            self.worst = Button(self._theme, words, kind="link")
            self.worst.clicked.connect(self._worst)
            column.addLayout(row(self.worst, 1))
        self.all = Button(self._theme, "Read all pages with OCR", kind="link")
        self.all.clicked.connect(self._all)
        self.compare = Button(self._theme, "Compare some pages with OCR", kind="link")
        self.compare.clicked.connect(self._compare)
        column.addLayout(row(self.all, 1))
        column.addLayout(row(self.compare, 1))

    def _one(self) -> None:
        if self.number.can_be():
            self._read([self.number.value() - 1])

    def _worst(self) -> None:
        self._read([page.index for page in self._found.poor])

    def _all(self) -> None:
        self._read(list(range(self._document.pages)))

    def _compare(self) -> None:
        self.compare_wanted.emit(self._document.id)

    def _read(self, pages: list[int]) -> None:
        self.reread_wanted.emit(self._document.id, tuple(pages))


def _summary(found: Quality) -> str:
    parts = [f"{found.score:.0%} over all pages"]
    if found.poor:
        parts.append(f"{len(found.poor):,} read badly")
    if found.by_ocr:
        parts.append(f"{found.by_ocr:,} read by OCR")
    return " · ".join(parts)
