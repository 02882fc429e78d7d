"""What an outline is drafted from: a method's structure in words, then the best of its evidence.

Of a graph the communities are shown, each a section to be: its names, those with most relations
first, and what the graph says of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from warehouse.methods.evidence.reduction import flat
from warehouse.results.records import Research, Structure
from warehouse.structures.communities import communities
from warehouse.text import shortened

SHOWN, SHOWN_CHARACTERS = 24, 140  # pieces of material in a prompt
COMMUNITIES, NAMES = 12, 4


def told(research: Research) -> Iterator[str]:
    """Lines for a prompt, as many as it has room for."""
    best = sorted(research.evidence, key=lambda one: -one.score)
    pieces = [*_parts(research), *(f"{one.title}: {flat(one.text)}" for one in best)]
    for one in pieces[:SHOWN]:
        yield f"- {shortened(flat(one), SHOWN_CHARACTERS)}"


def _parts(research: Research) -> list[str]:
    if research.structure.kind == "graph":
        return list(of_graph(research.structure))[:COMMUNITIES]
    return [one.title for one in research.nodes if one.evidence and one.title != research.task]


def of_graph(structure: Structure) -> Iterator[str]:
    """A line for each community of two names or more, the largest first."""
    nodes = structure.nodes
    place = {node.id: at for at, node in enumerate(nodes)}
    links = [one for one in structure.links if {one.first, one.second} <= place.keys()]
    pairs = [(place[one.first], place[one.second]) for one in links]
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
