"""What goes into the budget, and in which order."""

from __future__ import annotations

from warehouse.engine.scripted import ScriptedEngine
from warehouse.methods.evidence.brief import contextualize
from warehouse.records import Place
from warehouse.results.records import Evidence, Research, Structure


def evidence(number: int, score: float, words: int) -> Evidence:
    text = " ".join(["word"] * words)
    return Evidence(number, Place("d", 0, 0, 9), text, "Title", "1", "", "q", score)


def test_the_budget_keeps_the_best_in_their_order() -> None:
    chain = Research(
        "t", Structure(), (evidence(1, 0.5, 10), evidence(2, 0.1, 10), evidence(3, 0.9, 10))
    )
    brief = contextualize(chain, 26, ScriptedEngine())
    assert [one.number for one in brief.evidence] == [1, 3]
    assert sum(ScriptedEngine().count_tokens([brief.text])) <= 26
    assert [loss.what[:3] for loss in brief.losses] == ["[2]"]
    assert "budget" in brief.losses[0].reason


def test_no_evidence_no_brief() -> None:
    brief = contextualize(Research("t", Structure(), ()), 100, ScriptedEngine())
    assert (brief.text, brief.evidence) == ("", ())
