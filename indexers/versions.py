"""The number of the present reader of each kind of document.

Raise it with whatever makes the text, the pages or the words of such documents, or what is known of
them, come out otherwise: those that were read before are then told, and can be read again. 0 is
kept for what was read before readers had numbers.
"""

from __future__ import annotations

READERS: dict[str, int] = {
    "pdf": 6,
    "image": 1,
    "document": 4,
    "slides": 2,
    "sheet": 4,
    "book": 5,
    "mail": 6,
    "web": 7,
    "text": 7,
}


def present(kind: str) -> int:
    """``kind`` as in ``detect.KINDS``."""
    return READERS.get(kind, 1)
