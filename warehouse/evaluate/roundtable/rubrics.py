"""Turns judged from 1 to 5 by the model: the expected score of its five labels, no digit drawn.

The paper's table 11 has the five rubrics. The judge is the model in use: its name stands beside.
"""

from __future__ import annotations

from collections.abc import Mapping

from warehouse.engine import choosing
from warehouse.engine.protocol import Engine
from warehouse.evaluate.writing.rubrics import DIGITS, expected
from warehouse.methods.costorm.asking import said
from warehouse.proof import citations
from warehouse.results.roundtable import Table
from warehouse.run import Run

OF_QUESTIONS: Mapping[str, str] = {
    "novelty": "Does the turn bring up something that was not spoken of before?",
    "intent_alignment": "Does the turn fit what the talk is about and where it was going?",
    "no_repetition": "Is the turn free of what was said or asked before?",
}
OF_ANSWERS: Mapping[str, str] = {
    "consistency": "Does the turn fit what was said before, and does it answer what was asked?",
    "engagement": "Does the turn make one want to listen on: clear, telling, alive?",
}


def judged(table: Table, engine: Engine, run: Run) -> dict[str, list[float]]:
    """Of each rubric the score of every turn it is for; the user's are not judged."""
    asked: list[tuple[str, dict[str, str]]] = []
    for at, turn in enumerate(table.turns):
        shown = {
            "topic": table.topic,
            "said": said(table.turns[:at]),
            "turn": citations.without_marks(turn.text),
        }
        rubrics = {} if turn.role == "user" else OF_QUESTIONS if turn.asks else OF_ANSWERS
        asked += [(name, {**shown, "rubric": rubric}) for name, rubric in rubrics.items()]
    given = [places for _, places in asked]
    scores: dict[str, list[float]] = {name: [] for name in (*OF_QUESTIONS, *OF_ANSWERS)}
    replies = choosing.replies("table_rubric", given, DIGITS, engine, run)
    for (name, _), likely in zip(asked, replies, strict=True):
        scores[name].append(expected(likely))
    return scores
