"""The passages that came nearest to a question that nothing answers, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from warehouse import text as cutting
from warehouse.methods.absence.absent_answer import TRIED
from warehouse.records import Place

if TYPE_CHECKING:
    from warehouse.library import Library


class Near(Struct, frozen=True):
    """A passage that came nearest, in words."""

    place: Place
    title: str
    page_label: str
    text: str


def in_words(library: Library, places: Sequence[Place]) -> list[Near]:
    """Those whose document is still there, in their order."""
    passages = []
    for place in places:
        if library.catalog.knows(place.document):
            title = library.catalog.document(place.document).title
            page = library.catalog.page(place.document, place.page)
            text = library.catalog.text(place.document, place.start, place.end)
            passages.append(Near(place, title, page.label, text))
    return passages


def without_searches(text: str) -> str:
    """An absence answer for where its searches are told beside it, as a list."""
    parts = [part for part in text.split("\n\n") if not part.startswith(TRIED)]
    return "\n\n".join(parts)


def shortened(text: str, most: int = 240) -> str:
    """On one line, cut at a word."""
    return cutting.shortened(text, most)
