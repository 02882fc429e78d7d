"""What the user says of the library's graph, which stands above what the model made of it.

A relation that is none is lost from then on, also when its sentence is read again; two names are
one, or are not, whatever was decided of them. All of it can be taken back.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import structs

from warehouse.documents.graph import same_names
from warehouse.documents.graph.network import EVERYWHERE, standing
from warehouse.errors import BadInput
from warehouse.records import Place, Triple
from warehouse.search.names import normal, normal_name
from warehouse.store.catalog.graph_by_hand import REMOVED, NamesByHand, Removed

if TYPE_CHECKING:
    from warehouse.library import Library
    from warehouse.store.catalog import Catalog

Folded = tuple[str, str, str]


def folded(one: Triple) -> Folded:
    return normal_name(one.head), normal(one.relation), normal_name(one.tail)


def meant(triples: Iterable[Triple], library: Library) -> list[Removed]:
    """What these say, each by the words of its sentence."""
    return [_said(one, library.catalog) for one in triples]


def remove(said: Iterable[Removed], library: Library) -> list[Removed]:
    """Take it from the graph, wherever the same words say it in their document; what of it stood
    there. Raises NotWritable.
    """
    library.require_writable()
    catalog = library.catalog
    with catalog.write():
        found = _alike(set(said), "", catalog)
        taken = list(dict.fromkeys(found.values()))
        catalog.remove_triples(taken, found)
    return taken


def restore(said: Iterable[Removed], library: Library) -> list[Removed]:
    """Take that back, in the versions before as well, from which it would come again; what of it
    had been removed. Raises NotWritable.
    """
    library.require_writable()
    catalog = library.catalog
    with catalog.write():
        own = {
            structs.replace(one, document=document)
            for one in said
            for document in (one.document, *catalog.versions_before(one.document))
        }
        known = [one for one in own if one in catalog.removed_triples(one.document)]
        found = _alike(own, REMOVED, catalog)
        catalog.restore_triples(known, found)
        for document in {one.document for one in found}:
            _hold_names(document, (one for one in found if one.document == document), catalog)
    return known


def keep(
    document: str,
    read: Mapping[int, Sequence[Triple]],
    made_by: str,
    reading: str,
    catalog: Catalog,
) -> bool:
    """``Catalog.keep_triples``, with what the user said of the same words before, here or in the
    versions before.
    """
    with catalog.write():
        removed = {
            structs.replace(one, document=document)
            for id in (document, *catalog.versions_before(document))
            for one in catalog.removed_triples(id)
        }
        lost = {
            one: said
            for own in (read.values() if removed else ())
            for one in own
            if not one.lost and (said := _said(one, catalog)) in removed
        }
        if lost:
            read = {
                at: [structs.replace(one, lost=REMOVED) if one in lost else one for one in own]
                for at, own in read.items()
            }
        is_kept = catalog.keep_triples(document, read, made_by, reading)
        if is_kept:
            catalog.remove_triples(lost.values())
            stand = (one for own in read.values() for one in own if not one.lost)
            _hold_names(document, stand, catalog)
    return is_kept


def say(one: str, other: str, same: bool, library: Library) -> bool:
    """Two names of the graph, however they are written, mean the same, or do not; False where that
    was said before and no later word stands above it. Raises BadInput, NotWritable.
    """
    said = _pair(one, other, same)
    library.require_writable()
    catalog = library.catalog
    with catalog.write():
        holders = [
            (document, key)
            for document, name in catalog.names_of_triples()
            if (key := normal_name(name)) in (said.one, said.other)
        ]
        seen = _names(_seen({document for document, _ in holders}, library))
        for name in (one, other):
            if normal_name(name) not in seen:
                hint = "Write it as a text has it."
                raise BadInput(f"There is no name “{name}” in the graph.", hint)
        before = catalog.names_by_hand()
        if said in before and same_names.holds(said, before):
            return False
        catalog.say_names(said, holders)
    return True


def unsay(one: str, other: str, same: bool, library: Library) -> bool:
    """Take that back; False where it was not said, or not last. Raises NotWritable."""
    library.require_writable()
    return library.catalog.unsay_names(_pair(one, other, same))


def in_words(one: str, other: str, same: bool) -> str:
    return f"“{one}” {'means the same as' if same else 'means something else than'} “{other}”"


def _pair(one: str, other: str, same: bool) -> NamesByHand:
    first, second = sorted((normal_name(one), normal_name(other)))
    if first == second:
        raise BadInput(f"“{one}” and “{other}” are one name.", "Name another one.")
    return NamesByHand(first, second, same)


def _alike(said: Collection[Removed], lost: str, catalog: Catalog) -> dict[Triple, Removed]:
    """The triples with this ``lost`` that say one of these, each with what it says."""
    words = {(one.head, one.relation, one.tail) for one in said}
    return {
        triple: one
        for document in {one.document for one in said}
        for triple in catalog.triples(document)
        if triple.lost == lost
        and folded(triple) in words
        and (one := _said(triple, catalog)) in said
    }


def _said(one: Triple, catalog: Catalog) -> Removed:
    words = " ".join(catalog.text(one.document, one.start, one.end).split())
    return Removed(one.document, hashlib.sha256(words.encode()).hexdigest(), *folded(one))


def _hold_names(document: str, triples: Iterable[Triple], catalog: Catalog) -> None:
    if catalog.names_by_hand():
        catalog.hold_names(document, _names(triples))


def _names(triples: Iterable[Triple]) -> set[str]:
    return {normal_name(name) for one in triples for name in (one.head, one.tail)}


def _seen(documents: Collection[str], library: Library) -> list[Triple]:
    """What of them is in the graph: nothing that lies in the trash or is kept out of prompts."""
    here = library.catalog.graphed_documents(documents)
    return standing([Place(id, 0, 0, EVERYWHERE) for id in here], library)
