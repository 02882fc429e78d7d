"""How a claim leads to its proof: by a click, by the arrows, and away again with Escape.

P underlines every sentence, the arrows walk from claim to claim, Escape folds the evidence away. A
claim that cites nothing has no page: the pane says what was wrong with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from desktop.house import House
from desktop.pages.studies.text import StudyText
from desktop.pages.studies.work import Kind
from desktop.widgets.basics import Chip
from desktop.widgets.evidence import EvidencePane
from warehouse.results.records import Claim


class StudyProof(QObject):
    """``chip`` is for the page's title line. ``page`` is whose keys they are."""

    def __init__(
        self, house: House, kind: Kind, study: StudyText, pane: EvidencePane, page: QWidget
    ) -> None:
        super().__init__(page)
        self._house, self._kind, self._study, self._pane = house, kind, study, pane
        self.chip = Chip("Proof", checkable=True)
        self.chip.setToolTip("Underline every sentence by how it is proven (P)")
        self.chip.toggled.connect(study.text.set_proof)
        study.text.cited.connect(self._cited)
        study.text.chosen.connect(self.choose)
        study.sides.wanted.connect(self.evidence)
        pane.left.connect(self.fold)
        shortcut = QShortcut(QKeySequence("P"), page)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(self.chip.toggle)

    def begin(self, claims: Sequence[Claim]) -> None:
        """A finished text: the pane begins with its first number, or folds without one."""
        first = next((one for one in claims if one.cites), None)
        if first is not None:
            self._prove(first, first.cites[0])
        else:
            self._house.show_side(False, self._kind)

    def evidence(self, number: int) -> None:
        """A piece of evidence by its number, for itself."""
        self._prove(None, number)

    def choose(self, claim: int) -> None:
        """A claim of the text, by its place there."""
        said = self._study.text.claim(claim)
        if said is None:
            return
        if said.cites:
            self._prove(said, said.cites[0])
        else:
            self._house.show_side(True, self._kind)
            self._pane.show_unproven(said)

    def fold(self) -> bool:
        """Whether there was anything to put away."""
        was_shown = not self._pane.isHidden() or self._study.text.current() >= 0
        self._house.show_side(False, self._kind)
        self._study.text.choose(-1)
        return was_shown

    def _cited(self, claim: int, number: int) -> None:
        self._prove(self._study.text.claim(claim), number)

    def _prove(self, claim: Claim | None, number: int) -> None:
        self._house.show_side(True, self._kind)
        self._pane.show_evidence(number, claim)
