"""Small talk: answered by the model alone, and marked as that.

No document is looked at, so nothing can be proven; the answer says so, its text is one unchecked
claim, and no thought is made of it.
"""

from __future__ import annotations

from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import Request
from warehouse.methods.evidence.brief import Brief
from warehouse.methods.evidence.coverage import coverage
from warehouse.methods.evidence.reduction import flat
from warehouse.question.reading import Reading
from warehouse.results.provenance import Way
from warehouse.results.records import Answer, Claim, Draft, Research, Structure

METHOD = "chat"
TOKENS = 80
HOW = "Answered by the model alone, without your documents: nothing in it is proven."
WHY = "small talk, answered without evidence"


def answer(reading: Reading, context: Context) -> Answer:
    """Raises Cancelled."""
    question = reading.text
    context.run.step("answering", 0, 1)
    prompt = prompts.load("chat")
    request = Request(
        prompt.name,
        prompt.render(question=question),
        TOKENS,
        seed=context.settings.seed,
        stop=("\n\n",),
    )
    reply = context.engine.complete(
        [request], context.run, lambda _, text: context.run.show(Draft("answer", flat(text)))
    )[0]
    text = flat(reply.text)
    chain = Research(question, Structure(), ())
    made = Answer(
        question=question,
        method=METHOD,
        text=text,
        absent=False,
        claims=(Claim(0, len(text), text, (), "unchecked", WHY),) if text else (),
        research=chain,
        coverage=coverage(chain, Brief("", (), 0), (), context),
        spend=context.engine.spend(),
        way=Way(reading.route, HOW),
    )
    context.run.show(made)
    return made
