"""The documents that a paper cites, as entries of its list of references.

Every citation leads to an entry: a document that has left the library has one of its title alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from indexers.text.placenames import is_page_number
from warehouse.documents.bibliography.entry import Entry, entries
from warehouse.results.records import Answer, Article, Evidence, Figure
from warehouse.store.catalog import Catalog
from warehouse.studies.report import ledger

GONE_CHARACTERS = 12


class References(Struct, frozen=True):
    """``evidence`` by number; ``keys`` by document, each the key of one of ``entries``."""

    entries: tuple[Entry, ...]
    evidence: Mapping[int, Evidence]
    keys: Mapping[str, str]

    def sources(self, numbers: Sequence[int]) -> dict[str, tuple[str, ...]]:
        """Keys of what is cited there, in order, each with the numbers of its pages."""
        cited: dict[str, tuple[str, ...]] = {}
        for number in numbers:
            item = self.evidence[number]
            key = self.keys[item.place.document]
            label = item.page_label
            pages = (label,) if is_page_number(label) else ()
            cited[key] = tuple(dict.fromkeys((*cited.get(key, ()), *pages)))
        return cited


def of(result: Answer | Article, catalog: Catalog) -> References:
    cited = ledger.cited(result)
    rests_on: tuple[Evidence | Figure, ...] = (*cited, *ledger.figures(result))
    known = entries(catalog, dict.fromkeys(item.place.document for item in rests_on))
    keys = {entry.document: entry.key for entry in known}
    gone: dict[str, Entry] = {}
    for item in rests_on:
        id = item.place.document
        if id not in keys:
            gone[id] = Entry(id, f"gone{id[:GONE_CHARACTERS]}", "document", item.title)
    keys |= {id: entry.key for id, entry in gone.items()}
    return References((*known, *gone.values()), {item.number: item for item in cited}, keys)
