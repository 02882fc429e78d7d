"""One line of plain text, or a button of one line, that ends in … where there is no room."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QLabel,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
)

from desktop.theme import Theme
from desktop.widgets.basics import Button
from desktop.widgets.tips import as_it_stands

LEAST_PX = 48
LEAST_BUTTON_PX = 96
STEP_PX = 8


class Elided(QLabel):
    """As wide as its text where it can be, and shorter where it must."""

    def __init__(self, role: str) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    def setText(self, text: str) -> None:
        flat = " ".join(text.split())
        if flat == self.text():
            return
        super().setText(flat)
        self.setAccessibleName(flat)
        self.setToolTip(as_it_stands(flat))

    def minimumSizeHint(self) -> QSize:
        return QSize(min(LEAST_PX, self.sizeHint().width()), super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().windowText().color())
        fitted = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, self.width()
        )
        painter.drawText(self.rect(), self.alignment(), fitted)
        painter.end()


class TwoLines(Elided):
    """A title that breaks into a second line before it ends in … ."""

    @property
    def wanted_px(self) -> int:
        """The width at which the whole of it is read."""
        whole = self.sizeHint().width()
        return next((px for px in range(whole // 2, whole, STEP_PX) if self._is_whole(px)), whole)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.sizeHint().width() <= self.width():
            super().paintEvent(event)
            return
        first, rest = self._broken(self.width())
        metrics = self.fontMetrics()
        rest = metrics.elidedText(rest, Qt.TextElideMode.ElideRight, self.width())
        painter = QPainter(self)
        painter.setPen(self.palette().windowText().color())
        top = (self.height() - 2 * metrics.height()) // 2
        for at, words in enumerate((first, rest)):
            painter.drawText(0, top + at * metrics.height() + metrics.ascent(), words)
        painter.end()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), 2 * self.fontMetrics().height())

    def _is_whole(self, width_px: int) -> bool:
        rest = self._broken(width_px)[1]
        return self.fontMetrics().horizontalAdvance(rest) <= width_px

    def _broken(self, width_px: int) -> tuple[str, str]:
        """Between two words, where one fits; what there is no room for is in the second line."""
        words, metrics = self.text().split(), self.fontMetrics()
        fit = 1
        while (
            fit < len(words) and metrics.horizontalAdvance(" ".join(words[: fit + 1])) <= width_px
        ):
            fit += 1
        return " ".join(words[:fit]), " ".join(words[fit:])


class ElidedButton(Button):
    """A button that says a title or a question: it never makes its page wider than it is.

    A link keeps its end too, where versions and pages stand.
    """

    def __init__(self, theme: Theme, text: str, icon: str = "", kind: str = "plain") -> None:
        super().__init__(theme, text, icon, kind)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setToolTip(as_it_stands(text))

    def minimumSizeHint(self) -> QSize:
        whole = self.sizeHint()
        return QSize(min(LEAST_BUTTON_PX, whole.width()), whole.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        at_end, inside = Qt.TextElideMode.ElideRight, Qt.TextElideMode.ElideMiddle
        paint_elided(self, inside if self._kind == "link" else at_end)


def paint_elided(button: QPushButton, mode: Qt.TextElideMode) -> None:
    """The button as ever, its word with … where it wants more room than there is."""
    option = QStyleOptionButton()
    button.initStyleOption(option)
    option.text = fitted(button, mode)
    painter = QStylePainter(button)
    painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
    painter.end()


def fitted(button: QPushButton, mode: Qt.TextElideMode) -> str:
    """What there is room for of its word, whose every ampersand is written twice."""
    metrics, lost_px = button.fontMetrics(), button.sizeHint().width() - button.width()
    if lost_px <= 0:
        return button.text()
    word = button.text().replace("&&", "&")
    room = max(0, metrics.horizontalAdvance(word) - lost_px)
    return metrics.elidedText(word, mode, room).replace("&", "&&")
