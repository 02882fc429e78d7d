"""The map of the table, live: the picture, the chosen concept, and what the colour means."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from desktop.house import House
from desktop.pages.roundtable import concepts
from desktop.pages.roundtable.concept import ConceptCard
from desktop.structure.view import StructureView
from desktop.theme import Theme
from desktop.widgets.basics import column_of, label, row, rule
from desktop.widgets.laid_out import holding
from warehouse.results.roundtable import ROOT, Table, all_evidence

SINCE_YOU = "new since you spoke"
SINCE_LAST = "new with the last turn"


class MapPanel(QWidget):
    """``view.evidence_wanted(number)``; ``card.wished`` and ``card.turn_wanted``;
    ``chosen(id)``: a concept, "" for none.
    """

    chosen = Signal(str)

    def __init__(self, house: House) -> None:
        super().__init__()
        self._table: Table | None = None
        self._folded: set[str] = set()
        self._id = ""
        self.view = StructureView(house, back="", tidy=True)
        self.card = ConceptCard(house.theme)
        self.view.details.own.addWidget(self.card)
        self._swatch = _Swatch(house.theme)
        self._new, self._placed = label("", "small"), label("", "small")
        foot = (self._swatch, self._new, 1, self._placed)
        self._foot = holding(row(*foot, margins_px=(16, 8, 16, 10)))
        column_of((self.view, 1), rule(), self._foot, into=self, spacing_px=0)
        self.view.chosen.connect(self._choose)
        self.view.shown.connect(self._shown)
        self.card.wished.connect(self._wish)
        self.card.grew.connect(self.view.details.bring)
        self.setFocusProxy(self.view.canvas)

    def clear(self) -> None:
        self._table, self._folded, self._id = None, set(), ""
        self.view.clear()
        self._tell_foot()

    def tell(self, table: Table) -> None:
        """The table as it stands."""
        self._table = table
        self._folded &= {node.id for node in table.map.walk()}
        self._draw()
        self._tell_foot()
        self._tell_card()

    def fold(self, id: str) -> None:
        """What is below a concept out of sight, or into it again."""
        self._folded ^= {id}
        self._draw()
        self._tell_card()

    @property
    def id(self) -> str:
        """The concept that is chosen, "" for none."""
        return self._id if self._table is not None and self._table.map.find(self._id) else ""

    def _draw(self) -> None:
        if self._table is not None:
            evidence = {piece.number: piece for piece in self._table.evidence}
            self.view.tell_graph(concepts.picture(self._table, self._folded), evidence)

    def _choose(self, id: str) -> None:
        self._id = id
        self._tell_card()
        self.chosen.emit(id)

    def _shown(self) -> None:
        """A concept that is gone or folded away is not chosen any more."""
        if self._id and self.view.canvas.look.node < 0:
            self._choose("")

    def _wish(self, verb: str, text: str) -> None:
        if verb == "fold" and self._id:
            self.fold(self._id)

    def _tell_card(self) -> None:
        if self._table is not None:
            self.card.tell(self._table, self.id, self._id in self._folded)
            self.view.details.fit()

    def _tell_foot(self) -> None:
        table = self._table
        count = len(table.evidence) if table is not None else 0
        self._foot.setVisible(bool(count))
        if table is None:
            return
        placed = len(set(all_evidence(table.root))) - len(table.unsorted)
        sorting = "" if placed == count else ", the rest waits at the top"
        self._placed.setText(f"{placed:,} of {count:,} sentences in their place{sorting}")
        spoke = any(turn.role == "user" for turn in table.turns)
        self._new.setText(SINCE_YOU if spoke else SINCE_LAST)
        has_new = bool(concepts.novel(table)) and len(list(concepts.below(table.root))) > 0
        for part in (self._swatch, self._new):
            part.setVisible(has_new)

    def choose_topic(self) -> None:
        """The keys to the map, with something chosen to walk from."""
        self.view.canvas.setFocus()
        if self.view.canvas.look.node < 0:
            self.view.choose(ROOT)


class _Swatch(QWidget):
    """What a concept with something new looks like."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setFixedSize(QSize(18, 12))
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._theme.tokens.partly), 1.2))
        painter.setBrush(QColor(self._theme.tokens.partly_wash))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
        painter.end()
