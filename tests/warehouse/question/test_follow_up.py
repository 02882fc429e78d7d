"""A follow-up is written out by the model and checked by the program."""

from __future__ import annotations

import pytest

from warehouse.engine.protocol import Request
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.question.follow_up import TURNS, Said, objection, stand_alone
from warehouse.run import Run
from warehouse.settings import Settings

BRIDGE = Said(
    "Who built Lune Bridge?",
    "Lune Bridge was built by Edward Sharpe in 1881, with arches from Skerton Works.",
)


def written(question: str, full: str, before: tuple[Said, ...] = (BRIDGE,)) -> str:
    engine = ScriptedEngine([Line("follow_up", question, full)])
    found = stand_alone(question, before, engine, Settings(), Run())
    engine.assert_used_up()
    return found


def test_what_refers_back_is_written_out() -> None:
    full = "When was Edward Sharpe born?"
    assert written("When was he born?", full) == full


@pytest.mark.parametrize(
    ("question", "full", "why"),
    [
        ("When was he born?", "When was he born?", "it leans on nothing"),
        ("When was he born?", "When was Thomas Telford born?", "nobody named him"),
        ("And in 1934?", "Who built Lune Bridge in 1881?", "1934 is lost"),
        ("When did it close?", "Who built Lune Bridge?", "it was asked before"),
        ("What did Halton pay?", "What did Lune Bridge cost?", "Halton is lost"),
        ("Which rivers flood often?", "Who is Edward Sharpe?", "another question"),
        ("And why?", "", "nothing was written"),
    ],
)
def test_it_stays_as_it_is(question: str, full: str, why: str) -> None:
    assert written(question, full) == question, why


def test_a_number_inside_a_word_was_named() -> None:
    before = Said("How tight is an M12 bolt?", "An M12 bolt is tightened to 54 kN.")
    assert objection("How tight is an M12 bolt of grade 10?", "And of grade 10?", (before,)) == ""


@pytest.mark.parametrize(
    "full",
    [
        "What did Skerton Works cast for Lune Bridge?",
        "What did the Skerton Works' men cast?",
        "Describe what Skerton Works cast in 1881.",
    ],
)
def test_names_and_numbers_may_come_from_what_was_said(full: str) -> None:
    assert objection(full, "What did they cast?", (BRIDGE,)) == ""


def test_a_german_genitive_is_no_other_name() -> None:
    before = Said("Wer baute den Damm von Brielle?", "Jan Oak baute den Damm.")
    assert objection("Was kostete der Bau des Dammes?", "Was kostete der Bau?", (before,)) == ""


def test_the_first_question_and_a_pasted_text_ask_no_model() -> None:
    engine = ScriptedEngine()
    assert stand_alone("Why?", (), engine, Settings(), Run()) == "Why?"
    long = "He said so. " * 60
    assert stand_alone(long, (BRIDGE,), engine, Settings(), Run()) == long


def test_only_a_few_words_of_the_last_questions_are_seen() -> None:
    before = tuple(Said(f"Question {at}?", f"Answer {at}. " + "word " * 400) for at in range(9))
    engine = ScriptedEngine([Line("follow_up", "Why?", "Why?")])
    stand_alone("Why?", before, engine, Settings(), Run())
    [request] = engine.seen
    assert isinstance(request, Request)
    seen = request.messages[-1].content
    assert "Question 8?" in seen and f"Question {8 - TURNS}?" not in seen
    assert len(seen) < 1500


def test_scripts_without_spaces_are_compared_by_what_is_in_them() -> None:
    before = (Said("谁建造了卢恩桥？", "安娜建造了卢恩桥。"),)
    assert objection("卢恩桥是什么时候加宽的？", "它是什么时候加宽的？", before) == ""
    assert objection("它是什么时候被加宽的？", "它是什么时候加宽的？", before)
    assert (
        objection("谁拥有安娜的房子？", "它是什么时候加宽的？", before) == "it asks something else"
    )
