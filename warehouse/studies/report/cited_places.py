"""Where cited words stand, and how a citation says it: on their page as it is read now, or in the
reading they were cited from.

A document may be read again, and its text then has other ranges. So whoever shows a citation gives
its words along: where the present text has them at their range, that is shown; else the newest
earlier reading that has. Pages keep their numbers through all readings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from indexers.records import Page
from indexers.text.placenames import place_name
from warehouse.errors import BadInput
from warehouse.records import Document, Place
from warehouse.store.catalog.former_readings import same_words

if TYPE_CHECKING:
    from warehouse.store.catalog import Catalog

DAMAGED = "The text of this document was damaged on the disk; the citation cannot be verified."
ONE_PLACE = ("web", "text")


class Standing(Struct, frozen=True):
    """``page`` with its word boxes; ``text`` is that of the whole reading where it is an earlier
    one, else empty: then the catalog has it."""

    page: Page
    text: str = ""

    @property
    def former(self) -> bool:
        return bool(self.text)


def standing(catalog: Catalog, place: Place, words: str = "", page: int = -1) -> Standing:
    """The page ``page`` (the place's own where none is given) in the reading of the citation.

    Without ``words`` the present reading is meant. Raises BadInput where there is no such page, and
    where the text is not what was written: the words may be others than those that were cited.
    """
    if words and catalog.broken(place.document, "texts"):
        raise BadInput(DAMAGED, "Make it again from the original: muniment check")
    page = place.page if page < 0 else page
    if words and catalog.was_read_again(place.document):
        now = catalog.text(place.document, place.start, place.end)
        if not same_words(now, words):
            former = catalog.former_with(place.document, place.start, place.end, words)
            if former is not None and page < len(former.pages):
                return Standing(former.pages[page], former.text)
    return Standing(catalog.page(place.document, page))


def around(catalog: Catalog, place: Place, words: str, characters: int) -> tuple[str, str]:
    """The words before and after a citation, ``characters`` of each at most."""
    begin = max(0, place.start - characters)
    try:
        text = standing(catalog, place, words).text
    except BadInput:
        text = ""
    if text:
        return text[begin : place.start], text[place.end : place.end + characters]
    before = catalog.text(place.document, begin, place.start)
    return before, catalog.text(place.document, place.end, place.end + characters)


def place_in(document: Document, index: int, label: str) -> str:
    """``p. 3 of 12``, ``p. iv``, ``slide 3``; empty where the document is one long page."""
    if document.kind in ONE_PLACE:
        return ""
    name = place_name(label)
    return f"{name} of {document.pages:,}" if label == str(index + 1) else name
