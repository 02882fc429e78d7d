"""A user played by the model, with a topic and a goal; for measuring alone (Co-STORM, 5.1)."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from warehouse.engine import prompts
from warehouse.engine.protocol import Engine, Request, closed
from warehouse.methods.evidence.reduction import flat
from warehouse.run import Run

TOKENS, CHARACTERS = 70, 160


class Goal(Struct, frozen=True):
    """What the user is after."""

    topic: str
    goal: str


class _Reply(Struct, frozen=True):
    says: str


def says(goal: Goal, said: str, engine: Engine, run: Run, seed: int) -> str:
    """What such a user asks next. Raises Cancelled."""
    prompt = prompts.load("table_listener")
    messages = prompt.render(topic=goal.topic, goal=goal.goal, said=said or "nothing yet")
    request = Request(prompt.name, messages, TOKENS, _SCHEMA, temperature=0.7, top_p=0.9, seed=seed)
    [reply] = engine.complete([request], run)
    return flat(msgspec.json.decode(reply.text, type=_Reply).says)


_SCHEMA = closed(says={"type": "string", "minLength": 8, "maxLength": CHARACTERS})
