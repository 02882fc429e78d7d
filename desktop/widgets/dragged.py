"""What is dragged within this window: documents to a collection, evidence to a heading.

Only ids and numbers travel: what they stand for is looked up where they arrive.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, Qt
from PySide6.QtGui import QDrag, QMouseEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

T = TypeVar("T")
DOCUMENTS_MIME = "application/x-muniment-documents"
EVIDENCE_MIME = "application/x-muniment-evidence"


def dragged(documents: Sequence[str]) -> QMimeData:
    return _made(DOCUMENTS_MIME, list(documents))


def documents_in(mime: QMimeData) -> tuple[str, ...]:
    """Their ids; none for a drag of something else, or one that cannot be read."""
    return _read(mime, DOCUMENTS_MIME, tuple[str, ...]) or ()


def evidence_dragged(path: Sequence[int], number: int) -> QMimeData:
    """The piece with this number, from the heading at ``path``."""
    return _made(EVIDENCE_MIME, (tuple(path), number))


def evidence_in(mime: QMimeData) -> tuple[tuple[int, ...], int] | None:
    """(path, number); None for a drag of something else, or one that cannot be read."""
    return _read(mime, EVIDENCE_MIME, tuple[tuple[int, ...], int])


def _made(format: str, what: object) -> QMimeData:
    data = QMimeData()
    data.setData(format, msgspec.json.encode(what))
    return data


def _read(mime: QMimeData, format: str, type: type[T]) -> T | None:
    if not mime.hasFormat(format):
        return None
    try:
        return msgspec.json.decode(mime.data(format).data(), type=type)
    except msgspec.DecodeError:
        return None


class Draggable(QObject):
    """Lets a widget be dragged as what ``mime`` makes; a click on it stays one."""

    def __init__(self, widget: QWidget, mime: Callable[[], QMimeData]) -> None:
        super().__init__(widget)
        self._widget, self._mime = widget, mime
        self._pressed: QPoint | None = None
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QMouseEvent):
            return False
        where = event.position().toPoint()
        if event.type() == QEvent.Type.MouseButtonPress:
            self._pressed = where if event.button() == Qt.MouseButton.LeftButton else None
        elif event.type() == QEvent.Type.MouseMove and self._is_far(where):
            self._pressed = None
            self._drag()
            return True
        return False

    def _is_far(self, where: QPoint) -> bool:
        if self._pressed is None:
            return False
        return (where - self._pressed).manhattanLength() >= QApplication.startDragDistance()

    def _drag(self) -> None:
        if isinstance(self._widget, QAbstractButton):
            self._widget.setDown(False)
        drag = QDrag(self._widget)
        drag.setMimeData(self._mime())
        drag.exec(Qt.DropAction.MoveAction)
