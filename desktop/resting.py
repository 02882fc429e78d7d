"""Typing and its pauses: ``rested`` when the fingers rest, ``typing`` now and then while they do
not, so that what is typed without a pause is kept, too.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

TYPING_MS = 3_000


class Resting(QObject):
    """``rested`` comes ``rests_ms`` after the last ``touch``."""

    rested = Signal()
    typing = Signal()

    def __init__(self, rests_ms: int, parent: QObject) -> None:
        super().__init__(parent)
        self._rest = QTimer(self, singleShot=True, interval=rests_ms)
        self._typing = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._rest.timeout.connect(self._rested)
        self._typing.timeout.connect(self.typing)

    def touch(self) -> None:
        """A key."""
        self._rest.start()
        if not self._typing.isActive():
            self._typing.start()

    def stop(self) -> None:
        self._rest.stop()
        self._typing.stop()

    def _rested(self) -> None:
        self.stop()
        self.rested.emit()
