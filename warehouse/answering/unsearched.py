"""Answers for which nothing is searched: small talk, and a question that says too little alone.

Small talk is answered by the model; nothing in it is proven, so its text is one unchecked claim. A
question that leans on the one before it ("why?") would be answered from whatever stands near its
two words; it is to be asked as a whole.
"""

from __future__ import annotations

import re

from warehouse.answering.answer import Written, finished
from warehouse.context import Context
from warehouse.engine import prompts
from warehouse.engine.protocol import Request
from warehouse.ingest.headers_plain import is_common
from warehouse.methods.evidence.reduction import flat
from warehouse.methods.registry import FIRST
from warehouse.question.reading import Reading
from warehouse.results.provenance import Route, Way
from warehouse.results.records import Answer, Claim, Draft, Research

CHAT = "chat"
TOKENS = 80
HOW = "Answered by the model alone, without your documents: nothing in it is proven."
WHY = "small talk, answered without evidence"
TOO_LITTLE = (
    "This seems to go on from another question. Each question is answered by itself, from your "
    "documents alone: ask it as a whole."
)
_WORD = re.compile(r"[^\W\d_]+")
LONGEST = 4  # words


def chat(reading: Reading, context: Context) -> Answer:
    """Raises Cancelled."""
    context.run.step("answering", 0, 1)
    prompt = prompts.load("chat")
    request = Request(
        prompt.name,
        prompt.render(question=reading.text),
        TOKENS,
        seed=context.settings.seed,
        stop=("\n\n",),
    )
    reply = context.engine.complete(
        [request], context.run, lambda _, text: context.run.show(Draft("answer", flat(text)))
    )[0]
    text = flat(reply.text)
    claims = (Claim(0, len(text), text, (), "unchecked", WHY),) if text else ()
    way = Way(reading.route, HOW)
    return finished(Written(text, claims), Research(reading.text), context, CHAT, way)


def says_little(question: str) -> bool:
    """Has it only words that say nothing of what a text is about?"""
    words = _WORD.findall(question)
    return len(words) <= LONGEST and all(is_common(word) for word in words)


def too_little(question: str, context: Context) -> Answer:
    way = Way(Route("fact", "vector"), "It says too little by itself, so nothing was searched.")
    return finished(Written(TOO_LITTLE, absent=True), Research(question), context, FIRST, way)
