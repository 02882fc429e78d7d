"""The answer in a few words, as question-answering benchmarks want it."""

from __future__ import annotations

from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import ChooseRequest, Request
from warehouse.methods.evidence.brief import contextualize
from warehouse.question import choices
from warehouse.results.records import Research

SHORT_TOKENS = 24


def short_answer(question: str, brief: str, context: Context) -> str:
    """From ``brief``, the same for every method. Of yes or no, or of two things, the likelier one,
    without decoding; any other question is told nothing of yes and no, which a small model would
    reply to everything.
    """
    options = choices.options(question, context.engine, context.run)
    prompt = prompts.load("short_verdict" if options == choices.POLES else "short_answer")
    messages = prompt.render(notes=brief or "(nothing was found)", question=question)
    if options:
        request = ChooseRequest(prompt.name, messages, options)
        chosen = context.engine.choose([request], context.run)[0]
        return max(zip(chosen.probabilities, options, strict=True))[1]
    asked = Request(prompt.name, messages, SHORT_TOKENS, stop=("\n",))
    return context.engine.complete([asked], context.run)[0].text.strip().strip(".")


def answer_brief(chain: Research, context: Context) -> str:
    """What the model answered from: the evidence of a chain within the budget."""
    return contextualize(chain, context.settings.context_budget, context.engine).text
