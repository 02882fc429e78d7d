"""The answers of which a question wants one: yes or no, or the two names it puts.

Told by what the model would reply: yes and no have nearly all of the probability, or almost none.
"""

from __future__ import annotations

import math

from warehouse.engine import prompts
from warehouse.engine.choosing import YES_NO
from warehouse.engine.protocol import Engine, ScoreRequest
from warehouse.question.words import choice
from warehouse.run import Run

EVEN = 0.5


def options(question: str, engine: Engine, run: Run) -> tuple[str, ...]:
    """Two, or none where the answer is open. Raises Cancelled."""
    if named := choice(question):
        return named
    prompt = prompts.load("polar")
    messages = prompt.render(question=question)
    requests = [ScoreRequest(prompt.name, messages, pole.title()) for pole in YES_NO]
    replied = sum(math.exp(score.total) for score in engine.score(requests, run))
    return YES_NO if replied >= EVEN else ()
