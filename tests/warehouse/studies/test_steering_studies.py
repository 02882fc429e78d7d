"""Acts on the disk: taken once, bound to the intent in work, honest about being too late."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from warehouse.errors import BadInput
from warehouse.records import Place
from warehouse.results.records import Node, Research, Structure, SubQuery
from warehouse.run import Run
from warehouse.steering import Act, Course
from warehouse.studies.steering import acts_in_words
from warehouse.studies.steering.acts import FINISHED, GONE, ActLog, acts_of, changes_writing
from warehouse.studies.steering.steered import SteeredRun


def chain(*states: str) -> Research:
    intents = tuple(
        Node(str(at + 1), f"Node {at}", state, sub_queries=(SubQuery("q", 2),))  # type: ignore[arg-type]
        for at, state in enumerate(states)
    )
    return Research("task", Structure(nodes=intents))


def test_an_act_is_kept_with_its_time_before_it_is_taken(tmp_path: Path) -> None:
    assert acts_of(tmp_path) == ()
    with ActLog(tmp_path) as steering:
        assert not steering.is_waiting()
        act = steering.record(Act("ban", document="a"))
        assert (act.number, act.state) == (1, "waiting")
        assert act.at > 1e9
        assert steering.is_waiting()
    assert acts_of(tmp_path) == (act,)


def test_another_program_steers_the_same_study(tmp_path: Path) -> None:
    with ActLog(tmp_path) as here, ActLog(tmp_path) as there:
        there.record(Act("ban", document="a"))
        assert here.is_waiting()
        assert here.take(sections=False).banned == {"a"}
        assert [act.state for act in there.acts()] == ["taken"]


def test_a_pin_is_for_the_intent_in_work_and_an_intent_for_the_end(tmp_path: Path) -> None:
    with ActLog(tmp_path) as steering:
        steering.saw(chain("resolved", "open"))
        for act in (Act("pin", document="a"), Act("add", "x"), Act("add", "y")):
            steering.record(act)
        course = steering.take(sections=False)
    assert course.pinned == {"2": ("a",)}
    assert course.fixed == {"3": "x", "4": "y"}


def test_stopping_an_intent_that_is_finished_is_too_late(tmp_path: Path) -> None:
    with ActLog(tmp_path) as steering:
        steering.saw(chain("resolved", "open"))
        for target in ("Node 0", "Node 1", "Node 7"):
            steering.record(Act("stop", target=target))
        course = steering.take(sections=False)
        assert [(act.state, act.note) for act in steering.acts()] == [
            ("late", FINISHED),
            ("taken", ""),
            ("late", GONE),
        ]
    assert course == Course(stopped={"node 1": 2})


def test_a_section_can_be_left_out_when_it_is_finished(tmp_path: Path) -> None:
    with ActLog(tmp_path) as steering:
        steering.saw(chain("resolved"))
        steering.record(Act("stop", target="Node 0"))
        assert steering.take(sections=True).is_stopped("Node 0")


def test_what_is_taken_back_counts_no_more(tmp_path: Path) -> None:
    with ActLog(tmp_path) as steering:
        steering.record(Act("ban", document="a"))
        steering.take(sections=False)
        back = steering.record(Act("back", other=1))
        assert acts_in_words.told(back) == "Took back change 1"
        assert steering.is_waiting()
        assert steering.take(sections=False) == Course()
        assert [act.state for act in steering.acts()] == ["back", "taken"]
        for number in (1, back.number, 9):
            with pytest.raises(BadInput):
                steering.record(Act("back", other=number))


def test_numbers_and_chain_outlive_the_program(tmp_path: Path) -> None:
    place = Place("a", 0, 3, 9)
    with ActLog(tmp_path) as steering:
        assert steering.numbers().of(place) == 1
        steering.saw(chain("open"))
    with ActLog(tmp_path) as steering:
        assert steering.numbers().of(Place("b", 0, 0, 1)) == 2
        assert steering.numbers().of(place) == 1
        assert steering.chain() == chain("open")


def test_two_who_number_at_once_share_no_number(tmp_path: Path) -> None:
    one, other = Place("a", 0, 3, 9), Place("b", 0, 0, 1)
    with ActLog(tmp_path) as here, ActLog(tmp_path) as there:
        numbers, others = here.numbers(), there.numbers()
        assert (numbers.of(one), others.of(other)) == (1, 2)
        assert (numbers.of(other), others.of(one)) == (2, 1)


def test_what_makes_a_text_in_hand_void() -> None:
    assert changes_writing(Course(), Course(pinned={"1": ("a",)}), None)
    assert not changes_writing(Course(), Course(banned=frozenset("a")), chain("open"))
    assert changes_writing(Course(banned=frozenset("a")), Course(), chain("open"))
    assert not changes_writing(Course(), Course(rechecked=("x",)), chain("open"))


def test_the_chain_of_before_stays_in_sight_until_there_is_news(tmp_path: Path) -> None:
    shown: list[msgspec.Struct] = []
    before = chain("resolved", "resolved", "open")
    with ActLog(tmp_path) as steering:
        run = SteeredRun(Run(shown.append), steering, sections=False, before=before)
        run.show(chain("open"))
        run.show(chain("resolved"))
        assert shown == []
        news = chain("resolved", "unresolved")
        run.show(news)
        assert shown == [news]


def test_a_chain_that_ends_sooner_than_before_is_seen_before_the_answer(tmp_path: Path) -> None:
    shown: list[msgspec.Struct] = []
    before = chain("resolved", "resolved", "open")
    with ActLog(tmp_path) as steering:
        run = SteeredRun(Run(shown.append), steering, sections=False, before=before)
        run.show(chain("resolved", "resolved"))
        run.step("sifting", 0, 1)
        assert chain("resolved", "resolved") not in shown
        run.step("answering", 0, 1)
        assert shown[-2] == chain("resolved", "resolved")
