"""The answers of which a question wants one: yes or no, or the two names it puts."""

from __future__ import annotations

from warehouse.engine import prompts
from warehouse.engine.protocol import ChooseRequest, Engine
from warehouse.question.words import choice
from warehouse.run import Run

POLES = ("yes", "no")
EVEN = 0.5


def options(question: str, engine: Engine, run: Run) -> tuple[str, ...]:
    """Two, or none where the answer is open. Raises Cancelled."""
    if named := choice(question):
        return named
    prompt = prompts.load("polar")
    request = ChooseRequest(prompt.name, prompt.render(question=question), POLES)
    return POLES if engine.choose([request], run)[0].probabilities[0] >= EVEN else ()
