"""What ends a program from outside (Ctrl-C, SIGTERM, a terminal that closes) closes the window."""

from __future__ import annotations

import os
import signal
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, Signal

from warehouse.run import endings

MOST_BYTES = 64


class Endings(QObject):
    """``heard``; main thread. Python handles a signal between two of its own instructions, and Qt's
    loop has none of those: a pipe wakes it.
    """

    heard = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._read, write = os.pipe()
        os.set_blocking(write, False)
        signal.set_wakeup_fd(write)
        for number in endings():
            signal.signal(number, self._hear)
        self._notifier = QSocketNotifier(self._read, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._wake)

    def _wake(self) -> None:
        os.read(self._read, MOST_BYTES)
        self.heard.emit()

    def _hear(self, number: int, frame: FrameType | None) -> None:
        """The byte in the pipe tells: here any lock of this thread may be held."""
