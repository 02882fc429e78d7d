"""A graph is told to who drafts an outline by its communities."""

from __future__ import annotations

from bridge_article import FACTS
from bridge_sections import evidence
from msgspec import structs

from warehouse.results.records import Link, Node, Research, Structure, SubQuery
from warehouse.writing.outline import material

SEARCHED = (SubQuery("q", 2),)


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


def test_answers_and_insights_come_before_parts_that_only_have_a_name() -> None:
    nodes = (
        Node("1", "Arches", "resolved", (1,), sub_queries=SEARCHED),
        Node("2", "Who cast them?", "resolved", (1,), found="A foundry of Lune."),
        Node("3", "拱门在镇上的工厂铸造", "resolved", (1,)),
    )
    told = list(material.told(Research("Topic", Structure("tree", nodes))))
    assert told == [
        "- Who cast them?: A foundry of Lune.",
        "- 拱门在镇上的工厂铸造",
        "- Arches",
    ]


def test_a_large_structure_leaves_half_of_the_room_to_the_evidence() -> None:
    nodes = tuple(Node(str(at), f"Part {at}", "resolved", (1,)) for at in range(40))
    pieces = tuple(evidence(number, fact) for number, fact in enumerate(FACTS, start=1))
    research = Research("Topic", Structure("tree", nodes), pieces)
    told = list(material.told(research))
    assert len(told) == material.SHOWN
    assert sum("Part" not in one for one in told) == len(pieces) <= material.SHOWN // 2


def test_of_many_insights_some_of_every_branch_are_told_and_its_name() -> None:
    """Insights are in the order in which the leaves of a tree were told."""
    branches = tuple(
        Node(f"1.{at}", f"Branch {at}", "resolved", (1,), sub_queries=SEARCHED)
        for at in range(1, 5)
    )
    leaves = ("topic", *(branch.title for branch in branches))
    known = tuple(
        Node(f"known.{place}", f"{at} on {leaf} of it", "resolved", (1,))
        for place, (leaf, at) in enumerate((leaf, at) for leaf in leaves for at in range(9))
    )
    nodes = (
        Node("1", "Topic", "resolved", (1,), branches),
        Node("known", "What is known", "resolved", children=known),
    )
    pieces = tuple(evidence(number, FACTS[0]) for number in range(1, 30))
    told = list(material.told(Research("Topic", Structure("tree", nodes), pieces)))
    assert len(told) == material.SHOWN
    assert [line for line in told if line.startswith("- Branch")] == [
        f"- {branch.title}" for branch in branches
    ]
    for leaf in leaves:
        assert any(f"on {leaf} of" in line for line in told)
    shown = sum(" of it" in line for line in told)
    [loss] = material.untold(Research("Topic", Structure("tree", nodes), pieces))
    assert (loss.stage, loss.what) == ("outlining", f"{45 - shown} of 45 insights and answers")
    few = Structure("tree", (nodes[0], structs.replace(nodes[1], children=known[:3])))
    assert not material.untold(Research("Topic", few, pieces))


_TITLES = ("Topic", "Bridge", "Works", "Lune", "Baker", "bread")
