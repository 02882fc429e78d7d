"""How the answer may read, supposed by the model before the search (HyDE, Gao et al. 2022).

Whoever asks seldom uses the words of the page: "run code whenever I open R" stands in a manual
under "Rprofile". A supposed answer may be wrong and is never evidence; it has the terms by which
the page is found.
"""

from __future__ import annotations

from indexers import sentences
from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import Request

TOKENS = 40


def answer(question: str, context: Context) -> str:
    """One sentence, "" where the model has none. Raises Cancelled."""
    prompt = prompts.load("supposed")
    messages = prompt.render(question=question)
    request = Request(prompt.name, messages, TOKENS, seed=context.settings.seed, stop=("\n\n",))
    [reply] = context.engine.complete([request], context.run)
    return next(iter(sentences.texts(" ".join(reply.text.split()))), "")
