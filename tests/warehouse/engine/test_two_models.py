"""Two models as one engine: the lighter one is asked what screening asks, and nothing else."""

from __future__ import annotations

from msgspec import structs

from warehouse.engine.journal.journal import Journal
from warehouse.engine.journal.journaled import Journaled
from warehouse.engine.protocol import ChooseRequest, EngineInfo, Message, Request, ScoreRequest
from warehouse.engine.scripted import Line, ScriptedEngine
from warehouse.engine.two_models import TwoModels
from warehouse.run import Run

ASKED = (Message("user", "Who?"),)


class Lighter(ScriptedEngine):
    def info(self, prompt: str = "") -> EngineInfo:
        return structs.replace(super().info(prompt), model="lighter", sha256="1" * 64)


def test_screening_goes_to_the_lighter_model_and_all_else_to_the_other() -> None:
    reasoning = ScriptedEngine([Line("answer", "Who", "Ann."), Line("holds", "Who", (0.9, 0.1))])
    lighter = Lighter(
        [Line("likelihood", "Who", (-1.0, -2.0)), Line("sufficient", "Who", (0.2, 0.8))]
    )
    both = TwoModels(reasoning, lighter)
    run, poles = Run(), ("yes", "no")
    assert both.complete([Request("answer", ASKED, 20)], run)[0].text == "Ann."
    assert both.choose([ChooseRequest("holds", ASKED, poles)], run)[0].probabilities[0] == 0.9
    assert both.choose([ChooseRequest("sufficient", ASKED, poles)], run)[0].probabilities[1] == 0.8
    assert both.score([ScoreRequest("likelihood", ASKED, "a b")], run)[0].total == -3.0
    assert both.score([], run) == []
    reasoning.assert_used_up()
    lighter.assert_used_up()
    assert (both.info().model, both.info("likelihood").model) == ("script", "lighter")


def test_a_reply_is_kept_under_the_model_that_gave_it() -> None:
    """Another lighter model is asked anew; what the reasoning model said is replayed."""
    journal = Journal()
    lines = [Line("likelihood", "Who", (-1.0,)), Line("holds", "Who", (0.9, 0.1))]
    likely = ScoreRequest("likelihood", ASKED, "a")
    holds = ChooseRequest("holds", ASKED, ("yes", "no"))
    alone = Journaled(ScriptedEngine(lines), journal)
    alone.score([likely], Run())
    alone.choose([holds], Run())
    lighter = Lighter([Line("likelihood", "Who", (-3.0,))])
    both = Journaled(TwoModels(ScriptedEngine(), lighter), journal)
    assert both.choose([holds], Run())[0].probabilities[0] == 0.9
    assert both.score([likely], Run())[0].total == -3.0
