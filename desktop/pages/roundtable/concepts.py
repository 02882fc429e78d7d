"""The map of a table as a picture: what each concept holds, what is new in it, what is folded away.

Of a concept all is counted that stands in it and below it. Pure: no window.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct, structs

from warehouse.results.records import Node
from warehouse.results.roundtable import ROOT, Table, all_evidence, fresh
from warehouse.structures.graph import Graph, Mark, of_structure


class Count(Struct, frozen=True):
    """Sentences that were found for a concept, statements of the table on them, and what is new."""

    found: int
    said: int
    new: int


def picture(table: Table, folded: Collection[str] = ()) -> Graph:
    """``folded`` are ids of concepts whose parts are not shown."""
    new = novel(table)
    root = _cut(table.root, folded)
    graph = of_structure(structs.replace(table.map, nodes=(root,)))
    whole = {node.id: node for node in table.map.walk()}
    said = [frozenset(claim.cites) for turn in table.turns for claim in turn.claims]
    marks = tuple(
        _mark(node, whole[node.id], count(whole[node.id], said, new), table, new)
        for node in graph.nodes
    )
    return structs.replace(graph, marks=marks)


def novel(table: Table) -> frozenset[int]:
    """The evidence found since the user spoke last; with the last turn, where they never did."""
    if any(turn.role == "user" for turn in table.turns):
        return fresh(table) & {number for turn in table.turns for number in turn.evidence}
    last = next((turn for turn in reversed(table.turns) if turn.evidence), None)
    before = {n for turn in table.turns if turn is not last for n in turn.evidence}
    return frozenset(last.evidence) - before if last is not None and before else frozenset()


def count(node: Node, said: Sequence[frozenset[int]], new: frozenset[int]) -> Count:
    """``said`` are the numbers that each statement of the table cites."""
    held = frozenset(all_evidence(node))
    statements = sum(not held.isdisjoint(cites) for cites in said)
    return Count(len(held), statements, len(held & new))


def below(node: Node) -> Iterator[Node]:
    for child in node.children:
        yield child
        yield from below(child)


def words(count: Count, is_held: bool = False) -> str:
    """``12 found · 5 said · 3 new``."""
    parts = (
        f"{count.found:,} found" if count.found else "nothing yet",
        f"{count.said:,} said" if count.said else "",
        f"{count.new:,} new" if count.new else "",
        "pinned" if is_held else "",
    )
    return " · ".join(filter(None, parts))


def _mark(shown: Node, node: Node, counted: Count, table: Table, new: frozenset[int]) -> Mark:
    """``shown`` is the node as it is drawn: with what is folded away below it."""
    hidden = sum(1 for _ in below(node)) if node.children and not shown.children else 0
    is_new = node.id != ROOT and not new.isdisjoint(shown.evidence)
    return Mark(words(counted, node.id in table.pinned), is_new, hidden)


def _cut(node: Node, folded: Collection[str]) -> Node:
    """A folded concept has the evidence of all that is below it."""
    if node.id in folded and node.children:
        return structs.replace(node, children=(), evidence=all_evidence(node))
    return structs.replace(node, children=tuple(_cut(child, folded) for child in node.children))
