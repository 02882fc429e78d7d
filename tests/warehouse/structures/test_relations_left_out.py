"""A relation that the user leaves out of a graph takes along what rests on it alone."""

from __future__ import annotations

import pytest
from msgspec import structs

from warehouse.records import Place
from warehouse.results.records import Evidence, Link, Node, Research, Structure, SubQuery
from warehouse.steering import Act, Course, course
from warehouse.structures.edited import edited
from warehouse.studies.steering import acts_in_words

MILL, HOLM, LUNE = "Corn mill", "Ann Holm", "River Lune"
BUILT = Link("m", "h", "was built by", 1)


def research(kind: str = "graph") -> Research:
    """The topic found 1 and 2; 3 is held by names alone, as where another method found it."""
    pieces = tuple(
        Evidence(number, Place("d", 0, number, number + 1), f"Fact {number}.", "D", "1", "", "q", 1)
        for number in (1, 2, 3)
    )
    nodes = (
        Node("1", "Mills", "resolved", (1, 2), sub_queries=(SubQuery("mills", 2),)),
        Node("m", MILL, "resolved", (1, 2)),
        Node("h", HOLM, "resolved", (1,)),
        Node("r", LUNE, "resolved", (2, 3)),
    )
    links = (BUILT, Link("m", "r", "stands at", 2), Link("m", "r", "drowned in", 3))
    return Research("Mills", Structure(kind, nodes, links), pieces)


def left_out(first: str, how: str, second: str) -> Act:
    titles = {"m": MILL, "h": HOLM, "r": LUNE}
    said = (titles[second], titles[first])
    return Act("drop", *said, node=first, into=second, label=how, state="taken")


def after(*acts: Act, made: Research | None = None) -> Research:
    return edited(made or research(), course(acts))


def shape(made: Research) -> tuple[list[str], list[str], list[int]]:
    return (
        [node.id for node in made.nodes],
        [link.label for link in made.structure.links],
        [piece.number for piece in made.evidence],
    )


def test_a_name_goes_with_the_last_relation_it_rests_on() -> None:
    made = after(left_out("m", BUILT.label, "h"))
    assert shape(made) == (["1", "m", "r"], ["stands at", "drowned in"], [1, 2, 3])
    mill = made.structure.find("m")
    assert mill is not None and mill.evidence == (2,), "what the topic found stays with the topic"
    assert [(one.what, one.reason) for one in made.losses] == [
        ("Corn mill – was built by – Ann Holm", "left out by you"),
        (HOLM, "rests only on what you left out"),
    ]


def test_a_sentence_goes_that_only_the_relation_held() -> None:
    made = after(left_out("m", "drowned in", "r"))
    assert shape(made) == (["1", "m", "h", "r"], [BUILT.label, "stands at"], [1, 2])
    assert [place.start for place in made.left_out] == [3], "nobody searches for it again"
    river = made.structure.find("r")
    assert river is not None and river.evidence == (2,)


def test_elsewhere_a_part_does_not_rest_on_what_it_is_linked_by() -> None:
    """An insight that contradicts another stays when it is no contradiction."""
    made = after(left_out("m", BUILT.label, "h"), made=research("tree"))
    assert shape(made) == (["1", "m", "h", "r"], ["stands at", "drowned in"], [1, 2, 3])
    mill = made.structure.find("m")
    assert mill is not None and mill.evidence == (1, 2)


def test_two_relations_together_leave_none_of_their_names() -> None:
    made = after(left_out("m", "stands at", "r"), left_out("m", "drowned in", "r"))
    assert shape(made) == (["1", "m", "h"], [BUILT.label], [1, 2])
    every = after(
        *(left_out(one.first, one.label, one.second) for one in research().structure.links)
    )
    assert shape(every) == (["1"], [], [1, 2])


def test_it_is_of_a_name_with_all_that_was_joined_to_it_by_then() -> None:
    joined = Act("merge", HOLM, LUNE, node="r", into="h", state="taken")
    act = left_out("m", "stands at", "h")
    made = after(joined, act)
    assert shape(made)[:2] == (["1", "m", "h"], [BUILT.label, "drowned in"])
    early = after(act, joined)
    assert shape(early)[1] == [BUILT.label, "stands at", "drowned in"]
    assert early.losses[0].what == "Corn mill – stands at – Ann Holm"
    assert early.losses[0].reason == "you changed this; there is no such part now"


def test_it_is_the_same_relation_when_the_names_have_other_ids_or_titles() -> None:
    renamed = Act("edit", "Ann Holme", HOLM, node="h", state="taken")
    act = structs.replace(left_out("m", BUILT.label, "h"), text="Ann Holme", into="9")
    assert shape(after(renamed, act))[0] == ["1", "m", "r"]
    back = structs.replace(renamed, state="back")
    later = structs.replace(act, into="h")
    assert shape(after(back, later))[0] == ["1", "m", "r"], "by the name it bears again"


@pytest.mark.parametrize("label", ["stood at", ""])
def test_a_relation_that_is_not_there_is_told(label: str) -> None:
    made = after(left_out("m", label, "r"))
    assert made.structure == research().structure and len(made.losses) == 1
    assert label or made.losses[0].what == "Corn mill – hangs on – River Lune"


def test_it_is_told_as_what_it_said_and_can_be_taken_back() -> None:
    act = left_out("m", BUILT.label, "h")
    assert acts_in_words.told(act) == "Left out “Corn mill – was built by – Ann Holm”"
    assert course([structs.replace(act, state="back")]) == Course()
