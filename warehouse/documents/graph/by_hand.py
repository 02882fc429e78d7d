"""What the user says of the library's graph, which stands above what the model made of it.

A relation that is none is lost from then on, also when its sentence is read again; two names are
one, or are not, whatever was decided of them. All of it can be taken back.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import structs

from warehouse.errors import BadInput
from warehouse.records import Triple
from warehouse.search.names import normal, normal_name
from warehouse.store.catalog import Catalog
from warehouse.store.catalog.graph_by_hand import REMOVED, NamesByHand, Removed

if TYPE_CHECKING:
    from warehouse.library import Library

Folded = tuple[str, str, str]


def folded(one: Triple) -> Folded:
    return normal_name(one.head), normal(one.relation), normal_name(one.tail)


def set_removed(triples: Iterable[Triple], removed: bool, library: Library) -> int:
    """Remove what these say from the graph, or take that back: wherever the same words say it in
    their document. How many triples are otherwise by that. Raises NotWritable.
    """
    library.require_writable()
    catalog, count = library.catalog, 0
    by_document: dict[str, list[Triple]] = {}
    for one in triples:
        by_document.setdefault(one.document, []).append(one)
    with catalog.write():
        for document, own in by_document.items():
            said = {_said(one, catalog) for one in own}
            alike = {folded(one) for one in own}
            meant = [
                one
                for one in catalog.triples(document)
                if one.lost == ("" if removed else REMOVED)
                and folded(one) in alike
                and _said(one, catalog) in said
            ]
            catalog.set_removed(document, said, meant, removed)
            count += len(meant)
    return count


def keep(
    document: str,
    read: Mapping[int, Sequence[Triple]],
    made_by: str,
    reading: str,
    catalog: Catalog,
) -> bool:
    """``Catalog.keep_triples``, with what the user said of the same words before."""
    with catalog.write():
        removed = catalog.removed_triples(document)
        if removed:
            read = {at: [_held(one, removed, catalog) for one in own] for at, own in read.items()}
        is_kept = catalog.keep_triples(document, read, made_by, reading)
        if is_kept and catalog.names_by_hand():
            stand = [one for own in read.values() for one in own if not one.lost]
            names = {normal_name(name) for one in stand for name in (one.head, one.tail)}
            catalog.hold_names(document, names)
    return is_kept


def say(one: str, other: str, same: bool, library: Library) -> bool:
    """Two names of the graph, however they are written, mean the same, or do not; False where that
    was said before. Raises BadInput, NotWritable.
    """
    said = _pair(one, other, same)
    library.require_writable()
    holders = [
        (document, key)
        for document, name in library.catalog.names_of_triples()
        if (key := normal_name(name)) in (said.one, said.other)
    ]
    known = {key for _, key in holders}
    for name in (one, other):
        if normal_name(name) not in known:
            raise BadInput(f"There is no name “{name}” in the graph.", "Write it as a text has it.")
    return library.catalog.say_names(said, holders)


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


def _held(one: Triple, removed: set[Removed], catalog: Catalog) -> Triple:
    is_out = not one.lost and _said(one, catalog) in removed
    return structs.replace(one, lost=REMOVED) if is_out else one


def _said(one: Triple, catalog: Catalog) -> Removed:
    words = " ".join(catalog.text(one.document, one.start, one.end).split())
    return Removed(hashlib.sha256(words.encode()).hexdigest(), *folded(one))
