"""``● 1 quoted ● 3 supported ● 1 partly ● 1 not found``: a dot, a figure and a word each."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QLabel, QWidget

from desktop.theme import Theme
from desktop.widgets.basics import Dot, label, row
from desktop.widgets.marks import TOKENS
from warehouse.results.records import Claim
from warehouse.studies.report.ledger import MEANINGS, STATES, counts


class StateLine(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._parts: dict[str, tuple[Dot, QLabel]] = {}
        inside = row(into=self, spacing_px=6)
        for state in STATES:
            dot, words = Dot(theme, TOKENS[state]), label("", "quiet")
            words.setToolTip(MEANINGS[state])
            self._parts[state] = (dot, words)
            inside.addWidget(dot)
            inside.addWidget(words)
        inside.addStretch(1)
        self.setAccessibleName("How well its sentences are proven")

    def tell(self, claims: Iterable[Claim]) -> None:
        tally = counts(claims)
        for state in STATES:
            dot, words = self._parts[state]
            is_there = state in tally
            words.setText(f"{tally.get(state, 0):,} {state} " if is_there else "")
            dot.setVisible(is_there)
            words.setVisible(is_there)
        self.setAccessibleDescription(self.said)

    @property
    def said(self) -> str:
        return ", ".join(words.text().strip() for _, words in self._parts.values() if words.text())
