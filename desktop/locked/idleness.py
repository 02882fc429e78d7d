"""An encrypted library in the window: closed when nobody's hand is on it, opened by its passphrase.

What is in work is waited for: a library is not closed under an answer that is being written.
"""

from __future__ import annotations

import time

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from desktop.house import House

LOOK_EVERY_MS = 5_000
A_HAND = (
    QEvent.Type.KeyPress,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseMove,
    QEvent.Type.Wheel,
)


class Idleness(QObject):
    """Closes an encrypted library after the minutes of the settings without a key or the mouse."""

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self._house = house
        self._touched = time.monotonic()
        self._timer = QTimer(self, interval=LOOK_EVERY_MS)
        self._timer.timeout.connect(self.look)
        house.opened.connect(self._begin)

    def look(self) -> None:
        """Close it, if its time has come."""
        library = self._house.library
        minutes = self._house.settings.close_encrypted_after
        if library is None or library.walls is None or minutes == "never":
            return
        is_idle = time.monotonic() - self._touched >= 60 * int(minutes)
        if is_idle and self._house.jobs.idle:
            self._house.lock()

    def _begin(self) -> None:
        library, app = self._house.library, QApplication.instance()
        if app is None:
            return
        app.removeEventFilter(self)
        self._touched = time.monotonic()
        if library is not None and library.walls is not None:
            app.installEventFilter(self)
            self._timer.start()
        else:
            self._timer.stop()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in A_HAND:
            self._touched = time.monotonic()
        return False
