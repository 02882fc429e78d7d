"""How long a document is, in what it has: pages, or the places of one that flows."""

from __future__ import annotations

from warehouse.records import Document
from warehouse.text import plural

PAGE = "page"
PLACES = {
    "document": "section",
    "book": "section",
    "sheet": "part",
    "slides": "slide",
    "mail": "message",
}
"""By kind, what ``Document.pages`` counts where these are no pages."""


def noun(kind: str) -> str:
    """What one place in a document of this kind is called."""
    return PLACES.get(kind, PAGE)


def printed_pages(document: Document) -> int:
    """0 where it has none, or where they are not known."""
    return 0 if document.kind in PLACES else document.pages


def extent(document: Document) -> str:
    """ "3 pages", "12 sections"; "" where nothing is known of it."""
    return plural(document.pages, noun(document.kind)) if document.pages else ""
