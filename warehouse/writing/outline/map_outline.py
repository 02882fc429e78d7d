"""A mind map as the outline of an article: its concepts are the sections, their evidence is told.

The user has shaped the map already, so nothing is drafted. What stands at the topic itself, beside
its concepts, is told first, under the topic's name.
"""

from __future__ import annotations

from collections.abc import Sequence

from indexers.records import Loss
from warehouse.context import Context
from warehouse.methods.evidence.reduction import head, lost
from warehouse.results.records import Evidence, Node, Research
from warehouse.results.roundtable import MAP
from warehouse.writing.outline import grouping
from warehouse.writing.outline.outlining import Heading, Outline
from warehouse.writing.outline.ranked import is_statement

MOST_PARAGRAPHS = 3  # of a concept
FEWEST_CONCEPTS = 2  # below that a map divides nothing, and an outline is drafted


def is_one(research: Research) -> bool:
    structure = research.structure
    is_map = structure.kind == MAP and bool(structure.nodes)
    return is_map and len(structure.nodes[0].children) >= FEWEST_CONCEPTS


def outline(research: Research, context: Context) -> tuple[Outline, list[Loss]]:
    """And what no section tells."""
    [root] = research.structure.nodes
    by_number = {piece.number: piece for piece in research.evidence}
    losses: list[Loss] = []
    sections: list[Heading] = []
    if pieces := _told(root, by_number, losses):
        groups = _paragraphs(pieces, context, losses)
        sections.append(Heading(root.title, "", groups))
    sections += [_heading(child, by_number, context, losses) for child in root.children]
    return Outline(research.task, tuple(sections)), losses


def _heading(
    node: Node, by_number: dict[int, Evidence], context: Context, losses: list[Loss]
) -> Heading:
    pieces = _told(node, by_number, losses)
    groups = _paragraphs(pieces, context, losses) if pieces else ()
    children = tuple(_heading(child, by_number, context, losses) for child in node.children)
    return Heading(node.title, "", groups, children=children)


def _told(node: Node, by_number: dict[int, Evidence], losses: list[Loss]) -> list[Evidence]:
    """Its pieces that tell a reader something by themselves."""
    pieces = [by_number[number] for number in node.evidence if number in by_number]
    good = [piece for piece in pieces if is_statement(piece.text, head(piece))]
    losses += [
        lost("outlining", piece, "is no statement by itself")
        for piece in pieces
        if piece not in good
    ]
    return good


def _paragraphs(
    own: Sequence[Evidence], context: Context, losses: list[Loss]
) -> tuple[tuple[Evidence, ...], ...]:
    groups = grouping.grouped(own, context)
    groups.sort(key=lambda group: -sum(piece.score for piece in group) / len(group))
    losses += [
        lost("outlining", piece, "the section is long enough without it")
        for group in groups[MOST_PARAGRAPHS:]
        for piece in group
    ]
    return tuple(groups[:MOST_PARAGRAPHS])
