"""Articles side by side: a table of what each is worth, and their texts under it.

``left`` when the reader has seen enough: by the button or with Escape.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from desktop.acts import bind
from desktop.theme import Theme
from desktop.widgets.basics import Button, column_of, discard, label, row
from desktop.widgets.prose import MARGIN_PX, ProseView
from desktop.widgets.tips import as_it_stands
from warehouse.results.records import Claim
from warehouse.text import shortened

if TYPE_CHECKING:
    from warehouse.evaluate.writing.side_by_side import Line

HEAD_CHARACTERS = 36
NAME = "Articles side by side"


class Column(Struct, frozen=True):
    """One article: how it was made, its title, its text as safe HTML and the claims in it."""

    made_by: str
    title: str
    html: str
    claims: tuple[Claim, ...]


class SideBySideView(QScrollArea):
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.texts: list[ProseView] = []
        self._shown = QWidget()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(NAME)
        self.back = Button(theme, "Back to the article", icon="arrow-left", kind="quiet")
        self.back.clicked.connect(self.left)
        inner = QWidget()
        self._inside = column_of(
            row(self.back, 1),
            self._shown,
            1,
            into=inner,
            margins_px=(12, 20, 12, 20),
            spacing_px=14,
        )
        self.setWidget(inner)
        bind("Esc", self, self.left)

    def tell(self, columns: Sequence[Column], figures: Sequence[Line], note: str = "") -> None:
        """``figures`` have a value for each column; ``note`` stands where there are none."""
        self.clear()
        inside = column_of(self._table(columns, figures), into=self._shown, spacing_px=22)
        if note:
            inside.addWidget(label(note, "quiet", wrap=True))
        beside = row(spacing_px=24)
        for column in columns:
            beside.addLayout(self._column(column), 1)
        inside.addLayout(beside)

    def clear(self) -> None:
        """Nothing of what was shown stays."""
        self.texts = []
        before, self._shown = self._shown, QWidget()
        self._inside.replaceWidget(before, self._shown)
        discard(before)

    def _table(self, columns: Sequence[Column], figures: Sequence[Line]) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(6)
        for at, column in enumerate(columns if figures else (), start=1):
            is_same = len({other.made_by for other in columns}) < len(columns)
            head = shortened(column.title, HEAD_CHARACTERS) if is_same else column.made_by
            grid.addWidget(label(head, "strong"), 0, at)
        for line, figure in enumerate(figures, start=1):
            for at, words in enumerate((figure.name, *figure.values)):
                said = label(words, "ink" if at else "quiet")
                said.setToolTip(as_it_stands(figure.about))
                said.setAccessibleName(f"{figure.name}: {words}" if at else figure.name)
                grid.addWidget(said, line, at)
        grid.setColumnStretch(len(columns) + 1, 1)
        return grid

    def _column(self, one: Column) -> QVBoxLayout:
        text = ProseView(self._theme, f"{one.made_by}: {one.title}")
        text.show_prose(one.html, one.claims)
        self.texts.append(text)
        column = column_of(spacing_px=4)
        for words, role in ((one.made_by, "quiet"), (one.title, "title")):
            said = label(words, role, wrap=True)
            said.setContentsMargins(MARGIN_PX, 0, 0, 0)
            column.addWidget(said)
        column.addWidget(text)
        column.addStretch(1)
        return column
