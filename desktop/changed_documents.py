"""Documents change in workers, many times a second while they come in; the window hears of it in
the main thread, ten times a second, of each the latest row.
"""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject, QTimer, Signal

from warehouse.records import Document

EVERY_MS = 100


class ChangedDocuments(QObject):
    """``told`` carries a tuple of rows."""

    told = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._changed: dict[str, Document] = {}
        self._lock = threading.Lock()
        self._timer = QTimer(self, interval=EVERY_MS)
        self._timer.timeout.connect(self._tell)

    def start(self) -> None:
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()

    def hear(self, document: Document) -> None:
        """Any thread."""
        with self._lock:
            self._changed[document.id] = document

    def forget(self, document: str) -> None:
        """It is gone: what was heard of it before is not told."""
        with self._lock:
            self._changed.pop(document, None)

    def _tell(self) -> None:
        with self._lock:
            changed = tuple(self._changed.values())
            self._changed.clear()
        if changed:
            self.told.emit(changed)
