"""How a question written out is held against what it leans on."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from warehouse.evaluate.hotpot import lines
from warehouse.evaluate.question.follow_ups import FollowUp
from warehouse.question.follow_up import Said

BEFORE = (Said("Who built Lune Bridge?", "Edward Sharpe built it in 1881."),)


def test_a_question_is_written_out_where_it_has_what_it_leans_on() -> None:
    case = FollowUp(BEFORE, "and when was he born", True, ("Edward Sharpe",), "")
    assert case.is_written_out("When was Edward  Sharpe born?")
    assert not case.is_written_out("When was Sharpe born?")


def test_a_question_that_leans_on_nothing_keeps_its_words() -> None:
    case = FollowUp(BEFORE, "What does a pilot licence cost?", False, (), "")
    assert case.keeps_its_words("what does a pilot licence cost")
    assert not case.keeps_its_words("What does Lune Bridge cost?")


@pytest.mark.parametrize("name", ["follow-ups-test.jsonl", "follow-ups-train.jsonl"])
def test_what_is_needed_was_said_before_and_not_in_the_question(name: str) -> None:
    own = Path(str(resources.files("warehouse.evaluate.question").joinpath(name)))
    for case in lines(own, FollowUp):
        said = " ".join(f"{one.question} {one.answer}" for one in case.before).casefold()
        assert case.leans == bool(case.needs)
        assert all(one.casefold() in said for one in case.needs)
        assert not case.leans or not case.is_written_out(case.question)
