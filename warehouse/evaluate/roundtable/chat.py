"""A plain chat over the same library: the user asks, five passages answer. What a table is held to.

As many searches as the table made; the same user, the same model, the same check of claims.
"""

from __future__ import annotations

from msgspec import Struct

from warehouse.context import Context
from warehouse.evaluate.roundtable.listener import Goal, says
from warehouse.methods import rag
from warehouse.methods.evidence.reduction import flat, notes
from warehouse.proof import cited, claims
from warehouse.results.records import Claim, Evidence
from warehouse.text import shortened

TOKENS = 130
SHOWN_CHARACTERS = 700  # of a passage in the prompt
HEARD_CHARACTERS = 500


class Exchange(Struct, frozen=True):
    question: str
    text: str
    evidence: tuple[Evidence, ...]
    claims: tuple[Claim, ...]


def talked(goal: Goal, searches: int, context: Context) -> list[Exchange]:
    """So many questions with their answers. Raises Cancelled."""
    exchanges: list[Exchange] = []
    for at in range(searches):
        heard = "\n".join(f"{exchange.question}\n{exchange.text}" for exchange in exchanges[-2:])
        said = shortened(heard, HEARD_CHARACTERS)
        question = (
            says(goal, said, context.engine, context.run, context.settings.seed + at)
            if exchanges
            else goal.topic
        )
        exchanges.append(answered(question, goal.topic, context))
    return exchanges


def answered(question: str, topic: str, context: Context) -> Exchange:
    evidence = rag.retrieve(question, context).evidence
    if not evidence:
        return Exchange(question, "", (), ())
    shown = "\n".join(shortened(line, SHOWN_CHARACTERS) for line in notes(evidence).splitlines())
    given = {"topic": topic, "question": question, "notes": shown}
    reply = context.written("storm_answer", TOKENS, given)
    text = flat(cited.prose(reply.text, whole=reply.finish == "stop"))
    checked = claims.check(text, evidence, context.engine, context.run)
    return Exchange(question, text, evidence, checked)
