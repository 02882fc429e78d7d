"""What a study that was run again says otherwise than before, under its text."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from desktop.theme import Theme
from desktop.widgets.basics import Dot, column_of, label, row
from desktop.widgets.laid_out import empty
from desktop.widgets.marks import TOKENS
from warehouse.render import without_numbers
from warehouse.studies.comparing import NAMES, Change, Comparison, made_by, summary
from warehouse.text import plural


class ChangesView(QWidget):
    """Hidden until there is something to compare; what stayed is counted, not listed."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._summary = label("", "quiet", wrap=True)
        self._list = column_of(spacing_px=10)
        column_of(
            label("What changed since the earlier run", "section"),
            self._summary,
            self._list,
            into=self,
            margins_px=(12, 18, 12, 8),
            spacing_px=8,
        )
        self.hide()

    def tell(self, found: Comparison | None, documents: Sequence[str] = ()) -> None:
        """``documents`` are lines about those that one run alone has read."""
        empty(self._list)
        self.setVisible(found is not None)
        if found is None:
            return
        read = f"Read {plural(found.read_after, 'document')}, {found.read_before:,} before."
        parts = [summary(found), read, made_by(found)]
        self._summary.setText(" ".join(filter(None, parts)))
        for change in found.shown:
            self._list.addWidget(self._shown(change))
        for line in documents:
            self._list.addWidget(label(line, "quiet", wrap=True))

    @property
    def said(self) -> str:
        return "" if self.isHidden() else self._summary.text()

    def _shown(self, change: Change) -> QWidget:
        claim = change.after or change.before
        assert claim is not None
        states = [version.state for version in (change.before, change.after) if version is not None]
        transition = " → ".join(dict.fromkeys(states))
        widget = QWidget()
        words = label(f"{NAMES[change.kind]} · {transition}", "quiet")
        head = row(Dot(self._theme, TOKENS[claim.state]), (words, 1))
        column = column_of(head, into=widget, spacing_px=2)
        before, after = (
            without_numbers(version.text) if version is not None else ""
            for version in (change.before, change.after)
        )
        if before and before != after:
            column.addWidget(self._words(before, struck=True))
        for proof in change.only_before:
            column.addWidget(label(f"Before, from {proof}", "small", wrap=True))
        if after:
            column.addWidget(self._words(after, struck=False))
        for proof in change.only_after:
            column.addWidget(label(f"Now, from {proof}", "small", wrap=True))
        return widget

    def _words(self, said: str, struck: bool) -> QWidget:
        words = label(said, "quiet" if struck else "ink", wrap=True)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        words.setContentsMargins(16, 0, 0, 0)
        if struck:
            font = words.font()
            font.setStrikeOut(True)
            words.setFont(font)
        return words
