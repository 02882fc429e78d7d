"""What an outline is drafted from: a method's structure in words, then its evidence, best first.

Of a graph the communities are shown, each a section to be: its names, those with most relations
first, and what the graph says of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from indexers.records import Loss
from warehouse.methods.evidence.reduction import flat
from warehouse.proof import citations
from warehouse.results.records import Node, Research, Structure
from warehouse.structures.communities import communities
from warehouse.text import shortened

SHOWN, SHOWN_CHARACTERS = 24, 140  # pieces of material in a prompt
COMMUNITIES, NAMES = 12, 4
NO_ROOM = "the drafts of the outline had no room for them"


def told(research: Research) -> Iterator[str]:
    """Lines for a prompt, as many as it has room for: half of them of the structure, if there is
    evidence for the others.
    """
    pieces = [f"{piece.title}: {flat(piece.text)}" for piece in research.evidence]
    room = _room(research)
    parts = list(_parts(research, room))
    for line in [*parts[:room], *pieces][:SHOWN]:
        yield f"- {shortened(flat(line), SHOWN_CHARACTERS)}"


def untold(research: Research) -> list[Loss]:
    """Of insights and answers those that ``told`` has no room for, counted."""
    if research.structure.kind == "graph":
        return []
    telling, names = _nodes(research)
    count = len(telling) - len(_chosen(telling, names, research, _room(research))[0])
    what = f"{count} of {len(telling)} insights and answers"
    return [Loss("outlining", what, NO_ROOM)] if count else []


def _room(research: Research) -> int:
    return max(SHOWN // 2, SHOWN - len(research.evidence))


def _parts(research: Research, room: int) -> Iterator[str]:
    """What was found under each part, where a method writes that, before parts that say less: of a
    tree with insights these come first, of conversations the questions with their answers. Where
    there is no room for all, the parts that the topic was divided into are named in any case.
    """
    if research.structure.kind == "graph":
        yield from islice(of_graph(research.structure), COMMUNITIES)
        return
    telling, names = _chosen(*_nodes(research), research, room)
    for node in [*telling, *names]:
        found = citations.without_marks(node.found)
        yield f"{node.title}: {found}" if found else node.title


def _nodes(research: Research) -> tuple[list[Node], list[Node]]:
    """Those that say something, and those that only have a name."""
    nodes = [node for node in research.nodes if node.evidence and node.title != research.task]
    telling = [node for node in nodes if _says_something(node)]
    return telling, [node for node in nodes if not _says_something(node)]


def _chosen(
    telling: list[Node], names: list[Node], research: Research, room: int
) -> tuple[list[Node], list[Node]]:
    """Of both what there is room for, at least; the names that are shown come first."""
    if len(telling) + len(names) <= room:
        return telling, names
    first = {node.id for node in _divided(research)}
    names = sorted(names, key=lambda node: node.id not in first)
    named = min(len(first.intersection(node.id for node in names)), room // 2)
    return _spread(telling, room - named), names


def _divided(research: Research) -> Iterator[Node]:
    """The parts right below the topic that were searched for."""
    for node in research.structure.nodes:
        if node.title == research.task:
            yield from (child for child in node.children if child.sub_queries)


def _spread(nodes: list[Node], most: int) -> list[Node]:
    """Of all that come one after the other alike: insights are in the order of their branches."""
    if len(nodes) <= most:
        return nodes
    return [nodes[at * len(nodes) // most] for at in range(most)]


def _says_something(node: Node) -> bool:
    """Has it an answer, or was it learnt from what others found? An insight has no searches of its
    own, nor parts.
    """
    return bool(node.found) or not (node.sub_queries or node.children)


def of_graph(structure: Structure) -> Iterator[str]:
    """A line for each community of two names or more, the largest first."""
    nodes = structure.nodes
    place = {node.id: at for at, node in enumerate(nodes)}
    links = [link for link in structure.links if {link.first, link.second} <= place.keys()]
    pairs = [(place[link.first], place[link.second]) for link in links]
    degree = [sum(at in pair for pair in pairs) for at in range(len(nodes))]
    for group in communities(len(nodes), pairs):
        if len(group) < 2:
            return
        names = sorted(group, key=lambda at: -degree[at])[:NAMES]
        said = [
            f"{nodes[a].title} {link.label} {nodes[b].title}"
            for link, (a, b) in zip(links, pairs, strict=True)
            if a in group and b in group
        ]
        yield f"{', '.join(nodes[at].title for at in names)}: {'; '.join(said)}"
