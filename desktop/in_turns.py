"""What is to be shown, a part a turn of the event loop: the window answers meanwhile.

    turns.do(first, second)     in this order, from the next turn on
    turns.forget()              something else is in front: what still waits is left

Each part is to take a few milliseconds; what a person does comes between two of them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


class InTurns(QObject):
    """Main thread only. ``do`` puts an end to what was asked for before."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._parts: deque[Callable[[], object]] = deque()
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._next)

    def do(self, *parts: Callable[[], object]) -> None:
        self._parts = deque(parts)
        self._timer.start()

    def forget(self) -> None:
        self._parts.clear()

    def finish(self) -> None:
        """All that is left, at once."""
        while self._parts:
            self._parts.popleft()()

    def _next(self) -> None:
        if self._parts:
            self._parts.popleft()()
        if not self._parts:
            self._timer.stop()
