"""The graph of whole documents: read by the model, and how many were."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from msgspec import Struct

from indexers.records import Suspect
from warehouse.documents.graph import extraction, same_names
from warehouse.documents.graph.network import EVERYWHERE, standing
from warehouse.engine.protocol import Engine
from warehouse.records import Place
from warehouse.run import Check, Run, unstopped
from warehouse.store.catalog import Catalog
from warehouse.text import plural

if TYPE_CHECKING:
    from warehouse.library import Library


class Reached(Struct, frozen=True):
    """How many documents were read for the graph wholly, in part (as a study does), and not at
    all.
    """

    whole: int = 0
    part: int = 0
    none: int = 0

    @property
    def left(self) -> int:
        return self.part + self.none

    def said(self, kind: str = "document") -> str:
        """``3 of 10 documents are in it, and 1 more in part``."""
        documents = plural(self.whole + self.left, kind)
        are = "is" if self.whole == 1 else "are"
        more = f", and {self.part:,} more in part" if self.part else ""
        return f"{self.whole:,} of {documents} {are} in it{more}"


_State = tuple[str, int, tuple[Suspect, ...]]
_looked: WeakKeyDictionary[Catalog, dict[str, tuple[_State, bool]]] = WeakKeyDictionary()
"""For each open catalog: was all of a document read, of this text, by so many sentences?"""


def readable(documents: Sequence[str], library: Library) -> list[str]:
    """Those of these that can be read, of all where none is given."""
    if not documents:
        return [document.id for document in library.catalog.in_states("verified")]
    known = library.catalog.some_documents(documents)
    return [id for id in documents if id in known and known[id].state == "verified"]


def reached(documents: Sequence[str], library: Library, check: Check = unstopped) -> Reached:
    """Of those that can be read; takes some ms for each, until it changes. One that says nothing
    that could be read is in it wholly. Raises what ``check`` does. Any thread.
    """
    catalog, ids = library.catalog, readable(documents, library)
    begun, kept_out = catalog.graphed_documents(ids), catalog.withheld(ids)
    looked = _looked.setdefault(catalog, {})
    whole: set[str] = set()
    for id in ids:
        check()
        sentences = begun[id].sentences if id in begun else 0
        state = catalog.reading_hash(id), sentences, tuple(kept_out.get(id, ()))
        if id not in looked or looked[id][0] != state:
            looked[id] = state, extraction.is_whole(id, library)
        if looked[id][1]:
            whole.add(id)
    part = len(begun.keys() - whole)
    return Reached(len(whole), part, len(ids) - len(whole) - part)


def read(documents: Sequence[str], library: Library, engine: Engine, run: Run) -> int:
    """What was not read yet of these documents, of all where none is given; how many sentences.
    Then which of their names are one. What is read stays when it is stopped. Raises Cancelled.
    """
    ids = readable(documents, library)
    places: list[Place] = []
    for id in ids:
        run.check()
        places += extraction.waiting(id, library)
    count = extraction.extract(places, library, engine, run)
    triples = standing([Place(id, 0, 0, EVERYWHERE) for id in ids], library)
    same_names.joined(triples, library, engine, run)
    return count
