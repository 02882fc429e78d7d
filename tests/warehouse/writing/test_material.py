"""A graph is told to who drafts an outline by its communities."""

from __future__ import annotations

from warehouse.results.records import Link, Node, Research, Structure
from warehouse.writing import material


def test_communities_are_what_a_draft_is_made_from() -> None:
    nodes = tuple(
        Node(id, title, "resolved", (1,)) for id, title in zip("1abcde", _TITLES, strict=True)
    )
    links = (
        Link("a", "b", "was cast by", 1),
        Link("a", "c", "crosses", 1),
        Link("d", "e", "bakes", 1),
    )
    told = list(material.told(Research("Topic", Structure("graph", nodes, links))))
    assert told == [
        "- Bridge, Works, Lune: Bridge was cast by Works; Bridge crosses Lune",
        "- Baker, bread: Baker bakes bread",
    ]


def test_another_structure_is_told_by_its_nodes() -> None:
    nodes = (Node("1", "Topic", "resolved", (1,)), Node("2", "Arches", "resolved", (1,)))
    told = list(material.told(Research("Topic", Structure("tree", nodes))))
    assert told == ["- Arches"]


_TITLES = ("Topic", "Bridge", "Works", "Lune", "Baker", "bread")
