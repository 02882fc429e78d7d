"""What the rows go by: a column either way, the newest first, or, while searching, the best match.

A search begins with its best match, whatever the rows went by before; that comes back with its end.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu

from desktop.pages.library.rows.columns import BY_KEY, COLUMNS
from desktop.pages.library.rows.model import RELEVANCE
from desktop.state import WindowState
from desktop.theme import Theme
from desktop.widgets.basics import Button, pop_up

BEST = (RELEVANCE, True)
NAMES = {
    RELEVANCE: "Best match",
    "added": "Newest",
    **{column.key: column.name for column in COLUMNS if column.key not in ("added", "lang")},
    "lang": "Language",
}


class RowOrder(Button):
    """``changed`` carries (key, descending); ``kept`` is what counts without a search."""

    changed = Signal(str, bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, NAMES["added"], "arrow-up-down", "quiet", trailing=True)
        self.kept = ("added", True)
        self._searched: tuple[str, bool] | None = None
        self.setToolTip("What the rows go by")
        self.clicked.connect(self._offer)

    @property
    def now(self) -> tuple[str, bool]:
        return self._searched or self.kept

    def restore(self, key: str, descending: bool) -> None:
        """As it was left."""
        if key in BY_KEY:
            self.kept = (key, descending)
            self._tell()

    def remember(self, state: WindowState) -> None:
        """As it was left, and kept there from now on."""

        def keep() -> None:
            state.sorted_by, state.descending = self.kept

        self.restore(state.sorted_by, state.descending)
        self.changed.connect(keep)

    def searching(self, is_ranked: bool) -> None:
        """Whether a search is on whose documents have a rank."""
        before = self.now
        self._searched = (self._searched or BEST) if is_ranked else None
        if self.now != before:
            self._tell()

    def choose_column(self, column: int) -> None:
        """Its header was clicked: by it, or by it the other way round."""
        chosen = COLUMNS[column]
        key, descending = self.now
        self.choose(chosen.key, not descending if key == chosen.key else chosen.most_first)

    def choose(self, key: str, descending: bool, checked: bool = False) -> None:
        if self._searched is not None:
            self._searched = (key, descending)
        else:
            self.kept = (key, descending)
        self._tell()

    def menu_of_orders(self) -> QMenu:
        menu = QMenu(self)
        for key, name in NAMES.items():
            if key != RELEVANCE or self._searched is not None:
                descending = key == RELEVANCE or BY_KEY[key].most_first
                menu.addAction(name).triggered.connect(partial(self.choose, key, descending))
        return menu

    def _offer(self) -> None:
        pop_up(self.menu_of_orders(), self.mapToGlobal(self.rect().bottomLeft()))

    def _tell(self) -> None:
        key, descending = self.now
        self.set(NAMES[key])
        self.setAccessibleName(f"Rows go by: {NAMES[key]}")
        self.changed.emit(key, descending)
