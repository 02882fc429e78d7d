"""What a study that was run again says otherwise than before, under its text."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.theme import Theme
from desktop.widgets.basics import Dot, discard, label, row
from desktop.widgets.marks import TOKENS
from warehouse.render import without_numbers
from warehouse.research.records import Claim
from warehouse.research.ways import plural
from warehouse.studies.comparing import Change, Comparison, Kind, summary

WORDS: dict[Kind, str] = {
    "new": "New",
    "gone": "Gone",
    "state": "Proven otherwise",
    "sources": "From other words",
    "reworded": "Reworded",
    "same": "As before",
}


class ChangesView(QWidget):
    """Hidden until there is something to compare; what stayed is counted, not listed."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._summary = label("", "quiet", wrap=True)
        self._list = QVBoxLayout()
        self._list.setSpacing(10)
        inside = QVBoxLayout(self)
        inside.setContentsMargins(12, 18, 12, 8)
        inside.setSpacing(8)
        inside.addWidget(label("What changed since the earlier run", "section"))
        inside.addWidget(self._summary)
        inside.addLayout(self._list)
        self.hide()

    def tell(self, found: Comparison | None) -> None:
        while (item := self._list.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                discard(widget)
        self.setVisible(found is not None)
        if found is None:
            return
        read = f"Read {plural(found.read_after, 'document')}, {found.read_before:,} before."
        self._summary.setText(f"{summary(found)} {read}")
        for change in found.changes:
            if change.kind != "same":
                self._list.addWidget(self._shown(change))

    @property
    def said(self) -> str:
        return "" if self.isHidden() else self._summary.text()

    def _shown(self, change: Change) -> QWidget:
        claim = change.after or change.before
        assert claim is not None
        states = [one.state for one in (change.before, change.after) if one is not None]
        told = " → ".join(dict.fromkeys(states))
        made = QWidget()
        column = QVBoxLayout(made)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        head = row(Dot(self._theme, TOKENS[claim.state]), spacing_px=8)
        head.addWidget(label(f"{WORDS[change.kind]} · {told}", "quiet"), 1)
        column.addLayout(head)
        if change.before is not None and change.kind in ("gone", "reworded"):
            column.addWidget(self._words(change.before, struck=True))
        if change.after is not None:
            column.addWidget(self._words(change.after, struck=False))
        return made

    def _words(self, claim: Claim, struck: bool) -> QWidget:
        made = label(without_numbers(claim.text), "quiet" if struck else "ink", wrap=True)
        made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        made.setContentsMargins(16, 0, 0, 0)
        if struck:
            font = made.font()
            font.setStrikeOut(True)
            made.setFont(font)
        return made
