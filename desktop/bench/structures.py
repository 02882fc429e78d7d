"""Structures of any size, made of nothing: the same each time."""

from __future__ import annotations

import random

from warehouse.library import Library
from warehouse.records import Triple
from warehouse.results.records import Link, Node, NodeState, Structure

WORDS = (
    *("Lune", "bridge", "mill", "flood", "board", "storm"),
    *("dike", "harbour", "charter", "survey", "iron", "council"),
)
RELATIONS = ("built by", "part of", "paid for", "stands at", "was before", "decided")
GROUPS = 24


def net(nodes: int, links: int, numbers: int = 1, seed: int = 1) -> Structure:
    """As triples of a library hang together: a few hubs, communities, some parts apart; evidence
    goes round through 1 to ``numbers``.
    """
    chance = random.Random(seed)
    loose = nodes // 20
    home = [min(GROUPS - 1, int(chance.expovariate(0.15))) for _ in range(nodes - loose)]
    members: dict[int, list[int]] = {}
    for at, group in enumerate(home):
        members.setdefault(group, []).append(at)
    pairs: dict[tuple[int, int], None] = {}
    for at in range(nodes - loose, nodes - 1, 2):
        pairs[at, at + 1] = None
    while len(pairs) < links:
        node = chance.randrange(len(home))
        inside = chance.random() < 0.85
        among = members[home[node]] if inside else range(len(home))
        other = among[int(len(among) * chance.random() ** 2)]
        if node != other:
            pairs[min(node, other), max(node, other)] = None
    entities = tuple(
        Node(f"e{at}", _name(at, chance), "resolved", (at % numbers + 1,)) for at in range(nodes)
    )
    across = tuple(
        Link(f"e{node}", f"e{other}", chance.choice(RELATIONS), at % numbers + 1)
        for at, (node, other) in enumerate(pairs)
    )
    return Structure("graph", entities, across)


def tree(branches: int, depth: int) -> Structure:
    """Every node with as many children, and a contradiction across."""
    root = _branch("1", branches, depth)
    known = Node("known", "What is known", "resolved", children=_insights())
    return Structure("tree", (root, known), (Link("known.2", "known.1", "contradicts"),))


def read_for_graph(library: Library) -> None:
    """Something of each document, as if a model had read it."""
    for document in library.catalog.documents():
        first = library.catalog.sentences(document.id)[0]
        told = Triple(document.id, first.start, first.end, "The bridge", "is told of", "A witness")
        reading = library.catalog.reading_hash(document.id)
        library.catalog.keep_triples(document.id, {first.start: (told,)}, "", reading)


def _branch(id: str, branches: int, depth: int) -> Node:
    count = branches if depth else 0
    below = tuple(_branch(f"{id}.{at + 1}", branches, depth - 1) for at in range(count))
    state: NodeState = "unresolved" if id.endswith("3.2") else "resolved"
    title = f"{WORDS[sum(map(ord, id)) % len(WORDS)].capitalize()} and what is said of part {id}"
    return Node(id, title, state, (1,), below)


def _insights() -> tuple[Node, ...]:
    said = (
        "The dam of Brielle broke in the night of the storm, and the lower town stood under water.",
        "The dam held until the morning, as the clerk of the board wrote in his book.",
    )
    return tuple(
        Node(f"known.{at}", text, "resolved", (1,)) for at, text in enumerate(said, start=1)
    )


def _name(at: int, chance: random.Random) -> str:
    return f"{chance.choice(WORDS).capitalize()} {chance.choice(WORDS)} {at}"
