"""Growing text is drawn as often as it is cheap: never more than a quarter of the time.

``put`` keeps the latest value only; ``draw`` gets it at the next flush, 50 ms after the last one
or four times as long as the last drawing took.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QTimer

LEAST_MS, MOST_MS = 50, 500
_SHARE = 4

Value = TypeVar("Value")


class Flush(QObject, Generic[Value]):
    def __init__(self, draw: Callable[[Value], None], parent: QObject) -> None:
        super().__init__(parent)
        self._draw = draw
        self._waiting: Value | None = None
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._flush)

    def put(self, value: Value) -> None:
        self._waiting = value
        if not self._timer.isActive():
            self._timer.start()

    def drop(self) -> None:
        """Forget what waits: something final has been drawn."""
        self._waiting = None
        self._timer.stop()
        self._timer.setInterval(0)

    def _flush(self) -> None:
        value, self._waiting = self._waiting, None
        if value is None:
            self._timer.setInterval(0)
            return
        began = time.monotonic()
        self._draw(value)
        cost_ms = (time.monotonic() - began) * 1000
        self._timer.setInterval(round(min(MOST_MS, max(LEAST_MS, _SHARE * cost_ms))))
        self._timer.start()
