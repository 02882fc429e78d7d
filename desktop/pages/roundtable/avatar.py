"""Who speaks, as a round mark: the moderator's scales, the user, an expert's first letters.

Each expert has a colour of their own for as long as the table lasts; the name always stands beside.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from desktop import icons
from desktop.theme import Theme, interface_font
from warehouse.results.roundtable import Role

SIDE_PX = 30
ICONS = {"moderator": "scale", "user": "user"}


class Avatar(QWidget):
    """``expert`` is an expert's id, "" for the moderator and the user."""

    def __init__(self, theme: Theme, role: Role, name: str, expert: str = "") -> None:
        super().__init__()
        self._theme, self._role, self._name, self._expert = theme, role, name, expert
        self.setFixedSize(SIDE_PX, SIDE_PX)
        theme.changed.connect(self.update)

    def tell(self, name: str, expert: str) -> None:
        self._name, self._expert = name, expert
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        round_area = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if (icon := ICONS.get(self._role)) is not None:
            is_moderator = self._role == "moderator"
            stroke = tokens.on_accent if is_moderator else tokens.ink
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.accent if is_moderator else tokens.selection))
            painter.drawEllipse(round_area)
            at = (SIDE_PX - icons.SIZE_PX) // 2
            drawn = icons.pixmap(icon, stroke, ratio=self.devicePixelRatioF())
            painter.drawPixmap(at, at, drawn)
        else:
            ink = QColor(tokens.groups[colour_of(self._expert, len(tokens.groups))])
            painter.setPen(QPen(ink, 1.6))
            painter.setBrush(QColor(tokens.card))
            painter.drawEllipse(round_area)
            painter.setFont(interface_font(11, 600))
            painter.drawText(round_area, Qt.AlignmentFlag.AlignCenter, letters(self._name))
        painter.end()


def colour_of(expert: str, colours: int) -> int:
    """By the number in the id: ids are for ever."""
    digits = "".join(sign for sign in expert if sign.isdecimal())
    return (int(digits) - 1) % colours if digits else 0


def letters(name: str) -> str:
    """``IA`` for an information architect."""
    words = [word for word in name.split() if word[:1].isalnum()]
    first = "".join(word[0] for word in words[:2]) if len(words) > 1 else "".join(words)[:2]
    return first.upper() or "?"
