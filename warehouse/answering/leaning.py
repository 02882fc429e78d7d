"""A question that leans on another: "and in German?", "why?", "tell me more".

Each question is answered by itself, so that an answer can be read, exported and asked again alone.
One that says nothing without the question before it would be answered from whatever stands near its
two words; it is told so instead, before anything is searched.
"""

from __future__ import annotations

import re

from warehouse.context import Context
from warehouse.ingest.headers_plain import is_common
from warehouse.methods.evidence.brief import Brief
from warehouse.methods.evidence.coverage import coverage
from warehouse.methods.registry import FIRST
from warehouse.question.reading import Reading
from warehouse.results.provenance import Way
from warehouse.results.records import Answer, Research, Structure

TEXT = (
    "This seems to go on from another question. Each question is answered by itself, from your "
    "documents alone: ask it as a whole."
)
HOW = "It says too little by itself, so nothing was searched."
_WORD = re.compile(r"[^\W\d_]+")
LONGEST = 4  # words


def says_little(question: str) -> bool:
    """Has it only words that say nothing of what a text is about?"""
    words = _WORD.findall(question)
    return len(words) <= LONGEST and all(is_common(word) for word in words)


def answer(reading: Reading, context: Context) -> Answer:
    chain = Research(reading.text, Structure(), ())
    made = Answer(
        question=reading.text,
        method=FIRST,
        text=TEXT,
        absent=True,
        claims=(),
        research=chain,
        coverage=coverage(chain, Brief("", (), 0), (), context),
        spend=context.engine.spend(),
        way=Way(reading.route, HOW),
    )
    context.run.show(made)
    return made
