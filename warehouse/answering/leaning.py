"""A question that leans on another: "and in German?", "why?", "tell me more".

Each question is answered by itself, so that an answer can be read, exported and asked again alone.
One that says nothing without the question before it would be answered from whatever stands near its
two words; it is told so instead, before anything is searched.
"""

from __future__ import annotations

import re

from warehouse.context import Context
from warehouse.methods.evidence.brief import Brief
from warehouse.methods.evidence.coverage import coverage
from warehouse.methods.registry import FIRST
from warehouse.question import signs
from warehouse.results.provenance import Route, Way
from warehouse.results.records import Answer, Research, Structure

TEXT = (
    "This seems to go on from another question. Each question is answered by itself, from your "
    "documents alone: ask it as a whole."
)
HOW = "It says too little by itself, so nothing was searched and no model asked."
_FORMS = re.compile(
    r"^(?:and|und|et|y|also|but|aber|mais|pero)(?: (?:what|how) about)?(?: [\w'-]+){1,4}\W*$"
    r"|^(?:what|how) about(?: [\w'-]+){1,4}\W*$"
    r"|^(?:was ist mit|et pour|y para)(?: [\w'-]+){1,3}\W*$"
    r"|^(?:tell me |say )?(?:some |a bit )?more(?: (?:about|on) (?:it|this|that|him|her|them))?\W*$"
    r"|^(?:why|how|when|where|who|how so|how come|how many|which ones?|warum|wieso|wann|wo|wer"
    r"|pourquoi|quand|où|por qué|cuándo|dónde)(?: (?:not|so|is that|was that|exactly))?\W*$"
    r"|^(?:go on|continue|carry on|explain(?: that| it)?|elaborate|weiter|sigue|mehr dazu)\W*$"
    r"|^(?:那么?|还有)?[^，,？?]{1,8}呢[？?]?$",
    re.IGNORECASE,
)


def leans(question: str, route: Route) -> bool:
    """Does it say nothing by itself? Not where the user has said what kind of question it is."""
    return route.kind == "fact" and route.by == "words" and says_little(question)


def says_little(question: str) -> bool:
    return bool(_FORMS.match(signs.bare(question)))


def answer(question: str, route: Route, context: Context) -> Answer:
    chain = Research(question, Structure(), ())
    made = Answer(
        question=question,
        method=FIRST,
        text=TEXT,
        absent=True,
        claims=(),
        research=chain,
        coverage=coverage(chain, Brief("", (), 0), (), context),
        spend=context.engine.spend(),
        way=Way(route, HOW),
    )
    context.run.show(made)
    return made
