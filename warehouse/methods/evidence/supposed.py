"""How the answer may read, supposed by the model before the search (HyDE, Gao et al. 2022).

Whoever asks seldom uses the words of the page: "run code whenever I open R" stands in a manual
under "Rprofile". A supposed answer may be wrong and is never evidence; it has the terms by which
the page is found.
"""

from __future__ import annotations

from indexers.text import sentences
from warehouse.context import Context

TOKENS = 40


def answer(question: str, context: Context) -> str:
    """One sentence, "" where the model has none. Raises Cancelled."""
    reply = context.written("supposed", TOKENS, {"question": question}, stop=("\n\n",))
    return next(iter(sentences.texts(" ".join(reply.text.split()))), "")
