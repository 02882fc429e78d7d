"""Nodes made of what searches brought, for structures that are not a chain of intents."""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.methods.evidence.evidence_pool import Brought
from warehouse.results.records import Node


def node(id: str, title: str, brought: Sequence[Brought], found: str = "") -> Node:
    """With its evidence, each number once, and the searches it comes from."""
    numbers = dict.fromkeys(number for result in brought for number in result.numbers)
    documents = {document for result in brought for document in result.documents}
    return Node(
        id=id,
        title=title,
        state="resolved" if numbers else "unresolved",
        evidence=tuple(numbers),
        sub_queries=tuple(result.search for result in brought if result.search.text),
        seen=len(documents),
        read=len(documents),
        found=found,
    )


def below(parent: str, at: int) -> str:
    """The id of a node's child at this place, from 0: "2" has "2.1", "2.2"."""
    return f"{parent}.{at + 1}"
