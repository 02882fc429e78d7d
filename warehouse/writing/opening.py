"""The lead: two or three sentences on the whole, made from sentences that are proven already.

It is checked like any other text. What is not proven in it does not stay, for a reader trusts an
opening most, and what a section says in the same words does not stand there twice: an article whose
model finds no opening of its own begins with its first section.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from indexers.records import Loss
from warehouse.context import Context
from warehouse.library import Library
from warehouse.proof import checks, citations, cited, claims
from warehouse.proof.cited import Sentence
from warehouse.results.records import Block, Claim, Evidence
from warehouse.writing import parts, sections
from warehouse.writing.plain import Filter, has_voice_of_source
from warehouse.writing.sections import source
from warehouse.writing.unused_sentences import Spare

ON_TOPIC = 0.3


def write(
    title: str,
    blocks: Sequence[Block],
    evidence: Sequence[Evidence],
    context: Context,
) -> tuple[str, tuple[Claim, ...], list[Loss]]:
    """(the lead, its claims, the sentences of it that may not stand); empty where nothing proven
    can be said that no section says.
    """
    proven = told(title, blocks, context.library)
    if not proven:
        return "", (), []
    fit = Filter()
    reply = sections.lead(title, [(one.text, one.notes[0]) for one in proven], context)
    said = {_words(claim.text) for block in blocks for claim in block.claims}
    kept = [
        one
        for one in fit.through(cited.parse(reply.text), source(evidence), reply.finish == "length")
        if _words(one.text) not in said and not has_voice_of_source(one.text)
    ]
    text = cited.text(kept)
    losses = list(fit.losses)
    checked = claims.check(text, evidence, context.engine, context.run)
    if not checked or any(claim.state not in claims.PROVEN for claim in checked):
        losses += [_refused(one) for one in checked if one.state not in claims.PROVEN]
        text = _proven(checked, title, blocks, evidence)
        checked = claims.check(text, evidence, context.engine, context.run)
    return *claims.cite(text, checked), losses


def _refused(claim: Claim) -> Loss:
    said = citations.without_marks(claim.text)
    return Loss("checking", said, f"left out of the opening: {claim.why}")


def _words(sentence: str) -> str:
    """For comparing: without citations and without the mark that ends it, if any does."""
    return checks.fold(citations.without_marks(sentence)).rstrip(f"{cited.ENDERS} ")


def told(title: str, blocks: Sequence[Block], library: Library) -> list[Sentence]:
    """Of every section the proven sentence nearest to the topic, among those that stand alone."""
    found = []
    for block in blocks:
        able = [
            Sentence(bare, claim.cites[:1])
            for claim in block.claims
            if claim.state in claims.PROVEN
            and claim.cites
            and not parts.leans(bare := citations.without_marks(claim.text))
            and not has_voice_of_source(bare)
        ]
        if able:
            rows = library.retrieval.embed([title, *(one.text for one in able)])
            found.append(able[int(np.argmax(rows[1:] @ rows[0]))])
    return found


def _proven(
    checked: Sequence[Claim],
    title: str,
    blocks: Sequence[Block],
    evidence: Sequence[Evidence],
) -> str:
    """What is proven of the lead, else one sentence of unused evidence on the topic."""
    kept = [
        Sentence(citations.without_marks(claim.text), claim.cites)
        for claim in checked
        if claim.state in claims.PROVEN and claim.cites
    ]
    if kept:
        return cited.text(kept)
    fit = Filter()
    for block in blocks:
        for claim in block.claims:
            fit.say(citations.without_marks(claim.text))
    found = Spare(evidence, fit).take(title)
    on_topic = (
        found
        and checks.overlap(title, found.text) >= ON_TOPIC
        and not has_voice_of_source(found.text)
    )
    return cited.text([found]) if found and on_topic else ""
