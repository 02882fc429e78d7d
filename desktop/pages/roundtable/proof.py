"""From a number or a sentence of any turn to its words on the page, by mouse and by keys.

All turns count the same evidence, so the pane shows that of the whole table.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop.acts import PROOF_KEY, bind, key_words
from desktop.house import House
from desktop.widgets.basics import Chip
from desktop.widgets.evidence import EvidencePane
from desktop.widgets.prose import ProseView
from warehouse.results.records import Claim

PAGE = "roundtable"


class TableProof(QObject):
    """``chip`` is for the title line; ``reached(ProseView)``: the arrows came to another turn."""

    reached = Signal(object)

    def __init__(self, house: House, pane: EvidencePane, page: QWidget) -> None:
        super().__init__(page)
        self._house, self._pane = house, pane
        self._texts: list[ProseView] = []
        self._at: ProseView | None = None
        self.chip = Chip("Proof", checkable=True)
        key = key_words(PROOF_KEY)
        self.chip.setToolTip(f"Underline every sentence by how it is proven ({key})")
        pane.left.connect(self.fold)
        bind("Right", page, partial(self.walk, 1))
        bind("Left", page, partial(self.walk, -1))

    def follow(self, text: ProseView) -> None:
        """Another turn."""
        self._texts.append(text)
        text.cited.connect(partial(self._cited, text))
        text.chosen.connect(partial(self._choose, text))
        text.set_proof(self.chip.isChecked())
        self.chip.toggled.connect(text.set_proof)

    def clear(self) -> None:
        """Another table comes to the front."""
        self._texts, self._at = [], None
        self._pane.clear()

    def evidence(self, number: int) -> None:
        """A piece by its number, for itself."""
        self._turn_to(None)
        self._prove(None, number)

    def walk(self, by: int) -> None:
        """From sentence to sentence, on through the turns."""
        spoken = [text for text in self._texts if text.claim(0) is not None]
        if not spoken:
            return
        if self._at not in spoken:
            self._step_into(spoken[-1], 1)
            return
        before = self._at.current()
        if self._at.claim(before + by) is not None and before + by >= 0:
            self._at.walk(by)
            return
        next_at = spoken.index(self._at) + by
        if 0 <= next_at < len(spoken):
            self._step_into(spoken[next_at], by)

    def fold(self) -> bool:
        """Whether there was anything to put away."""
        was_shown = not self._pane.isHidden() or self._at is not None
        self._house.show_side(False, PAGE)
        self._turn_to(None)
        return was_shown

    def _step_into(self, text: ProseView, by: int) -> None:
        last = 0
        while by < 0 and text.claim(last + 1) is not None:
            last += 1
        self._turn_to(text)
        text.choose(last)
        text.chosen.emit(last)
        self.reached.emit(text)

    def _turn_to(self, text: ProseView | None) -> None:
        if self._at is not None and self._at is not text:
            self._at.choose(-1)
        self._at = text

    def _cited(self, text: ProseView, claim: int, number: int) -> None:
        self._turn_to(text)
        self._prove(text.claim(claim), number)

    def _choose(self, text: ProseView, claim: int) -> None:
        said = text.claim(claim)
        self._turn_to(text)
        if said is None:
            return
        if said.cites:
            self._prove(said, said.cites[0])
        else:
            self._house.show_side(True, PAGE)
            self._pane.show_unproven(said)

    def _prove(self, claim: Claim | None, number: int) -> None:
        self._house.show_side(True, PAGE)
        self._pane.show_evidence(number, claim)
