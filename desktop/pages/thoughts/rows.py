"""The list of thoughts: what was found out, and under it the question and how it stands."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter

from desktop import icons
from desktop.theme import Theme
from desktop.widgets.rowlist import TITLED_PX, ChoosingList, RowModel, write_titled
from warehouse.records import Root, Thought

FROM_PASSAGES = 2.0
SURE = ((0.9, "very sure"), (0.7, "fairly sure"), (0.0, "not very sure"))


class Shown(Struct, frozen=True):
    """A thought as it stands now: why it is stale, or empty, the roots that can be shown, the
    thoughts it was made with, and whether its answer can be opened.
    """

    thought: Thought
    stale: str
    standing: tuple[Root, ...]
    earlier: tuple[Thought, ...] = ()
    answered: bool = False


class ThoughtList(ChoosingList[Shown]):
    def __init__(self, theme: Theme) -> None:
        rows = RowModel(lambda row: row.thought.text, _about, lambda row: row.thought.id)
        super().__init__(theme, "Thoughts", TITLED_PX, rows)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def paint_row(self, painter: QPainter, area: QRect, row: Shown, is_chosen: bool) -> None:
        tokens = self._theme.tokens
        name, colour = "lightbulb", tokens.quiet
        if row.stale:
            name, colour = "triangle-alert", tokens.partly
        elif row.thought.pinned:
            colour = tokens.accent
        icon = icons.icon(name, colour)
        write_titled(painter, area, icon, row.thought.text, standing(row), tokens)


def standing(row: Shown) -> str:
    """``Pinned · from documents alone · Who cast it?``."""
    thought = row.thought
    state = "Not used: its words have changed" if row.stale else "Pinned" if thought.pinned else ""
    return " · ".join(filter(None, [state, source(thought), thought.question]))


def source(thought: Thought) -> str:
    """What it was made of: level 2 is from passages alone, a higher one from thoughts as well."""
    return "from documents alone" if thought.level <= FROM_PASSAGES else "with earlier thoughts"


def sureness(thought: Thought) -> str:
    """In words, with the figure behind them."""
    if thought.edited:
        return "in your own words"
    words = next(words for least, words in SURE if thought.sure >= least)
    return f"{words} ({thought.sure:.0%})"


def _about(row: Shown) -> str:
    return f"{row.thought.text} {standing(row)}"
