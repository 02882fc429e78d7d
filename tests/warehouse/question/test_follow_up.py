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


def written(question: str, meant: str, full: str, before: tuple[Said, ...] = (BRIDGE,)) -> str:
    engine = ScriptedEngine([Line("follow_up", question, {"meant": meant, "question": full})])
    found = stand_alone(question, before, engine, Settings(), Run())
    engine.assert_used_up()
    return found


def test_what_refers_back_is_written_out() -> None:
    full = "When was Edward Sharpe born?"
    assert written("When was he born?", "Edward Sharpe", full) == full


@pytest.mark.parametrize(
    ("question", "meant", "full", "why"),
    [
        ("When was he born?", "", "When was he born?", "it leans on nothing"),
        ("When was he born?", "he", "When was Thomas Telford born?", "nobody named him"),
        ("And in 1934?", "Lune Bridge", "Who built Lune Bridge in 1881?", "1934 is lost"),
        ("When did it close?", "it", "Who built Lune Bridge?", "it was asked before"),
        ("What did Halton pay?", "it", "What did Lune Bridge cost?", "Halton is lost"),
        ("Which rivers flood often?", "it", "Who is Edward Sharpe?", "another question"),
    ],
)
def test_it_stays_as_it_is(question: str, meant: str, full: str, why: str) -> None:
    assert written(question, meant, full) == question, why


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
    engine = ScriptedEngine([Line("follow_up", "Why?", {"meant": "", "question": "Why?"})])
    stand_alone("Why?", before, engine, Settings(), Run())
    [request] = engine.seen
    assert isinstance(request, Request) and request.schema is not None
    seen = request.messages[-1].content
    assert "Question 8?" in seen and f"Question {8 - TURNS}?" not in seen
    assert len(seen) < 1500
