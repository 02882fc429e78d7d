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
from warehouse.results import claimed_text
from warehouse.results.records import Claim, Evidence, Recollection
from warehouse.run import Hushed
from warehouse.search import analyzer
from warehouse.writing.sentences import unused_sentences
from warehouse.writing.sentences.plain import Filter

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
    proven = [claim for claim in checked if claim.state in claims.PROVEN]
    known = {piece.number for piece in evidence}
    standing = [thought for thought in recollections if {*thought.numbers} & known]
    wanted = max(0, MOST - len(proven))
    if not standing or not wanted:
        return text, tuple(checked)
    offered = _unsaid(_on_it(question, standing, evidence), checked)[:wanted]
    if not offered:
        return text, tuple(checked)
    draft = cited.text(offered)
    found = claims.check(draft, evidence, context.engine, Hushed(context.run))
    added = claimed_text.sentences(claim for claim in found if claim.state in claims.PROVEN)
    return claimed_text.joined([(text, checked), added], " ")


def _on_it(
    question: str, recollections: Sequence[Recollection], evidence: Sequence[Evidence]
) -> list[Recollection]:
    """Those that speak of what is asked; all, where the question asks for the whole matter."""
    heads = {piece.number: frozenset(analyzer.terms(head(piece))) for piece in evidence}
    wanted = set(analyzer.terms(telling(question))).difference(
        frozenset.intersection(*heads.values())
    )
    if not wanted:
        return list(recollections)
    fitting = []
    for thought in recollections:
        terms = frozenset(analyzer.terms(thought.text))
        terms = terms.union(*(heads.get(number, frozenset()) for number in thought.numbers))
        if len(wanted & terms) > len(wanted) / 2:
            fitting.append(thought)
    return fitting


def _unsaid(recollections: Sequence[Recollection], checked: Sequence[Claim]) -> list[Sentence]:
    """Sentences of thoughts that can stand alone, each once, without what the answer says."""
    said = Filter()
    for claim in checked:
        said.say(claim.text)
    sentences = []
    for thought in recollections:
        for text in unused_sentences.alone(thought.text):
            if not said.repeats(text):
                said.say(text)
                sentences.append(Sentence(text, thought.numbers))
    return sentences
