"""What the Library page asks for in a worker: hits of a search, facts about one document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from desktop.pages.library_details import Facts
from warehouse.errors import MunimentError
from warehouse.records import Hit

if TYPE_CHECKING:
    from warehouse.library import Library

SEARCH_HITS = 200


class Search(Struct, frozen=True):
    text: str
    hits: tuple[Hit, ...]


def search(library: Library, text: str) -> Search:
    from warehouse.search.duplicates import every_place

    hits = library.retrieval.search_words(text, SEARCH_HITS)
    return Search(text, tuple(every_place(hits)))


def facts(library: Library, document: str, places: tuple[Hit, ...]) -> Facts | None:
    catalog = library.catalog
    try:
        row = catalog.document(document)
        return Facts(row, catalog.header(document), tuple(catalog.losses(document)), places)
    except (MunimentError, KeyError):
        return None  # removed meanwhile
