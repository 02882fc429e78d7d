"""Nodes and edges of a structure as flat lists: chain, tree, conversations and graph alike.

Edges name nodes by their places in the list, so that a picture of thousands is made of arrays.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal

from msgspec import Struct, structs

from warehouse.results.records import Evidence, Link, Node, NodeState, Research, Structure

CHAINS = ("intents", "sections")
NAMES: Mapping[str, str] = {
    "intents": "Steps of the search",
    "sections": "Sections and their searches",
    "outline": "Outline and its searches",
    "passages": "What one search found",
    "tree": "Tree of the topic",
    "conversations": "Conversations",
    "graph": "Names and relations",
    "mind map": "Mind map",
}
OTHER_NAME = "Structure"
LINKED = "hangs on"  # where a link does not say how

EdgeKind = Literal["below", "next", "link"]


class Edge(Struct, frozen=True):
    """Between the nodes at two places of the list. "below": ``second`` is a part of ``first``;
    "next": it comes after it; "link": ``links`` say what joins them, whichever way they point.
    """

    first: int
    second: int
    kind: EdgeKind
    links: tuple[Link, ...] = ()

    @property
    def label(self) -> str:
        return "; ".join(dict.fromkeys(link.label for link in self.links if link.label))

    @property
    def evidence(self) -> tuple[int, ...]:
        """The numbers of the sentences that say so."""
        return tuple(dict.fromkeys(link.evidence for link in self.links if link.evidence))

    def sentences(self, evidence: Mapping[int, Evidence]) -> dict[int, Evidence]:
        """The pieces that say so, each cut to all that is said in it where that is known."""
        told: dict[int, list[Link]] = defaultdict(list)
        for link in self.links:
            if link.evidence in evidence:
                told[link.evidence].append(link)
        return {number: _cut(evidence[number], links) for number, links in told.items()}


def relation_words(first: str, label: str, second: str) -> str:
    """``Lune Bridge – built by – Ada Holm``."""
    return f"{first} – {label or LINKED} – {second}"


class Mark(Struct, frozen=True):
    """What stands under the title of a node: ``words``; ``is_new`` lights it, with a word beside
    the colour; ``hidden`` parts are folded away below it.
    """

    words: str
    is_new: bool = False
    hidden: int = 0


class Graph(Struct, frozen=True):
    """A parent stands before its children in ``nodes``. ``searches`` are the places of nodes that
    stand for a search: they are shown, and cannot be steered. ``marks``: one for each node, or
    none at all.
    """

    kind: str
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    searches: frozenset[int] = frozenset()
    marks: tuple[Mark, ...] = ()

    @property
    def name(self) -> str:
        return NAMES.get(self.kind, OTHER_NAME)

    @property
    def is_net(self) -> bool:
        """More is linked across than stands below: no tree shows it."""
        links = sum(edge.kind == "link" for edge in self.edges)
        return links > len(self.edges) - links or (self.kind == "graph" and len(self.nodes) > 1)

    def parents(self) -> list[int]:
        """The place of each node's parent, -1 of a root."""
        parents = [-1] * len(self.nodes)
        for edge in self.edges:
            if edge.kind == "below":
                parents[edge.second] = edge.first
        return parents


EMPTY = Graph("", (), ())


def of_research(found: Research) -> Graph:
    """The structure of what was found; a chain with the searches of each step."""
    structure = found.structure
    if structure.kind not in CHAINS:
        return of_structure(structure)
    searches = {node.id: _searches(node, found.evidence) for node in structure.nodes}
    nodes = tuple(
        structs.replace(node, children=(*node.children, *searches[node.id]))
        for node in structure.nodes
    )
    ids = {node.id for many in searches.values() for node in many}
    graph = of_structure(structs.replace(structure, nodes=nodes))
    places = frozenset(at for at, node in enumerate(graph.nodes) if node.id in ids)
    return structs.replace(graph, searches=places)


def of_structure(structure: Structure) -> Graph:
    """Links to what is not there are left out; of two nodes with one id the first is meant."""
    nodes: list[Node] = []
    edges: list[Edge] = []
    places: dict[str, int] = {}
    for parent, node in _walk(structure.nodes):
        places.setdefault(node.id, len(nodes))
        if parent >= 0:
            edges.append(Edge(parent, len(nodes), "below"))
        nodes.append(node)
    if structure.kind in CHAINS:
        roots = [places[node.id] for node in structure.nodes]
        edges += [Edge(*pair, "next") for pair in pairwise(roots)]
    edges += _across(structure.links, places)
    return Graph(structure.kind, tuple(nodes), tuple(edges))


def _cut(piece: Evidence, links: Sequence[Link]) -> Evidence:
    """From the first of the sentences of ``links`` to the last."""
    place = piece.place
    sentences = [(max(link.start, place.start), min(link.end, place.end)) for link in links]
    is_known = all(start < end for start, end in sentences)
    if not is_known or place.end - place.start != len(piece.text):
        return piece
    start, end = min(start for start, _ in sentences), max(end for _, end in sentences)
    text = piece.text[start - place.start : end - place.start]
    return structs.replace(piece, place=structs.replace(place, start=start, end=end), text=text)


def _walk(roots: Sequence[Node]) -> Iterator[tuple[int, Node]]:
    """Each node with the place of its parent, a parent before its children."""
    waiting = [(-1, node) for node in reversed(roots)]
    at = 0
    while waiting:
        parent, node = waiting.pop()
        yield parent, node
        waiting += [(at, child) for child in reversed(node.children)]
        at += 1


def _across(links: Sequence[Link], places: Mapping[str, int]) -> list[Edge]:
    """One edge for all links between the same two."""
    between: dict[tuple[int, int], list[Link]] = defaultdict(list)
    for link in links:
        first, second = places.get(link.first, -1), places.get(link.second, -1)
        if first >= 0 and second >= 0 and first != second:
            pair = (first, second) if (second, first) not in between else (second, first)
            between[pair].append(link)
    return [Edge(*pair, "link", tuple(many)) for pair, many in between.items()]


def _searches(node: Node, evidence: Sequence[Evidence]) -> tuple[Node, ...]:
    """A node for each search of a step, with what it found of the step's evidence."""
    searches: list[Node] = []
    for at, query in enumerate(node.sub_queries, start=1):
        numbers = tuple(
            piece.number
            for piece in evidence
            if piece.query == query.text and piece.number in node.evidence
        )
        state: NodeState = "resolved" if numbers or query.found else "unresolved"
        searches.append(Node(f"{node.id}/{at}", query.text, state, numbers, seen=query.found))
    return tuple(searches)
