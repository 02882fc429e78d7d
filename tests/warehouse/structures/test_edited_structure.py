"""A structure as the user has it: renamed, left out, joined; evidence follows its nodes."""

from __future__ import annotations

import pytest
from msgspec import structs

from warehouse.records import Place
from warehouse.results.records import Evidence, Link, Node, Research, Structure, SubQuery
from warehouse.steering import Act, Course, course
from warehouse.structures.edited import edited


def research() -> Research:
    pieces = tuple(
        Evidence(
            number, Place("d", 0, number, number + 1), f"Fact {number}.", "D", "1", "", "q", 0.5
        )
        for number in range(1, 7)
    )
    leaves = (Node("1.1", "Arches", "resolved", (1, 2)), Node("1.2", "Piers", "resolved", (2, 3)))
    nodes = (
        Node("1", "Bridge", "resolved", (4,), leaves),
        Node("2", "Works", "resolved", (5,)),
    )
    links = (Link("1.1", "2", "were cast by", 5), Link("1.2", "2", "stand near", 3))
    return Research("Bridge", Structure("tree", nodes, links), pieces)


def changed(*acts: Act) -> Course:
    return Course(changes=acts)


def drop(id: str) -> Act:
    return Act("drop", node=id)


def join(id: str, other: str) -> Act:
    return Act("merge", node=id, into=other)


def numbers(made: Research) -> list[int]:
    return [one.number for one in made.evidence]


def test_nothing_changes_without_a_change() -> None:
    assert edited(research(), Course()) == research()


def test_a_node_is_renamed() -> None:
    made = edited(research(), changed(Act("edit", "Iron arches", node="1.1")))
    assert [one.title for one in made.nodes] == ["Bridge", "Iron arches", "Piers", "Works"]
    assert numbers(made) == [1, 2, 3, 4, 5, 6]


def test_what_is_left_out_takes_what_it_alone_rests_on() -> None:
    made = edited(research(), changed(drop("1.1")))
    assert [one.id for one in made.nodes] == ["1", "1.2", "2"]
    assert numbers(made) == [2, 3, 4, 5, 6], "6 hung on no node before"
    assert [one.first for one in made.structure.links] == ["1.2"]
    assert [(one.what, one.reason) for one in made.losses] == [("Arches", "left out by you")]
    assert [place.start for place in made.left_out] == [1], "nobody searches for it again"


def test_words_that_the_user_asked_for_stay() -> None:
    kept = structs.replace(changed(drop("1.1")), kept={"1": (research().evidence[0].place,)})
    made = edited(research(), kept)
    assert numbers(made) == [1, 2, 3, 4, 5, 6] and not made.left_out


def test_what_is_left_out_goes_with_all_below_it() -> None:
    made = edited(research(), changed(drop("1")))
    assert [one.id for one in made.nodes] == ["2"] and numbers(made) == [5, 6]


def told_by(*nodes: Node) -> Research:
    """What was searched for holds its evidence; ``nodes`` tell of it."""
    searched = tuple(
        structs.replace(node, sub_queries=(SubQuery(node.title, 2),)) for node in research().nodes
    )
    return structs.replace(research(), structure=Structure("tree", (*searched[1:], *nodes)))


def test_an_insight_goes_with_the_evidence_it_rests_on() -> None:
    known = (Node("known.1", "One", "resolved", (1,)), Node("known.2", "Two", "resolved", (1, 2)))
    links = (Link("known.1", "known.2", "contradicts"),)
    made = told_by(Node("known", "What is known", "resolved", (), known))
    made = structs.replace(made, structure=structs.replace(made.structure, links=links))
    after = edited(made, changed(drop("1.1")))
    assert [(node.id, node.evidence) for node in after.structure.nodes[-1].children] == [
        ("known.2", (2,))
    ]
    assert numbers(after) == [2, 3, 4, 5, 6] and not after.structure.links
    assert [(one.what, one.reason) for one in after.losses] == [
        ("Arches", "left out by you"),
        ("One", "rests only on what you left out"),
    ]
    alone = edited(made, changed(drop("known.2")))
    assert numbers(alone) == numbers(made), "who found it holds it"
    joined = changed(drop("1.1"), join("2", "known.1"))
    assert edited(made, joined).structure.nodes[-1].children[0].evidence == (5,)


def test_a_turn_takes_what_it_alone_found_from_its_conversation() -> None:
    turns = tuple(
        structs.replace(node, id=f"3.{at}", sub_queries=(SubQuery(node.title, 2),))
        for at, node in enumerate(research().structure.nodes[0].children, start=1)
    )
    talk = Node("3", "Founder", "resolved", (1, 2, 3), turns)
    made = structs.replace(research(), structure=Structure("conversations", (talk,)))
    one = edited(made, changed(drop("3.1")))
    assert one.structure.nodes[0].evidence == (2, 3) and numbers(one) == [2, 3, 4, 5, 6]
    both = edited(made, changed(drop("3.1"), drop("3.2")))
    assert not both.structure.nodes and numbers(both) == [4, 5, 6]
    assert both.losses[-1].what == "Founder"


def test_what_is_joined_brings_its_evidence_links_and_children() -> None:
    made = edited(research(), changed(join("1.1", "2")))
    works = made.structure.find("2")
    assert works is not None and works.evidence == (5, 1, 2)
    assert [one.first for one in made.structure.links] == ["1.2"], "none to itself"
    assert numbers(made) == [1, 2, 3, 4, 5, 6]
    above = edited(research(), changed(join("1", "2")))
    assert [one.id for one in above.structure.nodes] == ["1.1", "1.2", "2"]


@pytest.mark.parametrize("merged", [{"1.1": "2", "2": "1.1"}, {"1.1": "1.1"}])
def test_a_round_of_joins_changes_nothing(merged: dict[str, str]) -> None:
    assert edited(research(), changed(*(join(*pair) for pair in merged.items()))) == research()


@pytest.mark.parametrize("merged", [{"1.1": "9"}, {"1": "9", "2": "1.3"}])
def test_what_is_joined_to_a_node_that_is_not_there_stays(merged: dict[str, str]) -> None:
    made = edited(research(), changed(*(join(*pair) for pair in merged.items())))
    assert structs.replace(made, losses=()) == research() and made.losses
    half = edited(research(), changed(join("1.1", "2"), join("2", "9")))
    whole = edited(research(), changed(join("1.1", "2")))
    assert half.structure == whole.structure and len(half.losses) == 1


@pytest.mark.parametrize(("dropped", "lost"), [("2", ["Bridge", "Works"]), ("1.1", ["Arches"])])
def test_what_is_joined_to_what_is_left_out_is_lost_with_it(dropped: str, lost: list[str]) -> None:
    made = edited(research(), changed(join("1", "2"), join("1.1", "1.2"), drop(dropped)))
    assert [one.what for one in made.losses] == lost
    assert "1.2" in [one.id for one in made.nodes], "the children stand in its place"


def test_the_acts_add_up() -> None:
    acts = [
        Act("edit", "Iron arches", "Arches", node="1.1", state="taken"),
        Act("merge", "Works", "Piers", node="1.2", into="2", state="taken"),
        Act("drop", target="Bridge", node="1", state="back"),
    ]
    made = edited(research(), course(acts))
    assert [one.title for one in made.nodes] == ["Bridge", "Iron arches", "Works"]


def in_other_places() -> Research:
    """Another pass: the leaves came in the other order."""
    root, works = research().structure.nodes
    arches, piers = root.children
    turned = (structs.replace(piers, id="1.1"), structs.replace(arches, id="1.2"))
    nodes = (structs.replace(root, children=turned), works)
    return structs.replace(research(), structure=Structure("tree", nodes))


def taken(*acts: Act) -> Course:
    return course(structs.replace(act, state="taken") for act in acts)


def test_a_change_is_of_the_same_part_wherever_it_stands_in_another_pass() -> None:
    now = taken(Act("drop", target="Arches", node="1.1"))
    made = edited(in_other_places(), now)
    assert [one.title for one in made.nodes] == ["Bridge", "Piers", "Works"]
    assert numbers(made) == [2, 3, 4, 5, 6]
    now = taken(
        Act("edit", "Iron", "Arches", node="1.1"),
        Act("merge", "Iron", "Works", node="2", into="1.1"),
        Act("drop", target="Piers", node="1.1"),
    )
    made = edited(in_other_places(), now)
    assert [(one.id, one.title, one.evidence) for one in made.nodes] == [
        ("1", "Bridge", (4,)),
        ("1.2", "Iron", (1, 2, 5)),
    ]


def test_a_change_of_what_is_not_there_changes_nothing_and_is_told() -> None:
    acts = (
        Act("drop", target="Deck", node="1.1"),
        Act("edit", "Road", "Deck", node="1.1"),
        Act("merge", "Deck", "Piers", node="1.2", into="1.1"),
    )
    made = edited(research(), taken(*acts))
    assert made.structure == research().structure
    assert [(one.what, one.reason) for one in made.losses] == [
        ("Deck", "you changed this; there is no such part now")
    ]


def test_a_part_that_was_named_like_another_is_not_that_one() -> None:
    now = taken(
        Act("edit", "Works", "Arches", node="1.1"),
        Act("edit", "Foundry", "Works", node="2"),
        Act("drop", target="Works", node="1.1"),
    )
    assert [one.title for one in edited(research(), now).nodes] == ["Bridge", "Piers", "Foundry"]
    twice = taken(Act("edit", "Works", "Arches", node="1.1"), Act("drop", target="Works", node="9"))
    assert len(edited(research(), twice).nodes) == 4, "either may be meant"


def test_a_change_outlives_the_rename_before_it_that_was_taken_back() -> None:
    """What came later named the part as it was called by then."""
    renamed = Act("edit", "Costs", "Arches", node="1.1", state="back")
    again = Act("edit", "Sums", "Costs", node="1.1", state="back")
    dropped = Act("drop", target="Costs", node="1.1", state="taken")
    joined = Act("merge", "Costs", "Works", node="2", into="1.1", state="taken")
    for made in (research(), in_other_places()):
        after = edited(made, course([renamed, dropped]))
        assert [one.what for one in after.losses] == ["Arches"]
        assert [one.reason for one in after.losses] == ["left out by you"]
        after = edited(made, course([renamed, again, structs.replace(dropped, target="Sums")]))
        assert [one.what for one in after.losses] == ["Arches"]
        after = edited(made, course([renamed, joined]))
        assert ("Arches", (1, 2, 5)) in [(one.title, one.evidence) for one in after.nodes]
    named_so = structs.replace(renamed, text="Works")
    after = edited(
        research(), course([named_so, Act("drop", target="Works", node="2", state="taken")])
    )
    assert [one.what for one in after.losses] == ["Works"], "its own name is not touched"
    kept = structs.replace(again, state="taken")
    after = edited(research(), course([renamed, kept, structs.replace(dropped, target="Sums")]))
    assert [one.what for one in after.losses] == ["Arches"]
