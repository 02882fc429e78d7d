"""The net of some triples: names that mean the same are one node, and every triple stays an edge.

So an edge that several sentences bear out is there once for each of them, with its provenance.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from warehouse.documents.graph import name_vectors, same_names
from warehouse.documents.graph.name_vectors import Name
from warehouse.engine.protocol import Engine
from warehouse.records import Place, Triple
from warehouse.run import Run
from warehouse.search.names import normal_name

if TYPE_CHECKING:
    from warehouse.library import Library


class Edge(Struct, frozen=True):
    """From the name at one place to that at another, as a triple says."""

    head: int
    tail: int
    triple: Triple


class Network(Struct, frozen=True):
    """``names`` are as the text has them first, and ``keys`` the same folded; ``forms`` is every
    folded form of one, and ``places`` the name that it is a form of.
    """

    names: tuple[str, ...]
    edges: tuple[Edge, ...]
    places: dict[str, int]
    forms: dict[str, Name]
    keys: tuple[str, ...] = ()

    @property
    def pairs(self) -> list[tuple[int, int]]:
        return [(edge.head, edge.tail) for edge in self.edges]

    def links(self) -> list[int]:
        """How many edges each name has."""
        counts = [0] * len(self.names)
        for edge in self.edges:
            counts[edge.head] += 1
            counts[edge.tail] += 1
        return counts

    def around(self, names: Iterable[int], hops: int) -> list[Edge]:
        """The edges on the walks of so many steps from these names."""
        near = set(names)
        reached: set[int] = set()
        for _ in range(hops):
            touched = [at for at, e in enumerate(self.edges) if e.head in near or e.tail in near]
            reached.update(touched)
            near |= {name for at in touched for name in (self.edges[at].head, self.edges[at].tail)}
        return [edge for at, edge in enumerate(self.edges) if at in reached]


EMPTY = Network((), (), {}, {})
EVERYWHERE = 2**31 - 1  # the end of a place that is the whole document


def node_id(key: str) -> str:
    """The same for a name wherever it stands: what the user did to it is bound to this."""
    return f"name-{hashlib.sha256(key.encode()).hexdigest()[:12]}"


def standing(places: Sequence[Place], library: Library) -> list[Triple]:
    """The triples of sentences that begin at these places, each once; without those that were lost,
    or rest on words that are kept out of prompts.
    """
    triples: dict[Triple, None] = {}
    kept_out = library.catalog.withheld({place.document for place in places})
    for place in places:
        for triple in library.catalog.triples(place.document, place.start, place.end):
            hidden = kept_out.get(place.document, ())
            if not triple.lost and not any(
                span.start < triple.end and triple.start < span.end for span in hidden
            ):
                triples[triple] = None
    return list(triples)


def network(triples: Sequence[Triple], library: Library, engine: Engine, run: Run) -> Network:
    """Raises Cancelled."""
    if not triples:
        return EMPTY
    return of_names(triples, same_names.joined(triples, library, engine, run))


def known(documents: Iterable[str], library: Library) -> Network:
    """Of what was read of these documents so far, without a model."""
    triples = standing([Place(id, 0, 0, EVERYWHERE) for id in documents], library)
    return of_names(triples, same_names.known(triples, library))


def of_names(triples: Sequence[Triple], stands: dict[str, str]) -> Network:
    """``stands`` has the name that stands for each, folded. An edge from a name to itself, as the
    joining can make it, says nothing any more.
    """
    forms = name_vectors.names_of(triples)
    order = list(dict.fromkeys(stands[key] for key in forms))
    at = {key: number for number, key in enumerate(order)}
    places = {key: at[stands[key]] for key in forms}
    edges = [
        Edge(places[normal_name(triple.head)], places[normal_name(triple.tail)], triple)
        for triple in triples
    ]
    names = tuple(forms[key].title for key in order)
    related = tuple(edge for edge in edges if edge.head != edge.tail)
    return Network(names, related, places, forms, tuple(order))
