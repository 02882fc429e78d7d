"""An explanation that says less than it could is filled from the thoughts that were brought back.

A thought is proven already and fluent, and a small model stops after a sentence or two however much
stands in its notes. Sentences of thoughts that the answer does not say yet are added, the nearest
thought first, with the numbers of what they rest on, and checked like any other; one that fails is
not added. Nor is what another part of the matter is about: a thought has to have more than half of
the words of the question that not all of the evidence has in its titles.
"""

from __future__ import annotations

from collections.abc import Sequence

from warehouse.context import Context
from warehouse.methods.evidence.reduction import head
from warehouse.proof import cited, claims
from warehouse.proof.cited import Sentence
from warehouse.question.words import telling
from warehouse.results.records import Claim, Evidence, Recollection
from warehouse.run import Hushed
from warehouse.search import analyzer
from warehouse.writing import unused_sentences
from warehouse.writing.plain import Filter
from warehouse.writing.wording import shifted

MOST = 5  # sentences an explanation is asked for at most


def filled(
    question: str,
    text: str,
    checked: Sequence[Claim],
    recollections: Sequence[Recollection],
    evidence: Sequence[Evidence],
    context: Context,
) -> tuple[str, tuple[Claim, ...]]:
    """Text and claims with what thoughts add, up to MOST proven sentences. Raises Cancelled."""
    proven = [one for one in checked if one.state in claims.PROVEN]
    known = {one.number for one in evidence}
    standing = [one for one in recollections if {*one.numbers} & known]
    wanted = max(0, MOST - len(proven))
    if not standing or not wanted:
        return text, tuple(checked)
    offered = _unsaid(_on_it(question, standing, evidence), checked)[:wanted]
    if not offered:
        return text, tuple(checked)
    draft = cited.text(offered)
    every = list(checked)
    for one in claims.check(draft, evidence, context.engine, Hushed(context.run)):
        if one.state in claims.PROVEN:
            text = f"{text} " if text else ""
            every.append(shifted(one, len(text) - one.start))
            text += one.text
    return text, tuple(every)


def _on_it(
    question: str, recollections: Sequence[Recollection], evidence: Sequence[Evidence]
) -> list[Recollection]:
    """Those that speak of what is asked; all, where the question asks for the whole matter."""
    heads = {one.number: frozenset(analyzer.terms(head(one))) for one in evidence}
    wanted = set(analyzer.terms(telling(question))).difference(
        frozenset.intersection(*heads.values())
    )
    if not wanted:
        return list(recollections)
    found = []
    for one in recollections:
        own = frozenset(analyzer.terms(one.text))
        own = own.union(*(heads.get(number, frozenset()) for number in one.numbers))
        if len(wanted & own) > len(wanted) / 2:
            found.append(one)
    return found


def _unsaid(recollections: Sequence[Recollection], checked: Sequence[Claim]) -> list[Sentence]:
    """Sentences of thoughts that can stand alone, each once, without what the answer says."""
    said = Filter()
    for claim in checked:
        said.say(claim.text)
    found = []
    for one in recollections:
        for text in unused_sentences.alone(one.text):
            if not said.repeats(text):
                said.say(text)
                found.append(Sentence(text, one.numbers))
    return found
