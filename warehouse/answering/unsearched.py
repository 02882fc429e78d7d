"""Answers for which nothing is searched: small talk, and a question that says too little alone.

Nothing in small talk is proven, so its text is one unchecked claim. A question that leans on the
one before it ("why?") would be answered from whatever stands near its two words.
"""

from __future__ import annotations

from warehouse.answering.answer import Written, finished
from warehouse.context import Context
from warehouse.library import Library
from warehouse.methods.evidence.reduction import flat
from warehouse.methods.registry import FIRST
from warehouse.question.kinds import needs_no_model
from warehouse.question.reading import Reading
from warehouse.results.provenance import Route, Way
from warehouse.results.records import Answer, Claim, Draft, Research
from warehouse.search.common_words import is_common
from warehouse.text import WORD_OF_LETTERS

TOKENS = 80
HOW = "Answered by the model alone, without your documents: nothing in it is proven."
WHY = "small talk, answered without evidence"
TOO_LITTLE = (
    "This seems to go on from another question. Each question is answered by itself, from your "
    "documents alone: ask it as a whole."
)
LONGEST = 4  # words


def chat(reading: Reading, context: Context) -> Answer:
    """Raises Cancelled."""
    context.run.step("answering", 0, 1)

    def grown(_: int, text: str) -> None:
        context.run.show(Draft("answer", flat(text)))

    given = {"question": reading.text}
    text = flat(context.written("chat", TOKENS, given, stop=("\n\n",), on_text=grown).text)
    claims = (Claim(0, len(text), text, (), "unchecked", WHY),) if text else ()
    way = Way(reading.route, HOW)
    return finished(Written(text, claims), Research(reading.text), context, reading.kind, way)


def says_little(question: str, library: Library) -> bool:
    """Only words that say nothing of a text; the catalog may be asked "what is in here?" """
    words = WORD_OF_LETTERS.findall(question)
    little = len(words) <= LONGEST and all(map(is_common, words))
    return little and not needs_no_model(question, library)


def too_little(question: str, context: Context) -> Answer:
    way = Way(Route("fact", "vector"), "It says too little by itself, so nothing was searched.")
    return finished(Written(TOO_LITTLE, absent=True), Research(question), context, FIRST, way)
