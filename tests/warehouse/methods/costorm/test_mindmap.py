"""The map under every change: nothing is lost, nothing stands twice, ids are for ever."""

from __future__ import annotations

import random

import pytest
from msgspec import structs

from warehouse.errors import BadInput
from warehouse.methods.costorm import mindmap
from warehouse.records import Place
from warehouse.results.records import Evidence
from warehouse.results.roundtable import ROOT, Table, all_evidence, begun

PIECES = tuple(
    Evidence(at, Place("d", 0, at, at + 1), "words", "Title", "1", "", "q", 0.5)
    for at in range(1, 13)
)


def drawn() -> Table:
    """Floods (1-4) over Dikes (5, 6) and Storms (7); Money (8, 9); 10 to 12 at the topic."""
    table = structs.replace(begun("The sea"), evidence=PIECES)
    table = mindmap.grown(table, ROOT, ["Floods", "Money"])
    table = mindmap.grown(table, "2", ["Dikes", "Storms"])
    places = {1: "2", 2: "2", 3: "2", 4: "2", 5: "4", 6: "4", 7: "5", 8: "3", 9: "3"}
    return mindmap.placed(table, {10: ROOT, 11: ROOT, 12: ROOT, **places})


def titles(table: Table) -> list[str]:
    return [node.title for node in table.map.walk()]


def numbers(table: Table, id: str) -> tuple[int, ...]:
    return mindmap.concept(table, id).evidence


def test_evidence_follows_what_the_user_does() -> None:
    table = mindmap.renamed(drawn(), "4", "  Dikes and\nsluices ")
    assert mindmap.concept(table, "4").title == "Dikes and sluices"
    moved = mindmap.moved(table, "4", "3")
    assert [child.id for child in mindmap.concept(moved, "3").children] == ["4"]
    merged = mindmap.merged(table, "4", "3")
    assert numbers(merged, "3") == (8, 9, 5, 6)
    gone = mindmap.deleted(table, "2")
    assert numbers(gone, ROOT) == (10, 11, 12, 1, 2, 3, 4)
    assert [child.id for child in gone.root.children] == ["3", "4", "5"]
    one = mindmap.piece_moved(table, 1, "5")
    assert numbers(one, "5") == (7, 1) and 1 not in numbers(one, "2")


@pytest.mark.parametrize(
    "act",
    [
        lambda table: mindmap.renamed(table, "4", " "),
        lambda table: mindmap.renamed(table, "4", "storms"),
        lambda table: mindmap.renamed(table, "99", "x"),
        lambda table: mindmap.moved(table, "2", "4"),
        lambda table: mindmap.moved(table, ROOT, "2"),
        lambda table: mindmap.merged(table, "2", "2"),
        lambda table: mindmap.deleted(table, ROOT),
        lambda table: mindmap.piece_moved(table, 99, "2"),
        lambda table: mindmap.added(table, ROOT, "money"),
    ],
)
def test_what_makes_no_sense_is_refused(act: object) -> None:
    with pytest.raises(BadInput):
        act(drawn())  # type: ignore[operator]


def test_cleaning_goes_from_the_leaves_up_and_leaves_what_is_pinned() -> None:
    table = mindmap.grown(drawn(), "5", ["Empty", "Kept"])
    table = mindmap.pinned(table, str(table.nodes))
    clean = mindmap.cleaned(table)
    assert titles(clean) == ["The sea", "Floods", "Dikes", "Storms", "Kept", "Money"]
    only = mindmap.cleaned(mindmap.placed(table, {5: "5", 6: "5"}))
    assert [child.title for child in mindmap.concept(only, "2").children] == ["Kept"]
    assert set(numbers(only, "2")) == {1, 2, 3, 4, 5, 6, 7}


def test_what_the_user_wants_more_of_is_found_where_cleaning_has_put_it() -> None:
    only = mindmap.placed(structs.replace(drawn(), deeper="4"), {7: "4"})
    assert mindmap.cleaned(only).deeper == "2", "an only child is merged into what is above it"
    gone = mindmap.placed(structs.replace(drawn(), deeper="3"), {8: "2", 9: "2"})
    assert mindmap.cleaned(gone).deeper == ROOT
    assert mindmap.cleaned(structs.replace(drawn(), deeper="5")).deeper == "5"


def test_whatever_is_done_nothing_is_lost_and_no_id_comes_twice() -> None:
    draw = random.Random(42)
    table, given = drawn(), {node.id for node in drawn().map.walk()}
    for _ in range(300):
        ids = [node.id for node in table.map.walk()]
        one, other = draw.choice(ids), draw.choice(ids)
        act = draw.choice(["move", "merge", "delete", "grow", "piece", "clean", "pin"])
        try:
            match act:
                case "move":
                    table = mindmap.moved(table, one, other)
                case "merge":
                    table = mindmap.merged(table, one, other)
                case "delete":
                    table = mindmap.deleted(table, one)
                case "grow":
                    table = mindmap.grown(table, one, [f"Concept {draw.random()}"])
                    assert str(table.nodes) not in given
                    given.add(str(table.nodes))
                case "piece":
                    table = mindmap.piece_moved(table, draw.randint(1, 12), other)
                case "pin":
                    table = mindmap.pinned(table, one, held=draw.random() < 0.5)
                case _:
                    table = mindmap.cleaned(table)
        except BadInput:
            continue
        assert sorted(all_evidence(table.root)) == list(range(1, 13))
        after = [node.id for node in table.map.walk()]
        assert len(after) == len(set(after))
