"""Mouse and keyboard of a real X server, by xdotool (XTEST); what was done arrives as events."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

WAIT_MS = 20_000
SETTLE_MS = 60
STEPS = 6


class Hand:
    """Every act returns when the window has had the events."""

    def __init__(self, qtbot: QtBot) -> None:
        self._qtbot = qtbot
        self._is_down = False

    def move(self, widget: QWidget, at: QPoint | None = None) -> None:
        """To ``at`` in the widget's coordinates, else to its middle; once it has been laid out."""
        seen = QPoint(-1, -1)
        while seen != (spot := self.on_screen(widget, at)):
            seen = spot
            self._qtbot.wait(SETTLE_MS)
        self._to(spot)

    def click(self, widget: QWidget, at: QPoint | None = None, button: int = 1) -> None:
        self.move(widget, at)
        self._do("click", str(button))

    def double_click(self, widget: QWidget, at: QPoint | None = None) -> None:
        self.move(widget, at)
        self._do("click", "--repeat", "2", "--delay", "40", "1")

    def drag(self, widget: QWidget, start: QPoint, target: QWidget, end: QPoint) -> None:
        """Press at ``start``, move in steps, let go at ``end``."""
        self.carry(self.on_screen(widget, start), self.on_screen(target, end))

    def carry(self, first: QPoint, last: QPoint) -> None:
        """As ``drag``, between places of the screen: from another program's window, too."""
        self._to(first)
        self._do("mousedown", "1")
        self._is_down = True
        for step in range(1, STEPS + 1):
            self._to(first + (last - first) * (step / STEPS))
        self._do("mouseup", "1")
        self._is_down = False

    def carry_apart(
        self, widget: QWidget, start: QPoint, target: QWidget, end: QPoint
    ) -> subprocess.Popen[bytes]:
        """By a process of its own: a drag has a loop of its own, in which the window waits for
        it. What is awaited of it is awaited within ``with``.
        """
        first, last = self.on_screen(widget, start), self.on_screen(target, end)
        middle = (first + last) / 2
        steps = [f"mousemove {one.x()} {one.y()} sleep 0.15" for one in (middle, last, last)]
        press = f"mousemove {first.x()} {first.y()} mousedown 1 sleep 0.1"
        return subprocess.Popen(["xdotool", *f"{press} {' '.join(steps)} mouseup 1".split()])

    def wheel(self, widget: QWidget, notches: int, *held: str) -> None:
        """Down for a positive number; ``held`` are keys such as "ctrl"."""
        self.move(widget)
        for key in held:
            self._do("keydown", key)
        self._do("click", "--repeat", str(abs(notches)), "5" if notches > 0 else "4")
        for key in held:
            self._do("keyup", key)

    def key(self, *keys: str) -> None:
        """By their X names: "Escape", "ctrl+2", "Tab"."""
        self._do("key", "--delay", "20", *keys)

    def type(self, text: str) -> None:
        self._do("type", "--delay", "8", text)

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        self._qtbot.waitUntil(is_so, timeout=WAIT_MS)

    def rest(self) -> None:
        """Nothing is held down for the next test."""
        if self._is_down:
            self._do("mouseup", "1")

    def on_screen(self, widget: QWidget, at: QPoint | None = None) -> QPoint:
        """In pixels of the X server."""
        spot = widget.mapToGlobal(at if at is not None else widget.rect().center())
        ratio = widget.devicePixelRatioF()
        return QPoint(round(spot.x() * ratio), round(spot.y() * ratio))

    def _to(self, spot: QPoint) -> None:
        self._do("mousemove", str(spot.x()), str(spot.y()))

    def _do(self, *words: str) -> None:
        """The server keeps the events until the window's loop runs."""
        subprocess.run(["xdotool", *words], check=True, capture_output=True)
        self._qtbot.wait(SETTLE_MS)


def focused() -> QWidget | None:
    return QApplication.focusWidget()
