"""What can be done with an answer, right under it: a button and a key each."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.acts import key_words
from desktop.house import House
from desktop.pages.ask.wishes import EXPORT_KEY, WISHES, Wish
from desktop.pages.exporting import ExportButton
from desktop.widgets.basics import Button, column_of
from desktop.widgets.flow import FlowLayout
from desktop.widgets.states import StateLine
from warehouse.proof.claims import PROVEN
from warehouse.results.records import Answer


class AnswerActs(QWidget):
    """``wished(what)``; ``export`` asks by itself where the file shall go."""

    wished = Signal(str)

    def __init__(self, house: House) -> None:
        super().__init__()
        inside = column_of(into=self, margins_px=(12, 8, 12, 8), spacing_px=14)
        self.states = StateLine(house.theme)
        inside.addWidget(self.states)
        self.buttons: dict[Wish, Button] = {}
        actions = FlowLayout()
        for wish in WISHES:
            button = Button(house.theme, wish.words, wish.icon)
            button.setToolTip(f"{wish.about} ({key_words(wish.key)})" if wish.key else wish.about)
            button.clicked.connect(partial(self.wished.emit, wish.what))
            self.buttons[wish.what] = button
            actions.addWidget(button)
        self.export = ExportButton(house)
        self.export.setToolTip(f"Export it, or the whole conversation ({key_words(EXPORT_KEY)})")
        actions.addWidget(self.export)
        inside.addLayout(actions)
        self.hide()

    def tell(self, answer: Answer, may_ask: bool = True) -> None:
        """``may_ask``: it is a question that can be asked in another manner, no text of yours."""
        self.states.tell(answer.claims)
        is_told = not answer.absent and bool(answer.claims)
        for wish in ("write", "table"):
            self.buttons[wish].setVisible(is_told)
        has_proof = any(claim.state in PROVEN for claim in answer.claims)
        self.buttons["proven"].setVisible(is_told and has_proof)
        self.buttons["thorough"].setVisible(may_ask)
        has_evidence = bool(answer.research.evidence or answer.research.foreign)
        self.buttons["anyway"].setVisible(answer.absent and has_evidence)

    def why_not(self, wish: Wish) -> str:
        """In a few words, where it is not offered."""
        if not self.isVisibleTo(self.window()):
            return "no answer is in front"
        return "not for this answer" if self.buttons[wish].isHidden() else ""

    def press(self, wish: Wish) -> None:
        self.buttons[wish].click()

    def press_export(self) -> None:
        if self.isVisibleTo(self.window()):
            self.export.click()
