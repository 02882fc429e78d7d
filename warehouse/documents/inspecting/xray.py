"""What the x-ray found in a document, for a person: the place, the reason, the words.

The finding is done while reading (indexers/xray.py), the keeping out of prompts in the catalog;
window and command line show what is made here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct

from indexers.records import Suspect
from warehouse.records import Place
from warehouse.text import plural

if TYPE_CHECKING:
    from warehouse.library import Library

_LONGEST_CHARS = 2000
NOUNS = {
    "hidden": ("hidden passage", "hidden passages"),
    "addressed": ("sentence addressed to a machine", "sentences addressed to a machine"),
    "characters": ("place with invisible characters", "places with invisible characters"),
}


class Spotted(Struct, frozen=True):
    """One finding; ``words`` are those of the document, cut where they are very long."""

    suspect: Suspect
    place: Place
    label: str
    words: str


class Xray(Struct, frozen=True):
    """``looked`` is false for a document that was read before the present x-ray."""

    document: str
    spotted: tuple[Spotted, ...]
    allowed: bool
    looked: bool

    @property
    def withholds(self) -> bool:
        """Whether there are words that an allowance would let into prompts."""
        return any(spot.suspect.kind != "characters" for spot in self.spotted)


def of(library: Library, document: str) -> Xray:
    catalog = library.catalog
    suspects = catalog.suspects(document)
    pages = catalog.pages(document) if suspects else []
    spotted = []
    for suspect in suspects:
        end = min(suspect.end, suspect.start + _LONGEST_CHARS)
        page = max((page for page in pages if page.start <= suspect.start), key=lambda p: p.index)
        words = catalog.text(document, suspect.start, end)
        place = Place(document, page.index, suspect.start, suspect.end)
        spotted.append(Spotted(suspect, place, page.label, words))
    allowed, looked = catalog.allowed(document), catalog.looked_through(document)
    return Xray(document, tuple(spotted), allowed, looked)


def counted(suspects: Iterable[Suspect]) -> str:
    """``3 hidden passages · 1 sentence addressed to a machine``; "" for none."""
    tally: Counter[str] = Counter(suspect.kind for suspect in suspects)
    return " · ".join(plural(tally[kind], *nouns) for kind, nouns in NOUNS.items() if tally[kind])
