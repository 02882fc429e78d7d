"""A node and an edge in words: for tooltips, for what is chosen, and for those who hear it."""

from __future__ import annotations

from desktop.structure.scene import Scene
from warehouse.results.records import Node
from warehouse.structures.graph import LINKED, Edge, Mark, relation_words
from warehouse.text import plural

STATES = {"open": "in work", "resolved": "", "unresolved": "nothing found"}


def node_words(scene: Scene, place: int) -> str:
    """``Lune Bridge: 3 sentences, beside 4 others``."""
    node = scene.graph.nodes[place]
    if scene.graph.marks:
        return f"{node.title}: {mark_words(scene.graph.marks[place])}"
    about = ", ".join(filter(None, (STATES[node.state], *facts(node, len(scene.beside[place])))))
    return f"{node.title}: {about}" if about else node.title


def mark_words(mark: Mark) -> str:
    """``3 found · 1 said · 2 parts folded away``."""
    hidden = f"{plural(mark.hidden, 'part')} folded away" if mark.hidden else ""
    return " · ".join(filter(None, (mark.words, hidden)))


def facts(node: Node, beside: int = 0) -> tuple[str, ...]:
    return (
        plural(len(node.evidence), "sentence") if node.evidence else "",
        f"beside {plural(beside, 'other')}" if beside else "",
    )


def edge_words(scene: Scene, place: int) -> str:
    """``Lune Bridge – built by – Ada Holm``."""
    edge = scene.graph.edges[place]
    first, second = (scene.graph.nodes[at].title for at in (edge.first, edge.second))
    return relation_words(first, said(edge), second)


def said(edge: Edge) -> str:
    """What an edge means."""
    if edge.kind == "link":
        return edge.label or LINKED
    return "has the part" if edge.kind == "below" else "then"
