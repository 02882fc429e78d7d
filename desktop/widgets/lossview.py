"""The loss ledger of a study: what was dropped, where and why, and a way to try it again.

Sentences that were not proven stand in it, too: they can be looked for in the whole library.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, structs
from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from desktop.theme import Theme, interface_font
from desktop.widgets.basics import Button, column_of, label
from desktop.widgets.experts import Experts
from desktop.widgets.rowlist import ChoosingList, RowModel, write
from indexers.records import Loss
from warehouse.results import for_experts
from warehouse.results.records import Claim
from warehouse.steering import Act
from warehouse.studies import retry
from warehouse.studies.report import loss_ledger
from warehouse.studies.report.ledger import EXCEPTIONS

ROW_PX = 44
LINE_PX = 17
MOST_ROWS = 7


class Dropped(Struct, frozen=True):
    """``way`` is the act that tries it again, or what else can be done."""

    stage: str
    what: str
    why: str
    way: Act | str


class LossList(ChoosingList[Dropped]):
    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "What was left out", ROW_PX, RowModel(lambda row: row.what, _about))

    def paint_row(self, painter: QPainter, area: QRect, row: Dropped, is_chosen: bool) -> None:
        tokens = self._theme.tokens
        place = QRect(area.left() + 8, area.top() + 5, area.width() - 16, LINE_PX)
        write(painter, place, row.what, interface_font(12, 500), tokens.ink)
        place.translate(0, LINE_PX)
        why = f"{row.stage} · {for_experts.plain(row.why)}"
        write(painter, place, why, interface_font(12), tokens.quiet)


class LossView(QWidget):
    """``steered(Act)``: try the chosen one again."""

    steered = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._chosen: Dropped | None = None
        self.rows = LossList(theme)
        self.rows.chosen.connect(self._choose)
        self.rows.activated.connect(self._try)
        self._words = label("", "small", wrap=True)
        self.button = Button(theme, "Try this one again", "rotate-cw")
        self.button.clicked.connect(self._try)
        self.experts = Experts(theme)
        parts = (self.rows, self._words, self.experts, self.button)
        column_of(*parts, into=self, margins_px=(0, 4, 0, 8), spacing_px=8)
        self.tell((), ())

    def tell(self, losses: Sequence[Loss], claims: Sequence[Claim], method: str = "") -> None:
        """Everything that was dropped, and the claims of which some are not proven."""
        dropped = [
            Dropped(loss_ledger.stage_in_words(loss), loss.what, loss.reason, retry.of_loss(loss))
            for loss in losses
        ]
        dropped += [
            Dropped(claim.state, claim.text, claim.why, retry.of_claim(claim))
            for claim in claims
            if claim.state in EXCEPTIONS
        ]
        dropped = [structs.replace(drop, way=retry.in_method(drop.way, method)) for drop in dropped]
        self.rows.rows.show(dropped)
        self.rows.setFixedHeight(ROW_PX * min(MOST_ROWS, len(dropped)) + 2)
        self.dropped = dropped
        if self._chosen not in dropped:
            self._choose(None)

    def choose(self, at: int) -> None:
        self.rows.setCurrentIndex(self.rows.rows.index(at))

    def _choose(self, row: Dropped | None) -> None:
        self._chosen = row
        self.button.setVisible(row is not None and isinstance(row.way, Act))
        words = f"{row.what}\n{row.stage}: {for_experts.plain(row.why)}" if row else ""
        figures = for_experts.figures(row.why) if row else ""
        self.experts.tell((figures,) if figures else ())
        if row is not None and isinstance(row.way, str):
            words += f"\n{row.way}"
        self._words.setText(words)
        self._words.setVisible(bool(words))

    def _try(self) -> None:
        if self._chosen is not None and isinstance(self._chosen.way, Act):
            self.steered.emit(self._chosen.way)


def _about(row: Dropped) -> str:
    return f"{row.what}. {row.stage}: {for_experts.plain(row.why)}"
