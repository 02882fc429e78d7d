"""Where in a document something stands, as a citation says it."""

from __future__ import annotations

from indexers.placenames import place_name
from warehouse.records import Document

_ONE_PLACE = ("web", "text")


def place_in(document: Document, index: int, label: str) -> str:
    """``p. 3 of 12``, ``p. iv``, ``slide 3``; empty where the document is one long page."""
    if document.kind in _ONE_PLACE:
        return ""
    name = place_name(label)
    return f"{name} of {document.pages:,}" if label == str(index + 1) else name
