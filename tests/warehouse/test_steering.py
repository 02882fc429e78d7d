"""What acts add up to: later ones go before earlier ones, and numbers are for ever."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import structs

from warehouse.records import Place
from warehouse.steering import Act, Course, Numbers, course


def taken(kind: Any, text: str = "", **fields: Any) -> Act:
    return Act(kind, text, state="taken", **fields)


def test_only_what_was_taken_counts() -> None:
    waiting = Act("ban", document="a")
    late = Act("stop", target="x", state="late")
    back = Act("pin", document="b", state="back")
    assert course([waiting, late, back]) == Course()


def test_a_pin_after_a_ban_reads_it_and_the_reverse() -> None:
    pin, ban = taken("pin", document="a", node="3"), taken("ban", document="a")
    assert course([ban, pin]).pinned == {"3": ("a",)}
    assert course([ban, pin]).banned == frozenset()
    assert course([pin, ban]).pins == ()
    assert course([pin, ban]).banned == {"a"}


def test_other_words_for_an_intent_the_user_added_are_for_that_one() -> None:
    acts = [taken("add", "Costs", node="5"), taken("edit", "Costs in 1934", target="costs")]
    now = course(acts)
    assert now.fixed == {"5": "Costs in 1934"}
    assert now.after(1) == "Costs in 1934"
    assert now.after(5) == ""


def test_a_search_reworded_twice_has_its_last_words() -> None:
    acts = [
        taken("reword", "tram line", target="tramway"),
        taken("reword", "light rail", target="Tram line"),
    ]
    assert course(acts).wanted("Tramway") == "light rail"
    assert course([*acts, taken("reword", "", target="light rail")]).wanted("tramway") == ""


def test_a_search_of_ones_own_can_be_reworded() -> None:
    acts = [taken("search", "old", node="2"), taken("reword", "new", target="old")]
    assert course(acts).searches == {"2": ("new",)}


def test_a_stopped_intent_keeps_the_rounds_it_had() -> None:
    now = course([taken("stop", target="The tramway company", rounds=1)])
    assert now.rounds("the Tramway company", 5) == 1
    assert now.rounds("something else", 5) == 5


def test_words_have_one_number_whatever_page_they_are_said_to_stand_on() -> None:
    kept: list[object] = []
    numbers = Numbers({("a", 0, 9): 4}, lambda words, number: kept.append((words, number)))
    assert numbers.of(Place("a", 3, 0, 9)) == 4
    assert numbers.of(Place("b", 0, 0, 9)) == 5
    numbers.adopt(Place("c", 0, 1, 2), 9)
    assert numbers.of(Place("d", 0, 0, 1)) == 10
    assert kept == [(("b", 0, 9), 5), (("c", 1, 2), 9), (("d", 0, 1), 10)]


def test_a_range_of_another_reading_has_a_number_of_its_own() -> None:
    kept = {("a", 0, 9): 4, ("b", 0, 9): 5}
    numbers = Numbers(kept, again={"a": 1})
    numbers.reserve(7)
    assert numbers.of(Place("b", 0, 0, 9)) == 5
    assert numbers.of(Place("a", 0, 0, 9)) == 8
    numbers.adopt(Place("a", 0, 9, 12), 6)
    assert numbers.part(Place("a", 0, 9, 12), 4) == 6


def test_a_course_that_was_kept_before_there_were_changes_is_the_same_one() -> None:
    now = course(
        [
            Act("edit", "Iron", "Arches", node="1.1", state="taken"),
            Act("drop", target="Piers", node="1.2", state="taken"),
            Act("merge", "Iron", "Works", node="2", into="1.1", state="taken"),
        ]
    )
    body = b'{"fixed":{"1.1":"Iron"},"dropped":["1.2"],"merged":{"2":"1.1"}}'
    before = msgspec.json.decode(body, type=Course)
    assert now != before and now.is_as(before) and now.is_as(now)
    assert not now.is_as(Course(fixed={"1.1": "Iron"})), "nothing was left out by then"
    assert not now.is_as(structs.replace(before, merged={}))
    assert not Course().is_as(before) and Course().is_as(Course())
    renamed = course([Act("edit", "Iron", "Arches", node="1.1", state="taken")])
    assert renamed.is_as(Course(fixed={"1.1": "Iron"})) and not renamed.is_as(Course())
