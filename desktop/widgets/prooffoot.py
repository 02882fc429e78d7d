"""Under a page: why a claim is proven by it, how it was found, and the pages before and after."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from desktop.theme import Theme
from desktop.widgets.basics import Dot, IconButton, column_of, label, row
from desktop.widgets.elided import ElidedButton
from desktop.widgets.experts import Experts
from desktop.widgets.laid_out import holding
from desktop.widgets.marks import TOKENS
from desktop.widgets.pageview import MARGIN_PX
from desktop.widgets.tips import as_it_stands
from indexers.records import Page
from warehouse.render import line
from warehouse.results.records import Claim, Evidence, Side
from warehouse.studies.report.disagreement_columns import said, whence
from warehouse.studies.report.ledger import verdict, verdict_for_experts

DOT_DOWN_PX = 4


class ProofFoot(QWidget):
    """``turned(by)``: to another page of the document; ``opposed(number)``: to what contradicts."""

    turned = Signal(int)
    opposed = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._dot = Dot(theme, "supported")
        self._strong, self._rest = "", ""
        theme.changed.connect(self._recolour)
        self.proof, self.found = _rich("Why it is proven"), _rich("How it was found")
        self.against = ElidedButton(theme, "What contradicts it", kind="link")
        self.against.clicked.connect(self._oppose)
        self._against = 0
        self.pages = label("", "quiet")
        self._turner = self._make_turner()
        beside = QVBoxLayout()
        beside.addSpacing(DOT_DOWN_PX)
        beside.addWidget(self._dot, 1, Qt.AlignmentFlag.AlignTop)
        inside = column_of(
            row(beside, (self.proof, 1)),
            self.found,
            into=self,
            margins_px=(MARGIN_PX + 4, 12, MARGIN_PX, 16),
            spacing_px=3,
        )
        self.experts = Experts(theme, "How sure, in figures")
        inside.addWidget(self.experts)
        inside.addWidget(self.against, 0, Qt.AlignmentFlag.AlignLeft)
        inside.addWidget(self._turner)

    def tell(self, item: Evidence, claim: Claim | None, against: Side | None = None) -> None:
        """The verdict on ``claim``, without one only which evidence this is; what contradicts."""
        self._tell_against(against)
        self.experts.tell(())
        if claim is None:
            self._dot.setVisible(True)
            self._dot.set("accent")
            self._prove(f"Evidence {item.number}", "")
        else:
            self._tell_verdict(claim)
        by = f"Found by “{line(item.query)}”"
        self.found.setText(by if item.query else "")
        self.found.setVisible(bool(item.query))

    def tell_unproven(self, claim: Claim) -> None:
        """The verdict on a claim that cites nothing."""
        self.clear()
        self._tell_verdict(claim)

    def _tell_verdict(self, claim: Claim) -> None:
        self._dot.setVisible(True)
        self._dot.set(TOKENS[claim.state])
        figures = verdict_for_experts(claim)
        self.experts.tell((figures,) if figures else ())
        state, _, rest = verdict(claim).partition(" · ")
        self._prove(state, f" · {rest}" if rest else "")

    def tell_place(self, why: str) -> None:
        """A passage that nobody cites."""
        self._tell_against(None)
        self.experts.tell(())
        self._dot.set("quiet")
        self._dot.setVisible(bool(why))
        self._prove("", why)
        self.found.setText("")
        self.found.hide()

    def tell_page(self, page: Page, pages: int, is_cited: bool) -> None:
        """Called a page only where that is the number printed on it."""
        self._turner.setVisible(pages > 1)
        is_printed = page.label in ("", str(page.index + 1))
        number = f"{page.index + 1} of {pages}"
        self.pages.setText(f"Page {number}" if is_printed else f"{number} pages")
        role = "quiet" if is_cited else "accent"
        if self.pages.property("role") != role:
            self.pages.setProperty("role", role)
            self.pages.style().polish(self.pages)

    def clear(self) -> None:
        self.tell_place("")
        self._turner.hide()

    def _tell_against(self, side: Side | None) -> None:
        self._against = side.number if side else 0
        self.against.setVisible(side is not None)
        if side is not None:
            self.against.set(f"Contradicted by {side.number}: {_short(whence(side))}")
            self.against.setToolTip(as_it_stands(said(side)))

    def _oppose(self) -> None:
        self.opposed.emit(self._against)

    def _prove(self, strong: str, rest: str) -> None:
        self._strong, self._rest = strong, rest
        self._recolour()

    def _recolour(self) -> None:
        """The colour is in the text, so a change of theme writes it anew."""
        ink = self._theme.tokens.ink
        strong = f'<span style="font-weight:600; color:{ink}">{line(self._strong)}</span>'
        self.proof.setText((strong if self._strong else "") + line(self._rest))

    def _make_turner(self) -> QWidget:
        back = IconButton(self._theme, "chevron-up", "Previous page")
        on = IconButton(self._theme, "chevron-down", "Next page")
        back.clicked.connect(partial(self.turned.emit, -1))
        on.clicked.connect(partial(self.turned.emit, 1))
        return holding(row(self.pages, 1, back, on, spacing_px=2))


def _short(text: str, most: int = 44) -> str:
    return text if len(text) <= most else f"{text[:most].rstrip()} …"


def _rich(name: str) -> QLabel:
    made = QLabel()
    made.setTextFormat(Qt.TextFormat.RichText)
    made.setWordWrap(True)
    made.setProperty("role", "quiet")
    made.setAccessibleName(name)
    return made
