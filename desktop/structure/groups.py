"""The largest communities of a graph by name and colour; a click shows what belongs to one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.theme import Theme
from desktop.widgets.basics import Chip, Dot, column_of, row
from desktop.widgets.flow import FlowLayout
from desktop.widgets.laid_out import empty, holding
from desktop.widgets.tips import as_it_stands

NAMED = 6
LETTERS = 24


class GroupList(QWidget):
    """``lit(group)``, -1 for none. Hidden where there are no two communities."""

    lit = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._titles: Sequence[str] = ()
        self._flow = FlowLayout(gap_px=12)
        column_of(self._flow, into=self, margins_px=(16, 0, 16, 4))
        self.buttons: list[Chip] = []
        self.hide()

    def tell(self, titles: Sequence[str]) -> None:
        """The names of the communities in their order."""
        if titles == self._titles:
            return
        self._titles, self.buttons = titles, []
        empty(self._flow)
        named = [(at, title) for at, title in enumerate(titles[:NAMED]) if title]
        for at, title in named if len(named) > 1 else ():
            self._flow.addWidget(self._group(at, title))
        self.setVisible(bool(self.buttons))

    def _group(self, group: int, title: str) -> QWidget:
        words = title if len(title) <= LETTERS else f"{title[: LETTERS - 1].rstrip()}…"
        button = Chip(words, checkable=True)
        button.setAccessibleName(f"Show what belongs to {title}")
        button.setToolTip(as_it_stands(button.accessibleName()))
        button.clicked.connect(partial(self._light, group, button))
        self.buttons.append(button)
        return holding(row(_GroupDot(self._theme, group), button, spacing_px=6))

    def _light(self, group: int, button: Chip) -> None:
        checked = button.isChecked()
        for other in self.buttons:
            other.setChecked(checked and other is button)
        self.lit.emit(group if checked else -1)


class _GroupDot(Dot):
    def __init__(self, theme: Theme, group: int) -> None:
        super().__init__(theme, "groups")
        self._group = group

    @property
    def colour(self) -> str:
        return self._theme.tokens.groups[self._group]
