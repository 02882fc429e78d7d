"""A part of the library's graph that can be looked at: the names that most hangs on, in some
documents or in all, or those nearest to a name. No model is asked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from warehouse.documents.graph import walk
from warehouse.documents.graph.nearest import nearest
from warehouse.documents.graph.network import Edge, Network, known, node_id
from warehouse.results.records import Evidence, Link, Node, Structure
from warehouse.search.names import normal_name
from warehouse.structures.communities import nearness
from warehouse.structures.graph import EMPTY, Graph, of_structure

if TYPE_CHECKING:
    from warehouse.library import Library

NAMES, AROUND = 100, 30  # shown at most: more are no picture that can be read; around a name
NEAREST = 3  # names, where none has the words
OF_A_NAME = 16  # sentences


class Part(Struct, frozen=True):
    """``names`` and ``relations`` are how many there are in all; ``around`` the names that it is
    nearest to. ``evidence`` are the sentences of its edges and names, by number.
    """

    graph: Graph = EMPTY
    evidence: dict[int, Evidence] = {}
    names: int = 0
    relations: int = 0
    around: tuple[str, ...] = ()


def part(library: Library, documents: Sequence[str] = (), near: str = "") -> Part:
    """Of all documents where none is given."""
    net = walk.whole(library) if not documents else known(_read(documents, library), library)
    around = _begin(near, net, library)
    count, begin = len(net.names), dict.fromkeys(around, 1.0)
    ranks = nearness(count, net.pairs, begin) if begin else net.links()
    shown = _shown(net, ranks, AROUND if around else NAMES)
    edges = [edge for edge in net.edges if edge.head in shown and edge.tail in shown]
    return Part(
        *_drawn(net, edges, shown, library),
        count,
        len(net.edges),
        tuple(net.names[at] for at in around),
    )


def _read(documents: Sequence[str], library: Library) -> list[str]:
    """Those of which anything was read, without those in the trash."""
    graphed = library.catalog.graphed_documents(documents)
    return [id for id in documents if id in graphed]


def _begin(near: str, net: Network, library: Library) -> list[int]:
    """The names that have all the words, else those nearest in meaning."""
    words = normal_name(near).split()
    if not words:
        return []
    has = dict.fromkeys(
        place for key, place in net.places.items() if all(word in key for word in words)
    )
    return list(has or nearest(near, net, library, NEAREST))


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


def _drawn(
    net: Network, edges: Sequence[Edge], names: Iterable[int], library: Library
) -> tuple[Graph, dict[int, Evidence]]:
    """A name has sentences that are not drawn, too; those of other documents come first."""
    told = _Sentences(library)
    links = [
        Link(
            node_id(net.keys[edge.head]),
            node_id(net.keys[edge.tail]),
            edge.triple.relation,
            told.number(edge),
        )
        for edge in edges
    ]
    of_name: dict[int, list[Edge]] = defaultdict(list)
    for edge in net.edges:
        of_name[edge.head].append(edge)
        of_name[edge.tail].append(edge)
    nodes = tuple(
        Node(node_id(net.keys[at]), net.names[at], "resolved", told.numbers(of_name[at]))
        for at in names
    )
    graph = of_structure(Structure("graph", nodes, tuple(dict.fromkeys(links))))
    return graph, told.evidence


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
