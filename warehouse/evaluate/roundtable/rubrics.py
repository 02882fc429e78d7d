"""Turns judged from 1 to 5 by the model: the expected score of its five labels, no digit drawn.

The paper's table 11 has the five rubrics. The judge is the model in use: its name stands beside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from warehouse.engine import prompts
from warehouse.engine.protocol import ChooseRequest, Engine
from warehouse.evaluate.writing.rubrics import DIGITS, expected
from warehouse.methods.costorm.asking import said
from warehouse.proof import citations
from warehouse.results.roundtable import Table, Turn
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
    requests: list[tuple[str, ChooseRequest]] = []
    for at, turn in enumerate(table.turns):
        if turn.role != "user":
            requests += _asked(table, table.turns[:at], turn)
    choices = engine.choose([request for _, request in requests], run) if requests else []
    scores: dict[str, list[float]] = {name: [] for name in (*OF_QUESTIONS, *OF_ANSWERS)}
    for (name, _), choice in zip(requests, choices, strict=True):
        scores[name].append(expected(choice.probabilities))
    return scores


def _asked(table: Table, before: Sequence[Turn], turn: Turn) -> list[tuple[str, ChooseRequest]]:
    prompt = prompts.load("table_rubric")
    rubrics = OF_QUESTIONS if turn.asks else OF_ANSWERS
    return [
        (
            name,
            ChooseRequest(
                prompt.name,
                prompt.render(
                    topic=table.topic,
                    said=said(before),
                    turn=citations.without_marks(turn.text),
                    rubric=rubric,
                ),
                DIGITS,
            ),
        )
        for name, rubric in rubrics.items()
    ]
