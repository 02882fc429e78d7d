"""One turn of the table: who speaks and what for, the words with their numbers, and why it was
asked where the moderator asks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import structs
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from desktop.house import House
from desktop.pages.roundtable.avatar import Avatar
from desktop.widgets.basics import Button, column_of, label, row
from desktop.widgets.elided import Elided
from desktop.widgets.laid_out import holding
from desktop.widgets.passages import Passage, Passages, passage_of
from desktop.widgets.prose import ProseView
from warehouse.render import numbers_in, prose
from warehouse.results.records import Evidence
from warehouse.results.roundtable import Speaking, Turn
from warehouse.roundtable.transcript import WORDS
from warehouse.text import shortened

WHY, NOT_WHY = "Why was this asked?", "Hide why it was asked"
RADIUS_PX, BAR_PX = 10, 3
BEHIND_CHARACTERS = 260
QUOTED = "In the words of the page: nothing put in other words could be proven."
HEARD = {"nothing": "says nothing to answer", "remark": "remarks", "question": "asks"}


class TurnView(QWidget):
    """``wanted(number)``: the page of a piece of evidence."""

    wanted = Signal(object)

    def __init__(self, house: House, turn: Turn | Speaking) -> None:
        super().__init__()
        self._theme = house.theme
        self.turn: Turn | None = None
        self._lit = False
        self._behind: list[Passage] = []
        self._role = turn.role
        self.avatar = Avatar(house.theme, turn.role, turn.speaker)
        self._name, self._does = Elided("strong"), label("", "quiet")
        self.text = ProseView(house.theme, "")
        self._note = label("", "small", wrap=True)
        self._note.setContentsMargins(12, 0, 12, 6)
        self.why = Button(house.theme, WHY, kind="link")
        self.why.setToolTip("What was found and nobody had spoken of (W)")
        self.why.clicked.connect(self.toggle_why)
        self._why_line = holding(row(self.why, 1))
        self._why_line.setContentsMargins(12, 0, 12, 6)
        self.behind = Passages(house.theme, "Found, and nobody had spoken of it")
        self.behind.setContentsMargins(12, 2, 12, 8)
        self.behind.wanted.connect(self.wanted)
        self._lay_out()

    def _lay_out(self) -> None:
        head = row(self._name, self._does, 1, margins_px=(12, 5, 12, 0))
        parts = (self.text, self._note, self._why_line, self.behind)
        right = column_of(head, *parts, spacing_px=0)
        whole = row(self.avatar, (right, 1), into=self, spacing_px=0, margins_px=(12, 6, 6, 4))
        whole.setAlignment(self.avatar, Qt.AlignmentFlag.AlignTop)
        for part in (self._note, self._why_line):
            part.hide()
        self.setMaximumWidth(self.text.maximumWidth() + 48)

    # What is told

    def tell_draft(self, said: Speaking) -> None:
        """As it grows; what is spoken in the end may be another draft."""
        self._head(said.speaker, "is speaking")
        self.text.show_prose(prose(said.text, (), numbers_in(said.text)))

    def tell(self, turn: Turn, evidence: Mapping[int, Evidence]) -> None:
        if turn == self.turn:
            return
        self.turn = turn
        self.avatar.tell(turn.speaker, turn.expert)
        self._head(turn.speaker, does(turn))
        self.text.setAccessibleName(f"Turn {turn.number}: {turn.speaker} {does(turn)}".strip())
        self.text.show_prose(prose(turn.text, turn.claims, evidence.keys()), turn.claims)
        self._note.setText(QUOTED)
        self._note.setVisible(turn.quoted)
        self._why_line.setVisible(bool(turn.because))
        self.why.setAccessibleName(f"{WHY} Turn {turn.number}")
        self._behind = [_passage(evidence[n]) for n in turn.because if n in evidence]
        self.update()

    def toggle_why(self) -> None:
        """The evidence behind a question, or nothing again."""
        is_shown = not self.behind.isHidden()
        self.behind.tell(() if is_shown else self._behind)
        self.why.setText(WHY if is_shown else NOT_WHY)

    def light(self, wanted: bool) -> None:
        """It speaks of the concept that is chosen."""
        if wanted != self._lit:
            self._lit = wanted
            self.setAccessibleDescription("Speaks of the chosen concept" if wanted else "")
            self.update()

    def _head(self, speaker: str, words: str) -> None:
        self._name.setText(speaker)
        self._does.setText(words)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        area = QRectF(self.rect())
        if self._role == "moderator" and self.turn is not None and self.turn.asks:
            painter.setBrush(QColor(tokens.wash))
            painter.drawRoundedRect(area, RADIUS_PX, RADIUS_PX)
        if self._lit:
            painter.setBrush(QColor(tokens.accent))
            bar = QRectF(0, 6, BAR_PX, area.height() - 12)
            painter.drawRoundedRect(bar, BAR_PX / 2, BAR_PX / 2)
        painter.end()


def does(turn: Turn) -> str:
    """``answers``, ``asks back``, ``takes a new direction``."""
    if turn.role == "user":
        return HEARD.get(turn.heard, "")
    if turn.absent:
        return "finds nothing"
    if turn.role == "moderator":
        return "takes a new direction" if turn.asks else "opens the table"
    return WORDS[turn.intent]


def _passage(one: Evidence) -> Passage:
    return structs.replace(passage_of(one), words=shortened(one.text, BEHIND_CHARACTERS))


def latest_why(turns: Sequence[TurnView]) -> TurnView | None:
    """The last one of which it can be asked why."""
    return next((view for view in reversed(turns) if view.turn and view.turn.because), None)
