"""How a claim leads to its proof: by a click, by the arrows, and away again with Escape.

P underlines every sentence, the arrows walk from claim to claim, Escape folds the evidence away. A
claim that cites nothing has no page: the pane says what was wrong with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop.acts import PROOF_KEY, bind, key_words
from desktop.house import House
from desktop.pages.studies.text import StudyText
from desktop.pages.studies.work import Kind
from desktop.widgets.basics import Chip
from desktop.widgets.evidence import EvidencePane
from desktop.widgets.prose import ProseView
from warehouse.results.records import Claim, Evidence, Research


class StudyProof(QObject):
    """``chip`` is for the page's title line. ``page`` is whose keys they are."""

    def __init__(
        self, house: House, kind: Kind, study: StudyText, pane: EvidencePane, page: QWidget
    ) -> None:
        super().__init__(page)
        self._house, self._kind, self._study, self._pane = house, kind, study, pane
        self._found = {study.text: Research("")}
        self._at = study.text
        self._is_led = False
        self.chip = Chip("Proof", checkable=True)
        key = key_words(PROOF_KEY)
        self.chip.setToolTip(f"Underline every sentence by how it is proven ({key})")
        self._follow(study.text)
        study.sides.wanted.connect(self.evidence)
        pane.left.connect(self.fold)
        bind(PROOF_KEY, page, self.chip.toggle)

    def begin(self, claims: Sequence[Claim]) -> None:
        """A finished text: the pane begins with its first number, or folds without one; where
        somebody chose what to see since it was brought, or put the pane away, that stays.
        """
        if self._is_led:
            return
        self._turn_to(self._study.text)
        first = next((claim for claim in claims if claim.cites), None)
        if first is not None:
            self._house.offer_side(self._kind)
            self._pane.show_evidence(first.cites[0], first)
        else:
            self._house.show_side(False, self._kind)

    def bring(self, found: Research) -> None:
        """What the text in front rests on; the pane has it unless it shows that of another."""
        self._found[self._study.text] = found
        self._is_led = False
        if self._at is self._study.text:
            self._pane.bring(found.evidence, found.disagreements)

    def tell_again(self, claims: Sequence[Claim]) -> None:
        """The sentences of the text in front, as they are by now."""
        if self._at is self._study.text:
            self._pane.tell_again(claims)

    def also(self, text: ProseView, found: Research) -> None:
        """Another text on the page, with what it rests on."""
        self._found[text] = found
        self._follow(text)
        text.set_proof(self.chip.isChecked())

    def forget(self, text: ProseView) -> None:
        """It leaves the page."""
        self._found.pop(text, None)
        self._turn_to(self._at if self._at is not text else self._study.text)

    def clear(self) -> None:
        """Another study comes to the front; the pane shows nothing yet."""
        self._found[self._study.text] = Research("")
        self._at = self._study.text
        self._pane.clear()

    def evidence(self, number: int) -> None:
        """A piece of evidence by its number, for itself."""
        self.evidence_of(self._study.text, number)

    def evidence_of(self, text: ProseView, number: int) -> None:
        self._is_led = True
        self._turn_to(text)
        self._prove(None, number)

    def sentence(self, piece: Evidence) -> None:
        """So much of a piece of evidence."""
        self.evidence(piece.number)
        self._pane.light(piece)

    def walk(self, by: int) -> None:
        """From claim to claim, in the text that was last looked at."""
        self._at.walk(by)

    def choose(self, claim: int) -> None:
        """A claim of the text in front, by its place there."""
        self._choose(self._study.text, claim)

    def _follow(self, text: ProseView) -> None:
        text.cited.connect(partial(self._cited, text))
        text.chosen.connect(partial(self._choose, text))
        self.chip.toggled.connect(text.set_proof)

    def _turn_to(self, text: ProseView) -> None:
        """The pane shows the evidence of one text at a time: each counts its own from 1."""
        if text is not self._at and text in self._found:
            self._at.choose(-1)
            self._at = text
            self._pane.bring(self._found[text].evidence, self._found[text].disagreements)

    def _choose(self, text: ProseView, claim: int) -> None:
        self._is_led = True
        self._turn_to(text)
        said = text.claim(claim)
        if said is None:
            return
        if said.cites:
            self._prove(said, said.cites[0])
        else:
            self._house.show_side(True, self._kind)
            self._pane.show_unproven(said)

    def fold(self) -> bool:
        """Whether there was anything to put away."""
        self._is_led = True
        was_shown = not self._pane.isHidden()
        was_chosen = self._at.current() >= 0
        if was_shown:
            self._house.put_side_away(self._kind)
        self._at.choose(-1)
        return was_shown or was_chosen

    def _cited(self, text: ProseView, claim: int, number: int) -> None:
        self._is_led = True
        self._turn_to(text)
        self._prove(text.claim(claim), number)

    def _prove(self, claim: Claim | None, number: int) -> None:
        self._house.show_side(True, self._kind)
        self._pane.show_evidence(number, claim)
