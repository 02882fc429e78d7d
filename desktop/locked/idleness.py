"""An encrypted library in the window: closed when nobody's hand is on it, opened by its passphrase.

What is in work is waited for: a library is not closed under an answer that is being written.
"""

from __future__ import annotations

import time

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QGuiApplication, QWindow
from PySide6.QtWidgets import QWidget

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

    def __init__(self, house: House, ground: QWidget) -> None:
        super().__init__(house)
        self._house, self._ground = house, ground
        self._touched = time.monotonic()
        self._timer = QTimer(self, interval=LOOK_EVERY_MS)
        self._timer.timeout.connect(self.look)
        house.opened.connect(self._begin)
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.focusWindowChanged.connect(self._hear)

    def look(self) -> None:
        """Close it, if its time has come."""
        minutes = self._house.settings.close_encrypted_after
        if not self._is_encrypted or minutes == "never":
            return
        is_idle = time.monotonic() - self._touched >= 60 * int(minutes)
        if is_idle and not self._house.jobs.running():
            self._house.lock()

    @property
    def _is_encrypted(self) -> bool:
        library = self._house.library
        return library is not None and library.walls is not None

    def _begin(self) -> None:
        self._touched = time.monotonic()
        if self._is_encrypted:
            self._hear(self._ground.window().windowHandle())
            self._timer.start()
        else:
            self._timer.stop()

    def _hear(self, window: QWindow | None) -> None:
        """Dialogs, too. A window hears hands and little else: widgets get far more events."""
        if window is not None and self._is_encrypted:
            self._touched = time.monotonic()
            window.removeEventFilter(self)
            window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in A_HAND:
            self._touched = time.monotonic()
        return False
