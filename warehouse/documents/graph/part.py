"""A part of the library's graph that can be looked at: the names that most hangs on, in some
documents or in all, or those nearest to a name. No model is asked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from msgspec import Struct

from warehouse.documents.graph import walk
from warehouse.documents.graph.nearest import beside, nearest
from warehouse.documents.graph.network import Edge, Network, known, node_id
from warehouse.records import Triple
from warehouse.results.records import Evidence, Link, Node, Structure
from warehouse.search.names import normal_name
from warehouse.store.catalog import Catalog
from warehouse.structures.communities import nearness
from warehouse.structures.graph import EMPTY, Graph, of_structure

if TYPE_CHECKING:
    from warehouse.library import Library

NAMES, AROUND = 100, 30  # shown at most: more are no picture that can be read; around a name
NEAREST = 3  # names, where none has the words
OF_A_NAME = 16  # sentences
OTHERS = 12  # names that one may be the same as


_made: WeakKeyDictionary[Catalog, tuple[tuple[int, tuple[str, ...]], Network]] = WeakKeyDictionary()
"""For each open catalog the last net of chosen documents, by its version and theirs."""


class Part(Struct, frozen=True):
    """``names`` and ``relations`` are how many there are in all; ``around`` the names that it is
    nearest to. ``evidence`` are the sentences of its edges and names, by number. ``triples`` are
    what each link was drawn from, ``joined`` the other names that a node stands for, by its id.
    """

    graph: Graph = EMPTY
    evidence: dict[int, Evidence] = {}
    names: int = 0
    relations: int = 0
    around: tuple[str, ...] = ()
    triples: dict[Link, list[Triple]] = {}
    joined: dict[str, list[str]] = {}


def part(library: Library, documents: Sequence[str] = (), near: str = "") -> Part:
    """Of all documents where none is given."""
    net = _net(documents, library)
    around = _begin(near, net, library)
    count, begin = len(net.names), dict.fromkeys(around, 1.0)
    ranks = nearness(count, net.pairs, begin) if begin else net.links()
    shown = _shown(net, ranks, AROUND if around else NAMES)
    edges = [edge for edge in net.edges if edge.head in shown and edge.tail in shown]
    told = _Sentences(library)
    triples = _links(net, edges, told)
    nodes = _nodes(net, shown, told)
    return Part(
        of_structure(Structure("graph", nodes, tuple(triples))),
        told.evidence,
        count,
        len(net.edges),
        tuple(net.names[at] for at in around),
        triples,
        _joined(net, shown),
    )


def others(id: str, words: str, library: Library, documents: Sequence[str] = ()) -> list[Node]:
    """Names that the one with this id may be the same as: those that have the words, or where there
    are none the nearest to it in meaning.
    """
    net = _net(documents, library)
    place = next((at for at, key in enumerate(net.keys) if node_id(key) == id), -1)
    if words:
        found = list(_with_words(words, net))
    else:
        found = list(beside(place, net, library, OTHERS)) if place >= 0 else []
    return [Node(node_id(net.keys[at]), net.names[at], "resolved") for at in found if at != place][
        :OTHERS
    ]


def _net(documents: Sequence[str], library: Library) -> Network:
    """Of all documents where none is given; without those in the trash."""
    if not documents:
        return walk.whole(library)
    catalog = library.catalog
    wanted = catalog.version, tuple(documents)
    made = _made.get(catalog)
    if made is None or made[0] != wanted:
        graphed = catalog.graphed_documents(documents)
        made = wanted, known([id for id in documents if id in graphed], library)
        _made[catalog] = made
    return made[1]


def _begin(near: str, net: Network, library: Library) -> list[int]:
    """The names that have all the words, else those nearest in meaning."""
    if not normal_name(near):
        return []
    return list(_with_words(near, net) or nearest(near, net, library, NEAREST))


def _with_words(text: str, net: Network) -> dict[int, None]:
    words = normal_name(text).split()
    return dict.fromkeys(
        place for key, place in net.places.items() if all(word in key for word in words)
    )


def _shown(net: Network, ranks: Sequence[float], most: int) -> dict[int, None]:
    """So many names at most, each with an edge to another: those of the best edges."""
    shown: dict[int, None] = {}
    both = {edge: sorted((ranks[edge.head], ranks[edge.tail])) for edge in net.edges}
    for edge in sorted(both, key=both.__getitem__, reverse=True):
        more = dict.fromkeys(name for name in (edge.head, edge.tail) if name not in shown)
        if both[edge][0] <= 0 or len(shown) + len(more) > most:
            break
        shown |= more
    return shown


def _links(net: Network, edges: Sequence[Edge], told: _Sentences) -> dict[Link, list[Triple]]:
    links: dict[Link, list[Triple]] = defaultdict(list)
    for edge in edges:
        first, second = (node_id(net.keys[at]) for at in (edge.head, edge.tail))
        link = Link(first, second, edge.triple.relation, told.number(edge))
        links[link].append(edge.triple)
    return links


def _nodes(net: Network, names: Iterable[int], told: _Sentences) -> tuple[Node, ...]:
    """A name has sentences that are not drawn, too; those of other documents come first."""
    of_name: dict[int, list[Edge]] = defaultdict(list)
    for edge in net.edges:
        of_name[edge.head].append(edge)
        of_name[edge.tail].append(edge)
    return tuple(
        Node(node_id(net.keys[at]), net.names[at], "resolved", told.numbers(of_name[at]))
        for at in names
    )


def _joined(net: Network, names: Collection[int]) -> dict[str, list[str]]:
    joined: dict[str, list[str]] = defaultdict(list)
    for key, place in net.places.items():
        if place in names and key != net.keys[place]:
            joined[node_id(net.keys[place])].append(net.forms[key].title)
    return joined


class _Sentences:
    """Numbers them as they come."""

    def __init__(self, library: Library) -> None:
        self._catalog = library.catalog
        self._titles: dict[str, str] = {}
        self._known: dict[tuple[str, int, int], int] = {}
        self.evidence: dict[int, Evidence] = {}

    def number(self, edge: Edge) -> int:
        one = edge.triple
        key = one.document, one.start, one.end
        if key not in self._known:
            number = self._known[key] = len(self._known) + 1
            place, label = self._catalog.stands(*key)
            title = self._titles.get(one.document)
            if title is None:
                title = self._titles[one.document] = self._catalog.document(one.document).title
            text = self._catalog.text(*key)
            self.evidence[number] = Evidence(number, place, text, title, label, "", "", 0.0)
        return self._known[key]

    def numbers(self, edges: Sequence[Edge]) -> tuple[int, ...]:
        firsts = list({edge.triple.document: edge for edge in reversed(edges)}.values())
        wanted = [*reversed(firsts), *edges]
        return tuple(dict.fromkeys(self.number(edge) for edge in wanted[:OF_A_NAME]))
