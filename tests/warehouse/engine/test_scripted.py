from __future__ import annotations

import pytest

from warehouse.engine.protocol import ChooseRequest, Message, Request, ScoreRequest
from warehouse.engine.scripted import Line, ScriptedEngine, Unexpected
from warehouse.errors import Cancelled
from warehouse.run import Run


def request(prompt: str, words: str) -> Request:
    return Request(prompt, (Message("user", words),), 20)


def test_each_line_answers_once_in_any_order() -> None:
    engine = ScriptedEngine([Line("plan", "ships", "First"), Line("plan", "trains", {"a": 1})])
    replies = engine.complete([request("plan", "trains?"), request("plan", "ships?")], Run())
    assert [reply.text for reply in replies] == ['{"a": 1}', "First"]
    engine.assert_used_up()
    with pytest.raises(Unexpected, match="no line for 'plan'"):
        engine.complete([request("plan", "ships?")], Run())


def test_an_unused_line_fails() -> None:
    engine = ScriptedEngine([Line("plan", "", "x"), Line("any", "", "y", repeat=True)])
    with pytest.raises(Unexpected, match="never asked: plan"):
        engine.assert_used_up()


def test_scores_and_choices_are_numbers() -> None:
    engine = ScriptedEngine([Line("s", "", [-1.0, -2.0]), Line("c", "", [3, 1])])
    messages = (Message("user", "q"),)
    assert engine.score([ScoreRequest("s", messages, "a b")], Run())[0].total == -3
    chosen = engine.choose([ChooseRequest("c", messages, ("yes", "no"))], Run())
    assert chosen[0].probabilities == (0.75, 0.25)


def test_it_heeds_cancel() -> None:
    run = Run()
    run.cancel()
    with pytest.raises(Cancelled):
        ScriptedEngine([Line("plan", "", "x")]).complete([request("plan", "q")], run)


class Turning(Run):
    """Cancelled, as a steered run is, without a reason that ``check`` would tell."""

    @property
    def cancelled(self) -> bool:
        return True


def test_a_call_of_a_run_that_turned_ends_as_a_stopped_one() -> None:
    messages = (Message("user", "q"),)
    engine = ScriptedEngine([Line("any", "", [0.6, 0.4], repeat=True)])
    with pytest.raises(Cancelled):
        engine.complete([request("any", "q")], Turning())
    with pytest.raises(Cancelled):
        engine.score([ScoreRequest("any", messages, "a b")], Turning())
    with pytest.raises(Cancelled):
        engine.choose([ChooseRequest("any", messages, ("yes", "no"))], Turning())
    assert engine.seen == []
