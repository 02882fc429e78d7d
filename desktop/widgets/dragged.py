"""Documents in a drag from the list to a collection, within this window: only their ids."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PySide6.QtCore import QMimeData

DOCUMENTS_MIME = "application/x-muniment-documents"


def dragged(documents: Sequence[str]) -> QMimeData:
    made = QMimeData()
    made.setData(DOCUMENTS_MIME, msgspec.json.encode(list(documents)))
    return made


def documents_in(mime: QMimeData) -> tuple[str, ...]:
    """Their ids; none for a drag of something else, or one that cannot be read."""
    if not mime.hasFormat(DOCUMENTS_MIME):
        return ()
    try:
        return msgspec.json.decode(mime.data(DOCUMENTS_MIME).data(), type=tuple[str, ...])
    except msgspec.DecodeError:
        return ()
