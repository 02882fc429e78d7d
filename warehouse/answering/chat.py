"""Small talk: answered by the model alone, and marked as that.

No document is looked at, so nothing can be proven; the answer says so, its text is one unchecked
claim, and no thought is made of it.
"""

from __future__ import annotations

from warehouse.engine import prompts
from warehouse.engine.metered import Metered
from warehouse.engine.protocol import Request
from warehouse.library import Library
from warehouse.methods.evidence.context import Context
from warehouse.methods.evidence.coverage import coverage
from warehouse.methods.evidence.reduction import flat
from warehouse.question.reading import Reading
from warehouse.results.provenance import Way
from warehouse.results.records import Answer, Chain, Claim, Draft
from warehouse.run import Run
from warehouse.settings import Settings

METHOD = "chat"
TOKENS = 80
HOW = "Answered by the model alone, without your documents: nothing in it is proven."
WHY = "small talk, answered without evidence"


def answer(
    reading: Reading, library: Library, meter: Metered, settings: Settings, run: Run
) -> Answer:
    """Raises Cancelled."""
    question = reading.text
    run.step("answering", 0, 1)
    prompt = prompts.load("chat")
    request = Request(
        prompt.name, prompt.render(question=question), TOKENS, seed=settings.seed, stop=("\n\n",)
    )
    reply = meter.complete([request], run, lambda _, text: run.show(Draft("answer", flat(text))))[0]
    text = flat(reply.text)
    chain = Chain(question, (), ())
    made = Answer(
        question=question,
        method=METHOD,
        text=text,
        absent=False,
        claims=(Claim(0, len(text), text, (), "unchecked", WHY),) if text else (),
        chain=chain,
        coverage=coverage(chain, Context("", (), 0), (), library, meter),
        spend=meter.spend(),
        way=Way(reading.route, HOW),
    )
    run.show(made)
    return made
